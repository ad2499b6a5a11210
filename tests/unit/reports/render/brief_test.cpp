// A report told briefly: the rows of an entry and their order, what of a play is left out, which entries are
// told unasked, what is said about the spec itself, and what to type to see more.
#include "reports/render/brief.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/fact_kinds.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/mapped.h"
#include "tests/support/count_in.h"

namespace errata::reports {
namespace {

using compiler::FindingCode;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

ClauseLine clause(const std::string& kind, const std::string& name) {
    ClauseLine line;
    line.kind = kind;
    line.name = name;
    line.text = name + " says so.";
    line.path = kind + " " + name;
    return line;
}

FindingLines finding_of(FindingCode code, const std::string& title) {
    FindingLines lines;
    lines.code = code;
    lines.severity = compiler::info(code).severity;
    lines.title = title;
    lines.about.question = title;
    lines.fingerprint = title + std::string(32, '0');
    lines.clauses = {clause("card", title)};
    return lines;
}

StepLine by_rules(const std::string& choice, const std::vector<ChangeLine>& changes = {}) {
    StepLine step;
    step.actor = "rules";
    step.choice = choice;
    step.changes = changes;
    step.by_rules = true;
    return step;
}

StepLine by_ann(const std::string& choice, const std::vector<ChangeLine>& changes = {}) {
    StepLine step = by_rules(choice, changes);
    step.actor = "Ann";
    step.by_rules = false;
    return step;
}

FindingLines played(const std::vector<StepLine>& steps) {
    FindingLines lines = finding_of(FindingCode::OrderUnowned, "Mill");
    lines.witness.emplace();
    lines.witness->steps = steps;
    return lines;
}

// The row of that label; none: "(no row)".
std::string row_of(const FindingLines& finding, const std::string& label) {
    for (const BriefRow& row : brief_rows({&finding, {}})) {
        if (row.label == label) return row.words;
    }
    return "(no row)";
}

std::vector<std::string> labels_of(const Entry& entry) {
    return dsl::mapped(brief_rows(entry), [](const BriefRow& row) { return row.label; });
}

TEST(Brief, RowsComeInTheOrderInWhichTheyAreRead) {
    FindingLines gap = finding_of(FindingCode::GapUndefined, "Ice");
    gap.explanation = "No statement says who slides.";
    gap.witness.emplace();
    gap.witness->board = {"| A |  1", "  a"};
    gap.witness->start = {{"wind", "north"}, {"rain", "none", false}};
    gap.witness->steps = {by_ann("walks to a1"), by_rules("Ice")};
    gap.witness->choosers = {{"Ann"}};
    gap.outcomes = {{"slides", {"A.at: a1 → a2"}}, {"stays", {"A.tired: no → yes"}}};
    gap.advice.settle = "say who slides.";
    const FindingLines other = finding_of(FindingCode::GapUndefined, "Snow");
    const Entry entry = {&gap, {{&other, Alike::Clauses}}};
    EXPECT_THAT(labels_of(entry),
                ElementsAre("Why", "Board", "Start", "Play", "Result", "or", "Who", "Fix", "Also"));
    EXPECT_EQ(row_of(gap, "Start"), "wind = north.") << "what makes no difference is left out";
    EXPECT_EQ(row_of(gap, "Who"), "Ann could have chosen otherwise on the way there.");
    EXPECT_EQ(row_of(gap, "Fix"), "Say who slides.");
    gap.advice.is_tried = true;
    gap.advice.works = "`default no`";
    EXPECT_EQ(row_of(gap, "Fix"), "Tried, and it works: `default no`.");
    gap.accepted = "as printed";
    EXPECT_EQ(row_of(gap, "Fix"), "(no row)") << "it is settled";
}

TEST(Brief, OfAForcedLoopNoPlayerCanStopIt) {
    FindingLines loop = finding_of(FindingCode::LoopMandatory, "Gong");
    loop.loop.emplace();
    EXPECT_EQ(row_of(loop, "Who"), "No player can stop it.");
    loop.code = FindingCode::LoopOptional;
    loop.loop->can_keep_going = {"Ann"};
    EXPECT_EQ(row_of(loop, "Who"), "Ann can keep it going. Nobody can stop it.");
    loop.loop->can_break = {"Ann"};
    EXPECT_EQ(row_of(loop, "Who"), "Ann decides each time whether it goes on.");
}

TEST(Brief, StepsOfTheRulesThatChangeNothingAreLeftOut) {
    const FindingLines finding = played(
        {by_rules("a turn begins"), by_rules("morning", {{"phase", "night", "morning", true}}),
         by_ann("waits"), by_ann("sows", {{"corn", "0", "1"}}),
         by_rules("Mill", {{"corn", "1", "0"}, {"phase", "morning", "noon", true}}), by_rules("evening")});
    EXPECT_EQ(row_of(finding, "Play"), "3 Ann waits. 4 Ann sows. 5 Mill (corn: 1 → 0). 6 evening.")
        << "what a player does says itself what changes, and the last step stays";
}

TEST(Brief, ALoopSaysFromWhereOnItRepeats) {
    FindingLines finding = played({by_ann("enters"), by_ann("bows"), by_ann("rises")});
    finding.witness->loop_start = 1;
    EXPECT_EQ(row_of(finding, "Play"), "1 Ann enters. Then for ever: 2 Ann bows. 3 Ann rises.");
}

TEST(Brief, ALongPlayIsCutAndGapsAreOne) {
    std::vector<StepLine> steps;
    for (int i = 0; i < 20; ++i) {
        steps.push_back(by_rules("the mill turns round", {{"corn", std::to_string(i), "9"}}));
        steps.push_back(by_ann("sows a field " + std::to_string(i)));
    }
    steps.push_back(by_rules("the mill stops", {{"corn", "9", "0"}}));
    const std::string words = row_of(played(steps), "Play");
    EXPECT_LT(words.size(), 320U) << words;
    EXPECT_EQ(tests::count_in(words, "..."), 1U) << words;
    EXPECT_THAT(words, Not(HasSubstr("turns round"))) << "what the rules do goes first";
    EXPECT_THAT(words, HasSubstr("40 Ann sows a field 19. 41 the mill stops (corn: 9 → 0)."));
    EXPECT_THAT(words, Not(HasSubstr("sows a field 0."))) << "what comes early goes before what comes late";
    steps.erase(steps.begin(), steps.end() - 5);
    EXPECT_THAT(row_of(played(steps), "Play"), Not(HasSubstr("..."))) << "there is room for all";
}

TEST(Brief, OutcomesStandInThePlaceOfWhatTheLastStepChanges) {
    StepLine last = by_rules("Mill", {{"corn", "1", "0"}});
    last.decided = " (left open; here Mill first)";
    FindingLines finding = played({by_ann("sows"), last});
    EXPECT_EQ(row_of(finding, "Play"), "1 Ann sows. 2 Mill (left open; here Mill first) (corn: 1 → 0).");
    finding.outcomes = {{"Mill first", {"bread: 0 → 1", "it is noon"}}, {"Oven first", {"it is noon"}}};
    EXPECT_EQ(row_of(finding, "Play"), "1 Ann sows. 2 Mill.");
    EXPECT_EQ(row_of(finding, "Result"), "Mill first: bread: 0 → 1.") << "but for what is so either way";
    EXPECT_EQ(row_of(finding, "or"), "Oven first: nothing more happens.");
}

TEST(Brief, OfManyClausesThreeAreQuotedAndClaimsComeLast) {
    FindingLines finding = finding_of(FindingCode::ContradictionInvariant, "Never dark");
    finding.clauses = {clause("check", "Never dark"), clause("card", "Gust"), clause("card", "Rain"),
                       clause("card", "Night"), clause("card", "Moth")};
    finding.clauses[0].is_claim = true;
    const BriefQuotes quotes = brief_quotes(finding);
    EXPECT_THAT(dsl::mapped(quotes.shown, [](const ClauseLine& line) { return line.name; }),
                ElementsAre("Gust", "Rain", "Night"));
    EXPECT_THAT(quotes.left_out, ElementsAre("Moth", "Never dark"));
}

// So many of that code, each with a title of its own.
void add(std::vector<FindingLines>& findings, std::size_t count, FindingCode code, const std::string& title) {
    for (std::size_t i = 0; i < count; ++i) findings.push_back(finding_of(code, title + std::to_string(i)));
}

std::vector<std::string> titles(const std::vector<Entry>& all) {
    return dsl::mapped(all, [](const Entry& entry) { return entry.shown->title; });
}

TEST(Brief, TellsAtMostTenAndOfOneCodeThreeBeforeOthers) {
    std::vector<FindingLines> findings;
    add(findings, 8, FindingCode::OrderUnowned, "order");
    add(findings, 4, FindingCode::GapUndefined, "gap");
    add(findings, 1, FindingCode::LoopMandatory, "loop");
    add(findings, 2, FindingCode::DeadText, "note");
    EXPECT_THAT(titles(worst_of(entries(findings))),
                ElementsAre("loop0", "order0", "order1", "order2", "gap0", "gap1", "gap2", "order3", "order4",
                            "order5"));
    findings.clear();
    add(findings, 2, FindingCode::DeadText, "note");
    EXPECT_THAT(worst_of(entries(findings)), SizeIs(2)) << "notes are told where there is nothing worse";
}

TEST(Brief, WhatIsAcceptedIsNotAmongTheWorst) {
    std::vector<FindingLines> findings;
    add(findings, 3, FindingCode::OrderUnowned, "order");
    findings[1].accepted = "as printed";
    EXPECT_THAT(titles(worst_of(entries(findings))), ElementsAre("order0", "order2"));
    EXPECT_THAT(entries(findings), SizeIs(3)) << "it is an entry all the same";
    Report report;
    report.findings = findings;
    EXPECT_EQ(brief_counts(report, entries(findings)), "2 problems (2 errors), 1 accepted");
    for (FindingLines& finding : findings) finding.accepted = "as printed";
    EXPECT_THAT(worst_of(entries(findings)), IsEmpty());
}

TEST(Brief, NamesTheCommandsThatTellMore) {
    Report report;
    report.spec = "orchard.rules";
    add(report.findings, 12, FindingCode::OrderUnowned, "fig");
    const std::vector<Entry> all = entries(report);
    const std::string in_full = "In full: `errata check orchard.rules --only '#fig00000'`";
    EXPECT_THAT(
        next_commands(report, all, {all.begin(), all.begin() + 10}),
        ElementsAre(in_full, "2 more, notes and accepted ones included: `errata check orchard.rules --all`"));
    EXPECT_THAT(next_commands(report, all, all), ElementsAre(in_full)) << "all are told";
    EXPECT_THAT(next_commands(report, {}, {}), IsEmpty());
}

DiagnosticLine message(const std::string& code, const std::string& words) {
    return {code, "warning", words, "orchard.rules", 1, 1, "", {}};
}

TEST(Brief, SaysOfTheSpecWhatNeverActsAndWhatWasComplainedOf) {
    Report report;
    add(report.findings, 1, FindingCode::UnreachableAbility, "Scarecrow");
    add(report.findings, 1, FindingCode::DeadText, "Fence");
    add(report.findings, 1, FindingCode::OrderUnowned, "Mill");
    EXPECT_THAT(about_the_model(report, entries(report)), ElementsAre("1 text never acts: Scarecrow0."))
        << "of a rule another part may";
    report.findings[1].clauses[0].is_printed = true;
    EXPECT_THAT(about_the_model(report, entries(report)),
                ElementsAre("1 text never acts: Scarecrow0.", "1 text makes no difference: Fence0."));
    report.findings[0].accepted = "for the next set";
    report.diagnostics = {message("W0601", "no finding is called so"), message("W0204", "nobody reads this"),
                          message("W0601", "no finding is called Fence")};
    report.unread = {{"Odd"}, 7};
    report.not_analysed = {"a", "b", "c", "d", "e"};
    EXPECT_THAT(about_the_model(report, entries(report)),
                ElementsAre("1 text makes no difference: Fence0.",
                            "1 of 7 printed items set aside, for no phrase reads some line: Odd. "
                            "`errata cards` shows the lines.",
                            "Nobody reads this (W0204).", "No finding is called so (and 1 more W0601).",
                            "Not analysed: a.", "Not analysed: b.", "Not analysed: c.",
                            "2 more questions not analysed."));
}

TEST(Brief, AsksEachQuestionOnALineOfItsOwn) {
    Report report;
    const auto verdict = [](const std::string& question, checker::Status status) {
        VerdictLine line{"no " + question, status};
        line.question = question;
        line.open = status == checker::Status::Bounded;
        return line;
    };
    report.verdicts = {verdict("orders that matter", checker::Status::Refuted),
                       verdict("gaps", checker::Status::Complete),
                       verdict("endless loops", checker::Status::Bounded)};
    report.verdicts[2].limit = {{checker::FactKind::TimeIsUp}};
    add(report.findings, 2, FindingCode::OrderUnowned, "order");
    add(report.findings, 1, FindingCode::OrderChosen, "choice");
    const auto told = dsl::mapped(question_lines(report, entries(report)), [](const QuestionLine& line) {
        return line.question + ": " + line.found + (line.open.empty() ? "" : "; open: " + line.open);
    });
    EXPECT_THAT(told, ElementsAre("Orders that matter: 2 errors, 1 note", "Gaps: nothing found",
                                  "Endless loops: nothing found so far; open: time is up (--budget)"));
}

}  // namespace
}  // namespace errata::reports
