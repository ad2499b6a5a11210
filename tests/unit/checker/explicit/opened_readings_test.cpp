// Which readings a search opens, and that what it leaves closed costs no finding.
#include "checker/explicit/opened_readings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "checker/certify/fixpoint.h"
#include "checker/driver/driver.h"
#include "checker/fact_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "tests/support/codes.h"
#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using testing::ElementsAre;
using tests::ModelBuilder;

// Three rules with two readings each; x may step up only where the first one is read in its second way.
struct Opened : testing::Test {
    Opened() {
        m.model().player_type = m.enumeration("player", {"Ann"});
        for (const VarId reading : {first, second, third}) m.reading(reading, m.clause("rule"));
        turn = m.point("turn");
        m.at(turn).owner = OwnerKind::Nobody;
        const TermId may = m.both(m.equal(m.cell(first), m.c(1)), m.less(m.cell(x), m.c(2)));
        m.option(turn, "steps", may, m.label("steps", m.sequence({m.increase(x, m.c(1)), m.stop(turn)})));
        m.option(turn, "ends", m.c(1), m.label("ends", m.finish(m.ending("end"))));
        m.setup("start");
    }
    compiler::Setup& setup() { return m.model().setups[0]; }

    ModelBuilder m;
    VarId x = m.variable("x", m.range(0, 2));
    VarId first = m.variable("first", m.enumeration("way", {"one", "two"}));
    VarId second = m.variable("second", m.enumeration("way", {"one", "two"}));
    VarId third = m.variable("third", m.enumeration("way", {"one", "two"}));
    PointId turn;
};

Facts under(std::size_t readings, std::size_t of) { return {{FactKind::UnderReadings, {readings, of}}}; }

TEST_F(Opened, are_at_first_those_that_the_setup_requires) {
    setup().requirements.emplace_back(m.equal(m.cell(second), m.c(1)), ClauseId{});
    const Model model = m.build();
    const Evaluator evaluator(model);
    OpenedReadings opened(model, model.setups[0]);
    ASSERT_TRUE(opened.list(evaluator, {}));
    EXPECT_THAT(opened.closed(), ElementsAre(true, false, true));
    EXPECT_EQ(opened.facts(), under(1, 3));
    ASSERT_EQ(opened.initial().size(), 1U);
    EXPECT_FALSE(opened.cover({{true, true, false}}));
    EXPECT_FALSE(opened.are_open({true, true, false}));
    EXPECT_TRUE(opened.cover({{false, true, false}}));
    ASSERT_TRUE(opened.open(evaluator, {{true, true, false}}, {}));
    EXPECT_TRUE(opened.cover({2, {true, true, false}}));
    EXPECT_TRUE(opened.are_open({true, true, false}));
    EXPECT_EQ(opened.facts(), under(2, 3));
    EXPECT_EQ(opened.initial().size(), 2U);
}

// With x open there are three plays; what one of them asks is opened for it alone, and what its alternatives
// ask in turn for these alone.
TEST_F(Opened, are_those_of_each_play) {
    setup().open.push_back(m.model().variable(x).base);
    const Model model = m.build();
    const Evaluator evaluator(model);
    OpenedReadings opened(model, model.setups[0]);
    ASSERT_TRUE(opened.list(evaluator, {}));
    ASSERT_EQ(opened.initial().size(), 3U);
    const ReadingSet none(3);
    ASSERT_TRUE(opened.open(evaluator, {none, {true, false, false}, none}, {}));
    ASSERT_EQ(opened.initial().size(), 4U);
    EXPECT_THAT(opened.closed_from(0), ElementsAre(true, true, true));
    EXPECT_THAT(opened.closed_from(1), ElementsAre(false, true, true));
    EXPECT_THAT(opened.closed_from(2), ElementsAre(false, true, true));
    EXPECT_FALSE(opened.cover({{true, false, false}, none, none, none}));
    ASSERT_TRUE(opened.open(evaluator, {none, none, {true, true, false}, none}, {}));
    EXPECT_EQ(opened.initial().size(), 5U);
    EXPECT_THAT(opened.closed(), ElementsAre(false, false, true));
    EXPECT_TRUE(std::ranges::is_sorted(opened.initial()));
    EXPECT_FALSE(opened.open(evaluator, std::vector<ReadingSet>(5, {true, true, true}), {.states = 20}))
        << "there is no room for all";
}

TEST_F(Opened, are_all_without_the_reduction) {
    const Model model = m.build();
    OpenedReadings opened(model, model.setups[0], true);
    EXPECT_EQ(opened.facts(), under(3, 0));
    ASSERT_TRUE(opened.list(Evaluator(model), {}));
    EXPECT_EQ(opened.initial().size(), 8U);
}

TEST_F(Opened, are_not_those_that_the_setup_fixes) {
    setup().open.clear();
    const Model model = m.build();
    const OpenedReadings opened(model, model.setups[0]);
    EXPECT_THAT(opened.closed(), ElementsAre(false, false, false));
    EXPECT_EQ(opened.facts(), Facts{{FactKind::NoReadingAsked}});
}

TEST_F(Opened, are_those_a_search_asks) {
    const Model model = m.build();
    CheckOptions options;
    options.threads = 1;
    const CheckResult result = check(model, options);
    EXPECT_EQ(result.stats.at(Statistic::States), 8)
        << "two under the first alternative, six under the second";
    options.reductions.readings = false;
    EXPECT_EQ(check(model, options).stats.at(Statistic::States), 32);
}

// Of the states in which x has stepped up it is asked how the second is read as well: on plays under the
// second alternative of the first.
TEST_F(Opened, are_certified) {
    const TermId question = m.both(m.less(m.c(0), m.cell(x)), m.equal(m.cell(second), m.c(1)));
    const Model model = m.build();
    const Evaluator evaluator(model);
    OpenedReadings opened(model, model.setups[0]);
    const auto problem = [&](const std::vector<TermId>& questions) {
        std::vector<State> states = opened.initial();
        for (std::size_t i = 0; i < states.size(); ++i) {
            for (const Successor& successor : evaluator.expand(states[i]).successors) {
                if (std::ranges::find(states, *successor.next) == states.end())
                    states.push_back(*successor.next);
            }
        }
        return Fixpoint(evaluator, opened.setup(),
                        StateList{states.size(), [states](std::size_t i) { return states[i]; }}, 1,
                        {opened.kept_first(), questions})
            .problem();
    };
    ASSERT_TRUE(opened.list(evaluator, {}));
    EXPECT_EQ(problem({}), "an initial state is not among them");
    ASSERT_TRUE(opened.open(evaluator, {{true, false, false}}, {}));
    EXPECT_EQ(problem({}), "");
    EXPECT_EQ(problem({question}), "an initial state is not among them");
    ASSERT_TRUE(opened.open(evaluator, {{false, true, false}, {false, false, false}}, {}));
    EXPECT_EQ(problem({question}), "an initial state is not among them") << "of the other play";
    ASSERT_TRUE(opened.open(evaluator, {{}, {}, {false, true, false}}, {}));
    EXPECT_EQ(problem({question}), "");
}

// Without the clause a reading is asked that is not asked with it, and only its second alternative goes
// another way.
TEST_F(Opened, are_more_where_a_clause_is_left_out) {
    const ClauseId hiding = m.clause("hiding");
    const TermId may =
        m.make(TermKind::And, {m.equal(m.cell(second), m.c(1)), m.negation(m.enabled(hiding))});
    m.option(turn, "jumps", may, m.label("jumps", m.sequence({m.set(x, m.c(2)), m.stop(turn)})));
    const Model model = m.build();
    for (const bool reduced : {true, false}) {
        CheckOptions options;
        options.threads = 1;
        options.reductions.readings = reduced;
        for (const Finding& finding : check(model, options).findings)
            EXPECT_NE(finding.code, "dead-text") << reduced;
    }
}

}  // namespace
}  // namespace errata::checker
