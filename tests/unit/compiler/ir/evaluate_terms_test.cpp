// The meaning of each term kind, as term_kinds.def says it.
#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;

struct EvaluateTerms : testing::Test {
    ModelBuilder m;
    TypeId digit = m.range(0, 9);
    TypeId odd_start = m.range(3, 5);
    VarId x = m.variable("x", digit, 4);
    VarId row = m.variable("row", digit, 6, {odd_start, m.optional_range(1)});
    VarId counter = m.variable("counter", m.counter(), std::numeric_limits<Value>::max());
    TableId squares = m.table("square", m.range(0, 30), {odd_start}, {9, 16, 25});
    ClauseId on = m.clause("on");
    ClauseId off = m.clause("off");
    OpenId unknown = m.open_function("unknown", {});
    TermId undefined = m.look_up(squares, {m.c(2)});
    PointId idle = m.point("idle");

    std::optional<Value> value(TermId term) {
        const Model model = m.build();
        return Evaluator(model, {true, false}).value(term, initial_state(model));
    }
    TermId make(TermKind kind, std::vector<TermId> children) { return m.make(kind, std::move(children)); }
    TermId within(TermId term, Value lo, Value hi) {
        const TypeId range = m.range(lo, hi);
        return m.model().terms.make_leaf(TermKind::Within, Value{range.index}, {term}, m.model().type(range));
    }
};

// Each quantifier speaks of its own binder alone: 11 to the power of 40 evaluations, if the inner ones were
// evaluated for each.
TEST_F(EvaluateTerms, WhatDoesNotDependOnABinderIsEvaluatedOnce) {
    TermId all = m.c(1);
    for (Value level = 40; level-- > 0;)
        all = m.quantifier(TermKind::Count, level, digit,
                           {m.both(m.less(m.bound(level, digit), m.cell(x)), m.less(m.c(0), all))});
    EXPECT_EQ(value(all), 4);
}

TEST_F(EvaluateTerms, Values) {
    struct Row {
        TermId term;
        Value value;
    };
    const TermId b = m.bound(0, digit);
    const auto over = [&](TermKind kind, std::vector<TermId> children) {
        return m.quantifier(kind, 0, digit, std::move(children));
    };
    const TermId less = m.less(b, m.cell(x));
    const Row rows[] = {
        {m.c(-7), -7},
        {m.cell(x), 4},
        {m.cell(row, {m.c(5), m.c(none_value)}), 6},
        {m.look_up(squares, {m.cell(x)}), 16},
        {m.enabled(on), 1},
        {m.enabled(off), 0},
        {m.negation(m.c(0)), 1},
        {make(TermKind::And, {}), 1},
        {m.both(m.c(1), m.c(1)), 1},
        {make(TermKind::Or, {}), 0},
        {make(TermKind::Or, {m.c(0), m.c(1)}), 1},
        {make(TermKind::Implies, {m.c(1), m.c(0)}), 0},
        {make(TermKind::Implies, {m.c(0), m.c(0)}), 1},
        {m.equal(m.cell(x), m.c(4)), 1},
        {m.less(m.cell(x), m.c(4)), 0},
        {make(TermKind::LessEqual, {m.cell(x), m.c(4)}), 1},
        {m.add(m.cell(x), m.c(-9)), -5},
        {make(TermKind::Subtract, {m.c(1), m.cell(x)}), -3},
        {make(TermKind::Multiply, {m.cell(x), m.c(-2)}), -8},
        {within(m.cell(x), 0, 4), 4},
        {make(TermKind::Minimum, {m.cell(x), m.c(2)}), 2},
        {make(TermKind::Maximum, {m.cell(x), m.c(2)}), 4},
        {make(TermKind::Ite, {m.c(0), m.c(1), m.c(2)}), 2},
        {over(TermKind::Exists, {less}), 1},
        {over(TermKind::Exists, {m.less(b, m.c(0))}), 0},
        {over(TermKind::Forall, {less}), 0},
        {over(TermKind::Forall, {m.less(b, m.c(10))}), 1},
        {over(TermKind::Count, {less}), 4},
        {over(TermKind::Sum, {less, m.add(b, m.c(1))}), 10},
        {over(TermKind::First, {m.less(m.cell(x), b)}), 5},
        {over(TermKind::First, {m.c(0)}), -1},
        {m.quantifier(TermKind::Count, 0, m.optional_range(3), {m.c(1)}), 4},
        {make(TermKind::SetHas, {m.c(5), m.c(2)}), 1},
        {make(TermKind::SetHas, {m.c(5), m.c(1)}), 0},
        {make(TermKind::SetInsert, {m.c(5), m.c(1)}), 7},
        {make(TermKind::SetErase, {m.c(5), m.c(2)}), 1},
        {make(TermKind::SetUnion, {m.c(5), m.c(6)}), 7},
        {make(TermKind::SetMinus, {m.c(5), m.c(6)}), 1},
        {make(TermKind::SetSize, {m.c(13)}), 3},
    };
    std::set<std::string_view> seen;
    for (const Row& row_ : rows) {
        const TermKindInfo& kind = info(m.model().terms[row_.term].kind);
        EXPECT_EQ(value(row_.term), row_.value) << kind.name;
        seen.insert(kind.name);
    }
    for (const TermKindInfo& kind : term_kinds) {
        if (kind.form == TermForm::Strict) {
            EXPECT_TRUE(seen.contains(kind.name)) << kind.name << " needs a row";
        }
    }
}

TEST_F(EvaluateTerms, NestedQuantifiersSeeBothBinders) {
    const TermId pair = m.less(m.bound(0, digit), m.bound(1, digit));
    const TermId inner = m.quantifier(TermKind::Count, 1, digit, {pair});
    EXPECT_EQ(value(m.quantifier(TermKind::Sum, 0, digit, {m.c(1), inner})), 45);
}

TEST_F(EvaluateTerms, Undefined) {
    EXPECT_EQ(value(undefined), std::nullopt);
    EXPECT_EQ(value(m.cell(row, {m.c(6), m.c(0)})), std::nullopt);
    EXPECT_EQ(value(m.cell(row, {m.c(5), m.c(2)})), std::nullopt);
    EXPECT_EQ(value(make(TermKind::SetHas, {m.c(0), m.c(30)})), std::nullopt);
    EXPECT_EQ(value(make(TermKind::SetInsert, {m.c(0), m.c(-1)})), std::nullopt);
    EXPECT_EQ(value(within(m.cell(x), 0, 3)), std::nullopt);
    EXPECT_EQ(value(m.negation(undefined)), std::nullopt);
    EXPECT_EQ(value(m.add(m.c(1), undefined)), std::nullopt);
    EXPECT_EQ(value(m.both(m.c(1), undefined)), std::nullopt);
    EXPECT_EQ(value(m.both(undefined, m.c(0))), std::nullopt);
    EXPECT_EQ(value(make(TermKind::Implies, {undefined, m.c(1)})), std::nullopt);
}

TEST_F(EvaluateTerms, WhatIsNotEvaluatedIsNotUndefined) {
    EXPECT_EQ(value(m.both(m.c(0), undefined)), 0);
    EXPECT_EQ(value(make(TermKind::Or, {m.c(1), undefined})), 1);
    EXPECT_EQ(value(make(TermKind::Implies, {m.c(0), undefined})), 1);
    EXPECT_EQ(value(make(TermKind::Ite, {m.c(1), m.c(3), undefined})), 3);
    EXPECT_EQ(value(m.quantifier(TermKind::Sum, 0, digit, {m.c(0), undefined})), 0);
}

TEST_F(EvaluateTerms, QuantifiersDoNotStopEarly) {
    // True for 0..3, undefined from 4 on.
    const TermId condition = make(TermKind::Or, {m.less(m.bound(0, digit), m.c(4)), undefined});
    EXPECT_EQ(value(m.quantifier(TermKind::Exists, 0, digit, {condition})), std::nullopt);
    EXPECT_EQ(value(m.quantifier(TermKind::First, 0, digit, {condition})), std::nullopt);
}

// Three on from each digit: 1 -> 4 -> 7, and so on.
struct EvaluateReach : EvaluateTerms {
    TermId three_on(Value level, TypeId domain) {
        return m.equal(m.bound(level + 1, domain), m.add(m.bound(level, domain), m.c(3)));
    }
    std::optional<Value> reach(TypeId domain, TermId start, TermId goal, TermId link) {
        return value(m.reach(0, domain, start, goal, link));
    }
};

TEST_F(EvaluateReach, FollowsTheLinkForwardsOnly) {
    const TermId link = three_on(0, digit);
    EXPECT_EQ(reach(digit, m.c(1), m.c(4), link), 1);
    EXPECT_EQ(reach(digit, m.c(1), m.c(7), link), 1);
    EXPECT_EQ(reach(digit, m.c(0), m.c(9), link), 1);
    EXPECT_EQ(reach(digit, m.c(1), m.c(8), link), 0);
    EXPECT_EQ(reach(digit, m.c(7), m.c(1), link), 0);
}

TEST_F(EvaluateReach, ComesOutOfACycle) {
    // 0 -> 1 -> 2 -> 0, and 2 -> 3.
    const TypeId four = m.range(0, 3);
    const TableId linked =
        m.table("linked", m.boolean(), {four, four}, {0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0});
    const TermId link = m.look_up(linked, {m.bound(0, four), m.bound(1, four)});
    EXPECT_EQ(reach(four, m.c(1), m.c(0), link), 1);
    EXPECT_EQ(reach(four, m.c(1), m.c(3), link), 1);
    EXPECT_EQ(reach(four, m.c(3), m.c(2), link), 0);
}

TEST_F(EvaluateReach, NoStepIsNeededToStay) {
    EXPECT_EQ(reach(digit, m.c(2), m.c(2), m.c(0)), 1);
    EXPECT_EQ(reach(digit, m.c(2), m.c(3), m.c(0)), 0);
}

TEST_F(EvaluateReach, NothingIsReachedFromOrAtNone) {
    const TypeId maybe = m.optional_range(4);
    EXPECT_EQ(reach(maybe, m.c(none_value), m.c(2), m.c(1)), 0);
    EXPECT_EQ(reach(maybe, m.c(2), m.c(none_value), m.c(1)), 0);
    EXPECT_EQ(reach(maybe, m.c(none_value), m.c(none_value), m.c(1)), 0);
    for (const auto& [start, goal] : {std::pair<Value, Value>{10, 10}, {10, 2}, {2, 10}, {2, -1}}) {
        EXPECT_EQ(reach(digit, m.c(start), m.c(goal), m.c(1)), 0) << "no value of the domain";
    }
    EXPECT_EQ(reach(m.range(-2, 5), m.c(-1), m.c(5), three_on(0, m.range(-2, 5))), 1) << "a number, not none";
}

TEST_F(EvaluateReach, TheLinkIsEvaluatedForEveryPair) {
    // Defined for every pair but (9, 9).
    const TermId sum = m.add(m.bound(0, digit), m.bound(1, digit));
    const TermId link = make(TermKind::Or, {m.less(sum, m.c(18)), undefined});
    EXPECT_EQ(reach(digit, m.c(0), m.c(1), link), std::nullopt);
    EXPECT_EQ(reach(digit, m.c(2), m.c(2), link), std::nullopt);
    EXPECT_EQ(reach(digit, m.c(none_value), m.c(2), link), std::nullopt);
    const TypeId to_eight = m.range(0, 8);
    EXPECT_EQ(reach(to_eight, m.c(0), m.c(1), link), 1);
    EXPECT_EQ(reach(digit, undefined, m.c(1), m.c(1)), std::nullopt);
    EXPECT_EQ(reach(digit, m.c(1), undefined, m.c(1)), std::nullopt);
}

TEST_F(EvaluateReach, BindsTwoLevelsInsideTheLinkOnly) {
    const TermId nine = m.reach(1, digit, m.bound(0, digit), m.c(9), three_on(1, digit));
    EXPECT_EQ(value(m.quantifier(TermKind::Count, 0, digit, {nine})), 4) << "from 0, 3, 6 and 9";
    const TermId between =
        m.both(m.less(m.bound(0, digit), m.bound(1, digit)),
               m.reach(2, digit, m.bound(0, digit), m.bound(1, digit), three_on(2, digit)));
    EXPECT_EQ(reach(digit, m.c(1), m.c(7), between), 1);
    EXPECT_EQ(reach(digit, m.c(1), m.c(8), between), 0);
    const TermId four = m.quantifier(TermKind::First, 0, digit, {m.less(m.c(3), m.bound(0, digit))});
    EXPECT_EQ(reach(digit, four, m.c(7), three_on(0, digit)), 1);
    EXPECT_EQ(reach(digit, four, m.c(8), three_on(0, digit)), 0);
}

TEST_F(EvaluateTerms, AnUndeterminedPredicateHasNoValue) {
    EXPECT_EQ(value(m.holds(unknown)), std::nullopt);
    EXPECT_EQ(value(m.both(m.c(0), m.holds(unknown))), 0);
}

TEST_F(EvaluateTerms, BeyondAMachineWordThereIsNoValue) {
    EXPECT_EQ(value(m.cell(counter)), std::numeric_limits<Value>::max());
    EXPECT_EQ(value(m.add(m.cell(counter), m.c(1))), std::nullopt);
    EXPECT_EQ(value(make(TermKind::Multiply, {m.cell(counter), m.c(2)})), std::nullopt);
}

TEST_F(EvaluateTerms, OptionValueBindsTheOptionsRegisters) {
    m.registers = 2;
    m.live(idle, 1, digit);
    PointOption option;
    option.binders = {{0, digit, "b"}};
    const TermId sum = m.add(m.reg(0, digit), m.reg(1, digit));
    const Model model = m.build();
    State state = initial_state(model);
    state[model.layout.frame(0) + 2] = 5;
    EXPECT_EQ(Evaluator(model).option_value(sum, state, option, {3}), 8);
}

TEST_F(EvaluateTerms, CellsOfVariables) {
    const Model model = m.build();
    EXPECT_EQ(cell_of(model, row, {3, -1}), 1U);
    EXPECT_EQ(cell_of(model, row, {3, 1}), 3U);
    EXPECT_EQ(cell_of(model, row, {5, 1}), 9U);
}

}  // namespace
}  // namespace errata::tests
