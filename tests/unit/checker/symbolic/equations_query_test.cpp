#include "checker/symbolic/equations_query.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

// a is no while b is; b as `definition` says. The variable x is no or yes.
struct Circle {
    Circle() {
        x = m.variable("x", m.boolean());
        system = m.equations("circle");
        a = m.unknown("a", m.boolean());
        b = m.unknown("b", m.boolean());
        m.define(a, m.negation(m.ask(b)));
        m.option(m.point("point"), "wait", m.c(1), m.label("wait", m.stop(PointId(0))));
    }

    EquationsAnswer answer(std::size_t solution_limit = 4'096) {
        EquationsQueryOptions options;
        options.encoder.solution_limit = solution_limit;
        model = m.build();
        return equations_query(model, system, options);
    }

    Value x_of(const std::optional<State>& state) const { return state->at(model.variable(x).base); }

    ModelBuilder m;
    VarId x;
    EquationsId system;
    UnknownId a, b;
    Model model;
};

// Asked of the listed solutions, and without listing them.
class EquationsQuery : public testing::TestWithParam<std::size_t> {};

TEST_P(EquationsQuery, OneSolutionOnEveryBoard) {
    Circle c;
    c.m.define(c.b, c.m.both(c.m.ask(c.a), c.m.both(c.m.cell(c.x), c.m.negation(c.m.cell(c.x)))));
    const EquationsAnswer answer = c.answer(GetParam());
    EXPECT_EQ(answer.several.answer, Answer::Unsat);
    EXPECT_EQ(answer.none.answer, Answer::Unsat);
}

TEST_P(EquationsQuery, ABoardWithSeveralSolutions) {
    Circle c;  // b = x and not a
    c.m.define(c.b, c.m.both(c.m.cell(c.x), c.m.negation(c.m.ask(c.a))));
    const EquationsAnswer answer = c.answer(GetParam());
    ASSERT_EQ(answer.several.answer, Answer::Sat);
    EXPECT_EQ(c.x_of(answer.several.state), 1);
    EXPECT_EQ(answer.none.answer, Answer::Unsat);
}

TEST_P(EquationsQuery, ABoardWithoutASolution) {
    Circle c;  // b = x and a
    c.m.define(c.b, c.m.both(c.m.cell(c.x), c.m.ask(c.a)));
    const EquationsAnswer answer = c.answer(GetParam());
    EXPECT_EQ(answer.several.answer, Answer::Unsat);
    ASSERT_EQ(answer.none.answer, Answer::Sat);
    EXPECT_EQ(c.x_of(answer.none.state), 1);
}

INSTANTIATE_TEST_SUITE_P(ListedAndNot, EquationsQuery, testing::Values(4'096, 1));

TEST(EquationsQueryBackups, AreNoDefect) {
    Circle c;
    c.m.define(c.a, c.m.negation(c.m.ask(c.b)), c.m.c(0));
    c.m.define(c.b, c.m.both(c.m.cell(c.x), c.m.ask(c.a)), c.m.c(0));
    EXPECT_EQ(c.answer().none.answer, Answer::Unsat);
}

TEST(EquationsQueryRounds, AreBounded) {
    Circle c;
    c.m.define(c.b, c.m.both(c.m.cell(c.x), c.m.negation(c.m.ask(c.a))));
    EquationsQueryOptions options;
    options.encoder.solution_limit = 1;
    options.rounds = 0;
    const Model model = c.m.build();
    const BoardAnswer none = equations_query(model, c.system, options).none;
    EXPECT_EQ(none.answer, Answer::Unknown);
    EXPECT_TRUE(none.reason);
}

// A counter beyond what a symbolic state holds may be the one with two solutions.
TEST(EquationsQuery, CountersHaveNoEnd) {
    for (const bool asks : {false, true}) {
        Circle circle;
        const VarId n = circle.m.variable("n", circle.m.counter());
        const TermId is_large = circle.m.less(circle.m.c(40'000), circle.m.cell(n));
        const TermId other = circle.m.negation(circle.m.ask(circle.a));
        circle.m.define(circle.b,
                        asks ? circle.m.both(is_large, other) : circle.m.both(circle.m.c(0), other));
        const EquationsAnswer answer = circle.answer();
        EXPECT_EQ(answer.several.answer, asks ? Answer::Unknown : Answer::Unsat);
        EXPECT_EQ(answer.none.answer, asks ? Answer::Unknown : Answer::Unsat);
    }
}

}  // namespace
}  // namespace errata::checker
