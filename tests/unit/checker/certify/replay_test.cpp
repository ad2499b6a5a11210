// True plays replay; each way of falsifying one is noticed.
#include "checker/certify/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/toy_games.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using checker::replay;
using checker::Replayed;
using checker::ReplayStart;
using checker::Trace;
using testing::HasSubstr;

// A play of three moves of the heap game from its first setup.
struct Replay : testing::Test {
    HeapGame game;
    Evaluator evaluator{game.model};
    ReplayStart start{&game.model.setups[0], 0};
    Trace trace = play({1, 0, 2});

    Trace play(const std::vector<std::size_t>& choices) {
        Trace result;
        result.initial = initial_state(game.model);
        State at = result.initial;
        for (const std::size_t choice : choices) {
            result.steps.push_back(evaluator.expand(at).successors.at(choice));
            at = *result.steps.back().next;
        }
        return result;
    }
    std::vector<State> states() const {
        std::vector<State> result{trace.initial};
        for (const Successor& step : trace.steps) result.push_back(*step.next);
        return result;
    }
    void refused(std::size_t step, const std::string& reason) {
        const Replayed result = replay(evaluator, start, trace);
        EXPECT_FALSE(result.trace);
        EXPECT_EQ(result.step, step);
        EXPECT_THAT(result.reason, HasSubstr(reason));
    }
};

TEST_F(Replay, ATrueTrace) {
    const Replayed result = replay(evaluator, start, trace);
    ASSERT_TRUE(result.trace) << result.reason;
    EXPECT_EQ(result.trace->steps.size(), 3U);
}

TEST_F(Replay, TrueStatesBecomeATraceWithMoves) {
    const Replayed result = replay(evaluator, start, states());
    ASSERT_TRUE(result.trace) << result.reason;
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(result.trace->steps[i].move, trace.steps[i].move);
}

TEST_F(Replay, AnImpossibleMove) {
    trace.steps[1].move.bindings[1] = 3;
    refused(2, "not possible");
}

TEST_F(Replay, AnotherState) {
    trace.steps[2].next->at(0) = 4;
    refused(3, "another state");
}

TEST_F(Replay, OtherChanges) {
    trace.steps[0].changes[0].after = 0;
    refused(1, "other changes");
}

TEST_F(Replay, OtherClauses) {
    trace.steps[0].used.clear();
    refused(1, "other clauses");
}

TEST_F(Replay, InventedIncidents) {
    trace.steps[0].incidents.push_back({game.model.incidents.overflow, {}});
    refused(1, "other incidents");
}

TEST_F(Replay, ALeftOutStep) {
    trace.steps.erase(trace.steps.begin() + 1);
    refused(2, "another state");
}

TEST_F(Replay, ALoopThatDoesNotClose) {
    trace.loop_start = 0;
    refused(3, "does not close");
}

TEST_F(Replay, AStartOutsideTheSetup) {
    trace.initial[0] = 3;
    refused(0, "differs from the setup");
    start.setup = nullptr;
    refused(1, "another state");
}

TEST_F(Replay, AStartThatIsNotWellFormed) {
    trace.initial[0] = 9;
    refused(0, "not well-formed");
}

TEST_F(Replay, AStartThatBreaksARequirement) {
    start = {&game.model.setups[1], 1};
    refused(0, "requirements");
    trace.initial[0] = 3;
    refused(1, "another state");
}

TEST_F(Replay, AStateThatNoTransitionReaches) {
    std::vector<State> given = states();
    given[2][0] = 3;
    const Replayed result = replay(evaluator, start, given);
    EXPECT_FALSE(result.trace);
    EXPECT_EQ(result.step, 2U);
}

TEST_F(Replay, AnExpectedIncidentThatIsNotMet) {
    EXPECT_FALSE(replay(evaluator, start, trace, game.model.incidents.overflow).trace);
    EXPECT_FALSE(replay(evaluator, start, states(), game.model.incidents.overflow).trace);
}

TEST(ReplayLoop, ALoopThatCloses) {
    const Model model = ring_walk(2, false);
    const Evaluator evaluator(model);
    Trace trace;
    trace.initial = initial_state(model);
    trace.steps = {only_successor(model, trace.initial)};
    trace.steps.push_back(only_successor(model, *trace.steps[0].next));
    trace.loop_start = 0;
    EXPECT_TRUE(replay(evaluator, {&model.setups[0], 0}, trace).trace);
    trace.loop_start = 1;
    EXPECT_FALSE(replay(evaluator, {&model.setups[0], 0}, trace).trace);
}

// An incident may lie on the last transition, in the last state, or on an error that ends the play.
TEST(ReplayIncident, OnTheLastStep) {
    ModelBuilder m;
    m.variable("x", m.boolean());
    const PointId turn = m.point("turn");
    const IncidentId loud = m.incident("loud");
    const IncidentId other = m.incident("other");
    m.option(turn, "quiet", m.c(1), m.label("quiet", m.stop(turn)));
    m.option(turn, "loud", m.c(1), m.label("loud", m.sequence({m.report(loud), m.stop(turn)})));
    m.setup("start");
    const Model model = m.build();
    const Evaluator evaluator(model);
    const State state = initial_state(model);
    const Replayed result = replay(evaluator, {&model.setups[0], 0}, {state, state}, loud);
    ASSERT_TRUE(result.trace);
    EXPECT_EQ(result.trace->steps.back().move.option, 1U)
        << "the first transition that meets it, not the first that fits";
    EXPECT_TRUE(replay(evaluator, {&model.setups[0], 0}, *result.trace, loud).trace);
    EXPECT_FALSE(replay(evaluator, {&model.setups[0], 0}, {state, state}, other).trace);
    EXPECT_FALSE(replay(evaluator, {&model.setups[0], 0}, {state}, loud).trace)
        << "that step is not part of the play";
}

TEST(ReplayIncident, InTheLastState) {
    ModelBuilder m;
    const PointId turn = m.point("turn");
    m.setup("start");
    const Model model = m.build();
    const Evaluator evaluator(model);
    const IncidentId no_option = model.flow.points[turn.index].no_option;
    const Replayed result = replay(evaluator, {&model.setups[0], 0}, {initial_state(model)}, no_option);
    ASSERT_TRUE(result.trace);
    EXPECT_TRUE(result.trace->steps.empty());
    EXPECT_TRUE(replay(evaluator, {&model.setups[0], 0}, *result.trace, no_option).trace);
}

TEST(ReplayIncident, OnAnErrorThatEndsThePlay) {
    const Model model = trigger_game();
    const Evaluator evaluator(model);
    State state = initial_state(model);
    state[0] = 7;
    std::vector<State> states{state};
    for (int i = 0; i < 3; ++i) states.push_back(*evaluator.expand(states.back()).successors.at(0).next);
    const Replayed result = replay(evaluator, {}, states, model.incidents.overflow);
    ASSERT_TRUE(result.trace) << result.reason;
    EXPECT_EQ(result.trace->steps.size(), 4U);
    EXPECT_FALSE(result.trace->steps.back().next);
    EXPECT_TRUE(replay(evaluator, {}, *result.trace, model.incidents.overflow).trace);
    Trace longer = *result.trace;
    longer.steps.push_back(longer.steps.front());
    EXPECT_FALSE(replay(evaluator, {}, longer).trace);
}

}  // namespace
}  // namespace errata::tests
