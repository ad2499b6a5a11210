#include "checker/order/quiescence.h"

#include <gtest/gtest.h>

#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

// Two triggers pend at once: one adds 1 to x, the other doubles it or adds 2.
struct Pair {
    explicit Pair(bool doubles) {
        m.frames = 3;
        m.pending = 2;
        const VarId x = m.variable("x", m.range(0, 9), 1);
        const PointId idle = m.point("idle");
        const TermId other =
            doubles ? m.make(TermKind::Multiply, {m.cell(x), m.c(2)}) : m.add(m.cell(x), m.c(2));
        const TriggerId add = trigger("add", m.add(m.cell(x), m.c(1)), x);
        const TriggerId second = trigger("second", other, x);
        m.option(idle, "go", m.equal(m.cell(x), m.c(1)),
                 m.label("go", m.sequence({m.pend(add), m.pend(second), m.stop(idle)})));
        model = m.build();
        pending = *tests::only_successor(model, tests::initial_state(model)).next;
    }

    TriggerId trigger(const std::string& name, TermId value, VarId x) {
        const PointId entry = m.point(name);
        m.at(entry).control = false;
        m.option(entry, "resolves", m.c(1), m.label(name, m.sequence({m.set(x, value), m.leave()})));
        return m.trigger(name, entry);
    }

    std::vector<Value> ends(std::size_t first) const {
        std::vector<Value> result;
        for (const auto& [view, state] :
             explore(Evaluator(model), pending, Instance{TriggerId(first), {}}, 100).ends) {
            result.push_back(view[0]);
        }
        return result;
    }

    ModelBuilder m;
    Model model;
    State pending;
};

TEST(Quiescence, two_orders_part) {
    // The entry points are settled: what is placed second lies on top and resolves first.
    const Pair pair(true);
    EXPECT_EQ(pair.ends(0), std::vector<Value>{3});
    EXPECT_EQ(pair.ends(1), std::vector<Value>{4});
}

TEST(Quiescence, two_orders_join_again) {
    const Pair pair(false);
    EXPECT_EQ(pair.ends(0), std::vector<Value>{4});
    EXPECT_EQ(pair.ends(0), pair.ends(1));
}

TEST(Quiescence, says_when_it_was_cut_off) {
    const Pair pair(true);
    EXPECT_FALSE(explore(Evaluator(pair.model), pair.pending, std::nullopt, 2).complete());
    EXPECT_TRUE(explore(Evaluator(pair.model), pair.pending, std::nullopt, 100).complete());
}

TEST(Quiescence, the_view_forgets_agenda_and_bag) {
    const Pair pair(true);
    const Symmetry symmetry(pair.model);
    EXPECT_EQ(quiescent_view(pair.model, symmetry, pair.pending),
              quiescent_view(pair.model, symmetry, tests::initial_state(pair.model)));
}

}  // namespace
}  // namespace errata::checker
