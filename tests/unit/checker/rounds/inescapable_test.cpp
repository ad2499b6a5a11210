#include "checker/rounds/inescapable.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

struct Ways {
    Value left = 1;   // by how much the number changes with one option
    Value right = 1;  // with the other
    Value bound = 0;  // the second is there while the number is not below it
};

// A counter from 0, and two options that change it and go on.
Model two_ways(const Ways& ways) {
    ModelBuilder m;
    const VarId number = m.variable("number", m.counter());
    const VarId lamp = m.variable("lamp", m.boolean());
    const PointId point = m.point("here");
    const auto body = [&](Value by, Value light) {
        return m.sequence({m.increase(number, m.c(by)), m.set(lamp, m.c(light)), m.stop(point)});
    };
    m.option(point, "left", m.c(1), m.label("left", body(ways.left, 0)));
    m.option(point, "right", m.negation(m.less(m.cell(number), m.c(ways.bound))),
             m.label("right", body(ways.right, 1)));
    return m.build();
}

bool is_inescapable(const Model& model) {
    return Inescapable::from(Evaluator(model), tests::initial_state(model), LoopStage::Game).has_value();
}

TEST(Inescapable, NumbersThatGoOneWayWhateverIsChosen) {
    EXPECT_TRUE(is_inescapable(two_ways({1, 2, 0})));
    EXPECT_TRUE(is_inescapable(two_ways({0, 5, -3})));
}

TEST(Inescapable, NotSaidOfNumbersThatGoBothWays) { EXPECT_FALSE(is_inescapable(two_ways({1, -1, 0}))); }

TEST(Inescapable, NotSaidWhereALaterRoundMayBeAskedOtherwise) {
    EXPECT_FALSE(is_inescapable(two_ways({1, 1, 3}))) << "one option is there later";
}

TEST(Inescapable, WhatIsThereAtFirstOnlyIsFollowedByItself) {
    EXPECT_TRUE(is_inescapable(two_ways({-1, -1, 0}))) << "one option is there at first only";
}

TEST(Inescapable, NotSaidWhereAnOptionEndsTheGame) {
    ModelBuilder m;
    const VarId number = m.variable("number", m.counter());
    const PointId point = m.point("here");
    m.option(point, "on", m.c(1), m.label("on", m.sequence({m.increase(number, m.c(1)), m.stop(point)})));
    const EndingId ending = m.ending("over");
    m.option(point, "ends", m.c(1), m.label("ends", m.finish(ending)));
    const Model model = m.build();
    EXPECT_FALSE(is_inescapable(model));
    EXPECT_TRUE(gets_out(Evaluator(model), tests::initial_state(model), LoopStage::Game, 10));
}

TEST(Inescapable, AWayOutIsOneThatWasFollowedToItsEnd) {
    const Model model = two_ways({1, 1, 0});
    EXPECT_FALSE(gets_out(Evaluator(model), tests::initial_state(model), LoopStage::Game, 50));
}

// The turn sets off one cry; what a cry does is up to the test.
struct Crier {
    Crier() {
        m.frames = 6;
        m.pending = 6;
        turn = m.point("turn");
        waits = m.point("waits");
        item = m.point("item");
        m.at(item).control = false;
        done = m.variable("done", m.boolean());
        cry = m.trigger("cry", item);
        m.option(turn, "cries", m.c(1), m.label("cries", m.sequence({m.pend(cry), m.stop(waits)})));
    }
    Model answering(std::vector<CodeId> of_a_cry, Agenda agenda = Agenda::Stack) {
        of_a_cry.push_back(m.leave());
        m.option(item, "cry", m.c(1), m.label("cry", m.sequence(of_a_cry)));
        m.option(waits, "rests", m.c(1), m.label("rests", m.stop(waits)));
        m.model().policies.agenda = agenda;
        return m.build();
    }

    ModelBuilder m;
    PointId turn, waits, item;
    VarId done;
    TriggerId cry;
};

constexpr Agenda agendas[] = {Agenda::Stack, Agenda::Queue, Agenda::Bag};

// Some moves from the beginning.
State after(const Model& model, std::size_t moves) {
    State state = tests::initial_state(model);
    for (std::size_t i = 0; i < moves; ++i) state = *Evaluator(model).expand(state).successors.front().next;
    return state;
}

TEST(Criers, who_answer_twice_have_ever_more_to_do) {
    for (const Agenda agenda : agendas) {
        Crier twice;
        const Model model = twice.answering({twice.m.pend(twice.cry), twice.m.pend(twice.cry)}, agenda);
        const Evaluator evaluator(model);
        // In a stack once one lies above the turn.
        const State first = after(model, 2);
        const std::optional<Inescapable> region = Inescapable::from(evaluator, first, LoopStage::Turn);
        ASSERT_TRUE(region) << static_cast<int>(agenda);
        EXPECT_TRUE(region->is_choiceless());
        EXPECT_FALSE(region->more().empty());
        EXPECT_TRUE(region->contains(after(model, 4)));
        EXPECT_TRUE(region->way_round(evaluator));
    }
}

TEST(Criers, who_answer_once_come_back_to_the_same_state) {
    Crier once;
    const Model model = once.answering({once.m.pend(once.cry)});
    const std::optional<Inescapable> region =
        Inescapable::from(Evaluator(model), after(model, 2), LoopStage::Turn);
    ASSERT_TRUE(region);
    EXPECT_TRUE(region->more().empty());
    const std::optional<WayRound> way = region->way_round(Evaluator(model));
    ASSERT_TRUE(way);
    EXPECT_EQ(way->steps.size(), 2U);
}

TEST(Criers, whose_second_answer_is_given_once_come_to_rest) {
    for (const Agenda agenda : agendas) {
        Crier shy;
        ModelBuilder& m = shy.m;
        const CodeId first = m.when(m.cell(shy.done), m.sequence({}),
                                    m.sequence({m.set(shy.done, m.c(1)), m.pend(shy.cry), m.pend(shy.cry)}));
        const Model model = shy.answering({first}, agenda);
        const std::optional<Inescapable> region =
            Inescapable::from(Evaluator(model), after(model, 2), LoopStage::Resolution);
        EXPECT_FALSE(region) << "behind it the turn rests for ever";
    }
}

// A longer chain than the agenda has room for, but a finite one.
TEST(Criers, who_only_outgrow_the_scope_are_not_endless) {
    for (const Agenda agenda : agendas) {
        Crier many;
        ModelBuilder& m = many.m;
        const VarId left = m.variable("left", m.range(0, 30), 30);
        const CodeId go_on =
            m.when(m.less(m.c(0), m.cell(left)),
                   m.sequence({m.increase(left, m.c(-1)), m.pend(many.cry), m.pend(many.cry)}));
        const Model model = many.answering({go_on}, agenda);
        EXPECT_FALSE(Inescapable::from(Evaluator(model), after(model, 2), LoopStage::Resolution));
    }
}

}  // namespace
}  // namespace errata::checker
