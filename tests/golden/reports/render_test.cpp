// The looks of reports: made-up reports against texts kept beside this file. ERRATA_UPDATE_GOLDEN=1 rewrites
// them; read the difference before keeping it.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "checker/fact_kinds.h"
#include "compiler/ir/finding_codes.h"
#include "reports/render/json.h"
#include "reports/render/text.h"
#include "tests/support/codes.h"
#include "tests/support/golden.h"
#include "tests/support/report_schema.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using checker::Severity;
using checker::Status;

FindingLines contradiction() {
    FindingLines finding;
    finding.code = compiler::FindingCode::ContradictionMustCannot;
    finding.fingerprint = "7c1e0a12000102030405060708090a0b";
    finding.title = "Lantern against Draught";
    finding.explanation = "Two rules disagree about a lit lantern in a draught. No precedence decides.";
    finding.clauses = {{"place",
                        "Draught",
                        "Every lantern here goes out.",
                        "cave/places.rules",
                        61,
                        {"CAV-35"},
                        false,
                        "place Draught/line 1"},
                       {"tool",
                        "Storm lantern",
                        "No draught can put it out.",
                        "shared/tools.rules",
                        22,
                        {},
                        false,
                        "tool Storm lantern/line 2"}};
    WitnessLines witness;
    witness.setup = "any cave";
    witness.pieces = "1 place, 1 lantern";
    witness.board = {"| A | D |  1", "  a   b", "D = Draught"};
    witness.start = {{"wind", "yes", true}, {"B.lit", "yes", false}};
    witness.steps = {
        {"Ann", "lights A", "cave/turns.rules:8", {{"A.lit", "no", "yes"}}, 1},
        {"rules", "evening", "", {}, 1, true},
        {"rules", "night", "", {}, 1, true},
        {"Bob", "waits", "", {}, 2},
        {"Bob",
         "moves A to a chamber with a name so long that it stands out of its column",
         "cave/turns.rules:12",
         {{"A.at", "a1", "b1"}, {"moves", "0", "1"}},
         2},
        {"rules", "draughts blow", "cave/places.rules:61", {}, 2, true, " (left open; here goes out)"}};
    finding.witness = witness;
    finding.minimal_proved = true;
    finding.outcomes = {{"by Draught", {"A.lit: yes → no"}}, {"by Storm lantern", {"nothing changes"}}};
    finding.needs.readings = {"narrow"};
    finding.needs.assumptions = {{"draughts_blow", "a draught blows every night"}};
    finding.advice.settle =
        "state which one wins (`meta { precedence: cannot }` or an exception on one of the cards).";
    return finding;
}

FindingLines loop() {
    FindingLines finding;
    finding.code = compiler::FindingCode::LoopOptional;
    finding.severity = Severity::Warning;
    finding.fingerprint = "00ff00ff000102030405060708090a0b";
    finding.title = "Ann can light and put out for ever";
    finding.explanation = "Nothing limits it.";
    WitnessLines witness;
    witness.setup = "any cave";
    witness.steps = {{"Ann", "takes A", "", {}, 1},
                     {"Ann", "lights A", "cave/turns.rules:8", {{"A.lit", "no", "yes"}}, 1},
                     {"Ann", "puts A out", "cave/turns.rules:9", {{"A.lit", "yes", "no"}}, 1}};
    witness.loop_start = 1;
    witness.growth = "Ann.oil falls by 1 each time";
    finding.witness = witness;
    finding.loop = LoopLines{"turn", {"Ann"}, {}, {{"Ann.oil", "9", "8"}}};
    finding.expected = true;
    return finding;
}

FindingLines unreachable() {
    FindingLines finding;
    finding.code = compiler::FindingCode::UnreachableCard;
    finding.severity = Severity::Warning;
    finding.status = Status::Complete;
    finding.fingerprint = "12345678000102030405060708090a0b";
    finding.title = "Nobody ever finds the Gate";
    finding.accepted = "meant for the second set";
    return finding;
}

Report cave() {
    Report report;
    report.spec = "cave";
    report.title = "Cave";
    report.scope = {{"chamber", 2}, {"lantern", 1}};
    report.diagnostics = {
        {"W0601", "warning", "no finding is called 'Echo'", "cave/cave.rules", 3, 1, "remove the line", {}}};
    report.checked = true;
    const checker::Facts none;
    report.verdicts = {{"no contradictions", Status::Refuted, {}},
                       {"check \"alive\"",
                        Status::Complete,
                        {{checker::FactKind::AllStates, {std::size_t{1204}, "cave", none, none}}}},
                       {"no loops",
                        Status::Bounded,
                        {{checker::FactKind::NothingWithin, {std::size_t{14}, "cave", none}},
                         {checker::FactKind::StatesSpent}}}};
    report.findings = {contradiction(), loop(), unreachable()};
    report.has_expectations = true;
    report.missing = {"deadlock refuted"};
    report.not_analysed = {"symbolic: the counter oil is unbounded"};
    report.stats = {{"max depth", 14}, {"states", 1204}};
    report.inconclusive = true;
    return report;
}

Report wrong() {
    Report report;
    report.spec = "broken.rules";
    report.diagnostics = {{"E0001", "error", "cannot read 'broken.rules'", "", 0, 0, "", {"a note"}}};
    return report;
}

TEST(Text, ShowsAllThereIsToSay) {
    expect_golden("tests/golden/reports/cave.txt", render_text(cave(), {.full = true}));
}

TEST(Text, IsBriefUnasked) {
    expect_golden("tests/golden/reports/cave_briefly.txt", render_text(cave(), {}));
    expect_golden("tests/golden/reports/cave_all.txt", render_text(cave(), {.all = true}));
}

TEST(Text, ListsEveryClaimOnRequest) {
    const std::string text = render_text(cave(), {true, false});
    EXPECT_NE(text.find("check \"alive\"      all 1,204 reachable states"), std::string::npos) << text;
}

TEST(Text, ColoursOnlyTheSeverity) {
    const std::string text = render_text(cave(), {.colour = true, .full = true});
    EXPECT_NE(text.find("\x1b[1;31merror\x1b[0m contradiction.must-cannot"), std::string::npos);
    EXPECT_EQ(text.find("\x1b[1;31merror\x1b[0m contradiction.must-cannot"), text.find('\x1b'));
    const std::string brief = render_text(cave(), {.colour = true});
    EXPECT_NE(brief.find("\x1b[1;31merror\x1b[0m: Lantern against Draught"), std::string::npos);
    EXPECT_EQ(brief.find("\x1b[1;31merror\x1b[0m: Lantern against Draught"), brief.find('\x1b'));
}

TEST(Text, IsEmptyForAWrongSpec) { EXPECT_EQ(render_text(wrong(), {}), ""); }

TEST(Text, SaysThatNothingWasFound) {
    Report report;
    report.spec = "quiet.rules";
    report.checked = true;
    EXPECT_EQ(render_text(report, {}), "quiet.rules: no findings\n");
}

TEST(Text, EndsSeveralSpecsWithATable) {
    const Report good = cave();
    const Report bad = wrong();
    expect_golden("tests/golden/reports/table.txt",
                  render_table({{&good, Result::Findings}, {&bad, Result::Wrong}}));
}

TEST(Json, ShowsAllThereIsToSay) {
    expect_golden("tests/golden/reports/cave.json", render_json(cave(), Result::Findings));
}

TEST(Json, FollowsTheSchema) {
    const Report good = cave();
    const Report bad = wrong();
    EXPECT_EQ(schema_offence(render_json(good, Result::Findings)), "");
    EXPECT_EQ(schema_offence(render_json(bad, Result::Wrong)), "");
    EXPECT_EQ(schema_offence(render_json({{&good, Result::Findings}, {&bad, Result::Wrong}})), "");
}

TEST(Json, TheSchemaRefusesWhatIsMissingOrUnknown) {
    nlohmann::json document = nlohmann::json::parse(render_json(cave(), Result::Findings));
    ASSERT_EQ(schema_offence(document.dump()), "");
    nlohmann::json unknown = document;
    unknown["surprise"] = 1;
    EXPECT_NE(schema_offence(unknown.dump()), "");
    nlohmann::json incomplete = document;
    incomplete["findings"][0].erase("code");
    EXPECT_NE(schema_offence(incomplete.dump()), "");
    nlohmann::json mistyped = document;
    mistyped["findings"][0]["witness"]["steps"][0]["changes"] = "A.lit";
    EXPECT_NE(schema_offence(mistyped.dump()), "");
}

TEST(Json, SurvivesTextsThatAreNoText) {
    Report report = cave();
    report.findings[0].clauses[0].text = "a byte of no letter: \xff";
    EXPECT_EQ(schema_offence(render_json(report, Result::Findings)), "");
}

}  // namespace
}  // namespace errata::tests
