#include "checker/claims/scenario_run.h"

#include <gtest/gtest.h>

#include "checker/fact_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

// Ann moves x up by a chosen amount or passes, then Bob likewise, then the rules double x.
struct ScenarioRun : testing::Test {
    ScenarioRun() {
        const TypeId player = m.enumeration("player", {"Ann", "Bob"});
        m.model().player_type = player;
        m.registers = 1;
        x = m.variable("x", m.range(0, 40));
        amounts = m.range(1, 3);
        ann = m.point("ann");
        bob = m.point("bob");
        rules = m.point("rules");
        owned(ann, 0, bob);
        owned(bob, 1, rules);
        const TermId doubled = m.make(TermKind::Multiply, {m.cell(x), m.c(2)});
        m.option(rules, "doubles", m.c(1), m.label("doubles", m.sequence({m.set(x, doubled), m.stop(ann)})));
    }

    void owned(PointId point, Value player, PointId next) {
        m.at(point).owner = OwnerKind::Player;
        m.at(point).player = m.c(player);
        m.option(point, "adds {b0}", m.c(1),
                 m.label("adds", m.sequence({m.increase(x, m.reg(0, amounts)), m.stop(next)})), {amounts});
    }
    void may_pass(PointId point, PointId next) {
        m.option(point, "passes", m.c(1), m.label("passes", m.stop(next)));
        m.at(point).options.back().passes = true;
    }

    void take(Value player, PointId point, Value amount) {
        ScenarioStep step;
        step.kind = StepKind::Take;
        step.label = "adds";
        step.owner = m.c(player);
        step.take[{point.index, 0}] = m.equal(m.reg(0, amounts), m.c(amount));
        steps.push_back(step);
    }
    void state(StepKind kind, TermId condition) {
        ScenarioStep step;
        step.kind = kind;
        step.condition = condition;
        steps.push_back(step);
    }
    TermId x_is(Value value) { return m.equal(m.cell(x), m.c(value)); }

    ScenarioOutcome run() {
        m.setup("start");
        Scenario scenario;
        scenario.name = "s";
        scenario.setup = m.model().setups.back();
        scenario.steps = steps;
        m.model().asked.scenarios.push_back(scenario);
        model = m.build();
        return run_scenario(Evaluator(model), 0);
    }

    ModelBuilder m;
    Model model;
    VarId x;
    TypeId amounts;
    PointId ann, bob, rules;
    std::vector<ScenarioStep> steps;
};

TEST_F(ScenarioRun, plays_its_steps_and_what_is_forced_between) {
    take(0, ann, 2);
    take(1, bob, 1);
    state(StepKind::Until, x_is(6));
    state(StepKind::Then, x_is(6));
    const ScenarioOutcome outcome = run();
    EXPECT_FALSE(outcome.failure);
    EXPECT_FALSE(outcome.unknown);
    EXPECT_EQ(outcome.transitions, 3U);
}

TEST_F(ScenarioRun, says_what_held_instead) {
    take(0, ann, 2);
    state(StepKind::Then, x_is(3));
    const ScenarioOutcome outcome = run();
    ASSERT_TRUE(outcome.failure);
    EXPECT_EQ(outcome.failure->step, 1U);
    EXPECT_EQ(name_in(outcome.failure->reason, FactKind::NotSo), "x is 2 since step 1");
    EXPECT_EQ(outcome.failure->trace.steps.size(), 1U);
    EXPECT_EQ(outcome.failure->trace.setup, 1U) << "counts on after the declared setups";
}

TEST_F(ScenarioRun, a_choice_left_out_fails_with_the_name_of_who_chooses) {
    take(0, ann, 1);
    state(StepKind::Until, x_is(40));
    const ScenarioOutcome outcome = run();
    ASSERT_TRUE(outcome.failure);
    const Facts choice{
        {FactKind::ChoosesBefore, {"Bob", std::vector<compiler::Phrase>{"adds 1", "adds 2", "adds 3"}}}};
    EXPECT_EQ(outcome.failure->reason, choice);
}

TEST_F(ScenarioRun, who_may_pass_does_so) {
    may_pass(bob, rules);
    take(0, ann, 2);
    state(StepKind::Until, x_is(4));
    take(0, ann, 1);
    state(StepKind::Then, x_is(5));
    EXPECT_FALSE(run().failure);
}

TEST_F(ScenarioRun, holds_only_if_it_holds_on_every_branch_nobody_decides_between) {
    const IncidentId gap = m.incident("gap.undefined");
    const PointId last = m.point("last");
    m.option(last, "ends", m.c(1), m.label("ends", m.stop(last)));
    const CodeId up = m.sequence({m.set(x, m.c(30)), m.stop(last)});
    const CodeId down = m.sequence({m.set(x, m.c(31)), m.stop(last)});
    m.model().flow.points[rules.index].options[0].target = m.label("forks", m.fork(gap, {up, down}));
    take(0, ann, 1);
    take(1, bob, 1);
    state(StepKind::Until, m.less(m.c(29), m.cell(x)));
    state(StepKind::Then, x_is(30));
    const ScenarioOutcome outcome = run();
    ASSERT_TRUE(outcome.failure);
    EXPECT_EQ(name_in(outcome.failure->reason, FactKind::NotSo), "x is 31 since step 3");
    EXPECT_EQ(outcome.incidents, std::vector<IncidentId>{gap});
}

TEST_F(ScenarioRun, an_option_that_is_not_there_is_not_taken) {
    take(1, ann, 1);
    EXPECT_TRUE(run().failure);
}

}  // namespace
}  // namespace errata::checker
