#include "checker/loops/agenda_growth.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

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
    // The states of forced play until the scope cuts it off, or for 40 steps.
    std::vector<State> play(std::vector<CodeId> of_a_cry, Agenda agenda = Agenda::Stack) {
        of_a_cry.push_back(m.leave());
        m.option(item, "cry", m.c(1), m.label("cry", m.sequence(of_a_cry)));
        m.option(waits, "rests", m.c(1), m.label("rests", m.stop(waits)));
        m.model().policies.agenda = agenda;
        model = m.build();
        std::vector<State> states{tests::initial_state(model)};
        while (states.size() < 40) {
            const Expansion expansion = Evaluator(model).expand(states.back());
            if (expansion.successors.size() != 1 || !expansion.successors[0].next) break;
            states.push_back(*expansion.successors[0].next);
        }
        return states;
    }

    ModelBuilder m;
    PointId turn, waits, item;
    VarId done;
    TriggerId cry;
    Model model;
};

struct Criers : testing::Test, Crier {};

TEST_F(Criers, who_answer_twice_have_ever_more_to_do) {
    for (const Agenda agenda : {Agenda::Stack, Agenda::Queue, Agenda::Bag}) {
        Crier again;
        const std::vector<State> states =
            again.play({again.m.pend(again.cry), again.m.pend(again.cry)}, agenda);
        EXPECT_LT(states.size(), 40U);
        EXPECT_TRUE(find_agenda_growth(again.model, states)) << static_cast<int>(agenda);
    }
}

TEST_F(Criers, who_answer_once_come_back_to_the_same_state) {
    const std::vector<State> states = play({m.pend(cry)});
    EXPECT_FALSE(find_agenda_growth(model, states));
}

TEST_F(Criers, whose_second_answer_is_given_once_come_to_an_end) {
    const CodeId first =
        m.when(m.cell(done), m.sequence({}), m.sequence({m.set(done, m.c(1)), m.pend(cry), m.pend(cry)}));
    const std::vector<State> states = play({first});
    EXPECT_FALSE(find_agenda_growth(model, states));
}

// A longer chain than the agenda has room for, but a finite one.
TEST_F(Criers, who_only_outgrow_the_scope_are_not_endless) {
    const VarId left = m.variable("left", m.range(0, 30), 30);
    const CodeId go_on = m.when(m.less(m.c(0), m.cell(left)),
                                m.sequence({m.increase(left, m.c(-1)), m.pend(cry), m.pend(cry)}));
    const std::vector<State> states = play({go_on});
    EXPECT_LT(states.size(), 40U);
    EXPECT_FALSE(find_agenda_growth(model, states));
}

}  // namespace
}  // namespace errata::checker
