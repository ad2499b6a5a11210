#include "checker/search/task.h"

#include <algorithm>

#include "checker/causes/brought_about.h"
#include "checker/causes/leaning.h"
#include "checker/causes/reading_dependence.h"
#include "checker/certify/sameness.h"
#include "checker/fact_kinds.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/search/completeness.h"
#include "checker/search/findings.h"
#include "checker/search/loop_policy.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/check.h"

namespace errata::checker {

namespace {

Verdict said(const Task& task, ClaimId about, Status status, Facts facts, Engine engine) {
    const ClaimTable& claims = task.workbench().claims();
    const bool of_all = about.sort == ClaimSort::Analysis;
    return {claims.standing_for(about),
            of_all ? task.obligation().claim : claims.words(about),
            status,
            std::move(facts),
            engine,
            task.obligation().id};
}

// `verdict`, open if it leaves the run inconclusive.
Verdict decided(Verdict verdict, bool is_conclusive) {
    const bool is_undecided =
        verdict.status == Status::Unknown || (verdict.status == Status::Bounded && !is_conclusive);
    verdict.is_open = is_undecided && is_asked(verdict.about);
    return verdict;
}

// Several things may go by one name: what a ruling says of several actions.
void add_verdict(CheckResult& result, Verdict verdict) {
    const auto known = std::ranges::find(result.verdicts, verdict.about, &Verdict::about);
    if (known == result.verdicts.end()) {
        result.verdicts.push_back(std::move(verdict));
    } else {
        *known = both(std::move(*known), std::move(verdict));
    }
}

}  // namespace

Task::Task(Workbench& workbench, const Obligation& obligation, std::vector<std::string> only_codes,
           std::any* kept)
    : workbench_(workbench), obligation_(obligation), only_codes_(std::move(only_codes)), kept_(kept) {}

bool Task::wants(FindingCode code) const { return compiler::selects(only_codes_, code); }

void Task::verdict(ClaimId about, Status status, Facts facts, bool is_conclusive, Facts limit) {
    Verdict verdict = said(*this, about, status, std::move(facts), obligation_.id.engine);
    verdict.limit = std::move(limit);
    add_verdict(result_, decided(std::move(verdict), is_conclusive));
}

void Task::proved_by_text(ClaimId about, Facts facts) {
    add_verdict(result_, said(*this, about, Status::Proved, std::move(facts), Engine::Structure));
}

void Task::shown_by_play(ClaimId about, Fact how) {
    Verdict verdict = said(*this, about, Status::Proved, {std::move(how)}, obligation_.id.engine);
    verdict.rechecked = Recheck::Replayed;
    add_verdict(result_, std::move(verdict));
}

void Task::verdict(ClaimId about, const Completeness& completeness, const Facts& remark) {
    // Where all states were seen, what is open is what the remark says.
    const bool is_limited_here = completeness.limit.empty() && completeness.status != Status::Complete;
    Facts facts = remark;
    add(facts, completeness.facts);
    Verdict verdict = said(*this, about, completeness.status, std::move(facts), obligation_.id.engine);
    verdict.limit = is_limited_here ? remark : completeness.limit;
    verdict.excludes = completeness.excludes;
    add_verdict(result_, decided(std::move(verdict), completeness.is_conclusive));
}

void Task::vacuous(ClaimId about, const Completeness& completeness, Fact why) {
    Verdict verdict =
        said(*this, about, completeness.status,
             before({FactKind::IsVacuous, {std::move(why)}}, completeness.facts), obligation_.id.engine);
    verdict.vacuous = true;
    verdict.limit = completeness.limit;
    add_verdict(result_, decided(std::move(verdict), completeness.is_conclusive));
}

Searched searched_by(Task& task) {
    Searched result;
    const std::size_t setup = task.obligation().setup;
    if (task.obligation().id.engine == Engine::Symbolic) {
        for (const auto& reach : task.workbench().of(setup).sample()) result.graphs.push_back(reach.get());
        result.completeness = sample_completeness(task.workbench(), setup);
        return result;
    }
    if (const Reach* reach = task.workbench().reach(setup)) {
        result.graphs.push_back(reach);
        result.completeness = completeness(task.workbench(), setup, *reach);
        result.is_whole = true;
    } else {
        const bool has_choice = !task.model().readings.all.empty() && !task.model().readings.most_departures;
        task.verdict(claim_of_all(task.obligation().id.analysis), Status::Unknown,
                     {{has_choice ? FactKind::TooOpenOrReadings : FactKind::TooOpenToList}});
    }
    return result;
}

bool certify(const Task& task, const Trace& trace, bool from_setup) {
    const ReplayStart start =
        from_setup ? replay_start(task.model(), trace.setup) : ReplayStart{nullptr, trace.setup};
    const Replayed replayed = replay(task.workbench().evaluator(), start, trace);
    if (replayed.trace) return true;
    if (replayed.is_undecided) return false;
    const std::string bug = "the witness of " + print(task.obligation().id) + " replays; step " +
                            std::to_string(replayed.step) + ": " + replayed.reason;
    dsl::check_failed(bug.c_str(), __FILE__, __LINE__);
}

ReplayStart replay_start(const compiler::Model& model, std::size_t setup) {
    if (setup < model.setups.size()) return {&model.setups[setup], setup};
    const std::size_t scenario = setup - model.setups.size();
    ERRATA_CHECK(scenario < model.asked.scenarios.size());
    return {&model.asked.scenarios[scenario].setup, setup};
}

namespace {

// A loop may close on a state that is the same to the rules and yet not equal: the report says in what it
// differs.
void tell_how_alike(const compiler::Model& model, Finding& finding) {
    const Trace& play = *finding.witness;
    const compiler::State& first = state_before(play, *play.loop_start);
    const compiler::State& last = *play.steps.back().next;
    if (first == last) return;
    const std::optional<Likeness> likeness = Sameness(model).compare(first, last);
    ERRATA_CHECK(likeness.has_value());
    if (!finding.loop) finding.loop = LoopFacts{};
    Facts differences;
    for (const std::size_t cell : likeness->unread) {
        const compiler::Value shift = last[cell] - first[cell];
        finding.loop->net_change.push_back({cell, first[cell], last[cell], {}});
        differences.push_back(change_of(model, cell, shift));
    }
    if (!differences.empty()) {
        finding.facts.push_back({FactKind::OnlyThat, {differences}});
        finding.loop->growth = std::move(differences);
    }
    std::vector<std::string> kinds;
    for (const compiler::TypeId kind : likeness->renamed) kinds.push_back(model.type(kind).name);
    if (!kinds.empty()) finding.facts.push_back({FactKind::SameButWhich, {kinds}});
}

// What one alternative of a reading says, where another one shows the same.
void leave_out_unneeded(const compiler::Model& model, Finding& finding) {
    std::erase_if(finding.clauses, [&](compiler::ClauseId clause) {
        const auto reading = alternative_of(model, clause);
        return reading && std::ranges::find(finding.needs.readings, *reading) == finding.needs.readings.end();
    });
}

}  // namespace

// By the steps of the play.
static void number_ways_out(const Trace& play, LoopFacts& loop) {
    for (WayOut& way : loop.ways_out) {
        for (std::size_t i = 0; i < play.steps.size() && way.where && way.step == 0; ++i) {
            if (state_before(play, i) == *way.where) way.step = i + 1;
        }
        way.where.reset();
    }
}

// Of a finding that is met there it is known what its play has to come to.
static bool is_met_where_it_ends(const compiler::Evaluator& evaluator, const Finding& finding) {
    const Trace& play = *finding.witness;
    const auto is_its = [&](const compiler::Occurrence& met) {
        return evaluator.model().incidents.all[met.incident.index].code == finding.code;
    };
    if (!play.steps.empty() && std::ranges::any_of(play.steps.back().incidents, is_its)) return true;
    const bool ends = !play.steps.empty() && !play.steps.back().next;
    return ends || std::ranges::any_of(evaluator.expand(last_state(play)).incidents, is_its);
}

// Rounds of two printed items or more that end the game, whoever wishes it or not.
static bool is_end_by_several(const compiler::Model& model, const Finding& finding) {
    if (finding.code != compiler::FindingCode::LoopLethal || !finding.loop->can_keep_going.empty())
        return false;
    std::vector<compiler::ClauseId> printed = finding.clauses;
    std::erase_if(printed, [&](compiler::ClauseId clause) {
        return model.clause(clause).kind != compiler::ClauseKind::Printed;
    });
    return names_of(model, printed).size() > 1;
}

void Task::finding(Finding finding) {
    if (!wants(finding.code)) return;
    if (finding.witness) {
        if (!certify(*this, *finding.witness, finding.status != Status::Unconfirmed)) {
            result_.inconclusive = true;
            return not_analysed({FactKind::WhetherItReturns, {clause_names(model(), finding.clauses)}});
        }
        if (finding.witness->loop_start) tell_how_alike(model(), finding);
        if (finding.loop) number_ways_out(*finding.witness, *finding.loop);
        if (finding.outcomes.empty() || !is_of(finding.code, compiler::FindingFamily::Ambiguous)) {
            Allowance allowance;  // without the clock: clauses and so the number of a finding go by it
            const Needed known =
                std::exchange(finding.needs, readings_needed(Game(workbench_.evaluator(), allowance), finding,
                                                             breach_shown(model(), finding)));
            finding.needs.clauses = known.clauses;
            if (is_of(finding.code, compiler::FindingFamily::Loop)) leave_out_unneeded(model(), finding);
        }
    }
    finding.severity = finding.breaks_claim ? Severity::Error : compiler::info(finding.code).severity;
    // A win that somebody chooses weighs more than one that comes by itself, and so does one that several
    // items bring about: of one alone its designer knows.
    if (finding.loop && (finding.loop->is_win || is_end_by_several(model(), finding)))
        finding.severity = Severity::Warning;
    if (finding.is_slight) finding.severity = Severity::Note;
    const Consequence consequence = consequence_of(model(), finding.code, finding.severity);
    // What no play is known to lead to is worth knowing and no reason to fail.
    finding.severity = finding.status == Status::Unconfirmed ? Severity::Note : consequence.severity;
    if (consequence.fact) finding.facts.push_back(*consequence.fact);
    if (finding.witness) {
        const compiler::Evaluator& evaluator = workbench_.evaluator();
        const IsShown is_shown = breach_shown(model(), finding);
        if (!finding.loop && (is_shown || is_met_where_it_ends(evaluator, finding))) {
            Allowance allowance;
            const Experiment experiment(evaluator, allowance);
            const SamePlay again(experiment.game(), finding, is_shown);
            add_clauses(finding.needs.clauses, needed_to_catch(experiment, finding, again));
            // Those who contradict each other are named already.
            if (is_shown || is_of(finding.code, compiler::FindingFamily::Gap))
                add_clauses(finding.needs.clauses, needed_for_play(experiment, finding, again));
        }
        Leaning leans = leaning(evaluator, finding, is_shown);
        add(finding.facts, std::move(leans.facts));
        finding.needs.disagreeing = std::move(leans.disagreeing);
        finding.needs.left_open = std::move(leans.left_open);
        add_clauses(finding.needs.clauses, leans.needed);
        std::erase_if(finding.needs.clauses, [&](compiler::ClauseId clause) {
            return std::ranges::find(finding.clauses, clause) != finding.clauses.end();
        });
    }
    finding.obligation = obligation_.id;
    finding.fingerprint = fingerprint(model(), finding);
    result_.findings.push_back(std::move(finding));
}

}  // namespace errata::checker
