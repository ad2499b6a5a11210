#include "checker/reach/unreachable.h"

#include <algorithm>
#include <map>

#include "checker/claims/claims.h"
#include "checker/claims/induction.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/headline.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/reach/second_look.h"
#include "checker/search/analysis.h"
#include "checker/search/cuts.h"
#include "checker/search/findings.h"
#include "checker/search/first_states.h"
#include "checker/symbolic/well_formed.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/walk.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

static ClauseId event_clause(const Model& model, const Sought& one) {
    return model.asked.claims[one.index].clause;
}

// Where one of the clauses did something: a text may be in function between two stops only, so that no state
// shows it.
static std::optional<Step> first_use(const Recording& recording, const std::vector<ClauseId>& clauses) {
    std::optional<Step> first;
    for (const ClauseId clause : clauses) {
        const std::optional<Step>& use = recording.used()[clause.index];
        if (use && (!first || use->state.index < first->state.index)) first = use;
    }
    return first;
}

// That the condition holds. Where it asks what has several answers, it may have no value.
static StateCondition that_holds_or_is_undecided(const Evaluator& evaluator, Sought& one) {
    StateCondition result = that_holds(evaluator, one.condition);
    if (evaluator.model().terms[one.condition].steady) return result;
    result.passes = [&evaluator, &one](const State& state) {
        const std::optional<Value> said = evaluator.value(one.condition, state);
        one.is_undecided = one.is_undecided || !said;
        return said == Value{1};
    };
    return result;
}

void mark_occurring(Task& task, const Reach& reach, std::vector<Sought>& sought) {
    const Exploration& exploration = reach.exploration();
    const auto found = [&](Sought& one, const Trace& play) {
        certify(task, play);
        one.occurs = true;
        one.steps = play.steps.size();
    };
    std::vector<Sought*> conditions;
    std::vector<StateCondition> holds;
    for (Sought& one : sought) {
        if (one.occurs || one.excluded) continue;
        switch (one.kind) {
            case SoughtKind::Ending:
                if (const auto& state = reach.recording().endings()[one.index])
                    found(one, trace_to(exploration, *state));
                break;
            case SoughtKind::Ability:
                if (const auto& step = reach.recording().used()[one.index]) {
                    found(one, trace_to(exploration, step->state, step->successor));
                }
                break;
            case SoughtKind::PutOff:
                if (const auto& step = reach.recording().placed()[one.index])
                    found(one, trace_to(exploration, step->state, step->successor));
                break;
            case SoughtKind::Option:
                for (const OptionAt& place : one.places) {
                    one.is_asked = one.is_asked || reach.recording().stood_at()[place.first.index];
                    one.occurs = one.occurs || reach.recording().taken().contains(place);
                }
                break;
            case SoughtKind::Event:
                if (const auto& step = reach.recording().used()[event_clause(task.model(), one).index])
                    found(one, trace_to(exploration, step->state, step->successor));
                break;
            case SoughtKind::Item:
            case SoughtKind::Premise:
            case SoughtKind::State:
                conditions.push_back(&one);
                holds.push_back(that_holds_or_is_undecided(task.workbench().evaluator(), one));
                break;
        }
    }
    const std::vector<std::optional<StateId>> states = first_states(reach, holds);
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        Sought& one = *conditions[i];
        if (states[i]) {
            found(one, trace_to(exploration, *states[i]));
        } else if (one.kind == SoughtKind::Item) {
            if (const std::optional<Step> step = first_use(reach.recording(), one.clauses))
                found(one, trace_to(exploration, step->state, step->successor));
        }
    }
}

namespace {

SolverBudget proof_budget(const Task& task) {
    const std::size_t units = task.obligation().budget.solver_units;
    return {units > 0 ? static_cast<unsigned>(units) : default_solver_units,
            task.workbench().clock().seconds_left(), task.workbench().limits().interrupted};
}

// No well-formed state at all satisfies the condition; or none of the setups begins with it and no step makes
// it true.
bool is_proved_absent(const Task& task, WellFormedStates& states, const Sought& one, bool tries_induction) {
    const SolverBudget budget = proof_budget(task);
    if (states.none_satisfies(one.condition)) return true;
    if (!tries_induction) return false;
    for (const Setup& setup : task.model().setups) {
        if (true_at_first(task.model(), setup, one.condition, budget) != Answer::Unsat) return false;
    }
    return made_true_by_a_step(task.model(), one.condition, budget) == Answer::Unsat;
}

// What the searches have not met: excluded by text, by proof, or by a search that saw everything. Where play
// breaks off, a proof would not know either what a term says that could not be evaluated; where it outgrows
// the scope, what a larger one holds. What has no value in some state may be so there.
void judge_absent(Task& task, std::vector<Sought>& sought, bool saw_everything, bool is_beyond_proof) {
    std::optional<WellFormedStates> states;
    for (Sought& one : sought) {
        if (one.occurs) continue;
        if (one.excluded) {
            one.absent = Status::Proved;
            continue;
        }
        if (is_beyond_proof || one.is_undecided) continue;
        if (saw_everything) one.absent = Status::Complete;
        if (!one.condition.is_valid() || task.workbench().clock().is_over() || !task.wants(code_of(one.kind)))
            continue;
        if (!states) states.emplace(task.model(), proof_budget(task));
        if (is_proved_absent(task, *states, one, !saw_everything)) one.absent = Status::Proved;
    }
}

void join(Completeness& all, const Completeness& seen) {
    all.status = std::max(all.status, seen.status);
    add(all.facts, seen.facts);
    all.is_conclusive = all.is_conclusive && seen.is_conclusive;
    if (all.limit.empty()) all.limit = seen.limit;
}

// Nothing follows from an accident: what is not met may be what would come behind it.
void look_for_a_break(const Reach& reach, Completeness& all, bool& breaks_off) {
    if (breaks_off) return;
    const std::optional<BrokenOff> broken = broken_off(reach.recording());
    if (!broken) return;
    breaks_off = true;
    const Trace play = broken->error ? trace_to(reach.exploration(), broken->state, *broken->error)
                                     : trace_to(reach.exploration(), broken->state);
    const std::vector<Occurrence> incidents =
        broken->error ? play.steps.back().incidents : reach.evaluator().expand(last_state(play)).incidents;
    Fact what{broken->error ? FactKind::AnError : FactKind::ADeadlock};
    if (!incidents.empty())
        what = headline(reach.model(), reach.model().incidents.all[incidents[0].incident.index]);
    join(all, {Status::Unknown,
               {{FactKind::PlayBreaksOff, {play.steps.size(), what}}},
               false,
               {{FactKind::BreaksOffWith, {what}}}});
}

struct Seen {
    std::vector<Sought> sought;
    Completeness all{Status::Complete, {}, true};
    bool breaks_off = false;
    bool outgrows = false;                           // the scope
    std::map<std::size_t, PartsSeen> in_parts = {};  // by setup
};

// What was kept of setups that were searched in parts.
Seen begin(const Task& task) {
    const Seen* kept = task.kept<Seen>();
    Seen seen = kept ? *kept : Seen{things_sought(task.model())};
    for (const auto& [setup, parts] : seen.in_parts)
        join(seen.all, completeness(task.workbench(), setup, parts));
    return seen;
}

void look_at(Task& task, const Reach& reach, Seen& seen) {
    mark_occurring(task, reach, seen.sought);
    look_for_a_break(reach, seen.all, seen.breaks_off);
    seen.outgrows = seen.outgrows || !cuts_limit(task.model(), {&reach.exploration()}).empty();
}

}  // namespace

static void see_part_for_unreachable(Task& task, std::size_t setup) {
    Seen* kept = task.kept<Seen>();
    Seen& seen = kept ? *kept : task.keep(Seen{things_sought(task.model())});
    const Reach* reach = task.workbench().reach(setup);
    seen.in_parts[setup].add(task.workbench(), setup, reach);
    if (reach) look_at(task, *reach, seen);
}

static void find_unreachable(Task& task) {
    Seen seen = begin(task);
    for (std::size_t setup = 0; setup < task.model().setups.size(); ++setup) {
        if (seen.in_parts.contains(setup)) continue;
        if (const Reach* reach = task.workbench().reach(setup)) {
            join(seen.all, completeness(task.workbench(), setup, *reach));
            look_at(task, *reach, seen);
            continue;
        }
        join(seen.all, {Status::Unknown,
                        {{FactKind::TooManyInitialStates, {task.model().setups[setup].name}}},
                        false,
                        {{FactKind::TooManyStarts}}});
    }
    judge_absent(task, seen.sought, seen.all.status == Status::Complete, seen.breaks_off || seen.outgrows);
    report_sought(task, seen.sought, seen.all);
}

namespace {

std::string target_of(const Sought& one) {
    switch (one.kind) {
        case SoughtKind::Ending:
            return ending_target(one.index);
        case SoughtKind::Item:
            return item_target(one.index);
        case SoughtKind::State:
            return claim_target(one.index);
        case SoughtKind::Ability:
        case SoughtKind::PutOff:
        case SoughtKind::Option:
        case SoughtKind::Premise:
        case SoughtKind::Event:
            return "";
    }
    return "";
}

}  // namespace

// Setups whose states can all be listed are searched so; the others symbolically, and abilities and premises,
// which have no symbolic form, on the boards met there.
static void search_unreachable(Task& task) {
    Seen seen = begin(task);
    std::vector<Sought>& sought = seen.sought;
    for (std::size_t setup = 0; setup < task.model().setups.size(); ++setup) {
        if (seen.in_parts.contains(setup)) continue;
        if (const Reach* reach = task.workbench().reach(setup)) {
            look_at(task, *reach, seen);
            const Completeness known = completeness(task.workbench(), setup, *reach);
            if (known.is_conclusive) {
                join(seen.all, known);
                continue;
            }
        }
        const auto finds = task.workbench().symbolic().find(setup, AnalysisName::Unreachable);
        Completeness searched{Status::Complete, {}, true};
        for (Sought& one : sought) {
            const auto known = finds.find(target_of(one));
            if (known == finds.end()) continue;
            const SearchFind& find = known->second;
            if (find.play && !one.occurs) {
                one.occurs = true;
                one.steps = find.play->steps.size();
            }
            if (!find.play && (searched.facts.empty() || searched.status < find.verdict))
                searched = completeness(task.workbench(), setup, find);
        }
        const bool rest_open = std::ranges::any_of(
            sought, [](const Sought& one) { return target_of(one).empty() && !one.occurs && !one.excluded; });
        if (rest_open) {
            for (const auto& reach : task.workbench().of(setup).sample()) look_at(task, *reach, seen);
            join(searched, sample_completeness(task.workbench(), setup));
        }
        join(seen.all, searched);
    }
    judge_absent(task, sought, seen.all.status == Status::Complete, seen.breaks_off || seen.outgrows);
    report_sought(task, sought, seen.all);
}

Analysis rows::Unreachable() {
    return {.claim = "every card, ability, ending, declared state and premise occurs in some play",
            .codes = {FindingCode::UnreachableCard, FindingCode::UnreachableAbility,
                      FindingCode::UnreachableEnding, FindingCode::UnreachableState, FindingCode::Vacuous},
            .extent = Extent::Setups,
            .applies = always,
            .run_explicit = find_unreachable,
            .run_symbolic = search_unreachable,
            .certify = certify_unreachable,
            .see_part = see_part_for_unreachable,
            .screens = false};
}

}  // namespace errata::checker
