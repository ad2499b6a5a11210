// From cells and ids to words.
#include "reports/explain/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/reports/ferry.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using testing::ElementsAre;
using testing::IsEmpty;

Report report_of(const Ferry& game, const checker::CheckResult& result) {
    return explain({{&game.model, &result}}, game.sources, dsl::Sink(), "games/ferry.rules");
}

FindingLines told_finding(const Ferry& game, checker::Finding finding) {
    checker::CheckResult result;
    result.findings.push_back(std::move(finding));
    return report_of(game, result).findings.at(0);
}

TEST(Explain, TellsWhoActsAndWhatChanges) {
    const Ferry game = ferry();
    const WitnessLines witness =
        explain(game.model, game.sources, play(game.model, {"rows A to b1", "night"}));
    ASSERT_EQ(witness.steps.size(), 2U);
    EXPECT_EQ(witness.steps[0],
              (StepLine{"Ann", "rows A to b1", "games/ferry.rules:1", {{"A.at", "a1", "b1"}}, 1}));
    EXPECT_EQ(witness.steps[1].actor, "rules");
    EXPECT_EQ(witness.steps[1].choice, "night");
    EXPECT_EQ(witness.steps[1].rule, "games/ferry.rules:3");
    EXPECT_THAT(witness.steps[1].changes, ElementsAre(ChangeLine{"tide", "yes", "no"}));
}

TEST(Explain, CountsTurnsFromTheStartOfTheTurn) {
    const Ferry game = ferry();
    const WitnessLines witness =
        explain(game.model, game.sources, play(game.model, {"waits", "night", "waits"}));
    EXPECT_EQ(witness.steps[1].turn, 1U);
    EXPECT_EQ(witness.steps[2].turn, 2U);
}

TEST(Explain, SaysWhatTheSetupLeftOpen) {
    const Ferry game = ferry();
    const WitnessLines witness = explain(game.model, game.sources, play(game.model, {"waits"}));
    EXPECT_EQ(witness.setup, "any tide");
    EXPECT_THAT(witness.start, ElementsAre(StartLine{"tide", "yes", true}));
}

TEST(Explain, KnowsWhatAPlayTouches) {
    Ferry game = ferry();
    const checker::Trace trace = play(game.model, {"rows A to b1"});
    compiler::Variable& variable = game.model.variables[game.ground.index];
    variable.type = game.model.variable(game.tide).type;  // no longer pictured
    variable.params = {game.model.variable(game.at).params};
    game.model.setups[0].open = {variable.base, variable.base + 1};
    game.model.setups[0].values[variable.base] = 1;
    game.model.setups[0].values[variable.base + 1] = 1;
    const WitnessLines witness = explain(game.model, game.sources, trace);
    EXPECT_THAT(witness.start,
                ElementsAre(StartLine{"A.ground", "no", true}, StartLine{"B.ground", "no", false}));
}

TEST(Explain, DrawsTheBoard) {
    const Ferry game = ferry();
    const WitnessLines witness = explain(game.model, game.sources, play(game.model, {"waits"}));
    EXPECT_THAT(witness.board,
                ElementsAre("| A B L | L     |  1", "| L     | L     |  2", "  a       b", "L = Land"));
}

TEST(Explain, ReportsTheEndOfTheGame) {
    const Ferry game = ferry();
    const WitnessLines witness = explain(game.model, game.sources, play(game.model, {"wrecks"}));
    EXPECT_THAT(witness.steps[0].changes, ElementsAre(ChangeLine{"the game", "running", "over: wrecked"}));
}

TEST(Explain, NamesClausesWithPlacesAndRows) {
    const Ferry game = ferry();
    const FindingLines lines = told_finding(game, finding_with(game, {"rows A to b1"}));
    EXPECT_THAT(
        lines.clauses,
        ElementsAre(
            ClauseLine{
                "rule", "Rowing", "rows a boat", "games/ferry.rules", 1, {"FER-1"}, true, "rule Rowing"},
            ClauseLine{"rule", "Night", "turn the tide", "games/ferry.rules", 3, {}, true, "rule Night"}));
}

TEST(Explain, CountsThePiecesOfAWitness) {
    const Ferry game = ferry();
    EXPECT_EQ(
        told_finding(game, finding_with(game, {"rows A to b1", "night", "rows B to a2"})).witness->pieces,
        "1 tool, 2 boats that change");
}

TEST(Explain, FoldsWritesOfOneCell) {
    const Ferry game = ferry();
    checker::Finding finding = finding_with(game, {"waits"});
    const std::size_t tide = game.model.variable(game.tide).base;
    const std::size_t at = game.model.variable(game.at).base;
    finding.outcomes = {{"back and forth", {{tide, 0, 1, {}}, {tide, 1, 0, {}}}, {}},
                        {"by steps", {{at, 0, 1, {}}, {at, 1, 3, {}}}, {}}};
    const FindingLines lines = told_finding(game, finding);
    EXPECT_EQ(lines.outcomes[0], (OutcomeLine{"back and forth", {"nothing changes"}}));
    EXPECT_EQ(lines.outcomes[1], (OutcomeLine{"by steps", {"A.at: a1 → b2"}}));
}

TEST(Explain, TellsEndStatesByTheirDifference) {
    const Ferry game = ferry();
    checker::Finding finding = finding_with(game, {"waits"});
    compiler::State other = finding.witness->initial;
    other[game.model.variable(game.tide).base] = 0;
    finding.outcomes = {{"first", {}, finding.witness->initial}, {"second", {}, other}};
    const FindingLines lines = told_finding(game, finding);
    EXPECT_THAT(lines.outcomes[0].consequences, ElementsAre("tide = yes"));
    EXPECT_THAT(lines.outcomes[1].consequences, ElementsAre("tide = no"));
}

TEST(Explain, KeepsTimesOutOfReports) {
    checker::CheckResult result;
    result.stats = {{checker::Statistic::Seconds, 1.5},
                    {checker::Statistic::CertifySeconds, 0.5},
                    {checker::Statistic::States, 12}};
    const Report report = report_of(ferry(), result);
    EXPECT_THAT(report.stats, ElementsAre(std::pair<const std::string, double>("states", 12)));
}

TEST(Explain, PutsTheGravestFirst) {
    const Ferry game = ferry();
    checker::CheckResult result;
    result.findings = {finding_with(game, {"waits"}), finding_with(game, {"waits"})};
    result.findings[0].severity = checker::Severity::Note;
    EXPECT_EQ(report_of(game, result).findings[0].severity, checker::Severity::Error);
}

TEST(Explain, GivesPlacesToDiagnostics) {
    dsl::SourceSet sources;
    const std::uint32_t file = sources.add("a.rules", "one\n  two\n");
    dsl::Sink sink;
    sink.report({dsl::DiagnosticKind::unknown_name,
                 {file, 6, 9},
                 "unknown name 'two'",
                 "did you mean 'one'?",
                 {{{file, 0, 3}, "this one"}}});
    const Report report = explain_errors(sources, sink, "a.rules");
    EXPECT_FALSE(report.checked);
    EXPECT_THAT(report.diagnostics, ElementsAre(DiagnosticLine{"E0201",
                                                               "error",
                                                               "unknown name 'two'",
                                                               "a.rules",
                                                               2,
                                                               3,
                                                               "did you mean 'one'?",
                                                               {"a.rules:1:1: this one"}}));
    EXPECT_THAT(report.findings, IsEmpty());
}

}  // namespace
}  // namespace errata::tests
