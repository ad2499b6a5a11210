// The analyses end to end on models made by hand: one small game per finding code, and its twin without the
// defect.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "checker/driver/driver.h"
#include "checker/fact_kinds.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "tests/support/codes.h"
#include "tests/support/model_builder.h"
#include "tests/support/titles.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

struct Check : testing::Test {
    Check() {
        m.model().player_type = m.enumeration("player", {"Ann", "Bob"});
        m.model().clauses.reserve(16);
    }

    void owned(PointId point, Value player) {
        m.at(point).owner = OwnerKind::Player;
        m.at(point).player = m.c(player);
    }
    void option(PointId point, const std::string& text, CodeId code, ClauseId clause = {}) {
        m.option(point, text, m.c(1), m.label(text, code), {}, clause);
    }
    // The agenda item that resolves a trigger.
    TriggerId trigger(const std::string& name, std::vector<CodeId> body, TermId player = {}) {
        const PointId entry = m.point(name);
        m.at(entry).control = false;
        body.push_back(m.leave());
        m.option(entry, "resolves", m.c(1), m.label(name, m.sequence(body)));
        const TriggerId id = m.trigger(name, entry, {}, player);
        m.model().rules.triggers[id.index].clause = m.clause(name);
        return id;
    }
    void claim(ClaimKind kind, const std::string& name, TermId condition, TermId premise = {}) {
        Claim claim;
        claim.kind = kind;
        claim.name = name;
        claim.condition = condition;
        claim.premise = premise;
        m.model().asked.claims.push_back(claim);
    }

    CheckResult check(const std::vector<std::string>& only = {}) {
        if (m.model().setups.empty()) m.setup("start");
        model = m.build();
        CheckOptions options;
        options.engine = Engine::Explicit;
        options.only_codes = only;
        options.budget.states = 5000;
        return checker::check(model, options);
    }

    std::string title(const Finding& finding) const { return tests::title(model, finding); }

    static std::vector<std::string> codes(const CheckResult& result) {
        std::vector<std::string> list;
        for (const Finding& finding : result.findings) list.emplace_back(code_name(finding.code));
        return list;
    }
    static const Verdict& verdict(const CheckResult& result, const std::string& claim) {
        const auto found = std::ranges::find(result.verdicts, claim, &Verdict::claim);
        EXPECT_NE(found, result.verdicts.end()) << claim;
        static const Verdict none;
        return found == result.verdicts.end() ? none : *found;
    }

    using Codes = std::vector<std::string>;
    ModelBuilder m;
    Model model;
};

TEST_F(Check, a_contradiction_is_found_at_its_shortest_play_with_both_outcomes) {
    const IncidentId incident = m.incident("contradiction.must-cannot");
    m.model().incidents.all[incident.index].kind = IncidentKind::DemandedAndForbidden;
    m.model().incidents.all[incident.index].names = {"remove"};
    m.model().incidents.all[incident.index].outcomes = {"by Void", "by Flight"};
    m.model().incidents.all[incident.index].clauses = {m.clause("Void"), m.clause("Flight")};
    const VarId removed = m.variable("removed", m.boolean());
    const PointId first = m.point("first");
    const PointId second = m.point("second");
    const PointId end = m.point("end");
    option(first, "goes on", m.stop(second));
    option(second, "checks",
           m.fork(incident, {m.sequence({m.set(removed, m.c(1)), m.stop(end)}), m.stop(end)}));
    option(end, "rests", m.stop(end));
    const CheckResult result = check({"contradiction"});
    ASSERT_EQ(codes(result), Codes{"contradiction.must-cannot"});
    const Finding& finding = result.findings[0];
    EXPECT_TRUE(title(finding).ends_with(", remove, , Void, Flight, Void and Flight, ⟧")) << title(finding);
    EXPECT_EQ(finding.status, Status::Refuted);
    EXPECT_TRUE(finding.minimal_proved);
    EXPECT_EQ(finding.witness->steps.size(), 2U);
    ASSERT_EQ(finding.outcomes.size(), 2U);
    EXPECT_EQ(finding.outcomes[0].label.text(), "by Void");
    EXPECT_EQ(finding.outcomes[0].changes.size(), 1U);
    EXPECT_TRUE(finding.outcomes[1].changes.empty());
    EXPECT_EQ(finding.clauses.size(), 2U);
    EXPECT_FALSE(result.inconclusive);
}

TEST_F(Check, without_the_incident_the_verdict_covers_all_states) {
    m.incident("contradiction.must-cannot");
    const PointId first = m.point("first");
    option(first, "rests", m.stop(first));
    const CheckResult result = check({"contradiction.must-cannot"});
    EXPECT_TRUE(result.findings.empty());
    EXPECT_EQ(verdict(result, "no contradiction.must-cannot").status, Status::Complete);
    const Facts none;
    const Facts all{{FactKind::AllStates, {std::size_t{1}, "start", none, none}}};
    EXPECT_EQ(verdict(result, "no contradiction.must-cannot").facts, all);
}

TEST_F(Check, a_choice_without_option_is_a_gap) {
    const PointId first = m.point("first");
    const PointId stuck = m.point("stuck");
    option(first, "goes", m.stop(stuck));
    m.option(stuck, "never", m.c(0), m.label("never", m.stop(first)));
    EXPECT_EQ(codes(check({"gap", "deadlock"})), Codes{"gap.no-option"});
}

TEST_F(Check, play_that_stops_without_a_word_is_a_deadlock) {
    const PointId first = m.point("first");
    const PointId stuck = m.point("stuck");
    m.at(stuck).no_option = {};
    option(first, "goes", m.stop(stuck));
    const CheckResult result = check({"gap", "deadlock"});
    ASSERT_EQ(codes(result), Codes{"deadlock"});
    EXPECT_EQ(title(result.findings[0]), "⟦PlayStops: stuck⟧");
}

TEST_F(Check, an_ending_is_no_deadlock) {
    const PointId first = m.point("first");
    option(first, "ends", m.finish(m.ending("done")));
    EXPECT_TRUE(check({"deadlock", "gap", "unreachable"}).findings.empty());
}

TEST_F(Check, a_contradiction_of_statements_names_those_that_hold) {
    const ClauseId yes = m.clause("Flight");
    const ClauseId no = m.clause("Void");
    const ClauseId idle = m.clause("Bog");
    const OpenId spared = m.open_function("spared", {});
    m.statement(spared, true, m.c(1), yes);
    m.statement(spared, false, m.c(1), no);
    m.statement(spared, false, m.c(0), idle);
    m.model().incidents.all[m.model().functions.open[0].contradiction.index].clauses = {yes, no, idle};
    const PointId first = m.point("first");
    option(first, "asks", m.when(m.holds(spared), m.stop(first), m.stop(first)));
    const CheckResult result = check({"contradiction"});
    ASSERT_EQ(codes(result), Codes{"contradiction.definition"});
    EXPECT_EQ(result.findings[0].clauses, (std::vector<ClauseId>{yes, no}));
}

// Claims
// ---------------------------------------------------------------------------------------------------------

struct CheckClaims : Check {
    // x counts 0, 1, 2 and stays there.
    CheckClaims() {
        x = m.variable("x", m.range(0, 5));
        const PointId point = m.point("count");
        m.option(point, "up", m.less(m.cell(x), m.c(2)),
                 m.label("up", m.sequence({m.increase(x, m.c(1)), m.stop(point)})));
        m.at(point).otherwise = m.label("stay", m.stop(point));
    }
    TermId x_is(Value value) { return m.equal(m.cell(x), m.c(value)); }
    VarId x;
};

TEST_F(CheckClaims, always_fails_at_the_first_state_that_breaks_it) {
    claim(ClaimKind::Always, "low", m.less(m.cell(x), m.c(2)));
    const CheckResult result = check({"contradiction"});
    ASSERT_EQ(codes(result), Codes{"contradiction.invariant"});
    EXPECT_EQ(result.findings[0].witness->steps.size(), 2U);
    EXPECT_EQ(result.findings[0].facts, (Facts{{FactKind::DoesNotHold, {std::size_t{2}, Facts{}}},
                                               {FactKind::ThereItIs, {"x is 2 since step 2"}}}));
}

TEST_F(CheckClaims, never_holds_when_no_state_shows_it) {
    claim(ClaimKind::Never, "three", x_is(3));
    const CheckResult result = check({"contradiction"});
    EXPECT_TRUE(result.findings.empty());
    EXPECT_EQ(verdict(result, "check \"three\"").status, Status::Complete);
}

TEST_F(CheckClaims, a_claim_whose_premise_never_holds_is_vacuous) {
    claim(ClaimKind::Always, "if", m.make(TermKind::Implies, {x_is(4), x_is(0)}));
    EXPECT_TRUE(has(verdict(check(), "check \"if\"").facts, FactKind::IsVacuous));
}

TEST_F(CheckClaims, a_reachable_state_is_shown_by_a_play) {
    claim(ClaimKind::Reachable, "two", x_is(2));
    const CheckResult result = check({"unreachable.state"});
    EXPECT_TRUE(result.findings.empty());
    EXPECT_EQ(verdict(result, "check \"two\"").status, Status::Proved);
    const Facts by_play{{FactKind::ShownByPlay, {std::size_t{2}}}};
    EXPECT_EQ(verdict(result, "check \"two\"").facts, by_play);
}

TEST_F(CheckClaims, a_verdict_says_who_looked_again) {
    claim(ClaimKind::Always, "low", m.less(m.cell(x), m.c(2)));
    claim(ClaimKind::Never, "three", x_is(3));
    claim(ClaimKind::Reachable, "two", x_is(2));
    claim(ClaimKind::Reachable, "four", x_is(4));
    const CheckResult result = check();
    EXPECT_EQ(verdict(result, "check \"low\"").rechecked, Recheck::Replayed);
    EXPECT_EQ(verdict(result, "check \"three\"").rechecked, Recheck::Computed);
    EXPECT_EQ(verdict(result, "check \"two\"").rechecked, Recheck::Replayed);
    EXPECT_EQ(verdict(result, "check \"four\"").rechecked, Recheck::Computed) << "no play shows it";
    EXPECT_EQ(verdict(result, "no loop.optional").rechecked, Recheck::Nobody);
}

// What is cut off by the time says nothing of all states, nor that somebody looked at them again.
TEST_F(CheckClaims, an_obligation_that_the_time_cuts_off_claims_nothing_of_all_states) {
    claim(ClaimKind::Never, "three", x_is(3));
    m.setup("start");
    model = m.build();
    std::atomic<bool> interrupted = false;
    CheckOptions options;
    options.engine = Engine::Explicit;
    options.interrupted = &interrupted;
    options.progress = [&](const Progress& progress) { interrupted = interrupted || progress.done > 0; };
    const CheckResult result = checker::check(model, options);
    EXPECT_TRUE(result.stopped);
    std::size_t cut_off = 0;
    for (const Verdict& verdict : result.verdicts) {
        if (verdict.status != Status::Bounded) continue;
        ++cut_off;
        EXPECT_FALSE(has(verdict.facts, FactKind::AllStates)) << verdict.claim;
        EXPECT_EQ(verdict.rechecked, Recheck::Nobody) << verdict.claim;
    }
    EXPECT_GT(cut_off, 0U);
}

TEST_F(CheckClaims, a_state_that_is_not_reachable_is_a_finding) {
    claim(ClaimKind::Reachable, "five", x_is(5));
    const CheckResult result = check({"unreachable.state"});
    ASSERT_EQ(codes(result), Codes{"unreachable.state"});
    EXPECT_EQ(result.findings[0].status, Status::Complete);
}

TEST_F(CheckClaims, possible_asks_from_every_state) {
    claim(ClaimKind::Possible, "one", x_is(1));
    const CheckResult result = check({"contradiction"});
    ASSERT_EQ(codes(result), Codes{"contradiction.invariant"});
    EXPECT_EQ(result.findings[0].witness->steps.size(), 2U) << "from 2 there is no way back to 1";
}

TEST_F(CheckClaims, terminates_fails_on_a_cycle) {
    claim(ClaimKind::Terminates, "ends", m.c(1));
    EXPECT_EQ(codes(check({"loop"})), Codes{"loop.mandatory"});
}

TEST_F(CheckClaims, unique_accepts_one_end) {
    m.at(PointId(0)).otherwise = m.label("end", m.finish(m.ending("done")));
    claim(ClaimKind::Unique, "one end", m.c(1));
    claim(ClaimKind::Terminates, "ends", m.c(1));
    EXPECT_TRUE(check({"contradiction", "loop"}).findings.empty());
}

TEST_F(CheckClaims, unique_rejects_two_ends) {
    const EndingId done = m.ending("done");
    m.at(PointId(0)).otherwise = m.label("end", m.finish(done));
    option(PointId(0), "gives up", m.finish(done));
    claim(ClaimKind::Unique, "one end", m.c(1));
    const CheckResult result = check({"contradiction"});
    ASSERT_EQ(codes(result), Codes{"contradiction.invariant"});
    EXPECT_EQ(result.findings[0].outcomes.size(), 2U);
}

TEST_F(CheckClaims, a_search_cut_by_its_budget_is_inconclusive_unless_deep_enough) {
    m.model().asked.claims.clear();
    claim(ClaimKind::Never, "three", x_is(3));
    m.setup("start");
    model = m.build();
    CheckOptions options;
    options.engine = Engine::Explicit;
    options.budget.states = 2;
    options.only_codes = {"contradiction"};
    const CheckResult cut = checker::check(model, options);
    EXPECT_EQ(verdict(cut, "check \"three\"").status, Status::Bounded);
    EXPECT_TRUE(cut.inconclusive);
    model.scope.depth = 1;
    EXPECT_FALSE(checker::check(model, options).inconclusive);
}

// Orders
// ---------------------------------------------------------------------------------------------------------

struct CheckOrders : Check {
    void pair(bool joins, TermId player = {}) {
        m.frames = 3;
        m.pending = 2;
        const VarId x = m.variable("x", m.range(0, 99), 1);
        const PointId start = m.point("start");
        const PointId rest = m.point("rest");
        const TriggerId add = trigger("Adder", {m.set(x, m.add(m.cell(x), m.c(1)))}, player);
        const TermId other =
            joins ? m.add(m.cell(x), m.c(3)) : m.make(TermKind::Multiply, {m.cell(x), m.c(2)});
        const TriggerId second = trigger("Doubler", {m.set(x, other)}, player);
        option(start, "goes", m.sequence({m.pend(add), m.pend(second), m.stop(rest)}));
        option(rest, "rests", m.stop(rest));
        m.model().policies.trigger_order_stated = player.is_valid();
    }
};

TEST_F(CheckOrders, an_order_that_matters_and_nobody_owns) {
    pair(false);
    const CheckResult result = check({"order"});
    ASSERT_EQ(codes(result), Codes{"order.unowned"});
    const Finding& finding = result.findings[0];
    EXPECT_EQ(title(finding), "⟦AtOnce: Adder and Doubler, 2⟧");
    ASSERT_EQ(finding.outcomes.size(), 2U);
    EXPECT_NE(finding.outcomes[0].changes[0].after, finding.outcomes[1].changes[0].after);
    EXPECT_EQ(finding.witness->steps.size(), 1U);
}

TEST_F(CheckOrders, an_order_that_a_player_chooses_is_a_note) {
    pair(false, m.c(0));
    const CheckResult result = check({"order"});
    ASSERT_EQ(codes(result), Codes{"order.chosen"});
    EXPECT_EQ(result.findings[0].severity, Severity::Note);
}

TEST_F(CheckOrders, an_order_that_does_not_matter_is_none) {
    pair(true);
    const CheckResult result = check({"order"});
    EXPECT_TRUE(result.findings.empty());
    EXPECT_EQ(verdict(result, "no order.unowned").status, Status::Complete);
}

// Loops
// ----------------------------------------------------------------------------------------------------------

struct CheckLoops : Check {
    CheckLoops() {
        m.frames = 3;
        m.pending = 2;
        x = m.variable("x", m.boolean());
        turn = m.point("turn");
        rest = m.point("rest");
        option(rest, "ends", m.finish(m.ending("done")));
    }
    CodeId flip() { return m.set(x, m.make(TermKind::Subtract, {m.c(1), m.cell(x)})); }
    // A trigger that flips x and, if `again`, sets itself off.
    TriggerId flipper(TermId again) {
        const PointId entry = m.point("Ring");
        m.at(entry).control = false;
        const TriggerId id = m.trigger("Ring", entry);
        m.model().rules.triggers[id.index].clause = m.clause("Ring");
        m.in(m.model().rules.triggers[id.index].clause);
        m.option(entry, "flips", m.c(1),
                 m.label("flips", m.sequence({flip(), m.when(again, m.pend(id)), m.leave()})));
        m.in({});
        return id;
    }
    VarId x;
    PointId turn, rest;
};

TEST_F(CheckLoops, triggers_that_set_each_other_off_are_mandatory) {
    const TriggerId ring = flipper(m.c(1));
    option(turn, "goes", m.sequence({m.pend(ring), m.stop(rest)}));
    const CheckResult result = check({"loop"});
    ASSERT_EQ(codes(result), Codes{"loop.mandatory"});
    const Finding& finding = result.findings[0];
    EXPECT_EQ(title(finding), "⟦ForEver: Ring⟧");
    EXPECT_EQ(finding.loop->stage, LoopStage::Resolution);
    EXPECT_EQ(finding.witness->loop_start, 1U);
    EXPECT_EQ(finding.witness->steps.size(), 5U);
}

TEST_F(CheckLoops, a_trigger_that_ends_is_no_loop) {
    const TriggerId ring = flipper(m.equal(m.cell(x), m.c(1)));
    option(turn, "goes", m.sequence({m.pend(ring), m.stop(rest)}));
    const CheckResult result = check({"loop"});
    EXPECT_TRUE(result.findings.empty());
    EXPECT_EQ(verdict(result, "no loop.mandatory").status, Status::Complete);
}

TEST_F(CheckLoops, a_loop_with_choices_inside_is_inevitable) {
    const PointId entry = m.point("Vow");
    m.at(entry).control = false;
    owned(entry, 0);
    const TriggerId vow = m.trigger("Vow", entry);
    option(entry, "sets", m.sequence({m.set(x, m.c(1)), m.pend(vow), m.leave()}));
    option(entry, "clears", m.sequence({m.set(x, m.c(0)), m.pend(vow), m.leave()}));
    option(turn, "goes", m.sequence({m.pend(vow), m.stop(rest)}));
    EXPECT_EQ(codes(check({"loop"})), Codes{"loop.inevitable"});
}

TEST_F(CheckLoops, state_checks_that_never_settle) {
    const ClauseId clause = m.clause("Scales");
    m.state_check(m.c(1), flip(), clause);
    option(turn, "goes", m.stop(rest));
    const CheckResult result = check({"loop"});
    ASSERT_EQ(codes(result), Codes{"loop.settle"});
    EXPECT_EQ(title(result.findings[0]), "⟦ForEver: Scales⟧");
}

TEST_F(CheckLoops, what_a_player_may_repeat_within_a_turn_is_optional) {
    const PointId window = m.point("window");
    owned(window, 0);
    m.in(m.clause("Lamp"));
    option(window, "flips", m.sequence({flip(), m.stop(window)}));
    m.in({});
    option(window, "passes", m.stop(rest));
    option(turn, "goes", m.stop(window));
    const CheckResult result = check({"loop"});
    ASSERT_EQ(codes(result), Codes{"loop.optional"});
    const Finding& finding = result.findings[0];
    EXPECT_EQ(finding.loop->can_keep_going, std::vector<std::string>{"Ann"});
    EXPECT_EQ(finding.loop->can_break, std::vector<std::string>{"Ann"});
    EXPECT_EQ(finding.loop->stage, LoopStage::Turn);
}

TEST_F(CheckLoops, idling_is_no_loop) {
    const PointId window = m.point("window");
    owned(window, 0);
    option(window, "waits", m.stop(window));
    option(window, "passes", m.stop(rest));
    option(turn, "goes", m.stop(window));
    EXPECT_TRUE(check({"loop"}).findings.empty());
}

TEST_F(CheckLoops, only_chance_leads_out) {
    const PointId coin = m.point("coin");
    m.at(coin).owner = OwnerKind::Chance;
    option(coin, "heads", m.sequence({flip(), m.stop(coin)}));
    option(coin, "tails", m.stop(rest));
    option(turn, "goes", m.stop(coin));
    EXPECT_EQ(codes(check({"loop"})), Codes{"loop.chance"});
}

TEST_F(CheckLoops, the_other_player_can_break_it) {
    const PointId ann = m.point("ann");
    const PointId bob = m.point("bob");
    owned(ann, 0);
    owned(bob, 1);
    option(ann, "flips", m.sequence({flip(), m.stop(bob)}));
    option(bob, "lets it", m.stop(ann));
    option(bob, "stops it", m.stop(rest));
    option(turn, "goes", m.stop(ann));
    const CheckResult result = check({"loop"});
    ASSERT_EQ(codes(result), Codes{"loop.optional"});
    EXPECT_EQ(result.findings[0].loop->can_keep_going, std::vector<std::string>{"Bob"});
    EXPECT_EQ(result.findings[0].loop->can_break, std::vector<std::string>{"Bob"});
}

TEST_F(CheckLoops, a_turn_that_comes_round_is_no_loop) {
    option(turn, "flips", m.sequence({flip(), m.stop(turn)}));
    option(turn, "goes", m.stop(rest));
    EXPECT_TRUE(check({"loop"}).findings.empty());
}

TEST_F(CheckLoops, a_state_without_a_way_to_any_ending_is_a_lock) {
    const PointId away = m.point("away");
    owned(turn, 0);
    option(turn, "goes", m.stop(rest));
    option(turn, "strays", m.stop(away));
    // Begins a new turn in which only straying is possible.
    m.model().flow.points[turn.index].options[0].guard = m.equal(m.cell(x), m.c(0));
    option(away, "returns", m.sequence({m.set(x, m.c(1)), m.stop(turn)}));
    const CheckResult result = check({"loop"});
    ASSERT_EQ(codes(result), Codes{"loop.lock"});
    EXPECT_EQ(result.findings[0].witness->steps.size(), 1U);
}

TEST_F(CheckLoops, a_counter_that_no_rule_reads_makes_it_endless) {
    const VarId life = m.variable("life", m.counter());
    const PointId again = m.point("again");
    m.in(m.clause("Font"));
    option(again, "rises", m.sequence({m.increase(life, m.c(1)), m.stop(again)}));
    m.in({});
    option(turn, "goes", m.stop(again));
    const CheckResult result = check({"loop"});
    ASSERT_EQ(codes(result), Codes{"loop.mandatory"});
    EXPECT_EQ(result.findings[0].loop->growth, (Facts{{FactKind::Rises, {"life", std::int64_t{1}}}}));
    ASSERT_EQ(result.findings[0].loop->net_change.size(), 1U);
    EXPECT_TRUE(result.findings[0].witness->loop_start) << "the same state but for what nothing reads";
    EXPECT_EQ(verdict(result, "no loop.optional").status, Status::Complete);
}

// Waits
// ----------------------------------------------------------------------------------------------------------

struct CheckWaits : Check {
    // Ann parks or leaves each turn; Bob waits behind her.
    explicit CheckWaits() {
        parked = m.variable("parked", m.boolean(), 1);
        ann = m.point("ann");
        bob = m.point("bob");
        owned(ann, 0);
        owned(bob, 1);
        option(ann, "leaves", m.sequence({m.set(parked, m.c(0)), m.stop(bob)}));
        option(bob, "waits", m.stop(ann));
        claim(ClaimKind::Eventually, "Bob gets in", m.equal(m.cell(parked), m.c(0)),
              m.equal(m.cell(parked), m.c(1)));
    }
    VarId parked;
    PointId ann, bob;
};

TEST_F(CheckWaits, a_player_who_can_keep_it_away_is_named) {
    option(ann, "stays", m.stop(bob));
    const CheckResult result = check({"loop.wait"});
    ASSERT_EQ(codes(result), Codes{"loop.wait"});
    EXPECT_EQ(result.findings[0].loop->can_keep_going, std::vector<std::string>{"Ann"});
    EXPECT_EQ(result.findings[0].witness->loop_start, 0U);
    EXPECT_EQ(result.findings[0].witness->steps.size(), 2U);
}

TEST_F(CheckWaits, what_comes_whatever_is_chosen_is_no_wait) {
    const CheckResult result = check({"loop.wait"});
    EXPECT_TRUE(result.findings.empty());
    EXPECT_EQ(verdict(result, "check \"Bob gets in\"").status, Status::Complete);
}

TEST_F(CheckWaits, what_all_must_keep_away_together_is_said_but_no_finding) {
    option(ann, "stays", m.stop(bob));
    option(bob, "pushes", m.sequence({m.set(parked, m.c(0)), m.stop(ann)}));
    const CheckResult result = check({"loop.wait"});
    EXPECT_TRUE(result.findings.empty());
    EXPECT_TRUE(has(verdict(result, "check \"Bob gets in\"").facts, FactKind::TogetherTheyCan));
}

// Unreachable
// ----------------------------------------------------------------------------------------------------

struct CheckUnreachable : Check {
    CheckUnreachable() {
        x = m.variable("x", m.range(0, 3));
        turn = m.point("turn");
        option(turn, "goes", m.sequence({m.set(x, m.c(1)), m.stop(turn)}));
    }
    void item(const std::string& name, TermId functions, std::vector<ClauseId> clauses = {}) {
        PrintedItem item;
        item.name = name;
        item.kind = "keyword";
        item.functions = functions;
        item.clauses = std::move(clauses);
        m.model().printed_items.push_back(item);
    }
    ClauseId ability(const std::string& name, TermId condition) {
        const ClauseId clause = m.clause(name);
        m.in(clause);
        m.option(turn, name, condition, m.label(name, m.sequence({m.set(x, m.c(2)), m.stop(turn)})));
        m.in({});
        return clause;
    }
    VarId x;
    PointId turn;
};

TEST_F(CheckUnreachable, a_keyword_nothing_can_have_is_proved_dead) {
    item("Swampwalk", m.c(0));
    const CheckResult result = check({"unreachable"});
    ASSERT_EQ(codes(result), Codes{"unreachable.card"});
    EXPECT_EQ(result.findings[0].status, Status::Proved);
}

TEST_F(CheckUnreachable, a_card_that_no_play_brings_into_effect_and_its_abilities_once) {
    const ClauseId clause = ability("Bog", m.equal(m.cell(x), m.c(3)));
    item("Bog", m.equal(m.cell(x), m.c(3)), {clause});
    const CheckResult result = check({"unreachable"});
    ASSERT_EQ(codes(result), Codes{"unreachable.card"});
    EXPECT_EQ(result.findings[0].status, Status::Complete);
}

TEST_F(CheckUnreachable, a_card_that_comes_into_effect_is_fine) {
    item("Void", m.equal(m.cell(x), m.c(1)));
    EXPECT_TRUE(check({"unreachable"}).findings.empty());
}

TEST_F(CheckUnreachable, an_ability_that_is_never_used) {
    ability("Rite", m.equal(m.cell(x), m.c(3)));
    const CheckResult result = check({"unreachable"});
    ASSERT_EQ(codes(result), Codes{"unreachable.ability"});
    EXPECT_EQ(title(result.findings[0]), "⟦NeverUsed: Rite, ⟧");
}

TEST_F(CheckUnreachable, the_rule_of_an_ending_is_not_reported_beside_it) {
    const ClauseId clause = m.clause("Ann wins");
    m.state_check(m.equal(m.cell(x), m.c(3)), m.finish(m.ending("Ann wins")), clause);
    const CheckResult result = check({"unreachable"});
    ASSERT_EQ(codes(result), Codes{"unreachable.ending"});
    EXPECT_EQ(result.findings[0].clauses, std::vector<ClauseId>{clause});
}

TEST_F(CheckUnreachable, an_ending_that_no_rule_reaches) {
    m.ending("Ann wins");
    const CheckResult result = check({"unreachable"});
    ASSERT_EQ(codes(result), Codes{"unreachable.ending"});
    EXPECT_EQ(title(result.findings[0]), "⟦NeverReached: Ann wins⟧");
}

TEST_F(CheckUnreachable, what_one_setup_reaches_is_reachable) {
    item("Bog", m.equal(m.cell(x), m.c(3)));
    m.setup("start");
    m.setup("other");
    m.model().setups[1].values[0] = 3;
    EXPECT_TRUE(check({"unreachable"}).findings.empty());
}

// The plan
// -------------------------------------------------------------------------------------------------------

TEST_F(Check, results_do_not_depend_on_the_number_of_threads_or_on_being_run_apart) {
    const IncidentId incident = m.incident("gap.undefined");
    const PointId first = m.point("first");
    option(first, "reports", m.sequence({m.report(incident), m.stop(first)}));
    m.ending("never");
    const CheckResult whole = check();
    CheckOptions options;
    options.engine = Engine::Explicit;
    options.budget.states = 5000;
    options.threads = 1;
    std::vector<CheckResult> apart;
    CheckOptions alone = options;
    for (const Obligation& obligation : plan(model, options)) {
        alone.obligations = {obligation.id};
        apart.push_back(checker::check(model, alone));
    }
    const CheckResult merged = merge(model, apart, options);
    EXPECT_EQ(codes(whole), (Codes{"gap.undefined", "loop.mandatory", "unreachable.ending"}));
    EXPECT_EQ(codes(merged), codes(whole));
    EXPECT_EQ(merged.verdicts.size(), whole.verdicts.size());
}

TEST_F(Check, ids_are_readable_and_unique_and_select) {
    m.point("first");
    m.setup("any board");
    m.setup("any  board");
    model = m.build();
    CheckOptions options;
    options.engine = Engine::Explicit;
    options.only_codes = {"deadlock"};
    std::vector<std::string> ids;
    for (const Obligation& obligation : plan(model, options)) ids.push_back(print(obligation.id));
    EXPECT_EQ(ids,
              (std::vector<std::string>{"incidents@any_board/explicit", "incidents@any_board-2/explicit"}));
    options.obligations = {*read_obligation_id("incidents@any_board-2/explicit")};
    ASSERT_EQ(plan(model, options).size(), 1U);
    EXPECT_EQ(plan(model, options)[0].setup, 1U);
}

TEST_F(Check, the_codes_selected_choose_the_analyses) {
    m.point("first");
    m.setup("start");
    model = m.build();
    CheckOptions options;
    options.only_codes = {"unreachable"};
    ASSERT_EQ(plan(model, options).size(), 1U);
    EXPECT_EQ(plan(model, options)[0].id.analysis, AnalysisName::Unreachable);
}

}  // namespace
}  // namespace errata::checker
