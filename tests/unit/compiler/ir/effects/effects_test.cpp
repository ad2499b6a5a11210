#include "compiler/ir/effects/effects.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::compiler {
namespace {

using tests::ModelBuilder;

// "Spring" adds to `water` and sets off "Mill", which takes from it and ends the game at once; "Dam" forbids
// the spring while `closed`.
struct SpringAndMill {
    SpringAndMill() {
        m.frames = 2;
        m.pending = 1;
        water = m.variable("water", m.range(0, 3));
        closed = m.variable("closed", m.boolean());
        spring = m.clause("Spring");
        mill = m.clause("Mill");
        dam = m.clause("Dam");
        flooded = m.ending("flooded");
        idle = m.point("idle");
        grinds = m.point("grinds");
        m.at(grinds).control = false;
        turns = m.trigger("turns", grinds);
        m.in(mill);
        const CodeId caught = m.pend(turns);
        m.model().rules.triggers[turns.index].clause = mill;
        ground = m.label("ground", m.sequence({m.increase(water, m.c(-1)), m.finish(flooded)}));
        m.option(grinds, "grind", m.c(1), ground, {}, mill);
        m.in(spring);
        flows = m.label("flows", m.sequence({m.increase(water, m.c(1)), caught, m.stop(idle)}));
        const TermId open = m.negation(m.both(m.enabled(dam), m.cell(closed)));
        m.option(idle, "flow", open, flows, {}, spring);
        model = m.build();
    }

    ModelBuilder m;
    VarId water, closed;
    ClauseId spring, mill, dam;
    EndingId flooded;
    PointId idle, grinds;
    TriggerId turns;
    LabelId ground, flows;
    Model model;
};

TEST(Effects, are_listed_for_the_clause_in_whose_name_code_is_run) {
    const SpringAndMill game;
    const Effects effects(game.model);
    EXPECT_EQ(effects.of(game.spring).writes, std::vector{game.water});
    EXPECT_EQ(effects.of(game.spring).sets_off, std::vector{game.turns})
        << "it brings about what Mill catches";
    EXPECT_EQ(effects.of(game.mill).catches, std::vector{game.turns});
    EXPECT_TRUE(effects.of(game.mill).sets_off.empty());
    EXPECT_EQ(effects.of(game.mill).ends, std::vector{game.flooded});
    EXPECT_EQ(effects.of(game.mill).offers, std::vector{game.grinds});
}

TEST(Effects, a_prohibition_reads_and_is_no_ability) {
    const SpringAndMill game;
    const Effects effects(game.model);
    EXPECT_FALSE(effects.of(game.dam).is_ability);
    EXPECT_TRUE(effects.of(game.spring).is_ability);
    EXPECT_TRUE(effects.read_by(game.dam)[game.closed.index]);
    EXPECT_FALSE(effects.read_by(game.dam)[game.water.index]);
}

TEST(Effects, a_transition_ends_where_the_frame_waits) {
    const SpringAndMill game;
    const TransitionEffects flows = Effects(game.model).from(game.flows);
    EXPECT_EQ(flows.writes, std::vector{game.water});
    EXPECT_EQ(flows.leads_to, (std::vector{game.idle, game.grinds}));
    EXPECT_TRUE(flows.ends.empty()) << "the mill grinds in a transition of its own";
}

TEST(Effects, tell_who_writes_what_a_condition_reads) {
    SpringAndMill game;
    const TermId full = game.m.equal(game.m.cell(game.water), game.m.c(3));
    const TermId shut = game.m.cell(game.closed);
    const Model model = game.m.build();
    const Effects effects(model);
    EXPECT_EQ(effects.writers_of(full), (std::vector{game.spring, game.mill}));
    EXPECT_TRUE(effects.is_fixed(shut));
    EXPECT_FALSE(effects.is_fixed(full));
    EXPECT_TRUE(effects.raises(game.water));
    EXPECT_FALSE(effects.raises(game.closed));
}

TEST(Effects, know_what_a_cell_may_become) {
    ModelBuilder m;
    const TypeId two = m.range(0, 1);
    const VarId at = m.variable("at", m.range(0, 3), 0, {two});
    const PointId idle = m.point("idle");
    m.option(idle, "go", m.c(1), m.label("go", m.sequence({m.set(at, m.c(2), {m.c(1)}), m.stop(idle)})));
    const Model model = m.build();
    const Effects effects(model);
    EXPECT_TRUE(effects.may_become(at, {1}, 2));
    EXPECT_FALSE(effects.may_become(at, {1}, 3));
    EXPECT_FALSE(effects.may_become(at, {0}, 2));
}

TEST(Effects, other_cells_of_the_variable_do_not_count) {
    ModelBuilder m;
    const VarId at = m.variable("at", m.range(0, 3), 0, {m.range(0, 1)});
    const ClauseId push = m.clause("push");
    m.in(push);
    const PointId idle = m.point("idle");
    m.option(idle, "go", m.c(1), m.label("go", m.sequence({m.set(at, m.c(2), {m.c(1)}), m.stop(idle)})));
    const TermId first = m.equal(m.cell(at, {m.c(0)}), m.c(2));
    const TermId second = m.equal(m.cell(at, {m.c(1)}), m.c(2));
    const Model model = m.build();
    EXPECT_TRUE(Effects(model).writers_of(first).empty());
    EXPECT_EQ(Effects(model).writers_of(second), std::vector{push});
}

TEST(Effects, what_only_resets_begins_a_life) {
    ModelBuilder m;
    const VarId at = m.variable("at", m.range(0, 3));
    const ClauseId birth = m.clause("birth");
    m.in(birth);
    const PointId idle = m.point("idle");
    m.option(idle, "go", m.c(1), m.label("go", m.sequence({m.reset(at, m.c(0)), m.stop(idle)})));
    const TermId asked = m.equal(m.cell(at), m.c(3));
    const Model model = m.build();
    EXPECT_TRUE(Effects(model).writers_of(asked).empty());
    EXPECT_FALSE(Effects(model).is_fixed(asked));
}

}  // namespace
}  // namespace errata::compiler
