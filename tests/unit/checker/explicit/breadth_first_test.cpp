// The search on whole small games: numbers known by hand, budgets, shortest traces.
#include "checker/explicit/breadth_first.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/explicit/initial_states.h"
#include "checker/explicit/traces.h"
#include "compiler/ir/term_kinds.h"
#include "tests/support/toy_games.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using checker::EvaluatedSuccessors;
using checker::Exploration;
using checker::SearchEnd;
using checker::SearchLimits;
using checker::StateId;
using testing::ElementsAre;
using testing::IsEmpty;

// Everything a search needs to stay alive as long as its result.
struct Searched {
    explicit Searched(Model given, const SearchLimits& limits = {}) : model(std::move(given)) {
        exploration.run({{initial_state(model), 0}}, limits);
    }
    Model model;
    Evaluator evaluator{model};
    EvaluatedSuccessors successors{evaluator};
    Exploration exploration{evaluator.facts(), successors};
};

TEST(BreadthFirst, SeesEveryStateOnce) {
    const Searched s(HeapGame(4).model);
    // 25 pairs of heaps with either player to move, save that four pairs (no heap lacks 2 or more) tell whose
    // move it is; and the end, with either player.
    EXPECT_EQ(s.exploration.size(), 25U * 2U - 4U + 2U);
    EXPECT_TRUE(s.exploration.complete());
    EXPECT_EQ(s.exploration.outcome().end, SearchEnd::Exhausted);
    std::size_t over = 0;
    for (std::size_t i = 0; i < s.exploration.size(); ++i) {
        const auto& state = s.exploration[StateId(i)];
        EXPECT_TRUE(state.expanded);
        over += state.over ? 1 : 0;
        EXPECT_EQ(s.exploration.find(s.exploration.state(StateId(i))), StateId(i));
    }
    EXPECT_EQ(over, 2U);
    EXPECT_EQ(s.exploration[StateId(0)].owner(), (Owner{OwnerKind::Player, 0}));
}

TEST(BreadthFirst, ARingHasItsStatesAndEdges) {
    const Searched s(ring_walk(6, true));
    EXPECT_EQ(s.exploration.size(), 6U);
    EXPECT_EQ(s.exploration.graph().targets.size(), 12U);
    EXPECT_EQ(s.exploration.outcome().explored_depth, 3U);
    EXPECT_THAT(depths_of(s.exploration), ElementsAre(0, 1, 1, 2, 2, 3));
}

// Two walks that never meet, one of them long: what is left of it does not keep the search from the end of
// the other one.
TEST(BreadthFirst, LeavesAGroupFromWhichTooManyStatesAreReached) {
    ModelBuilder m;
    const TypeId places = m.range(0, 1000);
    const VarId at = m.variable("at", places);
    const VarId is_long = m.variable("is_long", m.boolean());
    const PointId turn = m.point("turn");
    const TermId end = m.make(TermKind::Ite, {m.cell(is_long), m.c(1000), m.c(5)});
    const LabelId on = m.label("on", m.sequence({m.increase(at, m.c(1)), m.stop(turn)}));
    m.option(turn, "goes on", m.less(m.cell(at), end), on);
    const Model model = m.build();
    const Evaluator evaluator(model);
    const EvaluatedSuccessors successors(evaluator);
    Exploration exploration(evaluator.facts(), successors);
    SearchLimits limits;
    limits.groups = {{7, 3}, 20};
    State far = initial_state(model);
    far[1] = 1;
    exploration.run({{far, 0}, {initial_state(model), 0}}, limits);
    EXPECT_EQ(exploration.outcome().end, SearchEnd::States);
    EXPECT_THAT(exploration.outcome().too_large, ElementsAre(7));
    std::size_t expanded = 0;
    for (std::size_t i = 0; i < exploration.size(); ++i) {
        const bool is_far = exploration.state(StateId(i))[1] == 1;
        EXPECT_TRUE(is_far || exploration[StateId(i)].expanded);
        expanded += is_far && exploration[StateId(i)].expanded ? 1 : 0;
    }
    EXPECT_EQ(expanded, 20U);
}

TEST(BreadthFirst, StatesMayTakeSoMuchMemory) {
    SearchLimits limits;
    limits.max_bytes = 1000;
    const Searched s(ring_walk(1000, true), limits);
    EXPECT_EQ(s.exploration.outcome().end, SearchEnd::Memory);
    EXPECT_FALSE(s.exploration.complete());
    EXPECT_LT(s.exploration.size(), 50U);
}

TEST(BreadthFirst, IsStoppedInTheMiddleOfAState) {
    SearchLimits limits;
    int asked = 0;
    limits.stop = [&] { return ++asked > 3; };
    const Searched s(ring_walk(1000, true), limits);
    EXPECT_EQ(s.exploration.outcome().end, SearchEnd::Asked);
    EXPECT_EQ(s.exploration.outcome().expanded, 3U);
}

TEST(BreadthFirst, TheStateBudgetStopsAndSaysHowFarItSaw) {
    SearchLimits limits;
    limits.max_states = 4;
    const Searched s(ring_walk(100, true), limits);
    EXPECT_EQ(s.exploration.outcome().end, SearchEnd::States);
    EXPECT_FALSE(s.exploration.complete());
    EXPECT_EQ(s.exploration.size(), 4U);
    EXPECT_EQ(s.exploration.outcome().expanded, 2U);
    EXPECT_EQ(s.exploration.outcome().explored_depth, 1U);
    EXPECT_TRUE(s.exploration.graph().leaks[2]);
    EXPECT_FALSE(s.exploration.graph().leaks[1]);
}

TEST(BreadthFirst, TheBudgetCountsStatesNotEdges) {
    SearchLimits limits;
    limits.max_states = 6;
    EXPECT_EQ(Searched(ring_walk(6, true), limits).exploration.outcome().end, SearchEnd::Exhausted);
}

TEST(BreadthFirst, TheDepthBudgetCountsTransitions) {
    SearchLimits limits;
    limits.max_depth = 3;
    const Searched s(ring_walk(100, false), limits);
    EXPECT_EQ(s.exploration.outcome().end, SearchEnd::Depth);
    EXPECT_EQ(s.exploration.size(), 4U);
    EXPECT_EQ(s.exploration.outcome().explored_depth, 3U);
}

// Whatever stops it: the same states, in the same order, reached in the same ways.
TEST(BreadthFirst, ThreadsChangeNothing) {
    const HeapGame game(12);
    for (const std::size_t states : {std::size_t{5'000'000}, std::size_t{200}, std::size_t{77}}) {
        SearchLimits limits;
        limits.max_states = states;
        const Searched one(game.model, limits);
        for (const std::size_t threads : {2U, 4U}) {
            limits.threads = threads;
            const Searched several(game.model, limits);
            ASSERT_EQ(several.exploration.size(), one.exploration.size());
            EXPECT_EQ(several.exploration.outcome().end, one.exploration.outcome().end);
            EXPECT_EQ(several.exploration.outcome().expanded, one.exploration.outcome().expanded);
            EXPECT_EQ(several.exploration.graph().targets, one.exploration.graph().targets);
            for (std::size_t i = 0; i < one.exploration.size(); ++i) {
                EXPECT_EQ(several.exploration.state(StateId(i)), one.exploration.state(StateId(i)));
                EXPECT_EQ(several.exploration[StateId(i)].parent, one.exploration[StateId(i)].parent);
                EXPECT_EQ(several.exploration[StateId(i)].owner(), one.exploration[StateId(i)].owner());
            }
        }
    }
}

TEST(BreadthFirst, ProgressCanStopIt) {
    SearchLimits limits;
    limits.progress = [](const checker::SearchProgress&) { return false; };
    EXPECT_EQ(Searched(ring_walk(5, false), limits).exploration.outcome().end, SearchEnd::Asked);
}

TEST(BreadthFirst, IncidentsOfErrorsAreMetAtTheShortestTrace) {
    const Searched s(trigger_game());
    const auto& met = s.exploration.met();
    ASSERT_EQ(met.size(), 2U) << "overflow by each of the two triggers";
    EXPECT_EQ(met[0].occurrence.incident, s.model.incidents.overflow);
    const checker::Trace trace = trace_of(s.exploration, met[0]);
    EXPECT_EQ(trace.initial, initial_state(s.model));
    EXPECT_FALSE(trace.steps.back().next);
    State at = trace.initial;
    for (const Successor& step : trace.steps) {
        const Expansion expansion = s.evaluator.expand(at);
        EXPECT_EQ(std::ranges::count(expansion.successors, step.move, &Successor::move), 1);
        if (step.next) at = *step.next;
    }
    // 1 -> 4 in five steps (hit, two placements, twice two resolutions), then 8 on the way to the next.
    EXPECT_EQ(trace.steps.size(), static_cast<std::size_t>(s.exploration.depth(met[0].state)) + 1);
    bool error = false;
    for (std::size_t i = 0; i < s.exploration.size(); ++i) error = error || s.exploration[StateId(i)].error;
    EXPECT_TRUE(error);
    EXPECT_TRUE(s.exploration.complete()) << "an error is no state, and nothing was cut";
}

TEST(BreadthFirst, IncidentsLieOnEdgesToo) {
    ModelBuilder m;
    const VarId x = m.variable("x", m.boolean());
    const PointId turn = m.point("turn");
    const IncidentId seen = m.incident("seen");
    m.option(turn, "quiet", m.c(1), m.label("quiet", m.stop(turn)));
    m.option(turn, "loud", m.c(1),
             m.label("loud", m.sequence({m.report(seen), m.set(x, m.c(1)), m.stop(turn)})));
    const Searched s(m.build());
    ASSERT_EQ(s.exploration.graph().successors(0).size(), 2U);
    EXPECT_THAT(s.exploration.edges().incidents_of(0), IsEmpty());
    EXPECT_THAT(s.exploration.edges().incidents_of(1), ElementsAre(Occurrence{seen, {}}));
    EXPECT_EQ(s.exploration.edges().successor_of(1), 1U);
}

TEST(BreadthFirst, ACutSuccessorMakesItIncomplete) {
    ModelBuilder m;
    const PointId turn = m.point("turn");
    m.option(turn, "more", m.c(1), m.label("more", m.cut()));
    const Searched s(m.build());
    EXPECT_EQ(s.exploration.outcome().end, SearchEnd::Exhausted);
    EXPECT_TRUE(s.exploration.outcome().any_cut);
    EXPECT_FALSE(s.exploration.complete());
    EXPECT_TRUE(s.exploration[StateId(0)].cut);
    EXPECT_TRUE(s.exploration.graph().leaks[0]);
}

TEST(BreadthFirst, SeveralInitialStatesKeepTheirSetups) {
    const Model model = ring_walk(4, false);
    const Evaluator evaluator(model);
    const EvaluatedSuccessors successors(evaluator);
    Exploration exploration(evaluator.facts(), successors);
    State other = initial_state(model);
    other[0] = 2;
    exploration.run({{initial_state(model), 0}, {other, 5}, {other, 6}}, {});
    EXPECT_THAT(depths_of(exploration), ElementsAre(0, 0, 1, 1));
    EXPECT_EQ(trace_to(exploration, StateId(3)).setup, 5U);
    EXPECT_EQ(trace_to(exploration, StateId(3)).initial, other);
}

}  // namespace
}  // namespace errata::tests
