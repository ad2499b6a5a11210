// Which counters nothing reads, or no longer.
#include "checker/explicit/slice.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "checker/certify/sameness.h"
#include "checker/explicit/breadth_first.h"
#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;

// A step that adds to `score` and toggles a flag; each test lets something look at the score.
struct Slice : testing::Test {
    Slice() {
        score = m.variable("score", m.counter());
        flag = m.variable("flag", m.boolean());
        mark = m.variable("mark", m.range(0, 1));
        point = m.point("again");
        steps = {m.increase(score, m.c(1)), m.set(flag, m.make(TermKind::Subtract, {m.c(1), m.cell(flag)}))};
    }
    Model build(TermId guard = {}) {
        steps.push_back(m.stop(point));
        m.option(point, "again", guard.is_valid() ? guard : m.c(1), m.label("again", m.sequence(steps)));
        m.setup("start");
        return m.build();
    }
    static std::size_t unread(const Model& model) {
        see_as_the_second_look_does(model);
        return checker::UnreadCounters(model).cells.size();
    }
    static std::vector<checker::UnreadCounters::Spent> spent(const Model& model) {
        see_as_the_second_look_does(model);
        return checker::UnreadCounters(model).spent;
    }
    static void see_as_the_second_look_does(const Model& model) {
        const checker::UnreadCounters found(model);
        EXPECT_EQ(checker::indifferent_counters(model).size(), found.cells.size() + found.spent.size());
        for (const checker::Indifference& counter : checker::indifferent_counters(model)) {
            const auto same = [&](const checker::UnreadCounters::Spent& one) {
                return one.cell == counter.cell && one.from == (one.falls ? counter.least : counter.most);
            };
            const bool is_unread = std::ranges::find(found.cells, counter.cell) != found.cells.end();
            EXPECT_EQ(is_unread, counter.least == counter.most);
            EXPECT_TRUE(is_unread || std::ranges::any_of(found.spent, same));
        }
    }
    void claim(ClaimKind kind, TermId condition) {
        Claim claim;
        claim.kind = kind;
        claim.condition = condition;
        m.model().asked.claims.push_back(claim);
    }
    ModelBuilder m;
    VarId score, flag, mark;
    PointId point;
    std::vector<CodeId> steps;
};

TEST_F(Slice, ACounterThatIsOnlyAddedToIsUnread) { EXPECT_EQ(unread(build()), 1U); }

TEST_F(Slice, AGuardReads) { EXPECT_EQ(unread(build(m.less(m.cell(score), m.c(5)))), 0U); }

TEST_F(Slice, ATermWrittenElsewhereReads) {
    steps.push_back(m.when(m.less(m.cell(score), m.c(3)), m.set(mark, m.c(1))));
    EXPECT_EQ(unread(build()), 0U);
}

TEST_F(Slice, ASetReadsWhatItReplaces) {
    steps.push_back(m.when(m.cell(flag), m.set(score, m.c(0))));
    EXPECT_EQ(unread(build()), 0U);
}

TEST_F(Slice, AnAmountOfItsOwnReads) {
    steps.push_back(m.increase(score, m.cell(score)));
    EXPECT_EQ(unread(build()), 0U);
}

TEST_F(Slice, AClaimReads) {
    claim(ClaimKind::Never, m.less(m.cell(score), m.c(0)));
    EXPECT_EQ(unread(build()), 0U);
}

TEST_F(Slice, OneEndIsAClaimAboutEverything) {
    claim(ClaimKind::Unique, {});
    EXPECT_EQ(unread(build()), 0U);
}

TEST_F(Slice, AScenarioOnlyWatches) {
    Scenario scenario;
    ScenarioStep then;
    then.condition = m.less(m.cell(score), m.c(5));
    scenario.steps.push_back(then);
    m.model().asked.scenarios.push_back(scenario);
    EXPECT_EQ(unread(build()), 1U);
}

// Beyond all that it is compared with it makes no difference what it holds.
TEST_F(Slice, ACounterThatOnlyRisesIsSpentAboveAllBounds) {
    claim(ClaimKind::Never, m.equal(m.cell(score), m.c(9)));
    const auto found = spent(build(m.less(m.cell(score), m.c(5))));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_FALSE(found[0].falls);
    EXPECT_EQ(found[0].from, 10);
}

TEST_F(Slice, ACounterThatOnlyFallsIsSpentBelowAllBounds) {
    const VarId debt = m.variable("debt", m.counter());
    steps.push_back(m.increase(debt, m.c(-2)));
    const auto found = spent(build(m.less(m.c(3), m.cell(debt))));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].falls);
    EXPECT_EQ(found[0].from, 2);
}

TEST_F(Slice, ACounterThatRisesAndFallsIsNeverSpent) {
    steps.push_back(m.when(m.cell(flag), m.increase(score, m.c(-1))));
    EXPECT_TRUE(spent(build(m.less(m.cell(score), m.c(5)))).empty());
}

TEST_F(Slice, ACounterThatIsComparedWithWhatChangesIsNeverSpent) {
    EXPECT_TRUE(spent(build(m.less(m.cell(score), m.add(m.cell(mark), m.c(1))))).empty());
}

TEST_F(Slice, ACounterThatIsAddedToSomethingIsNeverSpent) {
    steps.push_back(m.when(m.less(m.cell(score), m.c(5)), m.increase(mark, m.cell(score))));
    EXPECT_TRUE(spent(build()).empty());
}

TEST_F(Slice, WhatIsSpentLetsTheSearchEnd) {
    steps.push_back(m.when(m.less(m.c(3), m.cell(score)), m.set(mark, m.c(1))));
    const Model model = build();
    const Evaluator evaluator(model);
    const checker::EvaluatedSuccessors successors(evaluator);
    checker::Exploration reduced(evaluator.facts(), successors);
    reduced.run({{initial_state(model), 0}}, {});
    EXPECT_TRUE(reduced.complete());
    EXPECT_EQ(reduced.size(), 6U);  // 0 to 3, and 4 with either flag
    const checker::Sameness sameness(model);
    State a = initial_state(model);
    State b = a;
    a[model.variable(score).base] = 4;
    b[model.variable(score).base] = 7;
    EXPECT_TRUE(sameness.compare(a, b).has_value());
    EXPECT_EQ(sameness.digest(a), sameness.digest(b));
    a[model.variable(score).base] = 3;
    EXPECT_FALSE(sameness.compare(a, b).has_value());
}

TEST_F(Slice, MakesTheSearchEndWhereStatesDiffer) {
    const Model model = build();
    const Evaluator evaluator(model);
    const checker::EvaluatedSuccessors successors(evaluator);
    checker::Exploration reduced(evaluator.facts(), successors);
    reduced.run({{initial_state(model), 0}}, {});
    EXPECT_EQ(reduced.size(), 2U);
    EXPECT_TRUE(reduced.complete());
    EXPECT_TRUE(reduced.edges().changes(0));
    checker::Exploration whole(evaluator.facts(), successors, {.slice = false, .symmetry = true});
    checker::SearchLimits limits;
    limits.max_states = 50;
    whole.run({{initial_state(model), 0}}, limits);
    EXPECT_EQ(whole.size(), 50U);
    EXPECT_EQ(whole.graph().same.at(2), 0U) << "what is the same stays known";
}

}  // namespace
}  // namespace errata::tests
