// The first states that pass conditions, without asking every state.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/search/first_states.h"
#include "checker/search/workbench.h"
#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"
#include "tests/support/toy_games.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::HeapGame;
using tests::initial_state;

struct FirstStates : testing::Test {
    TermId heap_is(Value heap, Value left) {
        TermPool& terms = game.model.terms;
        const Type& type = game.model.type(game.model.variable(game.heap).type);
        return terms.equal(
            terms.make_leaf(TermKind::Cell, Value{game.heap.index}, {terms.constant(heap)}, type),
            terms.constant(left));
    }
    TermId to_move_is(Value player) {
        TermPool& terms = game.model.terms;
        const Type& type = game.model.type(game.model.variable(game.to_move).type);
        return terms.equal(terms.make_leaf(TermKind::Cell, Value{game.to_move.index}, {}, type),
                           terms.constant(player));
    }
    Reach search() const { return Reach(evaluator, {{initial_state(game.model), 0}}, {}); }

    HeapGame game{4};
    Evaluator evaluator{game.model};
};

TEST_F(FirstStates, are_those_that_asking_every_state_finds) {
    std::vector<TermId> terms;
    for (const Value heap : {0, 1}) {
        for (Value left = 0; left <= 4; ++left) {
            for (const Value player : {0, 1}) {
                terms.push_back(game.model.terms.land({heap_is(heap, left), to_move_is(player)}));
                terms.push_back(game.model.terms.land({heap_is(heap, left), heap_is(1 - heap, player)}));
            }
        }
    }
    terms.push_back(game.model.terms.truth(true));
    terms.push_back(game.model.terms.truth(false));
    const Reach reach = search();
    std::vector<StateCondition> conditions;
    for (const TermId term : terms) conditions.push_back(that_holds(evaluator, term));
    const std::vector<std::optional<StateId>> found = first_states(reach, conditions);
    for (std::size_t i = 0; i < terms.size(); ++i) {
        std::optional<StateId> first;
        for (std::size_t state = 0; state < reach.exploration().size() && !first; ++state) {
            if (evaluator.value(terms[i], reach.exploration().state(StateId(state))) == Value{1})
                first = StateId(state);
        }
        EXPECT_EQ(found[i], first) << i;
    }
}

TEST_F(FirstStates, a_state_is_not_asked_what_nothing_has_changed) {
    const TermId never = game.model.terms.land({heap_is(0, 3), heap_is(0, 4)});
    const Reach reach = search();
    StateCondition condition = that_holds(evaluator, never);
    std::size_t asked = 0;
    condition.passes = [&asked, passes = condition.passes](const State& state) {
        ++asked;
        return passes(state);
    };
    EXPECT_EQ(first_state(reach, condition), std::nullopt);
    std::size_t to_ask = 1;  // the initial state
    const Exploration& states = reach.exploration();
    const std::size_t cell = game.model.variable(game.heap).base;
    for (std::size_t i = 1; i < states.size(); ++i) {
        const State before = states.state(states[StateId(i)].parent);
        const State state = states.state(StateId(i));
        to_ask += state[cell] != before[cell] || state[cell + 1] != before[cell + 1] ? 1 : 0;
    }
    EXPECT_EQ(asked, to_ask);
    EXPECT_LT(asked, states.size());
}

}  // namespace
}  // namespace errata::checker
