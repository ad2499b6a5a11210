// States as such: well-formedness, setups, the canonical order of the bag.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using testing::ElementsAre;

// x | over | frame: point, register | frame | bag: trigger, argument | slot
struct States : testing::Test {
    ModelBuilder m;
    TypeId digit = m.range(0, 9);
    VarId x = m.variable("x", digit, 4);
    PointId turn = m.point("turn");
    PointId item = m.point("item");
    EndingId win = m.ending("win");
    TriggerId plain = m.trigger("plain", item);
    TriggerId with_argument = m.trigger("with argument", item, {digit});
    Model model;

    States() {
        m.frames = 2;
        m.registers = 1;
        m.pending = 2;
        m.pending_arguments = 1;
        m.at(item).control = false;
        m.live(item, 0, digit);
        model = m.build();
    }
    bool well_formed(const State& state) { return Evaluator(model).is_well_formed(state); }
};

TEST_F(States, WellFormed) {
    EXPECT_TRUE(well_formed({4, 0, 1, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_TRUE(well_formed({4, 0, 2, 9, 1, 0, 2, 7, 1, 0})) << "an item above the turn, an unsorted bag";
    EXPECT_TRUE(well_formed({4, 1, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST_F(States, IllFormed) {
    EXPECT_FALSE(well_formed({4, 0, 1, 0, 0, 0, 0, 0, 0})) << "too few cells";
    EXPECT_FALSE(well_formed({10, 0, 1, 0, 0, 0, 0, 0, 0, 0})) << "x outside its type";
    EXPECT_FALSE(well_formed({4, 2, 0, 0, 0, 0, 0, 0, 0, 0})) << "no such ending";
    EXPECT_FALSE(well_formed({4, 0, 0, 0, 0, 0, 0, 0, 0, 0})) << "nothing goes on";
    EXPECT_FALSE(well_formed({4, 1, 1, 0, 0, 0, 0, 0, 0, 0})) << "over, and something goes on";
    EXPECT_FALSE(well_formed({4, 0, 3, 0, 0, 0, 0, 0, 0, 0})) << "no such point";
    EXPECT_FALSE(well_formed({4, 0, 2, 0, 0, 0, 0, 0, 0, 0})) << "an item as control frame";
    EXPECT_FALSE(well_formed({4, 0, 1, 0, 1, 0, 0, 0, 0, 0})) << "the turn as an item";
    EXPECT_FALSE(well_formed({4, 0, 1, 5, 0, 0, 0, 0, 0, 0})) << "a register that is not live";
    EXPECT_FALSE(well_formed({4, 0, 2, 10, 1, 0, 0, 0, 0, 0})) << "a live register outside its type";
    EXPECT_FALSE(well_formed({4, 0, 1, 0, 0, 1, 0, 0, 0, 0})) << "a register of no frame";
    EXPECT_FALSE(well_formed({4, 0, 1, 0, 0, 0, 0, 0, 1, 0})) << "a gap in the bag";
    EXPECT_FALSE(well_formed({4, 0, 1, 0, 0, 0, 3, 0, 0, 0})) << "no such trigger";
    EXPECT_FALSE(well_formed({4, 0, 1, 0, 0, 0, 1, 1, 0, 0})) << "an argument too many";
    EXPECT_FALSE(well_formed({4, 0, 1, 0, 0, 0, 2, 10, 0, 0})) << "an argument outside its type";
}

TEST_F(States, TheCanonicalBagIsSortedWithEmptySlotsLast) {
    EXPECT_THAT(canonical(model, {4, 0, 1, 0, 0, 0, 2, 7, 1, 0}), ElementsAre(4, 0, 1, 0, 0, 0, 1, 0, 2, 7));
    EXPECT_THAT(canonical(model, {4, 0, 1, 0, 0, 0, 0, 0, 2, 3}), ElementsAre(4, 0, 1, 0, 0, 0, 2, 3, 0, 0));
    EXPECT_THAT(canonical(model, {4, 0, 1, 0, 0, 0, 2, 7, 2, 3}), ElementsAre(4, 0, 1, 0, 0, 0, 2, 3, 2, 7));
}

TEST_F(States, SetupsFixSomeCellsAndLeaveOthersOpen) {
    compiler::Setup setup;
    setup.values = {4};
    setup.open = {0};
    setup.requirements = {{m.less(m.cell(x), m.c(3)), {}}, {m.less(m.c(0), m.cell(x)), {}}};
    model = m.build();
    const Evaluator evaluator(model);
    const State state = evaluator.initial(setup, {2});
    EXPECT_THAT(state, ElementsAre(2, 0, 1, 0, 0, 0, 0, 0, 0, 0));
    EXPECT_TRUE(evaluator.satisfies_requirements(setup, state));
    EXPECT_FALSE(evaluator.satisfies_requirements(setup, evaluator.initial(setup, {3})));
    EXPECT_FALSE(evaluator.satisfies_requirements(setup, evaluator.initial(setup, {0})));
}

}  // namespace
}  // namespace errata::tests
