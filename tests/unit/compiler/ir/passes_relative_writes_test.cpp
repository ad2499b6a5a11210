// A Set to what the cell holds and something more is a relative change, but not where all happens at once.
#include "compiler/ir/passes/relative_writes.h"

#include <gtest/gtest.h>

#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace compiler;

struct RelativeWrites : testing::Test {
    ModelBuilder m;
    VarId x = m.variable("x", m.range(0, 20), 1);
    VarId row = m.variable("row", m.range(0, 20), 1, {m.range(0, 3)});
    VarId bag = m.variable("bag", m.set_of(m.range(0, 3)), 0b0011);
    PointId idle = m.point("idle");
    Model model;

    CodeKind kind_of(CodeId write, CodeId root) {
        m.option(idle, "act", m.c(1), m.label("act", m.sequence({root, m.stop(idle)})));
        model = m.build();
        make_writes_relative(model);
        return model.flow.code[write].kind;
    }
    CodeKind kind_of(CodeId write) { return kind_of(write, write); }
    TermId amount(CodeId write) const { return model.flow.code[write].terms.back(); }
};

TEST_F(RelativeWrites, AnAmountMoreIsAnIncrease) {
    const CodeId write = m.set(x, m.add(m.cell(x), m.c(2)));
    EXPECT_EQ(kind_of(write), CodeKind::Increase);
    EXPECT_EQ(model.terms[amount(write)].payload, 2);
}

TEST_F(RelativeWrites, OnEitherSide) {
    const CodeId write = m.set(x, m.add(m.c(2), m.cell(x)));
    EXPECT_EQ(kind_of(write), CodeKind::Increase);
    EXPECT_EQ(model.terms[amount(write)].payload, 2);
}

TEST_F(RelativeWrites, AnAmountLessIsANegativeIncrease) {
    const CodeId write = m.set(x, m.make(TermKind::Subtract, {m.cell(x), m.c(2)}));
    EXPECT_EQ(kind_of(write), CodeKind::Increase);
    EXPECT_EQ(model.terms[amount(write)].lo, -2);
    EXPECT_EQ(model.terms[amount(write)].hi, -2);
}

TEST_F(RelativeWrites, WhatIsLeftOfAnAmountIsNone) {
    EXPECT_EQ(kind_of(m.set(x, m.make(TermKind::Subtract, {m.c(9), m.cell(x)}))), CodeKind::Set);
}

TEST_F(RelativeWrites, MembersMoreAreAGainAndLessALoss) {
    const CodeId more = m.set(bag, m.make(TermKind::SetInsert, {m.cell(bag), m.c(2)}));
    const CodeId less = m.set(bag, m.make(TermKind::SetMinus, {m.cell(bag), m.c(0b0110)}));
    EXPECT_EQ(kind_of(more, m.sequence({more, less})), CodeKind::Gain);
    EXPECT_EQ(model.flow.code[less].kind, CodeKind::Lose);
}

TEST_F(RelativeWrites, AnotherCellIsNotItsOwn) {
    EXPECT_EQ(kind_of(m.set(row, m.add(m.cell(row, {m.c(1)}), m.c(2)), {m.c(0)})), CodeKind::Set);
}

TEST_F(RelativeWrites, WhereAllHappensAtOnceNothingChanges) {
    const CodeId write = m.set(x, m.add(m.cell(x), m.c(2)));
    EXPECT_EQ(kind_of(write, m.simultaneously(write, m.incident("contradiction.set-set"))), CodeKind::Set);
}

TEST_F(RelativeWrites, NorInAStateCheck) {
    const CodeId write = m.set(x, m.add(m.cell(x), m.c(2)));
    m.state_check(m.c(0), write);
    EXPECT_EQ(kind_of(write, m.sequence({})), CodeKind::Set);
}

}  // namespace
}  // namespace errata::tests
