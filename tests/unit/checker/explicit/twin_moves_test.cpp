// Twins are those whose exchange changes nothing; a move that takes one of them stands for the same move with
// another.
#include "checker/explicit/twin_moves.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "checker/explicit/breadth_first.h"
#include "compiler/ir/alike.h"
#include "tests/support/crate_game.h"
#include "tests/support/seed.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using checker::Exploration;
using checker::Reductions;
using checker::Renaming;
using checker::Symmetry;
using checker::TwinMoves;

class TwinsOnRandomStates : public testing::TestWithParam<std::uint32_t> {};

TEST_P(TwinsOnRandomStates, ObjectsAreAlikeIfTheirExchangeChangesNothing) {
    const CrateGame game(GetParam());
    const Symmetry symmetry(game.model);
    std::mt19937 random(GetParam());
    for (int i = 0; i < 200; ++i) {
        const State state = random_crates(game, random);
        for (std::uint32_t a = 0; a < 3; ++a) {
            for (std::uint32_t b = 0; b < 3; ++b) {
                Renaming exchange(3);
                std::iota(exchange.begin(), exchange.end(), 0U);
                std::swap(exchange[a], exchange[b]);
                const bool alike = are_alike(game.model, state, game.crate, a, b, 0);
                const bool same = symmetry.rename(state, exchange) == state;
                // Pending instances may change places.
                const bool waits = state[game.model.layout.slot(0)] != 0;
                EXPECT_TRUE(waits ? !alike || same : alike == same);
            }
        }
    }
}

TEST_P(TwinsOnRandomStates, MovesOfOnePatternLeadToTheSameStateButForNames) {
    const CrateGame game(GetParam());
    const Symmetry symmetry(game.model);
    const Evaluator evaluator(game.model);
    std::mt19937 random(GetParam());
    for (int i = 0; i < 50; ++i) {
        const State state = random_crates(game, random);
        TwinMoves twins(game.model, state);
        std::map<std::vector<Value>, State> by_pattern;
        for (const Successor& successor : evaluator.expand(state).successors) {
            const auto pattern = twins.pattern(successor.move);
            if (!pattern || !successor.next) continue;
            const State representative = symmetry.representative(*successor.next);
            EXPECT_EQ(by_pattern.try_emplace(*pattern, representative).first->second, representative);
        }
    }
}

// The graph is the one that would be found if every successor were looked up.
TEST_P(TwinsOnRandomStates, TheSearchFindsEveryState) {
    const CrateGame game(GetParam());
    const Symmetry symmetry(game.model);
    const Evaluator evaluator(game.model);
    std::set<State> seen;
    std::vector<State> open{symmetry.representative(initial_state(game.model))};
    seen.insert(open.front());
    std::size_t edges = 0;
    while (!open.empty()) {
        const State state = std::move(open.back());
        open.pop_back();
        for (const Successor& successor : evaluator.expand(state).successors) {
            if (!successor.next) continue;
            ++edges;
            const State next = symmetry.representative(*successor.next);
            if (seen.insert(next).second) open.push_back(next);
        }
    }
    const checker::EvaluatedSuccessors successors(evaluator);
    Exploration exploration(evaluator.facts(), successors, Reductions());
    exploration.run({{initial_state(game.model), 0}}, {});
    EXPECT_EQ(exploration.size(), seen.size());
    EXPECT_EQ(exploration.graph().targets.size(), edges);
}

INSTANTIATE_TEST_SUITE_P(TwinMoves, TwinsOnRandomStates, testing::Range(first_seed() + 1, first_seed() + 41));

// Five crates with a colour, which may stand on one another; one may be looked at, and some are chosen
// together.
struct Crates : testing::Test {
    Crates() {
        crate = m.enumeration("crate", {"c1", "c2", "c3", "c4", "c5"});
        m.model().types[crate.index].interchangeable = true;
        Type optional = m.model().type(crate);
        optional.optional = true;
        optional.interchangeable = false;
        optional.lo = none_value;
        optional.base = crate;
        m.model().types.push_back(optional);
        maybe = TypeId(m.model().types.size() - 1);
        colour = m.variable("colour", m.range(0, 1), 0, {crate});
        focus = m.variable("focus", maybe, none_value);
        const PointId turn = m.point("turn");
        m.option(turn, "stacks", m.c(1), m.label("stacks", m.stop(turn)), {crate, maybe});
        m.option(turn, "sorts", m.c(1), m.label("sorts", m.stop(turn)), {m.set_of(crate), crate});
        m.setup("start");
        model = m.build();
    }
    std::size_t cell(VarId variable, std::size_t object = 0) const {
        return model.variable(variable).base + object;
    }
    static Move takes(std::uint32_t option, Value what, Value where) {
        Move move;
        move.point = PointId(0);
        move.option = option;
        move.bindings = {what, where};
        return move;
    }
    static Move stacks(Value what, Value where) { return takes(0, what, where); }

    ModelBuilder m;
    TypeId crate, maybe;
    VarId colour, focus;
    Model model;
};

TEST_F(Crates, AreTakenInPatterns) {
    State state = initial_state(model);
    state[cell(colour, 4)] = 1;
    TwinMoves moves(model, state);
    EXPECT_EQ(moves.pattern(stacks(0, 1)), moves.pattern(stacks(3, 2)));
    EXPECT_EQ(moves.pattern(stacks(0, 0)), moves.pattern(stacks(2, 2)));
    EXPECT_NE(moves.pattern(stacks(0, 0)), moves.pattern(stacks(0, 1)));
    EXPECT_NE(moves.pattern(stacks(0, 4)), moves.pattern(stacks(0, 1)));
    EXPECT_EQ(moves.pattern(stacks(0, none_value)), moves.pattern(stacks(2, none_value)));
    EXPECT_NE(moves.pattern(stacks(0, none_value)), moves.pattern(stacks(0, 1)));
    state[cell(focus)] = 0;
    TwinMoves seen(model, state);
    EXPECT_NE(seen.pattern(stacks(0, 1)), seen.pattern(stacks(1, 2)));
    EXPECT_EQ(seen.pattern(stacks(0, 1)), seen.pattern(stacks(0, 3)));
}

// {c1} and c1 is not the same as {c1} and c2.
TEST_F(Crates, OfASetHaveNoPattern) {
    const State state = initial_state(model);
    EXPECT_EQ(TwinMoves(model, state).pattern(takes(1, 1, 0)), std::nullopt);
}

TEST_F(Crates, HaveNoPatternWhereNobodyDecides) {
    const State state = initial_state(model);
    Move move = stacks(0, 1);
    move.outcomes = {{IncidentId(0), 1}};
    EXPECT_EQ(TwinMoves(model, state).pattern(move), std::nullopt);
}

TEST_F(Crates, AreToldApartWhereNotInterchangeable) {
    model.types[crate.index].interchangeable = false;
    const State state = initial_state(model);
    EXPECT_EQ(TwinMoves(model, state).pattern(stacks(0, 1)), std::nullopt);
}

}  // namespace
}  // namespace errata::tests
