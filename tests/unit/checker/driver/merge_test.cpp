#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "checker/driver/acceptances.h"
#include "checker/driver/driver.h"
#include "checker/fact_kinds.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "tests/support/codes.h"
#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

struct Merge : testing::Test {
    Merge() {
        clause = m.clause("Ring");
        m.model().clauses[clause.index].text = "Whenever  x,\n do y.";
        m.point("idle");
    }

    // About an incident of this name.
    Finding finding(const std::string& code, const std::string& name) {
        Finding result;
        result.code = *compiler::find_code(code);
        const auto known = incidents_.find(name);
        const IncidentId incident = known == incidents_.end() ? m.incident(code) : known->second;
        m.model().incidents.all[incident.index].names = {name};
        incidents_.emplace(name, incident);
        result.about = about(incident);
        result.severity = compiler::info(result.code).severity;
        result.clauses = {clause};
        result.fingerprint = fingerprint(m.model(), result);
        return result;
    }

    CheckResult merged(std::vector<Finding> findings, const CheckOptions& options = {}) {
        CheckResult result;
        result.findings = std::move(findings);
        return merge(m.build(), {result}, options);
    }

    ModelBuilder m;
    ClauseId clause;

private:
    std::map<std::string, IncidentId> incidents_;  // by name
};

// Of deadlocks.
Acceptance accepting(const std::string& name, const std::string& reason, const std::string& by = "",
                     std::optional<dsl::Date> until = {}) {
    return {"deadlock about \"" + name + "\"", "deadlock", {name}, 0, reason, {}, by, until};
}

Acceptance accepting_number(const std::string& digits, const std::string& reason) {
    return {digits, "", {}, 0, reason, {}, "", {}};
}

TEST_F(Merge, one_finding_stays_of_two_with_one_fingerprint) {
    Finding unconfirmed = finding("deadlock", "stuck");
    unconfirmed.status = Status::Unconfirmed;
    Finding refuted = finding("deadlock", "stuck");
    refuted.status = Status::Refuted;
    const CheckResult result = merged({unconfirmed, refuted});
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(result.findings[0].status, Status::Refuted);
}

TEST_F(Merge, the_shorter_witness_stays) {
    Finding longer = finding("deadlock", "stuck");
    longer.witness = Trace{};
    longer.witness->steps.resize(3);
    Finding shorter = longer;
    shorter.witness->steps.resize(2);
    EXPECT_EQ(merged({longer, shorter}).findings.at(0).witness->steps.size(), 2U);
}

TEST_F(Merge, errors_come_before_notes) {
    const CheckResult result = merged({finding("order.chosen", "a"), finding("deadlock", "b")});
    EXPECT_EQ(result.findings[0].code, "deadlock");
}

TEST_F(Merge, expectations_are_met_by_code_status_and_words) {
    m.model().asked.expectations = {{"deadlock", "refuted", "ring", {}}, {"loop.wait", "", "", {}}};
    const CheckResult result = merged({finding("deadlock", "stuck"), finding("order.chosen", "extra")});
    EXPECT_TRUE(result.has_expectations);
    EXPECT_EQ(result.missing, std::vector<std::string>{"loop.wait"});
    EXPECT_TRUE(result.findings[0].expected);
    EXPECT_FALSE(result.findings[1].expected);
}

TEST_F(Merge, an_expectation_of_another_status_stays_unmet) {
    m.model().asked.expectations = {{"deadlock", "bounded", "", {}}};
    EXPECT_EQ(merged({finding("deadlock", "stuck")}).missing, std::vector<std::string>{"deadlock bounded"});
}

TEST_F(Merge, a_restricted_run_misses_nothing_it_did_not_look_for) {
    m.model().asked.expectations = {{"loop.wait", "", "", {}}};
    CheckOptions options;
    options.only_codes = {"order"};
    EXPECT_TRUE(merged({}, options).missing.empty());
    options.only_codes = {"loop"};
    EXPECT_EQ(merged({}, options).missing.size(), 1U);
}

TEST_F(Merge, acceptances_cover_by_who_takes_part_and_stale_ones_are_listed) {
    m.model().asked.acceptances = {accepting("stuck", "known"), accepting("gone", "old")};
    const CheckResult result = merged({finding("deadlock", "stuck")});
    EXPECT_EQ(result.findings[0].accepted, "known");
    EXPECT_EQ(result.stale_acceptances, std::vector<std::string>{"deadlock about \"gone\""});
}

TEST_F(Merge, acceptances_cover_nothing_once_they_have_ended) {
    const dsl::Date last = *dsl::read_date("2027-03-01");
    m.model().asked.acceptances = {accepting("stuck", "known", "rules team", last)};
    CheckOptions options;
    options.today = last;
    EXPECT_EQ(merged({finding("deadlock", "stuck")}, options).findings[0].accepted, "known");
    options.today = dsl::read_date("2027-03-02");
    const CheckResult ended = merged({finding("deadlock", "stuck")}, options);
    EXPECT_EQ(ended.findings[0].accepted, "");
    EXPECT_EQ(ended.expired_acceptances, std::vector<std::string>{"deadlock about \"stuck\""});
    EXPECT_TRUE(ended.stale_acceptances.empty());
    EXPECT_TRUE(merged({finding("deadlock", "lost")}, options).expired_acceptances.empty());
}

TEST_F(Merge, acceptances_cover_by_the_first_digits_of_one_fingerprint) {
    Finding stuck = finding("deadlock", "stuck");
    stuck.fingerprint = "0123456789abcdef0123456789abcdef";
    Finding lost = finding("deadlock", "lost");
    lost.fingerprint = "01234567ffffffffffffffffffffffff";
    m.model().asked.acceptances = {accepting_number("0123456789", "known"),
                                   accepting_number("01234567", "either?"),
                                   accepting_number("0123", "short")};
    const CheckResult result = merged({stuck, lost});
    EXPECT_EQ(result.findings[0].accepted, "");
    EXPECT_EQ(result.findings[1].accepted, "known");
    EXPECT_EQ(result.stale_acceptances, (std::vector<std::string>{"01234567", "0123"}));
}

TEST_F(Merge, the_first_acceptance_that_has_not_ended_counts) {
    const dsl::Date day = *dsl::read_date("2027-03-01");
    m.model().asked.acceptances = {accepting("stuck", "once", "Ann", day),
                                   {"deadlock 1", "deadlock", {}, 1, "then", {}, "Bob", {}},
                                   accepting("stuck", "again", "Cat")};
    CheckOptions options;
    options.today = day;
    const auto held = [&] { return merged({finding("deadlock", "stuck")}, options).findings.at(0); };
    EXPECT_EQ(held().accepted, "once");
    EXPECT_EQ(acceptance_of(m.model().asked.acceptances, held(), day)->by, "Ann");
    options.today = dsl::read_date("2027-03-02");
    EXPECT_EQ(held().accepted, "then");
    EXPECT_EQ(acceptance_of(m.model().asked.acceptances, held(), options.today)->by, "Bob");
    m.model().asked.acceptances.erase(m.model().asked.acceptances.begin() + 1);
    EXPECT_EQ(held().accepted, "again");
    EXPECT_EQ(acceptance_of(m.model().asked.acceptances, held(), options.today)->by, "Cat");
    m.model().asked.acceptances.pop_back();
    EXPECT_EQ(held().accepted, "");
    EXPECT_EQ(acceptance_of(m.model().asked.acceptances, held(), options.today)->by, "Ann") << "it has ended";
}

TEST(Fingerprints, are_written_as_reports_print_them) {
    EXPECT_TRUE(is_fingerprint("#01234567", "0123456789abcdef0123456789abcdef"));
    EXPECT_FALSE(is_fingerprint("#0123456", "0123456789abcdef0123456789abcdef"));
    EXPECT_TRUE(is_fingerprint("#01234567", "#01234567"));
    EXPECT_TRUE(looks_like_fingerprint("#0123"));
    EXPECT_FALSE(looks_like_fingerprint("#"));
    EXPECT_FALSE(looks_like_fingerprint("##0123"));
}

TEST_F(Merge, acceptances_of_so_many_cover_none_if_there_are_more) {
    m.model().asked.acceptances = {{"deadlock 1", "deadlock", {}, 1, "known", {}, "", {}}};
    EXPECT_EQ(merged({finding("deadlock", "stuck")}).findings.at(0).accepted, "known");
    const CheckResult two = merged({finding("deadlock", "stuck"), finding("deadlock", "lost")});
    EXPECT_EQ(two.findings.at(0).accepted, "");
    EXPECT_EQ(two.findings.at(1).accepted, "");
    EXPECT_EQ(two.stale_acceptances, std::vector<std::string>{"deadlock 1"});
}

TEST_F(Merge, acceptances_cover_no_card_that_they_do_not_name) {
    Finding stuck = finding("deadlock", "stuck");
    m.model().asked.acceptances = {accepting("stuck", "known")};
    EXPECT_EQ(merged({stuck}).findings.at(0).accepted, "known");
    m.model().clauses[clause.index].kind = ClauseKind::Printed;
    EXPECT_EQ(merged({stuck}).findings.at(0).accepted, "");
    m.model().asked.acceptances[0].about.push_back("Ring");
    EXPECT_EQ(merged({stuck}).findings.at(0).accepted, "known");
}

// A wait with a play of so many steps in a setup, which these can end.
Finding wait_in(Finding finding, std::size_t setup, std::size_t steps, std::vector<std::string> breakers) {
    finding.witness = Trace{};
    finding.witness->setup = setup;
    finding.witness->steps.resize(steps);
    finding.loop = LoopFacts{};
    finding.loop->can_break = std::move(breakers);
    return finding;
}

TEST_F(Merge, the_situation_that_fewest_can_end_stays_and_knows_the_others) {
    m.setup("mild");
    m.setup("grave");
    m.setup("long");
    const Finding stuck = finding("loop.wait", "stuck");
    const CheckResult result =
        merged({wait_in(stuck, 0, 1, {"Bob"}), wait_in(stuck, 1, 2, {}), wait_in(stuck, 2, 3, {})});
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(result.findings[0].witness->setup, 1U);
    ASSERT_EQ(result.findings[0].elsewhere.size(), 2U);
    EXPECT_EQ(result.findings[0].elsewhere[0].setup, 0U);
    EXPECT_EQ(result.findings[0].elsewhere[0].loop->can_break, std::vector<std::string>{"Bob"});
    EXPECT_EQ(result.findings[0].elsewhere[1].steps, 3U);
}

TEST_F(Merge, what_is_not_decided_is_milder_than_nobody) {
    m.setup("hidden");
    m.setup("grave");
    Finding hidden = wait_in(finding("loop.wait", "stuck"), 0, 1, {});
    hidden.loop->undecided = Fact{FactKind::NotAllSeen};
    const CheckResult result = merged({hidden, wait_in(finding("loop.wait", "stuck"), 1, 2, {})});
    EXPECT_EQ(result.findings.at(0).witness->setup, 1U);
}

TEST_F(Merge, an_error_and_a_note_with_one_fingerprint_are_one_error) {
    Finding alike = finding("contradiction.set-set", "stuck");
    alike.severity = Severity::Note;
    const CheckResult result =
        merged({alike, finding("deadlock", "lost"), finding("contradiction.set-set", "stuck")});
    ASSERT_EQ(result.findings.size(), 2U);
    EXPECT_EQ(result.findings[0].severity, Severity::Error);
}

struct Verdicts : Merge {
    // Claim, status and obligation in, the same out.
    using Row = std::tuple<ClaimId, Status, std::string>;
    static constexpr ClaimId no_deadlock = claim_of_none(FindingCode::Deadlock);
    std::vector<Row> folded(const std::vector<Row>& rows) {
        m.setup("start");
        CheckResult result;
        for (const auto& [claim, status, obligation] : rows)
            result.verdicts.push_back(
                {claim, "", status, {}, Engine::Explicit, *read_obligation_id(obligation)});
        std::vector<Row> folded;
        for (const Verdict& verdict : merge(m.build(), {result}, {}).verdicts)
            folded.emplace_back(verdict.about, verdict.status, print(verdict.obligation));
        return folded;
    }
};

TEST_F(Verdicts, of_two_engines_the_one_that_says_more_stays) {
    EXPECT_EQ(folded({{no_deadlock, Status::Bounded, "incidents@start/explicit"},
                      {no_deadlock, Status::Proved, "incidents@start/symbolic"}}),
              (std::vector<Row>{{no_deadlock, Status::Proved, "incidents@start/symbolic"}}));
    EXPECT_EQ(folded({{no_deadlock, Status::Refuted, "incidents@start/explicit"},
                      {no_deadlock, Status::Bounded, "incidents@start/symbolic"}}),
              (std::vector<Row>{{no_deadlock, Status::Refuted, "incidents@start/explicit"}}));
}

TEST(EitherVerdict, SaysWhatBothSawAndIsOpenWhereBothAre) {
    Verdict seen;
    seen.status = Status::Bounded;
    seen.facts = {{FactKind::Found, {std::size_t{9}}}};
    seen.is_open = true;
    Verdict unsolved = seen;
    unsolved.status = Status::Unknown;
    unsolved.facts = {{FactKind::UnitsSpent}};
    unsolved.engine = Engine::Symbolic;
    EXPECT_EQ(either(seen, unsolved).facts, seen.facts);
    Verdict deep = seen;
    deep.facts = {{FactKind::InNoState}};
    deep.engine = Engine::Symbolic;
    deep.is_open = false;
    EXPECT_FALSE(either(seen, deep).is_open);
    EXPECT_EQ(either(seen, deep).facts, before({FactKind::InNoState}, seen.facts));
    Verdict all = seen;
    all.status = Status::Complete;
    Verdict proved = deep;
    proved.status = Status::Proved;
    EXPECT_EQ(either(all, proved).rechecked, Recheck::SecondEngine);
    all.rechecked = Recheck::Computed;
    EXPECT_EQ(either(all, all).rechecked, Recheck::Computed);
    EXPECT_EQ(both(all, proved).status, Status::Complete);
}

TEST(BothVerdicts, AreRecheckedAsFarAsEachIs) {
    Verdict looked_at;
    looked_at.status = Status::Complete;
    looked_at.rechecked = Recheck::Computed;
    Verdict not_looked_at = looked_at;
    not_looked_at.rechecked = Recheck::Nobody;
    EXPECT_EQ(both(looked_at, looked_at).rechecked, Recheck::Computed);
    EXPECT_EQ(both(looked_at, not_looked_at).rechecked, Recheck::InPart);
    EXPECT_EQ(both(not_looked_at, not_looked_at).rechecked, Recheck::Nobody);
    Verdict shown = looked_at;
    shown.status = Status::Refuted;
    shown.rechecked = Recheck::Replayed;
    Verdict known = shown;
    known.rechecked = Recheck::Nobody;
    EXPECT_EQ(both(known, shown).rechecked, Recheck::Replayed) << "one play is enough";
}

TEST_F(Verdicts, of_two_analyses_the_one_that_says_less_stays_unless_it_is_refuted) {
    EXPECT_EQ(folded({{no_deadlock, Status::Bounded, "incidents@start/explicit"},
                      {no_deadlock, Status::Proved, "deadlocks@start/explicit"}}),
              (std::vector<Row>{{no_deadlock, Status::Bounded, "incidents@start/explicit"}}));
    EXPECT_EQ(folded({{no_deadlock, Status::Unknown, "incidents@start/explicit"},
                      {no_deadlock, Status::Refuted, "deadlocks@start/explicit"}}),
              (std::vector<Row>{{no_deadlock, Status::Refuted, "deadlocks@start/explicit"}}));
}

TEST_F(Verdicts, come_in_the_order_of_the_plan_and_setups_stay_apart) {
    const Row second{no_deadlock, Status::Complete, "incidents@start/explicit"};
    const Row other{no_deadlock, Status::Bounded, "incidents@other/explicit"};
    const Row last{{ClaimSort::EveryAbility}, Status::Proved, "unreachable/explicit"};
    EXPECT_EQ(folded({last, other, second}), (std::vector<Row>{second, last, other}));
}

TEST_F(Merge, a_fingerprint_survives_moved_and_reworded_lines) {
    const Finding original = finding("deadlock", "stuck");
    EXPECT_EQ(original.fingerprint.size(), 32U);
    m.model().clauses[clause.index].text = "Whenever z, do y.";
    m.model().clauses[clause.index].span = {0, 100, 120};
    EXPECT_EQ(fingerprint(m.model(), original), original.fingerprint);
    m.model().clauses[clause.index].path = "rule Ring/at dusk";
    EXPECT_NE(fingerprint(m.model(), original), original.fingerprint);
}

TEST_F(Merge, a_fingerprint_has_what_it_is_about_and_the_clauses_in_any_order) {
    const ClauseId bell = m.clause("Bell");
    Finding one = finding("deadlock", "stuck");
    one.clauses = {clause, bell};
    Finding other = one;
    other.facts = {{FactKind::NothingLeftToDo}};
    other.clauses = {bell, clause, bell};
    EXPECT_EQ(fingerprint(m.model(), one), fingerprint(m.model(), other));
    other.about = finding("deadlock", "lost").about;
    EXPECT_NE(fingerprint(m.model(), one), fingerprint(m.model(), other));
    other.about = one.about;
    other.clauses = {bell};
    EXPECT_NE(fingerprint(m.model(), one), fingerprint(m.model(), other));
}

TEST_F(Merge, a_fingerprint_says_which_clause_yields_to_which) {
    const ClauseId bell = m.clause("Bell");
    Finding one = finding("overridden", "Bell gives way to Ring: toll");
    one.clauses = {bell, clause};
    Finding other = finding("overridden", "Ring gives way to Bell: toll");
    other.clauses = {clause, bell};
    EXPECT_NE(fingerprint(m.model(), one), fingerprint(m.model(), other));
}

// What is left of verdicts on one claim, each by an obligation.
Verdict only_verdict(ModelBuilder& m, const std::vector<std::pair<std::string, Status>>& said,
                     std::vector<Finding> findings = {}) {
    std::vector<CheckResult> results;
    for (const auto& [obligation, status] : said)
        results.emplace_back().verdicts.push_back({claim_of_none(FindingCode::Deadlock),
                                                   "no deadlock",
                                                   status,
                                                   {{FactKind::Called, {obligation}}},
                                                   Engine::Explicit,
                                                   *read_obligation_id(obligation)});
    results.emplace_back().findings = std::move(findings);
    const CheckResult result = merge(m.build(), std::move(results), {});
    EXPECT_EQ(result.verdicts.size(), 1U);
    return result.verdicts.at(0);
}

TEST_F(Merge, of_analyses_that_decide_a_part_each_the_least_is_known) {
    EXPECT_EQ(only_verdict(
                  m, {{"incidents@a/explicit", Status::Complete}, {"deadlocks@a/explicit", Status::Bounded}})
                  .status,
              Status::Bounded);
}

TEST_F(Merge, of_engines_that_decide_the_same_the_most_is_known) {
    EXPECT_EQ(only_verdict(
                  m, {{"deadlocks@a/explicit", Status::Complete}, {"deadlocks@a/symbolic", Status::Bounded}})
                  .status,
              Status::Complete);
}

TEST_F(Merge, what_is_refuted_stays_refuted) {
    for (const char* other : {"incidents@a/explicit", "deadlocks@a/symbolic"}) {
        const Verdict verdict =
            only_verdict(m, {{other, Status::Unknown}, {"deadlocks@a/explicit", Status::Refuted}});
        EXPECT_EQ(verdict.status, Status::Refuted);
        EXPECT_EQ(name_in(verdict.facts, FactKind::Called), "deadlocks@a/explicit");
    }
}

TEST_F(Merge, nobody_is_free_of_what_was_found) {
    Finding found = finding("deadlock", "stuck");
    found.obligation = *read_obligation_id("claims@a/explicit");
    EXPECT_EQ(only_verdict(m, {{"deadlocks@a/explicit", Status::Complete}}, {found}).status, Status::Refuted);
    found.status = Status::Unconfirmed;
    EXPECT_EQ(only_verdict(m, {{"deadlocks@a/explicit", Status::Complete}}, {found}).status,
              Status::Complete);
}

TEST_F(Merge, other_setups_have_verdicts_of_their_own) {
    CheckResult result;
    for (const char* obligation : {"deadlocks@a/explicit", "deadlocks@b/explicit"})
        result.verdicts.push_back({claim_of_none(FindingCode::Deadlock),
                                   "no deadlock",
                                   Status::Complete,
                                   {},
                                   Engine::Explicit,
                                   *read_obligation_id(obligation)});
    EXPECT_EQ(merge(m.build(), {result}, {}).verdicts.size(), 2U);
}

TEST(Codes, a_prefix_selects_its_family) {
    EXPECT_TRUE(compiler::selects({"loop"}, "loop.wait"));
    EXPECT_FALSE(compiler::selects({"loo"}, "loop.wait"));
    EXPECT_TRUE(compiler::selects({}, "deadlock"));
    EXPECT_EQ(compiler::find_code("no.such"), std::nullopt);
    for (const compiler::CodeInfo& info : compiler::all_codes())
        EXPECT_TRUE(compiler::selects({std::string(word(info.family))}, info.name)) << info.name;
}

}  // namespace
}  // namespace errata::checker
