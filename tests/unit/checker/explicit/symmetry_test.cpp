// Representatives are renamings, the same for all renamings, and rules that treat objects alike go on alike
// from them.
#include "checker/explicit/symmetry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "checker/certify/sameness.h"
#include "checker/explicit/breadth_first.h"
#include "checker/explicit/traces.h"
#include "tests/support/crate_game.h"
#include "tests/support/seed.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using checker::Exploration;
using checker::no_reductions;
using checker::Sameness;
using checker::Symmetry;

class OnRandomStates : public testing::TestWithParam<std::uint32_t> {};

TEST_P(OnRandomStates, RenamingsShareARepresentative) {
    const CrateGame game(GetParam());
    const Symmetry symmetry(game.model);
    const Evaluator evaluator(game.model);
    ASSERT_EQ(symmetry.objects(), 3U);
    std::mt19937 random(GetParam());
    for (int i = 0; i < 20; ++i) {
        const State state = random_crates(game, random);
        ASSERT_TRUE(evaluator.is_well_formed(state));
        const State renamed = symmetry.rename(state, random_names(random));
        ASSERT_TRUE(evaluator.is_well_formed(renamed));
        EXPECT_EQ(symmetry.representative(state), symmetry.representative(renamed));
        EXPECT_TRUE(Sameness(game.model).compare(state, symmetry.representative(state)));
    }
}

// Successors of a renamed state are the renamed successors: what the search relies on, and a test of the
// games themselves.
TEST_P(OnRandomStates, RenamingCommutesWithTransitions) {
    const CrateGame game(GetParam());
    const Symmetry symmetry(game.model);
    const Evaluator evaluator(game.model);
    std::mt19937 random(GetParam());
    for (int i = 0; i < 10; ++i) {
        const State state = random_crates(game, random);
        const auto names = random_names(random);
        std::multiset<State> renamed_after;
        std::multiset<State> after_renamed;
        for (const Successor& successor : evaluator.expand(state).successors)
            renamed_after.insert(successor.next ? symmetry.rename(*successor.next, names) : State());
        for (const Successor& successor : evaluator.expand(symmetry.rename(state, names)).successors)
            after_renamed.insert(successor.next.value_or(State()));
        EXPECT_EQ(renamed_after, after_renamed);
    }
}

INSTANTIATE_TEST_SUITE_P(CrateGames, OnRandomStates, testing::Range(first_seed() + 1, first_seed() + 41));

class OnSearches : public testing::TestWithParam<std::uint32_t> {};

// One state for each class of states, no more and no fewer; every edge can be followed as a real play.
TEST_P(OnSearches, SeeEveryClassOnce) {
    const CrateGame game(GetParam());
    const Evaluator evaluator(game.model);
    const checker::EvaluatedSuccessors successors(evaluator);
    const Symmetry symmetry(game.model);
    Exploration whole(evaluator.facts(), successors, no_reductions);
    Exploration reduced(evaluator.facts(), successors);
    whole.run({{initial_state(game.model), 0}}, {});
    reduced.run({{initial_state(game.model), 0}}, {});
    std::set<State> classes;
    for (std::size_t i = 0; i < whole.size(); ++i)
        classes.insert(symmetry.representative(whole.state(checker::StateId(i))));
    EXPECT_EQ(reduced.size(), classes.size());
    EXPECT_LE(reduced.size(), whole.size());

    std::mt19937 random(GetParam());
    for (int walk = 0; walk < 5; ++walk) {
        checker::StateId at(random() % reduced.size());
        checker::Trace play = trace_to(reduced, at);
        for (int i = 0; i < 10; ++i) {
            const std::uint32_t first = reduced.graph().first[at.index];
            const std::uint32_t count = reduced.graph().first[at.index + 1] - first;
            if (count == 0) break;
            const State before = play.steps.empty() ? play.initial : *play.steps.back().next;
            at = follow(reduced, play, at, first + static_cast<std::uint32_t>(random() % count));
            EXPECT_EQ(reduced.find(*play.steps.back().next), at);
            const auto real = evaluator.expand(before).successors;
            EXPECT_TRUE(std::ranges::any_of(real, [&](const Successor& successor) {
                return successor.move == play.steps.back().move && successor.next == play.steps.back().next;
            }));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(CrateGames, OnSearches, testing::Range(first_seed() + 1, first_seed() + 61));

TEST(WithoutInterchangeableTypes, EveryStateIsItsOwn) {
    CrateGame game(1);
    game.model.types[game.crate.index].interchangeable = false;
    const Symmetry symmetry(game.model);
    EXPECT_TRUE(symmetry.is_trivial());
    std::mt19937 random(1);
    const State state = random_crates(game, random);
    EXPECT_EQ(symmetry.representative(state), state);
}

}  // namespace
}  // namespace errata::tests
