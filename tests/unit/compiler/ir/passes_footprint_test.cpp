// What an instance touches, and how: the less is said, the less commutes; what is left out would be wrong.
#include "compiler/ir/passes/footprint.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace compiler;

struct FootprintOf : testing::Test {
    ModelBuilder m;
    TypeId digit = m.range(0, 20);
    TypeId crate = m.enumeration("crate", {"c1", "c2", "c3"});
    VarId x = m.variable("x", digit, 1);
    VarId y = m.variable("y", digit, 1);
    VarId weight = m.variable("weight", digit, 1, {crate});
    VarId marked = m.variable("marked", m.set_of(crate));
    PointId idle = m.point("idle");

    Footprint of(CodeId instance) {
        m.option(
            idle, "act", m.c(1),
            m.label("act", m.sequence({m.any_order(m.incident("order.unowned"), {instance}), m.stop(idle)})));
        model = m.build();
        return footprint(model, instance);
    }
    // Of a place; empty: it is not touched.
    static std::set<Touch> touches(const Footprint& footprint, std::uint32_t place) {
        std::set<Touch> result;
        for (const Access& access : footprint.accesses) {
            if (access.place == place) result.insert(access.touch);
        }
        return result;
    }
    std::set<Touch> of_x(CodeId body) { return touches(of(m.when(m.c(1), body)), x.index); }
    TermId least(TermId a, TermId b) { return m.make(TermKind::Minimum, {a, b}); }
    Model model;
};

TEST_F(FootprintOf, EveryWriteSaysHow) {
    EXPECT_EQ(of_x(m.increase(x, m.c(1))), std::set{Touch::Add});
    EXPECT_EQ(of_x(m.set(x, m.c(3))), std::set{Touch::Put});
    EXPECT_EQ(of_x(m.set(x, m.make(TermKind::Multiply, {m.cell(x), m.c(2)}))), std::set{Touch::Apply});
    EXPECT_EQ(of_x(m.set(x, least(m.add(m.cell(x), m.c(2)), m.c(9)))), std::set{Touch::Saturate});
    EXPECT_TRUE(of_x(m.set(x, m.cell(y))).contains(Touch::Put) ||
                of_x(m.set(x, m.cell(y))).contains(Touch::Write));
}

TEST_F(FootprintOf, ConditionsAndValuesAreRead) {
    const Footprint all = of(m.when(m.less(m.cell(x), m.c(2)), m.set(y, m.c(1))));
    EXPECT_EQ(touches(all, x.index), std::set{Touch::Read});
    EXPECT_EQ(touches(of(m.when(m.c(1), m.set(y, m.cell(x)))), x.index), std::set{Touch::Read});
    EXPECT_EQ(touches(of(m.when(m.c(1), m.when(m.equal(m.cell(x), m.c(1)), m.set(y, m.c(1))))), x.index),
              std::set{Touch::Read});
}

TEST_F(FootprintOf, SetsGrowOrShrink) {
    const auto of_set = [&](TermKind kind) {
        return touches(of(m.when(m.c(1), m.set(marked, m.make(kind, {m.cell(marked), m.c(1)})))),
                       marked.index);
    };
    EXPECT_EQ(of_set(TermKind::SetInsert), std::set{Touch::Insert});
    EXPECT_EQ(of_set(TermKind::SetErase), std::set{Touch::Erase});
}

TEST_F(FootprintOf, RelativeChangesOfASetAreTold) {
    EXPECT_EQ(touches(of(m.when(m.c(1), m.gain(marked, m.c(2)))), marked.index), std::set{Touch::Gain});
    EXPECT_EQ(touches(of(m.when(m.c(1), m.lose(marked, m.c(2)))), marked.index), std::set{Touch::Lose});
}

TEST_F(FootprintOf, TheOwnObjectIsKnown) {
    const auto own = [&](TermId argument) {
        const Footprint all = of(m.for_each(0, crate, m.c(1), m.set(weight, m.c(2), {argument})));
        return std::ranges::any_of(all.accesses, [&](const Access& access) {
            return access.place == weight.index && access.touch != Touch::Read && access.own == 1;
        });
    };
    EXPECT_TRUE(own(m.bound(0, crate)));
    EXPECT_FALSE(own(m.c(1)));
}

// A loop in the loop has a binder of its own, which is not the instance's object.
TEST_F(FootprintOf, OtherBindersAreNot) {
    const Footprint all = of(m.for_each(
        0, crate, m.c(1), m.for_each(1, crate, m.c(1), m.set(weight, m.c(2), {m.bound(1, crate)}))));
    for (const Access& access : all.accesses) EXPECT_EQ(access.own, 0U);
}

TEST_F(FootprintOf, WhatNoInstanceMayHoldIsNotKnown) {
    EXPECT_TRUE(of(m.when(m.c(1), m.set(x, m.c(1)))).is_known);
    EXPECT_FALSE(of(m.when(m.c(1), m.stop(idle))).is_known);
    EXPECT_FALSE(of(m.when(m.c(1), m.finish(m.ending("over")))).is_known);
}

}  // namespace
}  // namespace errata::tests
