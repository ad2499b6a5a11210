// A loop nobody can leave is one only if every way on stays.
#include "checker/certify/forced_loop.h"

#include <gtest/gtest.h>

#include "checker/certify/replay.h"
#include "compiler/ir/term_kinds.h"
#include "tests/support/crate_game.h"
#include "tests/support/toy_games.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using checker::ForcedLoop;
using checker::problem_of;
using checker::Trace;

// `steps` times the first successor, and from there back to the start of the loop.
Trace play(const Model& model, std::size_t steps) {
    const Evaluator evaluator(model);
    Trace trace;
    trace.initial = initial_state(model);
    trace.loop_start = 0;
    State at = trace.initial;
    for (std::size_t i = 0; i < steps; ++i) {
        trace.steps.push_back(evaluator.expand(at).successors.front());
        at = *trace.steps.back().next;
    }
    return trace;
}

constexpr ForcedLoop mandatory_loop{true, false, false, 1000};
constexpr ForcedLoop inevitable_loop{false, false, false, 1000};

TEST(ForcedLoops, AOneWayRingIsMandatory) {
    const Model model = ring_walk(4, false);
    EXPECT_EQ(problem_of(Evaluator(model), play(model, 4), 0, mandatory_loop), "");
}

TEST(ForcedLoops, ATwoWayRingIsInevitableOnly) {
    const Model model = ring_walk(4, true);
    EXPECT_EQ(problem_of(Evaluator(model), play(model, 4), 0, inevitable_loop), "");
    EXPECT_EQ(problem_of(Evaluator(model), play(model, 4), 0, mandatory_loop), "there is a choice in it");
}

TEST(ForcedLoops, ANewTurnIsAWayOut) {
    const Model model = ring_walk(4, false);
    EXPECT_EQ(problem_of(Evaluator(model), play(model, 4), 0, {true, true, false, 1000}),
              "a new turn begins in it");
}

TEST(ForcedLoops, AnEndIsAWayOut) {
    const HeapGame game(3);
    EXPECT_EQ(problem_of(Evaluator(game.model), play(game.model, 1), 0, inevitable_loop),
              "play can stop in it");
}

TEST(ForcedLoops, AnErrorIsAWayOut) {
    ModelBuilder m;
    const VarId x = m.variable("x", m.range(0, 1));
    const PointId point = m.point("here");
    m.option(point, "stay", m.c(1), m.label("stay", m.stop(point)));
    m.option(point, "leave", m.c(1), m.label("leave", m.sequence({m.increase(x, m.c(5)), m.stop(point)})));
    const Model model = m.build();
    EXPECT_EQ(problem_of(Evaluator(model), play(model, 1), 0, inevitable_loop),
              "a way out is an error or cut");
}

// Two crates take turns; which of them is up is the only difference.
TEST(ForcedLoops, ClosesUpToRenaming) {
    ModelBuilder m;
    const TypeId crate = m.enumeration("crate", {"c1", "c2"});
    m.model().types[crate.index].interchangeable = true;
    const VarId up = m.variable("up", m.boolean(), 0, {crate});
    m.registers = 1;
    const PointId point = m.point("here");
    const TermId chosen = m.reg(0, crate);
    const TermId other = m.make(TermKind::Subtract, {m.c(1), chosen});
    m.option(point, "drops {b0}", m.cell(up, {chosen}),
             m.label("drops",
                     m.sequence({m.set(up, m.c(0), {chosen}), m.set(up, m.c(1), {other}), m.stop(point)})),
             {crate});
    m.setup("start");
    m.model().setups[0].values[0] = 1;
    const Model model = m.build();
    const Evaluator evaluator(model);
    Trace trace;
    trace.initial = evaluator.initial(model.setups[0], {});
    trace.loop_start = 0;
    trace.steps.push_back(evaluator.expand(trace.initial).successors.front());
    EXPECT_NE(trace.initial, *trace.steps.back().next);
    EXPECT_EQ(problem_of(evaluator, trace, 0, mandatory_loop), "");
    EXPECT_TRUE(checker::replay(evaluator, {&model.setups[0], 0}, trace).trace);

    Model named = model;
    named.types[crate.index].interchangeable = false;
    const auto refused = checker::replay(Evaluator(named), {&named.setups[0], 0}, trace);
    EXPECT_FALSE(refused.trace);
    EXPECT_EQ(refused.reason, "the loop does not close");
}

}  // namespace
}  // namespace errata::tests
