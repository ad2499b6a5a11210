// What is written and changes nothing: statements and prohibitions without which every state goes on as it
// does with them. Explicit only: every state of every setup is expanded again without the clause
// (EnabledClauses), and every scenario played. Codes `dead-text`, `redundant`, `shadowed`; all of them notes.
#include <algorithm>
#include <optional>
#include <set>

#include "checker/causes/experiment.h"
#include "checker/claims/scenario_run.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/search/analysis.h"
#include "checker/search/first_states.h"
#include "checker/text/differences.h"
#include "checker/text/idle_triggers.h"
#include "compiler/ir/effects/effects.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/term_kinds.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

static bool has_idle_candidates(const Model& model) {
    if (has_triggers(model) || !model.rules.hindrances.empty()) return true;
    for (std::size_t i = 0; i < model.terms.size(); ++i) {
        if (model.terms[TermId(i)].kind == TermKind::Enabled) return true;
    }
    return false;
}

namespace {

// Expansions that one run spends on it; beyond, it says that it did not look.
constexpr std::size_t most_clause_expansions = 100'000;

class IdleClauses {
public:
    IdleClauses(Task& task, std::vector<const Reach*> graphs)
        : task_(task), model_(task.model()), graphs_(std::move(graphs)) {
        for (const Reach* graph : graphs_) states_ += graph->exploration().size();
    }

    void run() {
        tell_never_asked();
        const std::vector<ClauseId> candidates = find_candidates();
        if (candidates.size() * states_ * 2 > most_clause_expansions) {
            task_.not_analysed({FactKind::WhetherEachMatters, {candidates.size()}});
            return;
        }
        std::vector<ClauseId> idle;
        for (const ClauseId clause : candidates) {
            if (!matters(clause, {}) && !matters_in_scenarios(clause)) idle.push_back(clause);
        }
        std::set<ClauseId> told;
        for (const ClauseId clause : idle) {
            if (told.count(clause) > 0) continue;
            const std::optional<ClauseId> other = hidden_by(clause, candidates);
            if (!other) {
                note(FindingCode::DeadText, clause, {}, {FactKind::SameWithoutIt, {text_of(clause)}});
                continue;
            }
            const bool gives_way =
                std::ranges::any_of(model_.rules.overrulings, [&](const Overruling& overruling) {
                    return overruling.loser == clause && overruling.winner == *other;
                });
            if (gives_way) {
                note(FindingCode::Shadowed, clause, *other, {FactKind::AlwaysGivesWay, {text_of(clause)}});
            } else {
                note(FindingCode::Redundant, clause, *other, {FactKind::IdleBesideOther, {text_of(clause)}});
                told.insert(*other);
            }
        }
    }

private:
    // A clause may forbid or replace an action that nothing performs. Then no code and no condition mentions
    // the clause. Cards that are screened are a part of the game, and other cards may perform the action.
    void tell_never_asked() {
        const auto is_screen = [](const Setup& setup) { return setup.screening.has_value(); };
        if (std::ranges::any_of(model_.setups, is_screen)) return;
        // Rules that say what the words of a library mean need not all be used.
        const bool has_library = std::ranges::any_of(model_.clauses, &Clause::is_optional);
        const Effects& effects = task_.workbench().evaluator().facts().get<Effects>();
        const std::set<ClauseId> asked = asked_clauses();
        std::set<ClauseId> told;
        for (const Hindrance& hindrance : model_.rules.hindrances) {
            const ClauseId clause = hindrance.clause;
            const bool is_of_words = has_library && model_.clause(clause).kind != ClauseKind::Printed;
            const bool is_asked = effects.of(clause).is_ability || asked.contains(clause);
            if (!is_asked && !is_of_words && told.insert(clause).second)
                note(FindingCode::DeadText, clause, {}, {FactKind::NothingPerforms, {hindrance.action}});
        }
    }

    std::set<ClauseId> asked_clauses() const {
        std::set<ClauseId> result;
        for (std::size_t i = 0; i < model_.terms.size(); ++i) {
            const Term& term = model_.terms[TermId(i)];
            if (term.kind == TermKind::Enabled)
                result.insert(ClauseId(static_cast<std::size_t>(term.payload)));
        }
        return result;
    }

    // Statements and prohibitions of rules, and of printed text that is in effect somewhere: what has code of
    // its own is an ability, and what never comes into effect is reported as such.
    std::vector<ClauseId> find_candidates() const {
        std::set<ClauseId> named = asked_clauses();
        const std::vector<bool> functions = items_in_effect();
        for (std::size_t i = 0; i < functions.size(); ++i) {
            const PrintedItem& item = model_.printed_items[i];
            if (functions[i] && !item.same_as) continue;
            for (const ClauseId clause : item.clauses) named.erase(clause);
        }
        const Effects& effects = task_.workbench().evaluator().facts().get<Effects>();
        std::vector<ClauseId> result;
        for (const ClauseId clause : named) {
            const Clause& about = model_.clause(clause);
            if (!effects.of(clause).is_ability && about.kind != ClauseKind::Ruling && !about.is_optional)
                result.push_back(clause);
        }
        return result;
    }

    // By printed item: somewhere.
    std::vector<bool> items_in_effect() const {
        const auto functions = [&](const PrintedItem& item) {
            return that_holds(task_.workbench().evaluator(), item.functions);
        };
        const std::vector<StateCondition> conditions = dsl::mapped(model_.printed_items, functions);
        std::vector<bool> result(conditions.size());
        for (const Reach* graph : graphs_) {
            const std::vector<std::optional<StateId>> found = first_states(*graph, conditions);
            for (std::size_t i = 0; i < found.size(); ++i) result[i] = result[i] || found[i].has_value();
        }
        return result;
    }

    // Does some state go on differently without the clause, `without` being absent in any case?
    bool matters(ClauseId clause, std::vector<ClauseId> without) const {
        const Evaluator with_it(model_, all_but(task_.workbench().evaluator(), without));
        without.push_back(clause);
        const Evaluator without_it(model_, all_but(task_.workbench().evaluator(), without));
        const Differences differences(with_it, without_it, {clause});
        for (const Reach* graph : graphs_) {
            const Exploration& exploration = graph->exploration();
            for (std::size_t i = 0; i < exploration.size(); ++i) {
                if (task_.workbench().clock().is_over()) return true;
                const State state = exploration.state(StateId(i));
                if (are_in(differences, state, graph->closed_at(StateId(i)))) return true;
            }
        }
        return false;
    }

    // Does some scenario of the spec come out differently without it?
    bool matters_in_scenarios(ClauseId clause) {
        const Evaluator& evaluator = task_.workbench().evaluator();
        if (!failing_) failing_ = failing_scenarios(evaluator);
        const bool differs = failing_scenarios(Evaluator(model_, all_but(evaluator, {clause}))) != *failing_;
        return differs || task_.workbench().clock().is_over();
    }

    std::vector<bool> failing_scenarios(const Evaluator& rules) const {
        std::vector<bool> result;
        for (std::size_t i = 0; i < model_.asked.scenarios.size() && !task_.workbench().clock().is_over();
             ++i)
            result.push_back(run_scenario(rules, i).failure.has_value());
        return result;
    }

    // A reading that the search had no need to open may be asked here: then the state is looked at under each
    // alternative.
    bool are_in(const Differences& differences, const State& state, ReadingSet closed) const {
        ReadingSet asked;
        if (differences.are_in(state, asked)) return true;
        for (std::size_t i = 0; i < closed.size(); ++i) {
            if (!closed[i] || !asked[i]) continue;
            closed[i] = false;
            const Variable& variable = model_.variable(model_.readings.all[i].variable);
            State other = state;
            while (++other[variable.base] <= model_.type(variable.type).hi) {
                if (is_in_scope(other) && are_in(differences, other, closed)) return true;
            }
        }
        return false;
    }

    bool is_in_scope(const State& state) const {
        const TermId few = model_.readings.few_departures;
        return !few.is_valid() || task_.workbench().evaluator().value(few, state) == Value{1};
    }

    // Another one whose absence would make the clause matter.
    std::optional<ClauseId> hidden_by(ClauseId clause, const std::vector<ClauseId>& candidates) {
        for (const ClauseId other : candidates) {
            if (other == clause) continue;
            spent_ += states_ * 2;
            if (spent_ > most_clause_expansions) {
                task_.not_analysed({FactKind::WhatHides, {model_.clause(clause).name}});
                return std::nullopt;
            }
            if (matters(clause, {other})) return other;
        }
        return std::nullopt;
    }

    const std::string& text_of(ClauseId clause) const { return model_.clause(clause).text; }

    void note(FindingCode code, ClauseId clause, std::optional<ClauseId> other, Fact why) {
        Finding finding;
        finding.code = code;
        finding.status = Status::Complete;
        finding.facts = {std::move(why)};
        finding.clauses = {clause};
        if (other) finding.clauses.push_back(*other);
        task_.finding(std::move(finding));
    }

    Task& task_;
    const Model& model_;
    std::vector<const Reach*> graphs_;
    std::optional<std::vector<bool>> failing_;  // scenarios of the spec, when first asked for
    std::size_t states_ = 0;
    std::size_t spent_ = 0;
};

}  // namespace

// The largest sets of these items that are laid out.
static std::size_t largest_set(const Model& model, TypeId items) {
    std::size_t largest = 0;
    for (const Setup& setup : model.setups) {
        if (setup.screening && setup.screening->items == items)
            largest = std::max(largest, setup.screening->holders.size());
    }
    return largest;
}

// Of some sets of a screen nothing follows, nor of single items if there are others: with another one the
// text may matter.
static bool is_share_of_screen(const Model& model, const Setup& setup) {
    if (!setup.screening) return false;
    if (!setup.screening->has_all_sets) return true;
    const TypeId items = setup.screening->items;
    return largest_set(model, items) < 2 &&
           std::ranges::count(model.printed_items, items, &PrintedItem::identity_type) > 1;
}

static void find_idle_clauses(Task& task) {
    const auto is_share = [&](const Setup& setup) { return is_share_of_screen(task.model(), setup); };
    if (std::ranges::any_of(task.model().setups, is_share)) {
        task.not_analysed({FactKind::TextNotAllSets});
        return;
    }
    std::vector<const Reach*> graphs;
    bool complete = true;
    for (std::size_t setup = 0; setup < task.model().setups.size(); ++setup) {
        const Reach* reach = task.workbench().reach(setup);
        if (reach) graphs.push_back(reach);
        complete = complete && reach && reach->exploration().complete();
    }
    // Nothing follows from an accident: what matters behind it nobody has seen.
    const auto breaks_off = [](const Reach* reach) { return broken_off(reach->recording()).has_value(); };
    if (complete && std::ranges::any_of(graphs, breaks_off)) {
        task.not_analysed({FactKind::TextBrokenOff});
        return;
    }
    if (complete) {
        find_idle_triggers(task, graphs);
        IdleClauses(task, std::move(graphs)).run();
    } else {
        task.not_analysed({FactKind::TextNotAllStates});
    }
}

static void skip_idle_clauses(Task& task) { task.not_analysed({FactKind::TextNotAllStates}); }

Analysis rows::Text() {
    return {.claim = "every statement and prohibition matters somewhere",
            .codes = {FindingCode::DeadText, FindingCode::Redundant, FindingCode::Shadowed},
            .extent = Extent::Setups,
            .applies = has_idle_candidates,
            .run_explicit = find_idle_clauses,
            .run_symbolic = skip_idle_clauses,
            .certify = nullptr,
            .screens = true};
}

}  // namespace errata::checker
