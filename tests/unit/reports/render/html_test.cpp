// The page of results: whatever a spec is called, the page stays a page; what is worst comes first; what it
// offers to be copied is accepted by the language.
#include "reports/render/html.h"
#include "reports/entries.h"
#include "reports/render/brief.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/fact_kinds.h"
#include "dsl/base/text.h"
#include "reports/cli/exit_codes.h"
#include "reports/render/coverage.h"
#include "reports/render/html_board.h"
#include "reports/render/html_finding.h"
#include "reports/render/html_markup.h"
#include "reports/render/sentences.h"
#include "reports/render/text.h"
#include "tests/support/count_in.h"
#include "tests/support/html_check.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"
#include "tests/unit/reports/render/sample_report.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using checker::Severity;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// What would be obeyed if it were not escaped, wherever it stands.
const std::string hostile_to_pages[] = {
    "<script>alert(1)</script>",
    "\"onmouseover=\"alert(1)",
    "' onfocus='alert(1)",
    "</title><h1>forged</h1>",
    "</style></script>-->",
    "<!--",
    "&lt;b&gt; &amp; &",
    "]]><img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "line\nbreak\ttab",
    std::string("nul\0nul", 7),
    "turned \xE2\x80\xAE back",
    "no text \xFF",
    "| a | b |",
};

TEST(Html, NamesOfASpecStayWords) {
    const Page usual = read_page(page_of(sample_report()));
    ASSERT_EQ(usual.offence, "");
    for (const std::string& word : hostile_to_pages) {
        SCOPED_TRACE(word);
        const std::string text = page_of(sample_report(word));
        const Page page = read_page(text);
        EXPECT_EQ(page.offence, "");
        for (const std::string& element : page.elements)
            EXPECT_TRUE(usual.elements.contains(element) || element == "pre") << element;
        for (const std::string& attribute : page.attributes)
            EXPECT_TRUE(usual.attributes.contains(attribute)) << attribute;
        EXPECT_EQ(count_in(text, "<script"), 1U);
        EXPECT_EQ(text, dsl::visible(text)) << "nothing that a reader does not see";
    }
}

TEST(Html, HasNothingThatThePolicyForbids) {
    const Page page = read_page(page_of(sample_report()));
    for (const std::string& attribute : page.attributes) {
        EXPECT_FALSE(attribute.starts_with("on")) << attribute;
        EXPECT_NE(attribute, "style");
        EXPECT_NE(attribute, "src");
    }
    for (const char* element : {"link", "img", "iframe", "object", "base"})
        EXPECT_FALSE(page.elements.contains(element)) << element;
    const std::string text = page_of(sample_report());
    EXPECT_THAT(text, HasSubstr("default-src &#39;none&#39;; style-src &#39;sha256-"));
    EXPECT_THAT(text, Not(HasSubstr("url(")));
    EXPECT_THAT(text, Not(HasSubstr("https:")));
    EXPECT_EQ(text, page_of(sample_report())) << "the same report gives the same bytes";
}

TEST(Html, SpecsOfOneRunShareAPage) {
    const Report first = sample_report();
    const Report second = sample_report();
    const Report wrong = wrong_report();
    const std::string text =
        render_html({{&first, Result::Findings}, {&second, Result::Findings}, {&wrong, Result::Wrong}});
    const Page page = read_page(text);
    EXPECT_EQ(page.offence, "") << "ids differ although the fingerprints do not";
    EXPECT_TRUE(page.ids.contains("aaaaaaaa"));
    EXPECT_TRUE(page.ids.contains("aaaaaaaa-2"));
    EXPECT_THAT(text, HasSubstr("<title>3 specs - Errata</title>"));
    EXPECT_EQ(read_page(render_html({})).offence, "");
}

TEST(Html, AWrongSpecHasAPage) {
    const std::string text = page_of(wrong_report(), Result::Wrong);
    EXPECT_EQ(read_page(text).offence, "");
    EXPECT_THAT(text, HasSubstr("The spec is wrong: 1 message."));
    EXPECT_THAT(text, HasSubstr("expected an expression, found &#39;}&#39;"));
    EXPECT_THAT(text, HasSubstr(">wrong.rules:2:13<"));
    EXPECT_THAT(text, HasSubstr("write one"));
}

TEST(Html, SaysWhatTheTextReportSays) {
    const Report report = sample_report();
    const std::string text = page_of(report);
    EXPECT_THAT(text, HasSubstr(escaped(brief_counts(report, entries(report)) + ".").code));
    EXPECT_THAT(text, HasSubstr(escaped(witness_sentence(report.findings[0])).code));
    EXPECT_THAT(text, HasSubstr("Ann decides each time whether it goes on."));
    EXPECT_THAT(text, HasSubstr("<li>deadlock</li>"));
    EXPECT_THAT(text, HasSubstr("whether it matters"));
    EXPECT_THAT(text, HasSubstr("states 1,204"));
    EXPECT_THAT(text, HasSubstr("did you mean another?"));
}

TEST(Html, TheWorstComesFirstAndTheSettledLast) {
    const std::string text = page_of(sample_report());
    const auto place = [&](const std::string& part) { return text.find(part); };
    EXPECT_LT(place("<h3>Errors <span class=\"count\">2; 1 more accepted, see below</span></h3>"),
              place("id=\"aaaaaaaa\""));
    EXPECT_LT(place("id=\"bbbbbbbb\""), place("id=\"cccccccc\""));
    EXPECT_LT(place("id=\"cccccccc\""), place("<summary><h3>Notes"));
    EXPECT_LT(place("<summary><h3>Notes"), place("id=\"dddddddd\""));
    EXPECT_LT(place("id=\"dddddddd\""), place("<summary><h3>Accepted"));
    EXPECT_LT(place("<summary><h3>Accepted"), place("id=\"eeeeeeee\""));
    EXPECT_THAT(text.substr(place("id=\"eeeeeeee\"")), HasSubstr("Accepted: as printed"));
    EXPECT_THAT(text.substr(place("id=\"aaaaaaaa\""), 400), HasSubstr("<details open"));
    EXPECT_THAT(text.substr(place("id=\"dddddddd\""), 400), Not(HasSubstr("<details open")));
}

Report screened_report() {
    Report report = sample_report();
    report.setups = {"any ground", "at dusk"};
    report.findings[4].terms.at = "game/claims.rules:12";
    report.made_tables = "screen \"a table\" of card { }\n";
    report.screened.emplace();
    report.screened->sets = {
        {"a table",
         "card",
         2,
         3,
         1830,
         2,
         {{{"Chasm", "Boots"}, {{checker::FactKind::FullAt, {"token", std::size_t{8}, std::size_t{16}}}}}}}};
    report.screened->items = {{"Chasm", "card", false, {}, true, false, "Chasm costs 9."},
                              {"Boots", "card", true, {"Boots", "Chasm"}, true},
                              {"Feather", "card", true, {"Feather", "Chasm"}, true}};
    return report;
}

TEST(Html, SaysWhatWasScreened) {
    const std::string text = page_of(screened_report());
    for (const char* said :
         {"<td>a table</td><td>pairs</td><td>1,828 of 1,830</td><td>3 turns</td>",
          "<li>Chasm + Boots (token is full at 8: --scope token=16)</li><li>and 1 more</li>",
          "<li>Chasm: play never brings it into effect. Chasm costs 9.</li>",
          "<td>Boots</td><td>yes</td><td>Boots + Chasm</td>",
          "<code>screen &quot;a table&quot; of card { }\n</code>", "data-copy=\"tables\"",
          "<td data-value=\"never\">never</td>"}) {
        EXPECT_THAT(text, HasSubstr(said));
    }
    EXPECT_THAT(page_of(sample_report()), Not(HasSubstr("class=\"screened\"")));
}

TEST(Html, SaysInTheTableWhyThingsAreAcceptedIfAnyAre) {
    Report report = sample_report();
    EXPECT_THAT(page_of(report), HasSubstr(">Accepted</th>"));
    report.findings.pop_back();
    EXPECT_THAT(page_of(report), Not(HasSubstr(">Accepted</th>")));
}

TEST(Html, SaysWhereNothingWasFoundAndWhereItIsAccepted) {
    const std::string text = page_of(screened_report());
    EXPECT_THAT(text, HasSubstr("<dt>No finding in</dt><dd>&quot;at dusk&quot;</dd>"));
    EXPECT_THAT(text, HasSubstr("Accepted: as printed (claims.rules:12)"));
    EXPECT_THAT(render_text(screened_report(), {.full = true}),
                HasSubstr("Accepted: as printed (claims.rules:12)"));
}

TEST(Html, ReadinessNamesTheWorstAndThePartners) {
    const Report report = sample_report();
    const std::vector<Item> items = items_of(report.findings);
    std::vector<std::string> names;
    for (const Item& item : items) names.push_back(item.name);
    EXPECT_THAT(names, ElementsAre("Chasm", "Feather", "Boots", "Belfry", "Lantern"));
    EXPECT_EQ(items[0].all, 3U);
    EXPECT_THAT(items[0].partners, ElementsAre(1U, 2U));
    EXPECT_THAT(items[1].partners, ElementsAre(0U));
    EXPECT_EQ(items[3].worst->severity, Severity::Warning);
    EXPECT_EQ(items[4].open, 0U);
    EXPECT_THAT(items[4].accepted, ElementsAre("as printed"));
}

TEST(Html, ABoardIsDrawnAndMoves) {
    const WitnessLines witness = *sample_report().findings[0].witness;
    std::optional<html::Grid> grid = html::read_grid(witness.board);
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->columns, 3U);
    EXPECT_THAT(grid->squares["b1"], ElementsAre("Tim", "M"));
    EXPECT_EQ(html::board_changes(witness.steps[0], *grid), "");
    EXPECT_EQ(html::board_changes(witness.steps[1], *grid), "b1 M\nc1 Tim C");
    EXPECT_THAT(html::apply({{"c1.terrain", "Chasm", "Meadow"}, {"a1.terrain", "Meadow", "Ice"}}, *grid),
                ElementsAre("a1", "c1"));
    EXPECT_THAT(grid->squares["c1"], ElementsAre("Tim", "M"));
    EXPECT_THAT(grid->squares["a1"], ElementsAre("Ice"));
    EXPECT_THAT(html::apply({{"Ash.at", "b1", "a1"}, {"Tim.life", "3", "2"}, {"phase", "b1", "a1"}}, *grid),
                IsEmpty())
        << "what does not stand there does not leave";
    EXPECT_THAT(html::board(witness).code, HasSubstr("<svg viewBox="));
}

TEST(Html, AGroundHasOneColourOnAllBoards) {
    WitnessLines first;
    first.board = {"| C | M |  1", "  a   b", "C = Chasm   M = Meadow"};
    WitnessLines second;
    second.board = {"| M | I |  1", "  a   b", "M = Meadow   I = Ice"};
    html::Tints tints;
    html::add_tints(first, tints);
    html::add_tints(second, tints);
    const std::string meadow = "swatch tint2\">M</span> Meadow";
    EXPECT_THAT(html::board(first, tints).code, HasSubstr(meadow));
    EXPECT_THAT(html::board(second, tints).code, HasSubstr(meadow));
    EXPECT_THAT(html::board(second).code, HasSubstr("swatch tint1\">M</span> Meadow")) << "alone";
}

TEST(Html, WhatIsNoGridStaysText) {
    for (const std::vector<std::string>& lines : {std::vector<std::string>{"a <b> map"},
                                                  {"| a | b |  1", "| a |  2", "  a   b"},
                                                  {"| a |  1"},
                                                  {"|", "x"},
                                                  {"| a |  1", "  a", "A = B", "and more"}}) {
        EXPECT_FALSE(html::read_grid(lines)) << lines[0];
        WitnessLines witness;
        witness.board = lines;
        EXPECT_THAT(html::board(witness).code, HasSubstr("<pre class=\"board\">"));
        EXPECT_THAT(html::board(witness).code, Not(HasSubstr("<b>")));
    }
    EXPECT_TRUE(html::board({}).empty());
}

TEST(Html, OfThingsOnTheBoardItSaysWhoseTheyAre) {
    WitnessLines witness;
    witness.board = {"| Soul\u00a0Jar |   |  1", "  a          b", "Soul\u00a0Jar: owner <Bob>"};
    witness.steps.push_back({"rules", "Soul Jar", "", {{"Soul Jar.at", "a1", "b1"}}});
    std::optional<html::Grid> grid = html::read_grid(witness.board);
    ASSERT_TRUE(grid);
    EXPECT_EQ(html::board_changes(witness.steps[0], *grid), "a1\nb1 Soul\u00a0Jar")
        << "one word on the board";
    const std::string drawn = html::board(witness).code;
    EXPECT_THAT(drawn, HasSubstr("<li>Soul\u00a0Jar: owner &lt;Bob&gt;</li>"));
    EXPECT_THAT(drawn, HasSubstr("Soul\u00a0Jar: owner &lt;Bob&gt;\"")) << "heard as well";
}

TEST(Html, ANameOfSeveralWordsLeavesTheBoardABoard) {
    WitnessLines witness;
    witness.board = {"| Soul\u00a0Jar |   |  1", "| A         |   |  2", "  a          b"};
    std::optional<html::Grid> grid = html::read_grid(witness.board);
    ASSERT_TRUE(grid) << "the rows have more bytes than letters";
    EXPECT_EQ(grid->rows, 2U);
    EXPECT_THAT(grid->squares["a2"], ElementsAre("A"));
}

TEST(Html, WhatIsToBeWrittenStandsAsCode) {
    EXPECT_EQ(html::prose("state `meta { loops: draw }` <here>").code,
              "state <code>meta { loops: draw }</code> &lt;here&gt;");
    EXPECT_EQ(html::prose("one ` alone").code, "one ` alone");
    EXPECT_EQ(html::prose("").code, "");
}

TEST(Html, OfOutcomesTheDifferenceIsMarked) {
    const std::string two = html::outcomes(sample_report().findings[0].outcomes).code;
    EXPECT_THAT(two, HasSubstr("<ul class=\"changes\"><li><mark>Tim.at: c1 → none</mark></li></ul>"));
    EXPECT_THAT(
        two,
        HasSubstr("1 fact is so either way</summary><ul class=\"changes\"><li>phase: dusk → night</li>"));
    std::vector<OutcomeLine> many;
    for (int i = 1; i <= 100; ++i) many.push_back({"solution " + std::to_string(i), {"nothing changes"}});
    many[0].consequences = {"the fair closes"};
    const std::string text = html::outcomes(many).code;
    EXPECT_EQ(count_in(text, "class=\"outcome\""), 2U) << "what comes to the same shares a column";
    EXPECT_THAT(text, HasSubstr("solution 2, solution 3, solution 4 and 96 more"));
}

TEST(Html, OutcomesEndOnBoardsOnWhichTheDifferenceIsMarked) {
    std::vector<OutcomeLine> two = {{"stays", {"in the end Tim.at = a1"}, {"| Tim |   |  1", "  a   b"}},
                                    {"goes", {"in the end Tim.at = b1"}, {"|   | Tim |  1", "  a   b"}}};
    const std::string text = html::outcomes(two).code;
    EXPECT_EQ(count_in(text, "<figure class=\"board end\">"), 2U);
    EXPECT_EQ(count_in(text, "class=\"touched\""), 4U);
    EXPECT_THAT(text, HasSubstr("aria-label=\"The board in the end. b1: Tim\""));
    two[1].board = two[0].board;
    EXPECT_THAT(html::outcomes(two).code, Not(HasSubstr("<figure"))) << "the boards say nothing";
    two[1].board = {"no board"};
    EXPECT_THAT(html::outcomes(two).code, Not(HasSubstr("<figure")));
}

TEST(Html, WhatNoFindingNamesIsInTheTable) {
    Report report = sample_report();
    const std::string kind = report.findings[0].clauses[0].kind;
    report.items = {{kind, "Chasm"}, {"card", "Ash & Oak"}};
    EXPECT_THAT(page_of(report), HasSubstr("Ash &amp; Oak <span class=\"kind\">card</span>"));
    EXPECT_EQ(count_in(page_of(report), ">nothing found</span>"), 1U);
    EXPECT_THAT(render_text(report, {.full = true}),
                HasSubstr("Nothing was found about 1 other: Ash & Oak.\n"));
    report.about.item = "Chasm";
    EXPECT_THAT(page_of(report), Not(HasSubstr("nothing found"))) << "not all findings are told";
}

TEST(Html, RoundsBetweenTheFirstAndTheLastAreFolded) {
    const std::string text = page_of(sample_report());
    EXPECT_THAT(text, HasSubstr("From here, round after round"));
    const std::size_t fold = text.find("<summary>2 more such rounds</summary>");
    ASSERT_NE(fold, std::string::npos);
    EXPECT_THAT(text.substr(fold, 400), HasSubstr("<span class=\"number\">4</span>"));
    EXPECT_EQ(count_in(text, "class=\"step\""), 12U + 4U * 2U);
}

TEST(Html, OffersALineThatTheLanguageTakes) {
    const std::string spec = scratch_file("accept.rules").string();
    const std::string lamp =
        "game \"Lamp\"\nplayer Ann\nstate { lit: bool }\n"
        "turn { choose by Ann { option \"lights it\" { lit := yes } option \"ends\" { end \"dark\" } } }\n"
        "setup \"dark\" { lit := no }\ncheck \"it stays \\\"dark\\\"\" always not lit\n";
    const auto check = [&](const std::string& text, const std::string& format) {
        std::ofstream(spec, std::ios::binary) << text;
        return run_errata({"check", spec, "--format", format});
    };
    const Ran found = check(lamp, "html");
    ASSERT_EQ(found.code, exit_findings) << found.err;
    const std::string before = "<code>";
    const std::size_t begin = found.out.find(before + "-- ");
    ASSERT_NE(begin, std::string::npos);
    std::string line = found.out.substr(begin + before.size());
    line = line.substr(0, line.find("</code>"));
    for (const auto& [entity, character] : {std::pair<std::string, std::string>{"&quot;", "\""},
                                            {"&#39;", "'"},
                                            {"&lt;", "<"},
                                            {"&gt;", ">"},
                                            {"&amp;", "&"}}) {
        for (std::size_t at = 0; (at = line.find(entity, at)) != std::string::npos; ++at)
            line.replace(at, entity.size(), character);
    }
    const Ran settled = check(lamp + line + "\n", "html");
    EXPECT_EQ(settled.code, exit_passed) << line << settled.err;
    EXPECT_THAT(settled.out, HasSubstr("Accepted: ..."));
    EXPECT_THAT(settled.out, Not(HasSubstr("<code>-- ")));
    std::filesystem::remove(spec);
}

TEST(Html, WhereDigitsMeanTwoFindingsAllAreGiven) {
    Report report = sample_report();
    report.findings[1].fingerprint = report.findings[0].fingerprint;
    report.findings[1].fingerprint.back() = '1';
    html::Section section;
    section.beginnings["aaaaaaaa"] = 2;
    EXPECT_THAT(html::accept_line(report.findings[1], section),
                HasSubstr("accept \"aaaaaaaa000000000000000000000001\""));
    section.beginnings["aaaaaaaa"] = 1;
    EXPECT_THAT(html::accept_line(report.findings[0], section),
                HasSubstr("accept \"aaaaaaaa\" as \"5e6f7a8b\" because"));
    EXPECT_EQ(read_page(page_of(report)).offence, "");
}

TEST(Html, AThousandFindingsAreAPage) {
    const std::string text = page_of(many_findings(1'000));
    EXPECT_EQ(read_page(text).offence, "");
    EXPECT_EQ(count_in(text, "<article "), 1'000U);
    EXPECT_LT(text.size(), 10'000'000U);
}

TEST(Html, CoverageIsAPageToo) {
    for (const std::string& word : hostile_to_pages) {
        Coverage coverage;
        coverage.spec = word;
        coverage.catalogue = word;
        coverage.rows = {{word, word, word, 1, RowStatus::Missing, {}},
                         {word,
                          word,
                          word,
                          2,
                          RowStatus::Idle,
                          {{RowStatus::Idle, word, word, 3, "", {{checker::FactKind::Called, {word}}}}}}};
        coverage.unknown = {{word, word, word, 4}};
        const std::string text = render_html(coverage, CoverageText{});
        EXPECT_EQ(read_page(text).offence, "") << word;
        EXPECT_EQ(text, dsl::visible(text)) << word;
    }
}

}  // namespace
}  // namespace errata::tests
