#include "checker/loops/inescapable.h"

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
    return checker::is_inescapable(Evaluator(model), Twins(model), tests::initial_state(model),
                                   LoopStage::Game);
}

TEST(Inescapable, NumbersThatGoOneWayWhateverIsChosen) {
    EXPECT_TRUE(is_inescapable(two_ways({1, 2, 0})));
    EXPECT_TRUE(is_inescapable(two_ways({0, 5, -3})));
}

TEST(Inescapable, NotSaidOfNumbersThatGoBothWays) { EXPECT_FALSE(is_inescapable(two_ways({1, -1, 0}))); }

TEST(Inescapable, NotSaidWhereALaterRoundMayBeAskedOtherwise) {
    EXPECT_FALSE(is_inescapable(two_ways({-1, -1, 0}))) << "one option is there at first only";
    EXPECT_FALSE(is_inescapable(two_ways({1, 1, 3}))) << "one is there later";
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

}  // namespace
}  // namespace errata::checker
