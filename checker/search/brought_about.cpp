#include "checker/search/brought_about.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>

#include "checker/search/describe.h"
#include "checker/search/findings.h"
#include "checker/search/left_out.h"

namespace errata::checker {

using namespace compiler;

namespace {

using Clauses = std::vector<ClauseId>;

constexpr std::size_t most_expansions_of_play = 20'000;
constexpr std::size_t most_steps_before = 64;

// What a step has to come to.
using IsDone = std::function<bool(const Successor&)>;

// Minimal: without any one of them the choice of the step is still there and comes to something else. (Where
// it can go either way without a clause, the play may still be shown.)
Clauses needed_in_step(const Evaluator& evaluator, const Trace& play, std::size_t step,
                       const IsDone& is_done) {
    const State& before = state_before(play, step);
    const auto goes_on_without = [&](const Clauses& left_out) {
        const Evaluator others(evaluator.model(), all_but(evaluator, left_out));
        bool is_chosen = false;
        for (const Successor& other : others.expand(before).successors) {
            if (!is_same_choice(other.move, play.steps[step].move)) continue;
            if (is_done(other)) return true;
            is_chosen = true;
        }
        return !is_chosen;
    };
    return needed_among(listed(clauses_that_can_go(evaluator.model())), goes_on_without);
}

std::ptrdiff_t pending(const Model& model, const State& state, TriggerId trigger) {
    std::ptrdiff_t count = 0;
    for (std::size_t i = 0; i < model.layout.pending; ++i) {
        if (state[model.layout.slot(i)] == static_cast<Value>(trigger.index) + 1) ++count;
    }
    return count;
}

bool catches(const Model& model, const Trace& play, std::size_t step, TriggerId trigger) {
    const Successor& one = play.steps[step];
    return one.next && pending(model, *one.next, trigger) > pending(model, state_before(play, step), trigger);
}

// The triggers of these clauses that the step catches.
std::vector<TriggerId> caught_in(const Model& model, const Trace& play, std::size_t step,
                                 const Clauses& clauses) {
    std::vector<TriggerId> result;
    for (std::size_t i = 0; i < model.rules.triggers.size(); ++i) {
        const bool is_meant = std::ranges::find(clauses, model.rules.triggers[i].clause) != clauses.end();
        if (is_meant && catches(model, play, step, TriggerId(i))) result.emplace_back(i);
    }
    return result;
}

// Of a cell that holds a number; null: it does not.
const Type* number_type(const Model& model, std::size_t cell) {
    const auto variable = variable_of(model, cell);
    if (!variable) return nullptr;
    const Type& type = model.type(model.variable(*variable).type);
    const bool is_number = type.form == TypeForm::Range || type.form == TypeForm::Counter;
    return is_number && !type.interchangeable && !type.optional ? &type : nullptr;
}

Clauses needed_in_steps(const Evaluator& evaluator, const Trace& play, const IsSo& is_so,
                        const std::vector<Decisive>& changes) {
    Clauses result;
    for (const Decisive& decisive : changes) {
        const auto would_be_so = [&](const Successor& step) {
            if (!step.next) return false;
            State there = last_state(play);
            there[decisive.change.cell] = (*step.next)[decisive.change.cell];
            return is_so(there, nullptr);
        };
        for (const ClauseId clause : needed_in_step(evaluator, play, decisive.step, would_be_so))
            add_clause(result, clause);
    }
    return result;
}

Clauses needed_before(const Evaluator& evaluator, const Finding& finding, const SamePlay::IsShown& is_shown,
                      const std::vector<Decisive>& changes) {
    const Model& model = evaluator.model();
    const Trace& play = *finding.witness;
    const SamePlay again(evaluator, finding, is_shown);
    const auto is_told = [&](ClauseId clause) {
        return !clause.is_valid() || is_frame(model.clause(clause).kind) ||
               std::ranges::find(finding.clauses, clause) != finding.clauses.end();
    };
    const auto is_shown_without = [&](std::size_t step, const Change& change) {
        State undone = *play.steps[step].next;
        undone[change.cell] -= change.after - change.before;
        const bool is_possible = number_type(model, change.cell)->contains(undone[change.cell]);
        return !is_possible ||
               again.shows_the_same(step + 1, std::move(undone), [](State state) { return state; });
    };
    Clauses result;
    for (const Decisive& last : changes) {
        if (number_type(model, last.change.cell) == nullptr) continue;
        for (std::size_t i = 0; i < last.step; ++i) {
            for (const Change& change : play.steps[i].changes) {
                if (change.cell != last.change.cell || is_told(change.clause)) continue;
                if (!is_shown_without(i, change)) add_clause(result, change.clause);
            }
        }
    }
    return result;
}

// Who kept off for a while what happened in the end: without it an earlier step would have made the change.
// (An effect that ended with the life of whoever had it.)
Clauses kept_off_by(const Evaluator& evaluator, const Trace& play, const std::vector<Decisive>& changes) {
    const Clauses hindering = listed(clauses_that_hinder(evaluator.model()));
    Clauses result;
    for (const Decisive& decisive : changes) {
        const std::size_t cell = decisive.change.cell;
        for (std::size_t step = 0; step < decisive.step && step < most_steps_before; ++step) {
            const State& before = state_before(play, step);
            const auto happens_without = [&](std::span<const ClauseId> left_out) {
                const Evaluator others(evaluator.model(),
                                       all_but(evaluator, {left_out.begin(), left_out.end()}));
                return std::ranges::any_of(others.expand(before).successors, [&](const Successor& other) {
                    const bool is_its = other.move.kind == MoveKind::Settle ||
                                        is_same_choice(other.move, play.steps[step].move);
                    return is_its && other.next && (*other.next)[cell] == decisive.change.after;
                });
            };
            if (before[cell] == decisive.change.after || happens_without({}) || !happens_without(hindering))
                continue;
            if (const auto clause = one_in_the_way(std::span(hindering), happens_without))
                add_clause(result, *clause);
        }
    }
    return result;
}

}  // namespace

Clauses needed_for_changes(const Evaluator& evaluator, const Finding& finding, const IsSo& is_so,
                           const std::vector<Decisive>& changes) {
    if (changes.empty()) return {};
    Clauses result = needed_in_steps(evaluator, *finding.witness, is_so, changes);
    const auto is_shown = [&](const State& state) { return is_so(state, nullptr); };
    add_clauses(result, needed_before(evaluator, finding, is_shown, changes));
    add_clauses(result, kept_off_by(evaluator, *finding.witness, changes));
    return result;
}

Clauses needed_to_catch(const Evaluator& evaluator, const Finding& finding,
                        const SamePlay::IsShown& is_shown) {
    const Model& model = evaluator.model();
    const Trace& play = *finding.witness;
    const SamePlay again(evaluator, finding, is_shown);
    Clauses acting = finding.clauses;
    add_clauses(acting, finding.needs.clauses);
    Clauses result;
    for (std::size_t step = 0; step < play.steps.size(); ++step) {
        const auto is_shown_without = [&](ClauseId clause) {
            const Evaluator others(model, all_but(evaluator, {clause}));
            const std::vector<Successor> successors = others.expand(state_before(play, step)).successors;
            return std::ranges::any_of(successors, [&](const Successor& other) {
                return is_same_choice(other.move, play.steps[step].move) &&
                       again.shows_the_same_after(step, other);
            });
        };
        for (const TriggerId trigger : caught_in(model, play, step, acting)) {
            const std::ptrdiff_t caught = pending(model, *play.steps[step].next, trigger);
            const auto is_caught = [&](const Successor& other) {
                return other.next && pending(model, *other.next, trigger) >= caught;
            };
            for (const ClauseId clause : needed_in_step(evaluator, play, step, is_caught)) {
                const bool is_own = std::ranges::find(finding.clauses, clause) != finding.clauses.end();
                if (!is_own && !is_shown_without(clause)) add_clause(result, clause);
            }
        }
    }
    return result;
}

Clauses needed_for_play(const Evaluator& evaluator, const Finding& finding, const ShownBy& is_shown) {
    const Model& model = evaluator.model();
    const Trace& play = *finding.witness;
    std::vector<bool> can_go = clauses_that_can_go(model);
    for (const Clauses* known : {&finding.clauses, &finding.needs.clauses}) {
        for (const ClauseId clause : *known) can_go[clause.index] = false;
    }
    // What a statement leaves open without it may still be answered so.
    for (const OpenFunction& open : model.functions.open) {
        for (const Statement& statement : open.statements) can_go[statement.clause.index] = false;
    }
    const Clauses all = listed(can_go);
    const std::size_t steps = play.steps.size() + 1;
    if (all.empty() || usual_questions(all.size()) * steps > most_expansions_of_play) return {};
    const auto goes_on_without = [&](const Clauses& left_out) {
        const Evaluator others(model, all_but(evaluator, left_out));
        const SamePlay again(evaluator, finding, others, is_shown(others));
        return again.shows_the_same(0, play.initial, [](State state) { return state; });
    };
    if (!goes_on_without({})) return {};
    return needed_beside_others(all, goes_on_without, most_expansions_of_play / steps);
}

}  // namespace errata::checker
