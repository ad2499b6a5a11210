// What commutes is carried out in order, the rest stays together; inside something simultaneous nothing
// stays, and the objects that could be in conflict are told apart.
#include "compiler/ir/passes/decide_orders.h"

#include <gtest/gtest.h>

#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace compiler;

struct DecideOrders : testing::Test {
    DecideOrders() { m.interchangeable(crate); }
    ModelBuilder m;
    TypeId digit = m.range(0, 20);
    TypeId crate = m.enumeration("crate", {"c1", "c2", "c3"});
    VarId x = m.variable("x", digit, 1);
    VarId y = m.variable("y", digit, 1);
    VarId weight = m.variable("weight", digit, 1, {crate});
    PointId idle = m.point("idle");

    CodeId always(CodeId body) { return m.when(m.c(1), body); }
    CodeId each(CodeId body) { return m.for_each(0, crate, m.c(1), body); }
    TermId own() { return m.bound(0, crate); }
    // Outcomes: one for each instance, and that the rest had its turn.
    CodeId any_order(std::vector<CodeId> parts, std::size_t instances) {
        const IncidentId incident = m.incident("order.unowned");
        for (std::size_t i = 0; i <= instances; ++i)
            m.model().incidents.all[incident.index].outcomes.push_back(std::to_string(i));
        return m.any_order(incident, std::move(parts));
    }
    std::set<TypeId> decide(CodeId code) {  // what is told apart
        m.option(idle, "act", m.c(1), m.label("act", m.sequence({code, m.stop(idle)})));
        model = m.build();
        std::set<TypeId> result;
        for (const auto& [type, clause] : decide_orders(model)) result.insert(type);
        return result;
    }
    std::vector<CodeKind> kinds_below(CodeId id) const {
        std::vector<CodeKind> result;
        for (const CodeId child : model.flow.code[id].children) result.push_back(model.flow.code[child].kind);
        return result;
    }
    Model model;
};

TEST_F(DecideOrders, WhatCommutesIsCarriedOutInOrder) {
    const CodeId any = any_order({always(m.increase(x, m.c(1))), always(m.increase(y, m.c(1)))}, 2);
    EXPECT_TRUE(decide(any).empty());
    EXPECT_EQ(model.flow.code[any].kind, CodeKind::Sequence);
    EXPECT_EQ(kinds_below(any), (std::vector{CodeKind::If, CodeKind::If}));
}

TEST_F(DecideOrders, WhatDoesNotStaysTogether) {
    const CodeId any =
        any_order({always(m.set(x, m.c(1))), always(m.increase(y, m.c(1))), always(m.set(x, m.c(2)))}, 3);
    decide(any);
    ASSERT_EQ(kinds_below(any), (std::vector{CodeKind::AnyOrder, CodeKind::If}));
    const Code& left = model.flow.code[model.flow.code[any].children[0]];
    EXPECT_EQ(left.children.size(), 2U);
    EXPECT_EQ(model.incidents.all[left.incident.index].outcomes, (std::vector<Phrase>{"0", "2", "3"}));
}

// Else a loop over objects that keep a place of their own would count as a question.
TEST_F(DecideOrders, ALoopOverOwnFieldsNeedsNone) {
    const CodeId any = any_order({each(m.increase(weight, m.c(1), {own()}))}, 3);
    EXPECT_TRUE(decide(any).empty());
    EXPECT_EQ(kinds_below(any), (std::vector{CodeKind::ForEach}));
}

TEST_F(DecideOrders, ALoopThatNamesItsObjectsElsewhereStays) {
    const CodeId any = any_order({each(m.set(x, m.cell(weight, {own()})))}, 3);
    EXPECT_TRUE(decide(any).empty());
    EXPECT_EQ(kinds_below(any), (std::vector{CodeKind::AnyOrder}));
}

TEST_F(DecideOrders, InsideSomethingSimultaneousNoneIsLeft) {
    const CodeId any = any_order({each(m.set(x, m.cell(weight, {own()})))}, 3);
    EXPECT_EQ(decide(m.simultaneously(any)), std::set{crate});
    EXPECT_EQ(kinds_below(any), (std::vector{CodeKind::ForEach}));
}

TEST_F(DecideOrders, AtOnceReadingIsNoConflict) {
    const CodeId any = any_order({each(m.set(weight, m.cell(weight, {m.c(0)}), {own()}))}, 3);
    EXPECT_TRUE(decide(m.simultaneously(any)).empty());
}

// An instance that does nothing unless something holds: its turn is no decision.
TEST_F(DecideOrders, WhatIsAskedFirstIsPartOfTheCondition) {
    const CodeId part = m.when(m.c(1), m.when(m.less(m.cell(y), m.c(1)), m.set(x, m.c(3))));
    const CodeId any = any_order({part, always(m.set(x, m.c(2)))}, 2);
    decide(any);
    EXPECT_EQ(model.terms[model.flow.code[part].terms[0]].kind, TermKind::And);
    EXPECT_EQ(kinds_below(part), (std::vector{CodeKind::Set}));
    const auto successors = Evaluator(model).expand(initial_state(model)).successors;
    EXPECT_EQ(successors.size(), 1U);
    EXPECT_TRUE(successors[0].incidents.empty());
}

TEST_F(DecideOrders, WhatIsInSightOfALoopIsNamed) {
    m.registers = 1;
    const PointId turn = m.point("turn");
    const CodeId loop = each(m.set(x, m.cell(weight, {own()})));
    const CodeId any = any_order({loop}, 3);
    m.option(turn, "takes", m.c(1), m.label("takes", m.sequence({any, m.stop(turn)})), {crate});
    model = m.build();
    decide_orders(model);
    ASSERT_EQ(model.flow.code[loop].terms.size(), 2U);
    EXPECT_EQ(model.terms[model.flow.code[loop].terms[1]].kind, TermKind::Equal);
}

}  // namespace
}  // namespace errata::tests
