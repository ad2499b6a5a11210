// The second look finds what a search left out.
#include "checker/certify/fixpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/crate_game.h"
#include "tests/support/toy_games.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using checker::Fixpoint;
using checker::LoopStage;
using checker::StateList;
using testing::HasSubstr;

// Everything reachable from the first setup, by the book.
std::vector<State> reachable(const Model& model) {
    const Evaluator evaluator(model);
    std::vector<State> states{initial_state(model)};
    for (std::size_t i = 0; i < states.size(); ++i) {
        for (const Successor& successor : evaluator.expand(states[i]).successors) {
            if (successor.next && std::ranges::find(states, *successor.next) == states.end())
                states.push_back(*successor.next);
        }
    }
    return states;
}

Fixpoint look_at(const Evaluator& evaluator, const std::vector<State>& states, std::size_t threads = 1,
                 std::size_t setup = 0) {
    return Fixpoint(evaluator, evaluator.model().setups[setup],
                    StateList{states.size(), [&](std::size_t i) { return states[i]; }}, threads);
}

bool none(const Fixpoint::States& states) {
    return std::ranges::none_of(states, [](bool each) { return each; });
}
bool no_owner(const Owner&) { return false; }

TEST(FixpointOfAGame, SaysNothingWhenItIsStopped) {
    const HeapGame game(4);
    const Evaluator evaluator(game.model);
    const std::vector<State> states = reachable(game.model);
    const Fixpoint fixpoint(evaluator, game.model.setups[0],
                            StateList{states.size(), [&](std::size_t i) { return states[i]; }}, 1, {},
                            [] { return true; });
    EXPECT_TRUE(fixpoint.is_undecided());
    EXPECT_FALSE(look_at(evaluator, states).is_undecided());
}

TEST(FixpointOfAGame, IsWhole) {
    const HeapGame game(4);
    const Evaluator evaluator(game.model);
    const std::vector<State> states = reachable(game.model);
    for (const std::size_t threads : {1U, 3U}) {
        const Fixpoint fixpoint = look_at(evaluator, states, threads);
        EXPECT_EQ(fixpoint.problem(), "");
        EXPECT_TRUE(fixpoint.lists_initial_states());
        EXPECT_TRUE(fixpoint.seen().endings[0]);
        EXPECT_TRUE(fixpoint.seen().used[0]);
        EXPECT_FALSE(fixpoint.seen().stuck);
        EXPECT_EQ(std::ranges::count(fixpoint.initial(), true), 1);
        EXPECT_TRUE(
            none(fixpoint.graph().kept(Fixpoint::States(states.size(), true), no_owner, LoopStage::Game)))
            << "the game terminates";
    }
}

TEST(FixpointOfAGame, MissesEveryStateThatIsLeftOut) {
    const HeapGame game(3);
    const Evaluator evaluator(game.model);
    const std::vector<State> all = reachable(game.model);
    for (std::size_t left_out = 0; left_out < all.size(); ++left_out) {
        std::vector<State> states = all;
        states.erase(states.begin() + static_cast<std::ptrdiff_t>(left_out));
        EXPECT_THAT(look_at(evaluator, states).problem(), HasSubstr("not among them")) << left_out;
    }
}

TEST(FixpointOfAGame, MissesInitialStatesOfAnOpenSetup) {
    const HeapGame game(4);
    const Evaluator evaluator(game.model);
    // Closed under successors, but the setup begins in more states than this one.
    EXPECT_EQ(look_at(evaluator, reachable(game.model), 1, 1).problem(),
              "an initial state is not among them");
}

TEST(FixpointOfAGame, NoticesACutSuccessor) {
    ModelBuilder m;
    const PointId point = m.point("here");
    m.option(point, "grow", m.c(1), m.label("grow", m.cut()));
    m.setup("start");
    const Model model = m.build();
    const Evaluator evaluator(model);
    EXPECT_THAT(look_at(evaluator, reachable(model)).problem(), HasSubstr("is cut"));
}

TEST(FixpointOfAGame, SeesThatARingIsNeverLeft) {
    const Model model = ring_walk(5, false);
    const Evaluator evaluator(model);
    const std::vector<State> states = reachable(model);
    const Fixpoint fixpoint = look_at(evaluator, states);
    const Fixpoint::States all(states.size(), true);
    EXPECT_EQ(fixpoint.graph().kept(all, no_owner, LoopStage::Game), all);
    EXPECT_TRUE(none(fixpoint.graph().kept(all, no_owner, LoopStage::Turn))) << "every step is a turn";
    EXPECT_TRUE(none(fixpoint.graph().ends_or_fails()));
    Fixpoint::States target(states.size());
    target[3] = true;
    EXPECT_EQ(fixpoint.graph().leading_to(target), all);
    Fixpoint::States within = all;
    within[2] = false;
    EXPECT_EQ(std::ranges::count(fixpoint.graph().reached_from(fixpoint.initial(), within), true), 2);
}

TEST(FixpointOfAGame, IsClosedUpToRenaming) {
    const CrateGame game(4);
    const Evaluator evaluator(game.model);
    const checker::Sameness sameness(game.model);
    std::vector<State> classes;
    for (const State& state : reachable(game.model)) {
        const auto same = [&](const State& other) { return sameness.compare(state, other).has_value(); };
        if (std::ranges::none_of(classes, same)) classes.push_back(state);
    }
    EXPECT_LT(classes.size(), reachable(game.model).size());
    EXPECT_EQ(look_at(evaluator, classes).problem(), "");
    for (std::size_t left_out = 0; left_out < classes.size(); ++left_out) {
        std::vector<State> states = classes;
        states.erase(states.begin() + static_cast<std::ptrdiff_t>(left_out));
        EXPECT_NE(look_at(evaluator, states).problem(), "") << left_out;
    }
}

}  // namespace
}  // namespace errata::tests
