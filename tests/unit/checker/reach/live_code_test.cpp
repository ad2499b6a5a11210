#include "checker/reach/live_code.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

TEST(LiveCode, leaves_out_what_stands_under_a_constant_condition) {
    ModelBuilder m;
    const VarId x = m.variable("x", m.boolean());
    const ClauseId runs = m.clause("runs");
    const ClauseId dead = m.clause("dead");
    const ClauseId condition = m.clause("condition");
    const EndingId never = m.ending("never");
    const PointId idle = m.point("idle");
    m.in(dead);
    const CodeId dead_code = m.sequence({m.set(x, m.c(0)), m.finish(never)});
    m.in(runs);
    const CodeId body = m.sequence({m.set(x, m.c(1)), m.when(m.c(0), dead_code), m.stop(idle)});
    m.option(idle, "go", m.enabled(condition), m.label("go", body));
    const LiveCode code = find_live_code(m.build());
    EXPECT_TRUE(code.clauses[runs.index]);
    EXPECT_FALSE(code.clauses[dead.index]);
    EXPECT_FALSE(code.endings[never.index]);
}

TEST(LiveCode, follows_triggers_to_their_entry) {
    ModelBuilder m;
    m.frames = 2;
    m.pending = 1;
    const VarId x = m.variable("x", m.boolean());
    const ClauseId effect = m.clause("effect");
    const PointId idle = m.point("idle");
    const PointId entry = m.point("entry");
    m.at(entry).control = false;
    const TriggerId trigger = m.trigger("t", entry);
    m.option(idle, "go", m.c(1), m.label("go", m.sequence({m.pend(trigger), m.stop(idle)})));
    m.in(effect);
    m.option(entry, "resolve", m.c(1), m.label("resolve", m.sequence({m.set(x, m.c(1)), m.leave()})));
    EXPECT_TRUE(find_live_code(m.build()).clauses[effect.index]);
}

}  // namespace
}  // namespace errata::checker
