#include "checker/claims/incident_findings.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "checker/causes/experiment.h"
#include "checker/causes/incident.h"
#include "checker/claims/asked_about.h"
#include "checker/claims/undefined_terms.h"
#include "checker/claims/ways.h"
#include "checker/fact_kinds.h"
#include "checker/headline.h"
#include "checker/near/missing_options.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/plays/solutions.h"
#include "checker/plays/steps.h"
#include "checker/plays/top_point.h"
#include "checker/search/findings.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

const OpenFunction* contradicted_function(const Model& model, IncidentId incident) {
    const auto found = std::ranges::find(model.functions.open, incident, &OpenFunction::contradiction);
    return found == model.functions.open.end() ? nullptr : &*found;
}

bool is_about_equations(const Model& model, IncidentId incident) {
    return std::ranges::any_of(model.functions.equations, [&](const Equations& system) {
        return system.none == incident || system.several == incident;
    });
}

void name_who_leaves_no_option(const Evaluator& evaluator, IncidentId incident, const Trace& play,
                               Finding& finding) {
    const Clauses needed = needed_elsewhere(evaluator, incident, play, finding.clauses);
    if (needed.empty()) return;
    finding.clauses.insert(finding.clauses.begin(), needed.begin(), needed.end());
    finding.barring = needed;
}

// An action does what it is called for: behind it, who called it in the last step.
void add_caller(const Model& model, const Trace& play, Clauses& clauses) {
    const auto is_action = [&](ClauseId clause) { return model.clause(clause).kind == ClauseKind::Action; };
    if (play.steps.empty() || clauses.empty() || !std::ranges::all_of(clauses, is_action)) return;
    const std::vector<bool> can_go = clauses_that_can_go(model);
    const Clauses& used = play.steps.back().used;
    const auto caller = std::find_if(used.rbegin(), used.rend(), [&](ClauseId clause) {
        return clause.is_valid() && !can_go[clause.index] && !is_action(clause) &&
               !is_question(model.clause(clause).kind);
    });
    if (caller != used.rend()) add_clause(clauses, *caller);
}

void tell_what_is_missing(const Model& model, std::optional<MissingValue> missing, Finding& finding) {
    if (missing) finding.facts.push_back({FactKind::NothingThere, {fact(model, *missing)}});
    if (missing && missing->life_ended) finding.facts.push_back({FactKind::LifeEnds});
    finding.missing = std::move(missing);
}

void name_what_is_undefined(const Evaluator& evaluator, IncidentId incident, const Trace& play,
                            Finding& finding) {
    const Clauses needed = needed_elsewhere(evaluator, incident, play, finding.clauses);
    finding.clauses.insert(finding.clauses.begin(), needed.begin(), needed.end());
    add_caller(evaluator.model(), play, finding.clauses);
    tell_what_is_missing(evaluator.model(), what_has_no_value(evaluator, play), finding);
}

// Who has to choose, and between what: options without a value for what they are about.
void name_who_has_to_choose(const Evaluator& evaluator, const Trace& play, Finding& finding) {
    const Model& model = evaluator.model();
    const State& there = last_state(play);
    const PointId top = top_point(model, there);
    const Owner owner = evaluator.expand(there).owner;
    if (!top.is_valid() || owner.kind != OwnerKind::Player) return;
    std::vector<Phrase> offers;
    for (const PointOption& option : model.flow.points[top.index].options) {
        if (!option.text.empty()) offers.push_back("\"" + option_text(option) + "\"");
    }
    finding.facts.push_back({FactKind::ToChoose, {player_name(model, owner.player), std::move(offers)}});
    const auto shares_out = [](const PointOption& option) { return !option.shares.empty(); };
    if (std::ranges::any_of(model.flow.points[top.index].options, shares_out))
        finding.facts.push_back({FactKind::AllHasToFit});
}

void name_what_is_asked(const Evaluator& evaluator, IncidentId incident, Finding& finding) {
    const AskedAbout about = asked_about(evaluator, incident, finding);
    if (!about.words.empty()) finding.facts.push_back({FactKind::WhatIsAsked, {about.words}});
    finding.needs.clauses = about.beside;
    // Nobody would miss an answer that nobody asks for; those that say something else would change nothing.
    const bool is_gap = finding.code == FindingCode::GapUndefined;
    if (is_gap && !about.asking.empty()) finding.clauses = about.asking;
    std::erase_if(finding.needs.clauses,
                  [&](ClauseId clause) { return has_clause(finding.clauses, clause); });
    if (!about.lacking.empty()) finding.facts.push_back({FactKind::NotCovered, {about.lacking}});
}

}  // namespace

std::vector<ClauseId> each_text_once(const Model& model, const std::vector<ClauseId>& clauses) {
    std::map<dsl::Span, ClauseId> by_place;
    std::vector<ClauseId> result;
    const auto path = [&](ClauseId id) -> const std::string& { return model.clause(id).path; };
    for (const ClauseId clause : clauses) {
        const auto [known, is_new] = by_place.try_emplace(model.clause(clause).span, clause);
        if (is_new) {
            result.push_back(clause);
        } else if (path(clause).size() < path(known->second).size()) {
            std::ranges::replace(result, std::exchange(known->second, clause), clause);
        }
    }
    return result;
}

void name_values(const Model& model, const OpenFunction& open, Finding& finding) {
    if (model.type(open.type).form == TypeForm::Bool) return;
    std::vector<std::string> values;
    std::map<ClauseId, Value> by_clause;
    for (const Statement& statement : open.statements) {
        if (!statement.positive || !has_clause(finding.clauses, statement.clause)) continue;
        if (!model.terms.is_constant(statement.value)) return;
        const Value number = model.terms[statement.value].payload;
        if (by_clause.try_emplace(statement.clause, number).first->second != number) return;
        const std::string value = value_text(model, open.type, number).text();
        if (std::ranges::find(values, value) == values.end()) values.push_back(value);
    }
    if (values.size() > 1) finding.values = std::move(values);
}

// A value that is missing is no paradox.
void name_what_equations_lack(const Evaluator& evaluator, IncidentId incident, const Trace& play,
                              Finding& finding) {
    const auto about = about_equations(evaluator.model(), incident);
    if (!about || !about->is_none) return;
    std::optional<MissingValue> lacks =
        what_equations_lack(evaluator, about->system, state_of_equations(evaluator, *about, play));
    if (!lacks) return;
    const Model& model = evaluator.model();
    finding.code = FindingCode::GapUndefined;
    finding.facts = {account(model, model.incidents.all[model.incidents.undefined.index])};
    tell_what_is_missing(model, std::move(lacks), finding);
}

std::vector<Finding> incident_findings(const Evaluator& evaluator, const Occurrence& occurrence,
                                       const Trace& play) {
    const Model& model = evaluator.model();
    Finding whole = incident_finding(evaluator, occurrence, play);
    Ways ways = ways_of(evaluator, occurrence.incident, play);
    if (ways.telling == Telling::Apart) {
        whole.outcomes = std::move(ways.outcomes);
    } else {
        whole.facts.push_back(
            {ways.telling == Telling::Alike ? FactKind::WaysAgree : FactKind::WaysUndecided});
        whole.is_slight =
            ways.telling == Telling::Alike && info(whole.code).where_ways_agree == WhereWaysAgree::Note;
    }
    if (whole.code == FindingCode::GapNoOption || whole.code == FindingCode::Deadlock) {
        name_who_has_to_choose(evaluator, play, whole);
        const Phrase lacking = why_no_option(evaluator, last_state(play));
        if (!lacking.empty()) whole.facts.push_back({FactKind::ThereItIs, {lacking}});
        name_who_leaves_no_option(evaluator, occurrence.incident, play, whole);
    }
    if (occurrence.incident == model.incidents.undefined)
        name_what_is_undefined(evaluator, occurrence.incident, play, whole);
    if (occurrence.incident == model.incidents.overflow) {
        std::optional<MissingValue> what = what_leaves_its_range(evaluator, play);
        if (!what) what = what_has_no_value(evaluator, play);
        tell_what_is_missing(model, std::move(what), whole);
    }
    name_what_equations_lack(evaluator, occurrence.incident, play, whole);
    const OpenFunction* open = contradicted_function(model, occurrence.incident);
    // The evaluator names the clauses that clash at one moment, so all of them are needed.
    const bool is_joint = whole.code == FindingCode::ContradictionSetSet && !occurrence.var.is_valid();
    const bool is_about_a_system = is_about_equations(model, occurrence.incident);
    if (!open && !is_joint && !is_about_a_system) {
        name_what_is_asked(evaluator, occurrence.incident, whole);
        return {std::move(whole)};
    }
    std::vector<Finding> result;
    for (Clauses& set : minimal_clause_sets(evaluator, occurrence.incident, play, whole.clauses)) {
        Finding& finding = result.emplace_back(whole);
        finding.clauses = is_about_a_system ? each_text_once(model, set) : std::move(set);
        if (open) name_values(model, *open, finding);
        name_what_is_asked(evaluator, occurrence.incident, finding);
    }
    return result;
}

}  // namespace errata::checker
