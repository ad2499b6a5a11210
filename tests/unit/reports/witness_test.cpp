// Saved plays: read back, played again, and what is said when the spec has changed.
#include "reports/saved/witness.h"
#include "checker/fact_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/ir/finding_codes.h"
#include "reports/saved/results.h"
#include "tests/unit/reports/ferry.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using testing::HasSubstr;
using testing::IsEmpty;

Json through_text(const Json& json) { return Json::parse(json.dump()); }

TEST(Witness, ReplaysAsSaved) {
    const Ferry game = ferry();
    const checker::Trace trace = play(game.model, {"rows A to b1", "night", "wrecks"});
    const Replayed replayed = replay(game.model, through_text(save_trace(game.model, trace)));
    EXPECT_THAT(replayed.problem, IsEmpty());
    EXPECT_EQ(replayed.trace.initial, trace.initial);
    ASSERT_EQ(replayed.trace.steps.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(replayed.trace.steps[i].next, trace.steps[i].next) << i;
}

TEST(Witness, KeepsLoops) {
    const Ferry game = ferry();
    checker::Trace trace = play(game.model, {"waits", "night", "waits", "night"});
    trace.loop_start = 0;
    const Json saved = save_trace(game.model, trace);
    EXPECT_EQ(replay(game.model, saved).trace.loop_start, 0U);
    Json shifted = saved;
    shifted["loop_start"] = 1;
    EXPECT_THAT(replay(game.model, shifted).problem, HasSubstr("no longer returns"));
}

TEST(Witness, SaysAtWhichStepTheRulesChanged) {
    const Json saved = save_trace(ferry().model, play(ferry().model, {"waits", "night"}));
    const Replayed replayed = replay(ferry(false).model, saved);
    EXPECT_EQ(replayed.problem, "step 2: it no longer makes tide no");
    EXPECT_FALSE(replayed.broken);
    EXPECT_EQ(replayed.trace.steps.size(), 2U) << "as far as it went";
}

TEST(Witness, SaysWhichMoveIsGone) {
    Ferry game = ferry();
    const Json saved = save_trace(game.model, play(game.model, {"waits"}));
    game.model.flow.points[0].options[1].text = "sleeps";
    const std::string problem = replay(game.model, saved).problem;
    EXPECT_THAT(problem, HasSubstr("step 1: 'waits' is not possible any more"));
    EXPECT_THAT(problem, HasSubstr("'rows A to b1'"));
}

TEST(Witness, SaysWhoActsNow) {
    Ferry game = ferry();
    const Json saved = save_trace(game.model, play(game.model, {"waits"}));
    game.model.flow.points[0].owner = compiler::OwnerKind::Nobody;
    EXPECT_EQ(replay(game.model, saved).problem, "step 1: Ann acted here, now it is nobody");
}

TEST(Witness, SaysWhatTheStartLacks) {
    Ferry game = ferry();
    const Json saved = save_trace(game.model, play(game.model, {"waits"}));
    game.model.variables[game.tide.index].name = "sea";
    EXPECT_THAT(replay(game.model, saved).problem, HasSubstr("'tide' no longer exists"));
    game.model.setups[0].name = "other";
    EXPECT_THAT(replay(game.model, saved).problem, HasSubstr("setup 'any tide' no longer exists"));
}

TEST(Witness, NoticesThatTheSetupForbidsTheStart) {
    Ferry game = ferry();
    const Json saved = save_trace(game.model, play(game.model, {"waits"}));
    game.model.setups[0].requirements.emplace_back(game.model.terms.constant(0), ClauseId());
    EXPECT_THAT(replay(game.model, saved).problem, HasSubstr("no longer allows"));
}

TEST(Witness, SurvivesNewCardsAndMovedNumbers) {
    Ferry game = ferry();
    const Json saved = save_trace(game.model, play(game.model, {"waits", "night", "rows B to a2"}));
    std::swap(game.model.flow.points[0].options[0], game.model.flow.points[0].options[3]);
    EXPECT_THAT(replay(game.model, saved).problem, IsEmpty());
}

TEST(Witness, RefusesWhatIsNoPlay) {
    const Ferry game = ferry();
    Json saved = save_trace(game.model, play(game.model, {"waits"}));
    EXPECT_TRUE(replay(game.model, Json::array()).broken);
    EXPECT_TRUE(replay(game.model, Json{{"setup", "any tide"}}).broken);
    saved["steps"][0].erase("move");
    EXPECT_TRUE(replay(game.model, saved).broken);
}

TEST(Witness, RefusesOtherFiles) {
    EXPECT_EQ(read_saved(Json{{"format", witness_format}}.dump(), witness_format).problem, "");
    EXPECT_THAT(read_saved("not json", witness_format).problem, HasSubstr("not JSON"));
    EXPECT_THAT(read_saved("[1]", witness_format).problem, HasSubstr("format"));
    EXPECT_THAT(read_saved("{\"format\": \"other\"}", witness_format).problem, HasSubstr("other"));
}

TEST(Values, AreReadBack) {
    const Ferry game = ferry();
    for (const compiler::Variable& variable : game.model.variables) {
        const compiler::Type& type = game.model.type(variable.type);
        for (Value value = type.lo; value <= type.hi; ++value) {
            EXPECT_EQ(read_value(game.model, variable.type, save_value(game.model, variable.type, value)),
                      value)
                << variable.name;
        }
        EXPECT_EQ(read_value(game.model, variable.type, "nothing of this name"), std::nullopt)
            << variable.name;
    }
}

TEST(Values, SetsAreLists) {
    const Ferry game = ferry();
    const TypeId set = game.model.variables[3].type;
    EXPECT_EQ(save_value(game.model, set, 3), Json({"A", "B"}));
    EXPECT_EQ(save_value(game.model, set, 0), Json::array());
}

SavedResults results_with(const Ferry& game, const std::vector<std::string>& moves) {
    SavedResults saved;
    saved.model = hash_of(game.model);
    saved.result.findings = {finding_with(game, moves)};
    return saved;
}

TEST(Results, SurviveAFile) {
    const Ferry game = ferry();
    SavedResults saved = results_with(game, {"rows A to b1", "night"});
    saved.obligations = {*checker::read_obligation_id("incidents@any_tide/explicit")};
    checker::Finding& finding = saved.result.findings[0];
    finding.severity = checker::Severity::Warning;
    finding.outcomes = {{"by Rowing", {{0, 0, 1, game.rowing}}, finding.witness->initial}};
    finding.fingerprint = checker::fingerprint(game.model, finding);
    finding.loop.emplace();
    finding.loop->stage = checker::LoopStage::Turn;
    finding.loop->can_keep_going = {"Ann"};
    finding.loop->can_break = {"Bob"};
    finding.loop->net_change = {{1, 0, 1, {}}};
    finding.loop->growth = {{checker::FactKind::MoreInAnotherOrder}};
    saved.result.verdicts = {{checker::claim_of_none(checker::FindingCode::LoopMandatory),
                              "no loop.mandatory",
                              checker::Status::Bounded,
                              {{checker::FactKind::DepthReached}},
                              checker::Engine::Explicit,
                              *checker::read_obligation_id("loops@any_tide/explicit")}};
    saved.result.not_analysed = {{checker::FactKind::NotInFormulas, {"counters"}}};
    saved.result.stats = {{checker::Statistic::States, 7}};
    saved.result.inconclusive = true;

    const Json json = through_text(save_results(game.model, saved));
    const ReadResults read = read_results(game.model, "", hash_of(game.model), json);
    ASSERT_EQ(read.problem, "");
    EXPECT_EQ(read.results.obligations, saved.obligations);
    EXPECT_EQ(through_text(save_results(game.model, read.results)), json)
        << "what was read says the same as what was written";
}

TEST(Results, BelongToTheirModel) {
    const Ferry game = ferry();
    const Json json = save_results(game.model, results_with(game, {"waits", "night"}));
    EXPECT_EQ(read_results(ferry(false).model, "", hash_of(ferry(false).model), json).problem,
              "the spec has changed since");
    EXPECT_EQ(read_results(game.model, "Storm", hash_of(game.model), json).problem,
              "it speaks of another scenario");
}

TEST(Results, ReplayTheirWitnesses) {
    const Ferry game = ferry();
    Json json = save_results(game.model, results_with(game, {"waits", "night"}));
    json["findings"][0]["witness"]["steps"][1]["changes"]["tide"] = "yes";
    EXPECT_THAT(read_results(game.model, "", hash_of(game.model), json).problem,
                HasSubstr("does not replay"));
}

TEST(Results, RefuseEditedFiles) {
    const Ferry game = ferry();
    Json json = save_results(game.model, results_with(game, {"waits"}));
    json["verdicts"] = 3;
    EXPECT_NE(read_results(game.model, "", hash_of(game.model), json).problem, "");
    json.erase("model");
    EXPECT_NE(read_results(game.model, "", hash_of(game.model), json).problem, "");
}

TEST(Origins, AreReadBack) {
    const Origin origin{"games/ferry.rules", "small", {{"boat", 2}}, "Storm"};
    EXPECT_EQ(read_origin(through_text(save_origin(origin))), origin);
    EXPECT_FALSE(read_origin(Json{{"scope", "small"}}));
    EXPECT_FALSE(read_origin(Json{{"spec", "a"}, {"overrides", 3}}));
}

}  // namespace
}  // namespace errata::tests
