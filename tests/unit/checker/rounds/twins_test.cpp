#include "checker/rounds/twins.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

// Four tokens with a colour, one of them may be chosen; two counters.
struct TwinStates : testing::Test {
    TwinStates() {
        const TypeId token = m.enumeration("token", {"t1", "t2", "t3", "t4"});
        Type optional = m.model().types[token.index];
        optional.optional = true;
        optional.lo = none_value;
        optional.base = token;
        m.model().types[token.index].interchangeable = true;
        m.model().types.push_back(optional);
        const TypeId maybe(m.model().types.size() - 1);
        exists = m.variable("token.exists", m.boolean(), 0, {token});
        m.model().variables[exists.index].is_exists = true;
        m.model().variables[exists.index].is_field = true;
        red = m.variable("token.red", m.boolean(), 0, {token});
        chosen = m.variable("chosen", maybe, none_value);
        gold = m.variable("gold", m.counter());
        m.point("start");
        model = m.build();
    }
    // Which tokens exist and are red; which is chosen; gold.
    State state(std::vector<Value> there, std::vector<Value> colours, Value which, Value coins) const {
        State result = tests::initial_state(model);
        for (const Value t : there) result[cell_of(model, exists, {t})] = 1;
        for (const Value t : colours) result[cell_of(model, red, {t})] = 1;
        result[cell_of(model, chosen, {})] = which;
        result[cell_of(model, gold, {})] = coins;
        return result;
    }

    ModelBuilder m;
    VarId exists, red, chosen, gold;
    Model model;
};

TEST_F(TwinStates, are_the_same_but_for_one_more_of_a_kind) {
    const Twins twins(model);
    const auto found = twins.inflation(state({0, 1}, {1}, -1, 3), state({0, 2, 3}, {2}, -1, 5));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->twins.size(), 1U);
    EXPECT_EQ(found->renamed.at(Object{0, 1}), (Object{0, 2}));
    ASSERT_EQ(found->shifts.size(), 1U);
    EXPECT_EQ(found->shifts[0].second, 2);
    EXPECT_EQ(twins.shape(state({0, 1}, {1}, -1, 3)), twins.shape(state({0, 2, 3}, {2}, -1, 5)));
}

TEST_F(TwinStates, are_not_where_the_new_one_is_like_no_other) {
    EXPECT_FALSE(Twins(model).inflation(state({0}, {}, -1, 0), state({0, 1}, {1}, -1, 0)));
}

TEST_F(TwinStates, are_not_where_there_is_one_less) {
    EXPECT_FALSE(Twins(model).inflation(state({0, 1}, {}, -1, 0), state({0}, {}, -1, 0)));
}

TEST_F(TwinStates, are_not_where_something_refers_to_the_new_one_instead) {
    const Twins twins(model);
    EXPECT_FALSE(twins.inflation(state({0, 1}, {}, -1, 0), state({0, 1, 2}, {}, 2, 0)));
    // The chosen one is like no other, but there is another that nobody has chosen.
    const auto found = twins.inflation(state({0, 1}, {}, 0, 0), state({0, 1, 2}, {}, 2, 0));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->renamed.at(Object{0, 0}), (Object{0, 2}));
}

TEST_F(TwinStates, leave_out_states_in_which_a_free_place_is_not_empty) {
    EXPECT_FALSE(Twins(model).inflation(state({0}, {3}, -1, 0), state({0, 1}, {3}, -1, 0)));
}

}  // namespace
}  // namespace errata::checker
