#include "checker/causes/brought_about.h"

#include <algorithm>
#include <functional>

#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_steps_before = 64;

// Does a step do what it did in the play?
using IsDone = std::function<bool(const Successor&)>;

// Minimal: without any one of them the choice of the step is still there and comes to something else. (Where
// it can go either way without a clause, the play may still be shown.)
Clauses needed_in_step(const Experiment& experiment, const Trace& play, std::size_t step,
                       const IsDone& is_done) {
    return experiment.needed(experiment.that_can_go(), [&](const Game& game) {
        const auto ways = game.same_choice(state_before(play, step), play.steps[step].move);
        return ways.empty() || std::ranges::any_of(ways, is_done);
    });
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
        if (has_clause(clauses, model.rules.triggers[i].clause) && catches(model, play, step, TriggerId(i)))
            result.emplace_back(i);
    }
    return result;
}

// Of a cell that holds a number; null: it does not.
const Type* number_type(const Model& model, std::size_t cell) {
    const auto variable = variable_of(model, cell);
    if (!variable) return nullptr;
    const Type& type = model.type(model.variable(*variable).type);
    return is_number_type(type) && !type.interchangeable && !type.optional ? &type : nullptr;
}

Clauses needed_in_steps(const Experiment& experiment, const Trace& play, const IsSo& is_so,
                        const std::vector<Decisive>& changes) {
    Clauses result;
    for (const Decisive& decisive : changes) {
        const auto would_be_so = [&](const Successor& step) {
            if (!step.next) return false;
            State there = last_state(play);
            there[decisive.change.cell] = (*step.next)[decisive.change.cell];
            return is_so(there, nullptr);
        };
        add_clauses(result, needed_in_step(experiment, play, decisive.step, would_be_so));
    }
    return result;
}

Clauses needed_before(const Game& game, const Finding& finding, const IsSo& is_so,
                      const std::vector<Decisive>& changes) {
    const Model& model = game.rules().model();
    const Trace& play = *finding.witness;
    const SamePlay again(game, finding,
                         [&](const Evaluator&, const State& state) { return is_so(state, nullptr); });
    const auto is_told = [&](ClauseId clause) {
        return !clause.is_valid() || is_frame(model.clause(clause).kind) ||
               has_clause(finding.clauses, clause);
    };
    const auto is_shown_without = [&](std::size_t step, const Change& change) {
        State undone = *play.steps[step].next;
        undone[change.cell] -= change.after - change.before;
        const bool is_possible = number_type(model, change.cell)->contains(undone[change.cell]);
        return !is_possible || again.shows_the_same(game, step + 1, std::move(undone));
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
// (An effect that ended with the life of its bearer.)
Clauses kept_off_by(const Experiment& experiment, const Trace& play, const std::vector<Decisive>& changes) {
    const Clauses hindering = experiment.that_hinder();
    Clauses result;
    for (const Decisive& decisive : changes) {
        const std::size_t cell = decisive.change.cell;
        for (std::size_t step = 0; step < decisive.step && step < most_steps_before; ++step) {
            const State& before = state_before(play, step);
            const auto happens = [&](const Game& game) {
                return std::ranges::any_of(game.successors(before), [&](const Successor& other) {
                    const bool is_its = other.move.kind == MoveKind::Settle ||
                                        is_same_choice(other.move, play.steps[step].move);
                    return is_its && other.next && (*other.next)[cell] == decisive.change.after;
                });
            };
            if (before[cell] == decisive.change.after || happens(experiment.game()) ||
                !happens(experiment.without(hindering)))
                continue;
            if (const auto clause = experiment.one_without(hindering, happens)) add_clause(result, *clause);
        }
    }
    return result;
}

}  // namespace

Clauses needed_for_changes(const Experiment& experiment, const Finding& finding, const IsSo& is_so,
                           const std::vector<Decisive>& changes) {
    if (changes.empty()) return {};
    Clauses result = needed_in_steps(experiment, *finding.witness, is_so, changes);
    add_clauses(result, needed_before(experiment.game(), finding, is_so, changes));
    add_clauses(result, kept_off_by(experiment, *finding.witness, changes));
    return experiment.known(std::move(result));
}

Clauses needed_to_catch(const Experiment& experiment, const Finding& finding, const SamePlay& again) {
    const Model& model = experiment.game().rules().model();
    const Trace& play = *finding.witness;
    Clauses acting = finding.clauses;
    add_clauses(acting, finding.needs.clauses);
    Clauses result;
    for (std::size_t step = 0; step < play.steps.size(); ++step) {
        const auto is_shown_without = [&](ClauseId clause) {
            const Game others = experiment.without({clause});
            const auto ways = others.same_choice(state_before(play, step), play.steps[step].move);
            return std::ranges::any_of(ways, [&](const Successor& other) {
                return again.shows_the_same_after(experiment.game(), step, other);
            });
        };
        for (const TriggerId trigger : caught_in(model, play, step, acting)) {
            const std::ptrdiff_t caught = pending(model, *play.steps[step].next, trigger);
            const auto is_caught = [&](const Successor& other) {
                return other.next && pending(model, *other.next, trigger) >= caught;
            };
            for (const ClauseId clause : needed_in_step(experiment, play, step, is_caught)) {
                if (!has_clause(finding.clauses, clause) && !is_shown_without(clause))
                    add_clause(result, clause);
            }
        }
    }
    return experiment.known(std::move(result));
}

Clauses needed_for_play(const Experiment& experiment, const Finding& finding, const SamePlay& again) {
    const Trace& play = *finding.witness;
    Clauses known = finding.clauses;
    add_clauses(known, finding.needs.clauses);
    // Without a statement its question may be open, and still be answered as before.
    for (const OpenFunction& open : experiment.game().rules().model().functions.open) {
        for (const Statement& statement : open.statements) known.push_back(statement.clause);
    }
    const auto goes_on = [&](const Game& game) { return again.shows_the_same(game, 0, play.initial); };
    if (!goes_on(experiment.game())) return {};
    return experiment.needed_beside_others(experiment.that_can_go(known), goes_on, play.steps.size() + 1);
}

}  // namespace errata::checker
