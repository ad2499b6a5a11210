#include "checker/certify/growth_points.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

// Each round `life` falls by one; at 5 or less it falls by two.
struct Falling : testing::Test {
    Falling() {
        const VarId life = m.variable("life", m.counter(), 9);
        const PointId point = m.point("round");
        m.option(point, "again", m.c(1),
                 m.label("again", m.sequence({m.when(m.less(m.cell(life), m.c(6)), m.increase(life, m.c(-1))),
                                              m.increase(life, m.c(-1)), m.stop(point)})));
        model = m.build();
    }
    Trace play(Value life) const {
        Trace play;
        play.initial = tests::initial_state(model);
        play.initial[0] = life;
        play.steps = Evaluator(model).expand(play.initial).successors;
        return play;
    }
    std::string problem(Value life, const std::vector<Linear>& bounds, Value change) const {
        return problem_of(Evaluator(model), play(life), 0, {{0}, bounds, {{change, {{0, 1}}}}}, true);
    }

    ModelBuilder m;
    Model model;
};

TEST_F(Falling, a_right_certificate_has_no_problem) { EXPECT_EQ(problem(4, {{-5, {{0, 1}}}}, -2), ""); }

TEST_F(Falling, a_later_round_may_differ) {
    EXPECT_EQ(problem(9, {}, -1), "a later round comes to something else");
    EXPECT_EQ(problem(8, {{-9, {{0, 1}}}}, -1), "a later round comes to something else");
}

TEST_F(Falling, a_later_round_may_begin_outside) {
    EXPECT_EQ(problem(9, {{6, {{0, -1}}}}, -1), "a later round begins outside the set");
    EXPECT_EQ(problem(5, {{6, {{0, -1}}}}, -2), "the round begins outside the set");
    EXPECT_EQ(problem(20, {{19, {{0, -1}}}}, -1), "a later round begins outside the set");
}

}  // namespace
}  // namespace errata::checker
