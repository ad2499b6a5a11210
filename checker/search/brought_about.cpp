#include "checker/search/brought_about.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "checker/search/findings.h"
#include "checker/search/left_out.h"

namespace errata::checker {

using namespace compiler;

namespace {

using Clauses = std::vector<ClauseId>;

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

// The last step that catches it before it acts last, or while it never acts. Nothing: none does.
std::optional<std::size_t> step_that_catches(const Model& model, const Trace& play, TriggerId trigger) {
    const ClauseId clause = model.rules.triggers[trigger.index].clause;
    std::optional<std::size_t> result;
    bool acts_later = false;
    for (std::size_t i = play.steps.size(); i-- > 0;) {
        const Successor& step = play.steps[i];
        const bool is_used = std::ranges::find(step.used, clause) != step.used.end();
        if (catches(model, play, i, trigger)) {
            if (acts_later) return i;
            if (!result) result = i;
        } else if (is_used && step.move.kind != MoveKind::Place) {
            acts_later = true;
        }
    }
    return result;
}

}  // namespace

Clauses needed_for_changes(const Evaluator& evaluator, const Trace& play, const IsSo& is_so,
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

Clauses needed_to_catch(const Evaluator& evaluator, const Trace& play, const Clauses& clauses) {
    const Model& model = evaluator.model();
    Clauses result;
    for (std::size_t i = 0; i < model.rules.triggers.size(); ++i) {
        const ClauseId clause = model.rules.triggers[i].clause;
        if (std::ranges::find(clauses, clause) == clauses.end()) continue;
        const std::optional<std::size_t> step = step_that_catches(model, play, TriggerId(i));
        if (!step) continue;
        const std::ptrdiff_t caught = pending(model, *play.steps[*step].next, TriggerId(i));
        const auto is_caught = [&](const Successor& other) {
            return other.next && pending(model, *other.next, TriggerId(i)) >= caught;
        };
        for (const ClauseId needed : needed_in_step(evaluator, play, *step, is_caught))
            add_clause(result, needed);
    }
    return result;
}

}  // namespace errata::checker
