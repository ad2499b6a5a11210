// The parts of a setup have all its initial states between them, each once.
#include "checker/explicit/setup_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/explicit/initial_states.h"
#include "tests/support/toy_games.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using checker::initial_states;
using checker::PartLimits;
using checker::parts_of;
using testing::SizeIs;
using testing::UnorderedElementsAreArray;

// Three cards of five on three seats, none twice, and a lamp that play switches.
struct SetupParts : testing::Test {
    ModelBuilder m;
    TypeId seat = m.range(0, 2);
    TypeId card = m.range(0, 4);
    VarId lamp = m.variable("lamp", m.boolean(), 0, {});
    VarId held = m.variable("held", card, 0, {seat});
    PointId turn = m.point("turn");
    compiler::Setup any;

    SetupParts() {
        m.option(turn, "switches", m.c(1), m.label("switches", m.set(lamp, m.negation(m.cell(lamp)))));
        any.values.assign(4, 0);
        any.open = {0, 1, 2, 3};
        for (Value a = 0; a < 3; ++a) {
            for (Value b = a + 1; b < 3; ++b)
                any.requirements.emplace_back(
                    m.negation(m.equal(m.cell(held, {m.c(a)}), m.cell(held, {m.c(b)}))), ClauseId{});
        }
    }
};

TEST_F(SetupParts, AreTheSetupTogetherAndNothingTwice) {
    const Model model = m.build();
    const Evaluator evaluator(model);
    const auto whole = initial_states(evaluator, any);
    ASSERT_THAT(*whole, SizeIs(120));
    for (const std::size_t most : {1U, 2U, 7U, 24U, 50U}) {
        const auto parts = parts_of(evaluator, any, {.whole = 100, .part = most});
        ASSERT_TRUE(parts);
        std::vector<State> together;
        for (const compiler::Setup& part : *parts) {
            const auto states = initial_states(evaluator, part);
            EXPECT_LE(states->size(), most);
            EXPECT_FALSE(states->empty());
            for (const State& state : *states) {
                EXPECT_TRUE(evaluator.satisfies_requirements(part, state));
                together.push_back(state);
            }
        }
        EXPECT_THAT(together, UnorderedElementsAreArray(*whole)) << most;
    }
}

TEST_F(SetupParts, AreToldApartByCellsThatNobodyWritesFirst) {
    const Model model = m.build();
    const auto parts = parts_of(Evaluator(model), any, {.whole = 100, .part = 24});
    ASSERT_TRUE(parts);
    for (const compiler::Setup& part : *parts) {
        for (const NarrowedCell& narrow : part.narrowed) EXPECT_NE(narrow.cell, model.variable(lamp).base);
    }
}

TEST_F(SetupParts, AreOneWhereThatIsFewEnough) {
    const Model model = m.build();
    const auto parts = parts_of(Evaluator(model), any, {.whole = 120});
    ASSERT_THAT(*parts, SizeIs(1));
    EXPECT_TRUE(parts->front().narrowed.empty());
}

TEST_F(SetupParts, AreNoneWhereThereAreTooMany) {
    const Model model = m.build();
    EXPECT_FALSE(parts_of(Evaluator(model), any, {.whole = 10, .all = 119}));
    EXPECT_FALSE(parts_of(Evaluator(model), any, {.whole = 10, .assignments = 50}));
}

}  // namespace
}  // namespace errata::tests
