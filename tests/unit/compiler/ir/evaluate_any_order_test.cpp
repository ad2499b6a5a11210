#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "compiler/ir/term_kinds.h"
#include "compiler/ir/verify.h"
#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace compiler;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

// One number, changed by instances whose order nobody decides.
class EvaluateAnyOrder : public testing::Test {
protected:
    ModelBuilder m;
    TypeId digit = m.range(0, 99);
    TypeId five = m.enumeration("five", {"a", "b", "c", "d", "e"});
    VarId x = m.variable("x", digit, 1);
    PointId idle = m.point("idle");
    IncidentId order = m.incident("order.unowned");

    CodeId add(Value n) { return m.increase(x, m.c(n)); }
    CodeId twice() { return m.set(x, m.make(TermKind::Multiply, {m.cell(x), m.c(2)})); }
    CodeId always(CodeId body) { return m.when(m.c(1), body); }

    std::vector<Successor> run(std::vector<CodeId> instances) {
        m.option(idle, "act", m.c(1),
                 m.label("act", m.sequence({m.any_order(order, std::move(instances)), m.stop(idle)})));
        model_ = m.build();
        return Evaluator(model_).expand(initial_state(model_)).successors;
    }
    std::multiset<Value> ends(const std::vector<Successor>& successors) {
        std::multiset<Value> result;
        for (const Successor& s : successors) result.insert(s.next ? (*s.next)[0] : -1);
        return result;
    }

private:
    Model model_;
};

TEST_F(EvaluateAnyOrder, EachOrderIsAWayOfItsOwn) {
    const auto successors = run({always(add(1)), always(twice())});
    EXPECT_THAT(ends(successors), UnorderedElementsAre(4, 3));
    for (const Successor& s : successors) {
        ASSERT_EQ(s.incidents.size(), 1U);
        EXPECT_EQ(s.incidents[0].incident, order);
        EXPECT_EQ(s.move.outcomes.size(), 1U);
    }
}

TEST_F(EvaluateAnyOrder, OneAloneIsNoQuestion) {
    const auto successors = run({always(add(1)), m.when(m.c(0), twice())});
    EXPECT_THAT(ends(successors), UnorderedElementsAre(2));
    EXPECT_THAT(successors[0].incidents, testing::IsEmpty());
    EXPECT_THAT(successors[0].move.outcomes, testing::IsEmpty());
}

TEST_F(EvaluateAnyOrder, EachValueOfALoopIsAnInstance) {
    const CodeId loop =
        m.for_each(0, five, m.less(m.bound(0, five), m.c(2)),
                   m.set(x, m.add(m.make(TermKind::Multiply, {m.cell(x), m.c(2)}), m.bound(0, five))));
    // From 1: a then b gives (1*2+0)*2+1 = 5; b then a gives (1*2+1)*2+0 = 6.
    EXPECT_THAT(ends(run({loop})), UnorderedElementsAre(5, 6));
}

TEST_F(EvaluateAnyOrder, WhatDidNotHoldBeforeMayHaveHadItsTurn) {
    // The second applies only behind the first: 1, 2, then doubled or not.
    const auto successors = run({always(add(1)), m.when(m.equal(m.cell(x), m.c(2)), twice())});
    EXPECT_THAT(ends(successors), UnorderedElementsAre(4, 2));
}

TEST_F(EvaluateAnyOrder, WhatHoldsNoMoreIsPassedOver) {
    const auto successors = run({always(add(1)), m.when(m.equal(m.cell(x), m.c(1)), twice())});
    EXPECT_THAT(ends(successors), UnorderedElementsAre(2, 3));
}

TEST_F(EvaluateAnyOrder, MoreThanFiveAreCut) {
    const CodeId loop = m.for_each(0, five, m.c(1), add(1));
    EXPECT_EQ(run({loop}).size(), 120U);
    const auto successors = run({loop, always(add(1))});
    EXPECT_TRUE(successors.back().cut);
    EXPECT_TRUE(successors.back().too_many_orders);
    EXPECT_FALSE(successors.back().next);
}

// The one that differs may come at any place among seven that nothing tells apart.
TEST_F(EvaluateAnyOrder, AmongManyAlikeOneIsNotMany) {
    const TypeId seven = m.enumeration("seven", {"a", "b", "c", "d", "e", "f", "g"});
    m.interchangeable(seven);
    const auto successors = run({m.for_each(0, seven, m.c(1), add(1)), always(twice())});
    EXPECT_THAT(ends(successors), UnorderedElementsAre(9, 10, 11, 12, 13, 14, 15, 16));
}

TEST_F(EvaluateAnyOrder, AnyOfManyMayBeTheOnlyOne) {
    const CodeId loop =
        m.for_each(0, five, m.equal(m.cell(x), m.c(1)), m.set(x, m.add(m.bound(0, five), m.c(10))));
    EXPECT_THAT(ends(run({loop})), UnorderedElementsAre(10, 11, 12, 13, 14));
}

TEST_F(EvaluateAnyOrder, VerifyWantsInstances) {
    m.label("bad", m.sequence({m.any_order(order, {add(1)}), m.stop(idle)}));
    EXPECT_FALSE(verify(m.model()).empty());
}

}  // namespace
}  // namespace errata::tests
