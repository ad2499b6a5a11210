// Findings of one cause, and those that cards with the same words make, are told once, with a line for the
// others; findings with words of their own, or of another standing, are told by themselves. The worst stands
// in front.
#include "reports/entries.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "checker/fact_kinds.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "dsl/base/mapped.h"
#include "reports/render/html.h"
#include "reports/render/json.h"
#include "reports/render/markdown.h"
#include "reports/render/sarif.h"
#include "reports/render/sentences.h"
#include "reports/render/text.h"
#include "tests/support/count_in.h"

namespace errata::reports {
namespace {

ClauseLine clause(const std::string& kind, const std::string& name, const std::string& text) {
    ClauseLine line;
    line.kind = kind;
    line.name = name;
    line.text = text;
    line.path = kind + " " + name;
    return line;
}

FindingLines finding_on(const std::string& title, const std::string& card, const std::string& text) {
    FindingLines lines;
    lines.code = compiler::FindingCode::OrderUnowned;
    lines.title = title;
    lines.about.question = title;
    lines.fingerprint = "#" + card;
    if (!text.empty()) lines.clauses.push_back(clause("spell", card, text));
    return lines;
}

TEST(Entries, OfAScreenBeginWithWinsAndLoops) {
    Report report;
    for (const char* code : {"contradiction.must-cannot", "loop.mandatory", "loop.lethal", "order.unowned"}) {
        report.findings.push_back(finding_on(code, code, code));
        report.findings.back().code = compiler::find_code(code).value();
        report.findings.back().severity = compiler::Severity::Error;
    }
    report.findings[2].severity = compiler::Severity::Warning;
    const auto codes = [&] {
        return dsl::mapped(entries(report), [](const Entry& entry) { return code_word(*entry.shown); });
    };
    EXPECT_THAT(codes(), testing::ElementsAre("loop.mandatory", "contradiction.must-cannot", "order.unowned",
                                              "loop.lethal"));
    report.screened.emplace();
    EXPECT_THAT(codes(), testing::ElementsAre("loop.lethal", "loop.mandatory", "contradiction.must-cannot",
                                              "order.unowned"));
}

TEST(Entries, OfWhatIsLeftOpenAreOneForEachQuestion) {
    std::vector<FindingLines> findings{finding_on("'stays' is left open", "Ice", "Whoever enters slides."),
                                       finding_on("'stops' is left open", "Ice", "Whoever enters slides."),
                                       finding_on("'stops' is left open", "Ice", "Whoever enters slides.")};
    findings[1].fingerprint = "#second";
    findings[2].fingerprint = "#third";
    for (FindingLines& one : findings) {
        one.code = compiler::FindingCode::GapUndefined;
        one.about.incident = compiler::IncidentKind::LeftOpen;
    }
    EXPECT_EQ(entries(findings).size(), 2U);
}

TEST(Entries, AboutOneQuestionInOnePlayAreOneWhoeverDisagrees) {
    std::vector<FindingLines> findings{finding_on("'sinks' both holds and does not", "Raft", "Floats."),
                                       finding_on("'sinks' both holds and does not", "Stone", "Sinks.")};
    findings[1].fingerprint = "#stone";
    for (FindingLines& one : findings) {
        one.code = compiler::FindingCode::ContradictionDefinition;
        one.facts = {{checker::FactKind::HereItIs, {"sinks(Tub)"}}};
        one.witness.emplace();
        one.witness->setup = "pond";
        one.witness->play = "Ann launches Tub";
    }
    ASSERT_EQ(entries(findings).size(), 1U);
    EXPECT_EQ(same_question_sentence(entries(findings).front()),
              "About the same, in the same play, disagree: Stone ##stone");
    const std::vector<FindingLines> same = findings;
    findings[1].facts = {{checker::FactKind::HereItIs, {"sinks(Cask)"}}};
    EXPECT_EQ(entries(findings).size(), 2U) << "asked of another thing";
    findings = same;
    findings[1].witness->play = "Ann launches Cask";
    EXPECT_EQ(entries(findings).size(), 2U) << "in another play";
    findings = same;
    findings[1].accepted = "as printed";
    EXPECT_EQ(entries(findings).size(), 2U) << "of another standing";
}

TEST(Entries, ThatShareAClauseStandBesideEachOtherUnlessOneEditSettlesBoth) {
    const FindingLines wind = finding_on("Ice and Wind at once", "Ice", "Slides.");
    const FindingLines rain = finding_on("Ice and Rain at once", "Ice", "Slides.");
    std::vector<FindingLines> findings{wind, rain};
    findings[0].clauses.push_back(clause("spell", "Wind", "Blows."));
    findings[1].clauses.push_back(clause("spell", "Rain", "Falls."));
    findings[1].fingerprint = "rain";
    const auto first = [&] { return beside_sentence(entries(findings).front()); };
    EXPECT_EQ(first(), "With a part in common: Ice and Rain #rain. Ice is in all of them.")
        << "what is settled with it nobody has tried";
    findings[0].advice.is_tried = true;
    EXPECT_THAT(first(), testing::StartsWith("Still open when this is settled alone: Ice and Rain #rain."));
    findings[0].advice.settles_too = {"rain"};
    EXPECT_EQ(first(), "");
    Report report;
    report.checked = true;
    report.findings = findings;
    EXPECT_THAT(render_html({{&report, Result::Findings}}), testing::HasSubstr("One edit for this and for:"));
    report.findings[0].advice.settles_too.clear();
    EXPECT_THAT(render_html({{&report, Result::Findings}}),
                testing::Not(testing::HasSubstr("One edit for this")));
}

TEST(Entries, OfExamplesThatFailByWhatAnEntryTellsAreToldThere) {
    std::vector<FindingLines> findings{finding_on("'played' both holds and does not", "Free", "played(c)"),
                                       finding_on("Domination", "Domination", "until Flames.at = discard")};
    findings[0].code = compiler::FindingCode::ContradictionDefinition;
    findings[0].clauses.push_back(clause("rule", "Paid", "not played(c)"));
    findings[1].code = compiler::FindingCode::ContradictionScenario;
    for (ClauseLine line : findings[0].clauses) {
        line.is_frame = true;
        findings[1].clauses.push_back(line);
        findings[1].needs.disagreeing.push_back(line.path);
    }
    const std::vector<Entry> one = entries(findings);
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0].shown, findings.data());
    EXPECT_EQ(follows_sentence(one[0]), "By this goes wrong, too: \"Domination\" ##Dominat");
    findings[1].code = compiler::FindingCode::ContradictionRuling;
    EXPECT_EQ(entries(findings).size(), 2U) << "a claim is broken by what one of them says";
}

TEST(Entries, OfClaimsThatOnlyAnAnswerNobodyGivesBreaksAreToldWhereItIsLeftOpen) {
    std::vector<FindingLines> findings{
        finding_on("'spared' is left open", "Thief", "Robs whoever is not spared."),
        finding_on("Nobody starves", "Nobody starves", "always food > 0")};
    findings[0].code = compiler::FindingCode::GapUndefined;
    findings[0].about.incident = compiler::IncidentKind::LeftOpen;
    findings[1].code = compiler::FindingCode::ContradictionInvariant;
    EXPECT_EQ(entries(findings).size(), 2U) << "its play needs no answer";
    findings[1].needs.left_open = {"'spared' is left open"};
    const std::vector<Entry> one = entries(findings);
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0].shown, findings.data());
    EXPECT_EQ(follows_sentence(one[0]), "By this goes wrong, too: \"Nobody starves\" ##Nobody ");
    findings[1].accepted = "known";
    EXPECT_EQ(entries(findings).size(), 2U) << "what is accepted is told apart";
}

TEST(Entries, OfPlayThatStopsOnlyByAnAnswerNobodyGivesAreToldWhereItIsLeftOpen) {
    std::vector<FindingLines> findings{
        finding_on("play stops at \"Haul\"", "Haul", "hauls {g}"),
        finding_on("'spared' is left open", "Thief", "Robs whoever is not spared.")};
    findings[0].code = compiler::FindingCode::Deadlock;
    findings[1].code = compiler::FindingCode::GapUndefined;
    findings[1].about.incident = compiler::IncidentKind::LeftOpen;
    EXPECT_EQ(entries(findings).size(), 2U) << "its play needs no answer";
    findings[0].needs.left_open = {"'spared' is left open"};
    const std::vector<Entry> one = entries(findings);
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0].shown, &findings[1]);
}

std::string text_about(std::vector<FindingLines> findings) {
    Report report;
    report.checked = true;
    report.findings = std::move(findings);
    return render_text(report, {.full = true});
}

std::size_t headlines(const std::string& text) { return tests::count_in(text, "order.unowned:"); }

TEST(Entries, ShowWhatFewestCanHelpBeforeWhatIsShort) {
    std::vector<FindingLines> findings = {finding_on("Gong", "Gong", "Strikes."),
                                          finding_on("Gong", "Gong", "Strikes.")};
    for (FindingLines& one : findings) one.loop = LoopLines{};
    findings[0].loop->can_break = {"Ann"};
    findings[1].witness = WitnessLines{};
    findings[1].witness->steps.resize(3);
    EXPECT_EQ(entries(findings)[0].shown, &findings[1]);
}

// Which action breaks a claim is where it is broken, not why.
TEST(Entries, OfAClaimAreOneWhateverItIsBrokenIn) {
    const auto broken = [](const std::string& in) {
        FindingLines lines = finding_on("Room for one", "Room for one", "always one");
        lines.code = compiler::FindingCode::ContradictionInvariant;
        lines.fingerprint += in;
        lines.clauses.push_back(clause("action", in, "action " + in));
        lines.clauses.back().is_frame = true;
        return lines;
    };
    std::vector<FindingLines> findings = {broken("resolve"), broken("orders")};
    EXPECT_EQ(entries(findings).size(), 1U);
    findings[1].clauses.push_back(clause("spell", "Camp", "Leaves the board."));
    EXPECT_EQ(entries(findings).size(), 2U) << "a card is a cause of its own";
    EXPECT_EQ(names_of(findings[1]), "Room for one and Camp");
}

TEST(Entries, OfOneClaimStandTogetherWhoeverBreaksIt) {
    std::vector<FindingLines> findings = {finding_on("High tide", "Gnome", "Make a hill."),
                                          finding_on("High tide", "Imp", "Dig a hole."),
                                          finding_on("Low tide", "Imp", "Dig a hole.")};
    for (FindingLines& one : findings) {
        one.code = compiler::FindingCode::ContradictionRuling;
        one.clauses.insert(one.clauses.begin(), clause("ruling", one.title, "ruling " + one.title));
        one.clauses.front().is_claim = true;
    }
    const std::vector<Entry> all = entries(findings);
    ASSERT_EQ(all.size(), 2U);
    ASSERT_EQ(all[0].others.size(), 1U);
    EXPECT_EQ(all[0].others[0].alike, Alike::Claim);
    EXPECT_EQ(breaker_of(findings[1]), "Imp");
    EXPECT_THAT(text_about(findings), testing::HasSubstr("The same claim is broken otherwise: Imp #"));
    findings[1].accepted = "as printed";
    EXPECT_EQ(entries(findings).size(), 3U) << "what is settled speaks for nothing else";
}

TEST(Entries, OfCardsWithTheSameWordsTheFirstStandsForAll) {
    const std::string text = text_about({finding_on("Camp twice", "Camp", "Leaves the board."),
                                         finding_on("Mine twice", "Mine", "Leaves the board."),
                                         finding_on("Wisp twice", "Wisp", "Leaves the board.")});
    EXPECT_EQ(headlines(text), 1U) << text;
    EXPECT_NE(text.find("The same with: Mine ##Mine, Wisp ##Wisp"), std::string::npos) << text;
    EXPECT_NE(text.find("3 findings in 1 entry"), std::string::npos) << text;
    EXPECT_NE(text.find("3 errors"), std::string::npos) << text;
}

TEST(Entries, OtherWordsAreAnotherFinding) {
    EXPECT_EQ(headlines(text_about({finding_on("Camp twice", "Camp", "Leaves the board."),
                                    finding_on("Mine twice", "Mine", "Leaves play.")})),
              2U);
}

TEST(Entries, OfManyRoundsTheFirstAndTheLastAreShown) {
    FindingLines lines = finding_on("drain", "Leech", "Drains.");
    WitnessLines play;
    for (int i = 0; i < 12; ++i)
        play.steps.push_back({"Ann", "step " + std::to_string(i), "", {{"life", "2", "1"}}, 1});
    play.rounds = {1, 3, 5, 7, 9};
    lines.witness = play;
    const std::string text = text_about({lines});
    EXPECT_NE(text.find("From here, round after round:"), std::string::npos) << text;
    EXPECT_NE(text.find("2 more such rounds, then the last one:"), std::string::npos) << text;
    for (const char* shown : {"step 0 ", "step 1 ", "step 2 ", "step 7 ", "step 8 ", "step 9 ", "step 11 "})
        EXPECT_NE(text.find(shown), std::string::npos) << shown << text;
    for (const char* left_out : {"step 3 ", "step 6 "})
        EXPECT_EQ(text.find(left_out), std::string::npos) << left_out << text;
}

TEST(Entries, WithoutWordsNothingIsTheSame) {
    EXPECT_EQ(
        headlines(text_about({finding_on("Camp twice", "Camp", ""), finding_on("Mine twice", "Mine", "")})),
        2U);
}

TEST(Entries, WhatIsAcceptedIsToldApart) {
    FindingLines accepted = finding_on("Camp twice", "Camp", "Leaves the board.");
    accepted.accepted = "as printed";
    EXPECT_EQ(headlines(text_about({accepted, finding_on("Mine twice", "Mine", "Leaves the board.")})), 2U);
}

// With two clauses, a play of so many steps, and digits of its own.
FindingLines met(const std::string& code, const std::string& title, std::size_t steps,
                 const std::string& digits) {
    FindingLines lines = finding_on(title, "Mill", "Grind.");
    lines.clauses.push_back(clause("spell", "Oven", "Bake."));
    lines.code = compiler::find_code(code).value();
    lines.fingerprint = digits + std::string(32 - digits.size(), '0');
    lines.witness = WitnessLines{};
    lines.witness->setup = "any board";
    lines.witness->steps.resize(steps);
    return lines;
}

std::vector<std::string> titles(const std::vector<Entry>& all) {
    std::vector<std::string> result;
    for (const Entry& entry : all) result.push_back(entry.shown->title);
    return result;
}

TEST(Entries, OfOneCauseTheShortestPlayIsShown) {
    const std::vector<FindingLines> findings = {met("contradiction.set-set", "long", 9, "aaaaaaaa"),
                                                met("contradiction.definition", "short", 4, "bbbbbbbb"),
                                                met("order.unowned", "other", 2, "cccccccc")};
    const std::vector<Entry> all = entries(findings);
    EXPECT_THAT(titles(all), testing::ElementsAre("short", "other"));
    ASSERT_EQ(all[0].others.size(), 1U);
    EXPECT_EQ(all[0].others[0].finding, &findings[0]);
    EXPECT_EQ(all[0].others[0].alike, Alike::Clauses);
    const std::string text = text_about(findings);
    EXPECT_NE(text.find("  Also: contradiction.set-set: long #aaaaaaaa; 9 steps from any board\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("3 errors (3 derived); 3 findings in 2 entries"), std::string::npos) << text;
}

TEST(Entries, WithOtherClausesAreOthers) {
    FindingLines alone = met("contradiction.set-set", "alone", 9, "aaaaaaaa");
    alone.clauses.pop_back();
    EXPECT_EQ(entries({alone, met("contradiction.definition", "both", 4, "bbbbbbbb")}).size(), 2U);
}

TEST(Entries, ComeWorstFirst) {
    std::vector<FindingLines> findings;
    const auto add = [&](const std::string& code, checker::Severity severity, const std::string& accepted) {
        findings.push_back(finding_on(code + accepted, code, "Words of " + code + accepted));
        findings.back().code = compiler::find_code(code).value();
        findings.back().severity = severity;
        findings.back().accepted = accepted;
    };
    add("dead-text", checker::Severity::Note, "");
    add("gap.undefined", checker::Severity::Error, "");
    add("loop.optional", checker::Severity::Error, " as printed");
    add("order.unowned", checker::Severity::Error, "");
    add("loop.optional", checker::Severity::Warning, "");
    add("contradiction.set-set", checker::Severity::Error, "");
    add("loop.mandatory", checker::Severity::Error, "");
    EXPECT_THAT(
        titles(entries(findings)),
        testing::ElementsAre("loop.mandatory", "contradiction.set-set", "order.unowned", "gap.undefined",
                             "loop.optional", "loop.optional as printed", "dead-text"));
}

TEST(Entries, AreToldInEveryFormat) {
    Report report;
    report.spec = "game";
    report.checked = true;
    report.findings = {met("order.unowned", "long", 9, "aaaaaaaa"),
                       met("order.unowned", "short", 4, "bbbbbbbb")};
    const Reports reports = {{&report, Result::Findings}};
    const nlohmann::json json = nlohmann::json::parse(render_json(report, Result::Findings));
    ASSERT_EQ(json["findings"].size(), 2U);
    EXPECT_EQ(json["findings"][0]["entry"], json["findings"][1]["fingerprint"]);
    EXPECT_EQ(json["findings"][1]["entry"], json["findings"][1]["fingerprint"]);
    const nlohmann::json sarif = nlohmann::json::parse(render_sarif(reports));
    const nlohmann::json& results = sarif["runs"][0]["results"];
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ(results[1]["relatedLocations"].back()["message"]["text"], "also: long #aaaaaaaa");
    EXPECT_EQ(results[0]["properties"]["entry"], report.findings[1].fingerprint);
    EXPECT_THAT(render_markdown(reports), testing::HasSubstr("<b>Also</b>: 1 finding like it."));
    EXPECT_THAT(render_html(reports),
                testing::HasSubstr("The same clauses make a finding of this family 1 more"));
}

}  // namespace
}  // namespace errata::reports
