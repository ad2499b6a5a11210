// What counts as the same state, found by trying names.
#include "checker/certify/sameness.h"

#include <gtest/gtest.h>

#include "checker/explicit/symmetry.h"
#include "tests/support/crate_game.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using checker::Sameness;
using checker::Symmetry;

// Nothing reads the score.
State without_score(const CrateGame& game, State state) {
    for (const Variable& variable : game.model.variables) {
        if (variable.name == "score") state[variable.base] = 0;
    }
    return state;
}

class Names : public testing::TestWithParam<std::uint32_t> {};

TEST_P(Names, AreFoundAgain) {
    const CrateGame game(GetParam());
    const Sameness sameness(game.model);
    const Symmetry symmetry(game.model);
    std::mt19937 random(GetParam());
    for (int i = 0; i < 20; ++i) {
        const State state = random_crates(game, random);
        const State renamed = symmetry.rename(state, random_names(random));
        EXPECT_EQ(sameness.digest(state), sameness.digest(renamed));
        const auto likeness = sameness.compare(state, renamed);
        ASSERT_TRUE(likeness);
        EXPECT_EQ(likeness->renamed.empty(), state == renamed);
    }
}

// It says "the same" exactly where the search's representatives are equal.
TEST_P(Names, AreNotInvented) {
    const CrateGame game(GetParam());
    const Sameness sameness(game.model);
    const Symmetry symmetry(game.model);
    std::mt19937 random(GetParam());
    std::vector<State> states;
    for (int i = 0; i < 15; ++i) {
        State state = random_crates(game, random);
        states.push_back(state);
        const std::size_t colour = random() % 3;
        state[colour] = 1 - state[colour];
        states.push_back(state);
        states.push_back(symmetry.rename(state, random_names(random)));
    }
    for (const State& a : states) {
        for (const State& b : states) {
            EXPECT_EQ(sameness.compare(a, b).has_value(),
                      symmetry.representative(without_score(game, a)) ==
                          symmetry.representative(without_score(game, b)));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(CrateGames, Names, testing::Range(1U, 31U));

TEST(Sameness, AnUnreadCounterMayDiffer) {
    const CrateGame game(1, true);
    const Sameness sameness(game.model);
    const std::vector<checker::Indifference> unread = checker::indifferent_counters(game.model);
    ASSERT_EQ(unread.size(), 1U);
    const State state = initial_state(game.model);
    State richer = state;
    richer[unread[0].cell] += 2;
    const auto likeness = sameness.compare(state, richer);
    ASSERT_TRUE(likeness);
    EXPECT_EQ(likeness->unread, std::vector{unread[0].cell});
    EXPECT_TRUE(likeness->renamed.empty());
    EXPECT_EQ(sameness.digest(state), sameness.digest(richer));
}

TEST(Sameness, NamesOfOtherTypesMatter) {
    CrateGame game(1);
    game.model.types[game.crate.index].interchangeable = false;
    State one = initial_state(game.model);
    State other = one;
    one[0] = 1;
    other[1] = 1;
    EXPECT_FALSE(Sameness(game.model).compare(one, other));
}

}  // namespace
}  // namespace errata::tests
