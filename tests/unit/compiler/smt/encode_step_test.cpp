// What the differential tests do not show: what is left out, and what is said about it.
#include "compiler/smt/encode_step.h"
#include "compiler/smt/formula.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/ir/term_kinds.h"
#include "tests/support/toy_games.h"

namespace errata::compiler {
namespace {

using tests::ModelBuilder;

TEST(EncodeStep, KeepsUntouchedCellsAndKnowsWhereAFrameCanWait) {
    ModelBuilder m;
    VarId touched = m.variable("touched", m.range(0, 3));
    VarId other = m.variable("other", m.range(0, 3));
    PointId first = m.point("first");
    PointId second = m.point("second");
    m.point("never");
    m.option(first, "go", m.c(1), m.label("go", m.sequence({m.set(touched, m.c(2)), m.stop(second)})));
    m.setup("any");
    m.model().setups[0].open = {0, 1};
    Model model = m.build();
    Encoder encoder(model);
    SymbolicState start = setup_state(model, model.setups[0], encoder.pool());
    Step step = encoder.step(start.cells);
    EXPECT_EQ(step.next[model.variable(other).base], start.cells[model.variable(other).base]);
    EXPECT_EQ(step.next[model.variable(touched).base], encoder.pool().constant(2));
    EXPECT_EQ(step.next[model.layout.frame(0)], encoder.pool().constant(2));
    EXPECT_TRUE(is_true(step.valid));
    EXPECT_TRUE(is_false(encoder.step(step.next).valid));  // `second` has no option
    EXPECT_TRUE(is_true(encoder.stuck(step.next).deadlock));
}

TEST(EncodeStep, SaysWhatItCannotEncode) {
    ModelBuilder m;
    TypeId big = m.range(0, 99);
    VarId flag = m.variable("flag", m.boolean());
    PointId point = m.point("point");
    TermId inner = m.quantifier(TermKind::Exists, 2, big, {m.cell(flag)});
    TermId middle = m.quantifier(TermKind::Exists, 1, big, {inner});
    TermId outer = m.quantifier(TermKind::Exists, 0, big, {middle});
    m.option(point, "go", outer, m.label("go", m.stop(point)));
    Model model = m.build();
    Encoder encoder(model);
    encoder.step(well_formed_state(model, encoder.pool()).cells);
    EXPECT_THAT(encoder.not_analysed(), testing::ElementsAre(testing::HasSubstr("instances")));
}

// Twice what fits: no term is too large, but the sum of two Increases of one cell is.
TEST(EncodeStep, SaysWhatSumOfABlockItCannotEncode) {
    ModelBuilder m;
    const TypeId large = m.range(0, (Value{1} << 60) - 1);
    const VarId x = m.variable("x", large);
    const PointId point = m.point("point");
    const CodeId twice = m.increase(x, m.make(TermKind::Multiply, {m.cell(x), m.c(1)}));
    const CodeId all = m.simultaneously(m.sequence({twice, twice, twice}));
    m.option(point, "go", m.c(1), m.label("go", m.sequence({all, m.stop(point)})));
    const Model model = m.build();
    Encoder encoder(model);
    encoder.step(well_formed_state(model, encoder.pool()).cells);
    EXPECT_THAT(encoder.not_analysed(), testing::ElementsAre(testing::HasSubstr("62 bits")));
}

// An option whose guard is not analysed may be there: its not being there is no deadlock.
TEST(EncodeStep, ConcludesNothingFromAGuardThatItCannotEncode) {
    ModelBuilder m;
    const TypeId large = m.range(0, Value{1} << 40);
    const VarId x = m.variable("x", large);
    const PointId point = m.point("point");
    const TermId square = m.make(TermKind::Multiply, {m.cell(x), m.cell(x)});
    m.option(point, "go", m.less(m.c(-1), square), m.label("go", m.stop(point)));
    const Model model = m.build();
    Encoder encoder(model);
    const SymbolicState any = well_formed_state(model, encoder.pool());
    EXPECT_TRUE(is_false(encoder.stuck(any.cells).deadlock));
    EXPECT_FALSE(is_false(encoder.step(any.cells).cut));
    EXPECT_THAT(encoder.not_analysed(), testing::ElementsAre(testing::HasSubstr("62 bits")));
}

}  // namespace
}  // namespace errata::compiler
