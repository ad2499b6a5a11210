#include "checker/search/findings.h"

#include <algorithm>

#include "checker/causes/brought_about.h"
#include "checker/causes/experiment.h"
#include "checker/causes/last_changes.h"
#include "checker/fact_kinds.h"
#include "checker/headline.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/deciding_objects.h"
#include "checker/plays/describe.h"
#include "checker/plays/solutions.h"
#include "checker/plays/steps.h"
#include "checker/plays/top_point.h"
#include "compiler/ir/evaluate_terms.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

NearestFindings::Key NearestFindings::key_of(const Finding& finding, bool returns) {
    return {code_name(finding.code), returns, finding.clauses};
}

bool NearestFindings::is_nearer(const Finding& finding, std::size_t steps, bool returns) const {
    const auto known = findings_.find(key_of(finding, returns));
    return known == findings_.end() || steps < known->second.witness->steps.size();
}

void NearestFindings::add(Finding finding) {
    const bool returns = finding.witness->loop_start.has_value();
    if (!is_nearer(finding, finding.witness->steps.size(), returns)) return;
    Key key = key_of(finding, returns);
    findings_.insert_or_assign(std::move(key), std::move(finding));
}

std::vector<Finding> NearestFindings::take() {
    std::vector<Finding> result;
    for (auto& [key, finding] : findings_) result.push_back(std::move(finding));
    findings_.clear();
    return result;
}

std::vector<ClauseId> acting_only_in(const Model& model, const std::vector<Outcome>& outcomes,
                                     std::size_t number) {
    // Of an outcome of which it is not known, it may be anybody.
    const auto is_unknown = [](const Outcome& outcome) { return outcome.acting.empty(); };
    if (std::ranges::any_of(outcomes, is_unknown)) return {};
    std::vector<ClauseId> only = outcomes[number].acting;
    std::erase_if(only, [&](ClauseId clause) {
        bool acts_elsewhere = false;
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            const std::vector<ClauseId>& others = outcomes[i].acting;
            const bool is_there = std::ranges::find(others, clause) != others.end();
            acts_elsewhere = acts_elsewhere || (i != number && is_there);
        }
        return acts_elsewhere || is_frame(model.clause(clause).kind) ||
               is_question(model.clause(clause).kind);
    });
    return only;
}

bool is_generic(const Model& model, IncidentId incident) {
    return incident == model.incidents.undefined || incident == model.incidents.overflow;
}

std::vector<ClauseId> writers_of(const Occurrence& occurrence) {
    std::vector<ClauseId> writers;
    if (!occurrence.var.is_valid()) return writers;
    add_clause(writers, occurrence.clause);
    add_clauses(writers, occurrence.others);
    std::ranges::sort(writers);
    return writers;
}

namespace {

// What is written twice in the last step.
std::optional<Fact> clash_in(const Model& model, const Occurrence& occurrence, const Trace& play) {
    if (play.steps.empty()) return std::nullopt;
    const std::vector<Clash>& clashes = play.steps.back().clashes;
    const auto clash = std::ranges::find(clashes, occurrence, &Clash::occurrence);
    if (clash == clashes.end()) return std::nullopt;
    const Phrase name = cell_name(model, clash->cell);
    const auto value = [&](Value number) { return cell_value_text(model, clash->cell, number); };
    if (clash->is_of_members)
        return Fact{FactKind::PutAndTaken, {value(clash->earlier & clash->value), name}};
    return Fact{FactKind::SetTwice, {name, value(clash->earlier), value(clash->value)}};
}

}  // namespace

Finding incident_finding(const Evaluator& evaluator, const Occurrence& occurrence, Trace play) {
    const Model& model = evaluator.model();
    const Incident& incident = model.incidents.all[occurrence.incident.index];
    Finding finding;
    finding.code = incident.code;
    finding.about = about(occurrence.incident, occurrence.var);
    finding.facts = {account(model, incident)};
    finding.order = incident.order;
    // Of statements that contradict each other, those that hold here; elsewhere the incident knows its
    // clauses.
    if (incident.code == FindingCode::ContradictionDefinition && !play.steps.empty()) {
        for (const Occurrence& met : play.steps.back().incidents) {
            if (met.incident == occurrence.incident) add_clause(finding.clauses, met.clause);
        }
    }
    if (finding.clauses.empty()) finding.clauses = incident.clauses;
    if (occurrence.var.is_valid()) {
        if (std::vector<ClauseId> writers = writers_of(occurrence); !writers.empty())
            finding.clauses = std::move(writers);
        if (std::optional<Fact> clash = clash_in(model, occurrence, play))
            finding.facts.push_back(std::move(*clash));
    } else if (is_generic(model, occurrence.incident) && occurrence.clause.is_valid()) {
        add_clause(finding.clauses, occurrence.clause);
        finding.about.at = occurrence.clause;
    }
    if (finding.clauses.empty()) add_clause(finding.clauses, occurrence.clause);
    if (const auto about = about_equations(model, occurrence.incident)) {
        const Phrase circle = circle_in_words(evaluator, *about, state_of_equations(evaluator, *about, play));
        if (!circle.empty()) finding.facts.push_back({FactKind::EquationsHang, {circle}});
    }
    finding.witness = std::move(play);
    return finding;
}

Finding deadlock_finding(const Model& model, Trace play) {
    const PointId top = top_point(model, last_state(play));
    Finding finding;
    finding.code = FindingCode::Deadlock;
    finding.facts = {{FactKind::NothingLeftToDo}};
    if (top.is_valid()) {
        const Point& point = model.flow.points[top.index];
        finding.about = about(top);
        add_clause(finding.clauses, point.clause);
    }
    for (const ClauseId clause : clauses_of_last_step(play)) add_clause(finding.clauses, clause);
    finding.witness = std::move(play);
    return finding;
}

FindingCode code_of(const Claim& claim) {
    if (claim.code) return *claim.code;
    if (claim.kind == ClaimKind::Eventually) return FindingCode::LoopWait;
    if (claim.kind == ClaimKind::Reachable) return FindingCode::UnreachableState;
    return claim.ruling ? FindingCode::ContradictionRuling : FindingCode::ContradictionInvariant;
}

namespace {

bool is_broken(const Evaluator& evaluator, const Claim& claim, const State& state, CellTrace* trace) {
    if (claim.premise.is_valid() && traced_value(evaluator, claim.premise, state, trace) != Value{1})
        return false;
    const std::optional<Value> said = traced_value(evaluator, claim.condition, state, trace);
    return !said || (*said != 0) == (claim.kind == ClaimKind::Never);
}

// Effects and statements without any one of which the claim would not be broken as it is there.
std::vector<ClauseId> effects_behind(const Evaluator& evaluator, const Claim& claim, const State& there) {
    const std::optional<Value> said = evaluator.value(claim.condition, there);
    if (!said) return {};
    Allowance allowance;
    const Experiment experiment(evaluator, allowance);
    return experiment.needed_beside_others(experiment.that_can_go(), [&](const Game& others) {
        return is_broken(others.rules(), claim, there, nullptr) &&
               others.rules().value(claim.condition, there) == said;
    });
}

bool is_about_states(const Claim& claim) {
    return claim.kind == ClaimKind::Always || claim.kind == ClaimKind::Never;
}

}  // namespace

IsShown breach_shown(const Model& model, const Finding& finding) {
    const Claim* const claim = claim_of(model, finding.about);
    if (claim == nullptr || !is_about_states(*claim) || code_of(*claim) != finding.code) return {};
    if (!finding.witness || finding.witness->loop_start) return {};
    return [claim](const Evaluator& rules, const State& state) {
        return is_broken(rules, *claim, state, nullptr);
    };
}

Finding claim_finding(const Evaluator& evaluator, const Claim& claim, Trace play, Facts why) {
    Finding finding;
    finding.code = code_of(claim);
    finding.about = about(evaluator.model(), claim);
    finding.facts = std::move(why);
    add_clause(finding.clauses, claim.clause);
    const State& there = last_state(play);
    std::vector<Phrase> things;
    for (const auto& [name, breaks] : claim.things) {
        if (evaluator.value(breaks, there) == Value{1}) things.push_back(name);
    }
    if (!things.empty()) finding.facts.push_back({FactKind::SoFor, {things}});
    if (things.empty() && is_about_states(claim)) {
        const std::vector<Phrase> deciding = deciding_objects(evaluator, claim.condition, there);
        const FactKind so = claim.kind == ClaimKind::Always ? FactKind::FailsFor : FactKind::SoFor;
        if (!deciding.empty()) finding.facts.push_back({so, {deciding}});
    }
    const auto is_so = [&](const State& state, CellTrace* trace) {
        return is_broken(evaluator, claim, state, trace);
    };
    std::vector<Decisive> decisive;
    if (is_about_states(claim)) {
        decisive = decisive_changes(is_so, play);
        add_clauses(finding.clauses, who_made(decisive));
        // A partition names its cases.
        if (!claim.code) add_clauses(finding.clauses, effects_behind(evaluator, claim, there));
    } else if (!play.steps.empty()) {
        for (const Change& change : play.steps.back().changes) add_clause(finding.clauses, change.clause);
    }
    TermId asked = claim.condition;
    for (const auto& [name, breaks] : claim.things) {
        if (!things.empty() && name == things.front()) asked = breaks;
    }
    const Held there_held = held(evaluator, asked, play);
    if (!there_held.words.empty()) finding.facts.push_back({FactKind::ThereItIs, {there_held.words}});
    finding.names_makers = there_held.names_makers;
    finding.witness = std::move(play);
    Allowance allowance;
    finding.needs.clauses = needed_for_changes(Experiment(evaluator, allowance), finding, is_so, decisive);
    return finding;
}

namespace {

// For whom it fails; and, if it still does where the play ends, what else decides that.
std::vector<Phrase> who_it_fails_for(const Evaluator& evaluator, const Claim& claim, const Trace& play) {
    const std::vector<Reported>& reported = play.steps.back().reported;
    const auto told = std::ranges::find(reported, claim.incident, &Reported::incident);
    if (told == reported.end()) return {};
    const std::vector<Value>& about = told->about;
    std::vector<Phrase> names;
    for (std::size_t i = 0; i < about.size(); ++i)
        names.push_back(value_text(evaluator.model(), claim.roles[i], about[i]));
    for (Phrase& name : deciding_objects(evaluator, claim.breach, last_state(play), about)) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
    return names;
}

}  // namespace

Finding ruling_finding(const Evaluator& evaluator, const Claim& claim, Trace play) {
    const Model& model = evaluator.model();
    Finding finding = incident_finding(evaluator, {claim.incident, claim.clause}, std::move(play));
    finding.code = claim.ruling ? FindingCode::ContradictionRuling : FindingCode::ContradictionInvariant;
    finding.about = about(model, claim);
    if (claim.clause.is_valid() &&
        std::ranges::find(finding.clauses, claim.clause) == finding.clauses.end()) {
        finding.clauses.insert(finding.clauses.begin(), claim.clause);
    }
    if (finding.witness->steps.empty()) return finding;
    std::vector<ClauseId> acting;
    for (const Change& change : finding.witness->steps.back().changes) add_clause(acting, change.clause);
    const auto is_in_frame = [&](ClauseId clause) { return is_frame(model.clause(clause).kind); };
    if (!std::ranges::all_of(acting, is_in_frame)) std::erase_if(acting, is_in_frame);
    for (const ClauseId clause : acting) add_clause(finding.clauses, clause);
    if (std::vector<Phrase> names = who_it_fails_for(evaluator, claim, *finding.witness); !names.empty())
        finding.facts.push_back({FactKind::FailsFor, {std::move(names)}});
    return finding;
}

}  // namespace errata::checker
