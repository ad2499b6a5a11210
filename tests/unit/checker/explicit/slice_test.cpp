// Which counters nothing reads.
#include "checker/explicit/slice.h"

#include <gtest/gtest.h>

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
        const std::size_t found = checker::UnreadCounters(model).cells.size();
        EXPECT_EQ(checker::Sameness(model).unread().size(), found)
            << "the second look sees it as the search does";
        return found;
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
