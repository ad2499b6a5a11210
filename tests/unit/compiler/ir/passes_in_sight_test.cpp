// Programs are what leads to each other; what they keep somewhere may hold an object, by the number of the
// place.
#include "compiler/ir/passes/in_sight.h"

#include <gtest/gtest.h>

#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace compiler;

struct InSightOf : testing::Test {
    InSightOf() {
        m.interchangeable(crate);
        m.registers = 5;
        m.frames = 2;
        m.pending = 1;
        m.pending_arguments = 1;
        m.at(item).control = false;
        bell = m.trigger("bell", item, {crate});
    }
    ModelBuilder m;
    TypeId crate = m.enumeration("crate", {"c1", "c2", "c3"});
    TypeId maybe = m.optional(crate);
    TypeId digit = m.range(0, 5);
    VarId focus = m.variable("focus", maybe, none_value);
    VarId marked = m.variable("marked", m.set_of(crate));
    VarId x = m.variable("x", digit);
    PointId turn = m.point("turn");
    PointId item = m.point("item");
    TriggerId bell;

    // Of the turn and of the item, each running its code.
    std::vector<Program> with(std::vector<CodeId> in_turn, std::vector<CodeId> in_item = {}) {
        in_turn.push_back(m.stop(turn));
        in_item.push_back(m.leave());
        m.option(turn, "act", m.c(1), m.label("act", m.sequence(std::move(in_turn))));
        m.option(item, "resolve", m.c(1), m.label("resolve", m.sequence(std::move(in_item))));
        model = m.build();
        return programs(model);
    }
    static bool has(const std::vector<bool>& places, std::size_t number) {
        return number < places.size() && places[number];
    }
    Model model;
};

TEST_F(InSightOf, ProgramsAreWhatLeadsToEachOther) {
    const PointId later = m.point("later");
    m.option(later, "on", m.c(1), m.label("on", m.stop(turn)));
    const auto all = with({m.when(m.equal(m.cell(x), m.c(1)), m.stop(later)), m.pend(bell, {m.cell(focus)})});
    ASSERT_EQ(all.size(), 2U);
    for (const Program& program : all) {
        const bool is_item = program.points == std::vector{item};
        EXPECT_EQ(program.triggers.size(), is_item ? 1U : 0U);
        EXPECT_EQ(program.labels.size(), is_item ? 1U : 2U);
        EXPECT_EQ(program.points.size(), is_item ? 1U : 2U);
    }
}

TEST_F(InSightOf, RegistersAndBindersThatHoldObjects) {
    const TermId taken = m.reg(1, maybe);
    const auto all =
        with({m.set_register(2, m.cell(x)), m.set_register(1, m.cell(focus)),
              m.for_each(0, digit, m.c(1), m.for_each(1, crate, m.c(1), m.let(2, taken, m.set(x, m.c(1))))),
              m.set_register(3, m.cell(marked))});
    const InSight sight = in_sight(model, all[0], crate);
    EXPECT_FALSE(has(sight.objects.registers, 0));
    EXPECT_TRUE(has(sight.objects.registers, 1));
    EXPECT_FALSE(has(sight.objects.registers, 2));
    EXPECT_FALSE(has(sight.objects.registers, 3));
    EXPECT_TRUE(has(sight.sets.registers, 3));
    EXPECT_FALSE(has(sight.sets.registers, 1));
    EXPECT_FALSE(has(sight.objects.binders, 0));
    EXPECT_TRUE(has(sight.objects.binders, 1));
    EXPECT_TRUE(has(sight.objects.binders, 2));
}

// A copy of a copy, in code that stands before it.
TEST_F(InSightOf, CopiesAreFollowedHoweverManyAndWherever) {
    const auto all =
        with({m.set_register(4, m.reg(3, maybe)), m.set_register(3, m.reg(2, maybe)),
              m.set_register(2, m.make(TermKind::Ite, {m.cell(x), m.cell(focus), m.c(none_value)}))});
    const InSight sight = in_sight(model, all[0], crate);
    for (const std::size_t reg : {2U, 3U, 4U}) EXPECT_TRUE(has(sight.objects.registers, reg)) << reg;
}

TEST_F(InSightOf, OtherProgramsHaveRegistersOfTheirOwn) {
    const auto all = with({m.set_register(3, m.cell(focus))}, {m.set_register(2, m.cell(x))});
    for (const Program& program : all) {
        const InSight sight = in_sight(model, program, crate);
        const bool is_item = !program.triggers.empty();
        EXPECT_EQ(has(sight.objects.registers, 3), !is_item);
        EXPECT_EQ(has(sight.objects.registers, 0), is_item) << "what the trigger hands over";
    }
}

TEST_F(InSightOf, ObjectsOfAnotherTypeAreNotMeant) {
    const TypeId fox = m.enumeration("fox", {"f1", "f2"});
    m.interchangeable(fox);
    const auto all = with({m.set_register(1, m.cell(focus))});
    EXPECT_FALSE(has(in_sight(model, all[0], fox).objects.registers, 1));
}

}  // namespace
}  // namespace errata::tests
