#include "checker/search/brought_about.h"

#include <algorithm>
#include <functional>

#include "checker/search/findings.h"
#include "checker/search/left_out.h"

namespace errata::checker {

using namespace compiler;

namespace {

using Clauses = std::vector<ClauseId>;

// What a step has to come to.
using IsDone = std::function<bool(const Successor&)>;

// What is not there at all without a clause does not need it for what it does. Where the choice can go either
// way then, it may still come to that.
Clauses needed_in_step(const Evaluator& evaluator, const Trace& play, std::size_t step,
                       const IsDone& is_done) {
    const State& before = state_before(play, step);
    const auto goes_on_without = [&](const Clauses& left_out) {
        const Evaluator others(evaluator.model(), all_but(evaluator, left_out));
        bool is_there = false;
        for (const Successor& other : others.expand(before).successors) {
            if (!is_same_choice(other.move, play.steps[step].move)) continue;
            if (is_done(other)) return true;
            is_there = true;
        }
        return !is_there;
    };
    return needed_beside_others(listed(clauses_that_can_go(evaluator.model())), goes_on_without);
}

bool makes(const Successor& step, const Change& made) {
    return std::ranges::any_of(step.changes, [&](const Change& change) {
        return change.cell == made.cell && change.after == made.after && change.clause == made.clause;
    });
}

std::ptrdiff_t pending(const Model& model, const State& state, TriggerId trigger) {
    std::ptrdiff_t count = 0;
    for (std::size_t i = 0; i < model.layout.pending; ++i) {
        if (state[model.layout.slot(i)] == static_cast<Value>(trigger.index) + 1) ++count;
    }
    return count;
}

// The triggers of these clauses that wait for their turn behind the step and did not before.
std::vector<TriggerId> caught_in(const Model& model, const State& before, const State& after,
                                 const Clauses& clauses) {
    std::vector<TriggerId> result;
    for (std::size_t i = 0; i < model.rules.triggers.size(); ++i) {
        if (std::ranges::find(clauses, model.rules.triggers[i].clause) == clauses.end()) continue;
        if (pending(model, after, TriggerId(i)) > pending(model, before, TriggerId(i)))
            result.emplace_back(i);
    }
    return result;
}

}  // namespace

Clauses needed_for_changes(const Evaluator& evaluator, const Trace& play,
                           const std::vector<Decisive>& changes) {
    Clauses result;
    for (const Decisive& decisive : changes) {
        const auto is_made = [&](const Successor& step) { return makes(step, decisive.change); };
        for (const ClauseId clause : needed_in_step(evaluator, play, decisive.step, is_made))
            add_clause(result, clause);
    }
    return result;
}

Clauses needed_to_catch(const Evaluator& evaluator, const Trace& play, const Clauses& clauses) {
    const Model& model = evaluator.model();
    Clauses result;
    for (std::size_t i = 0; i < play.steps.size(); ++i) {
        if (!play.steps[i].next) continue;
        const State& after = *play.steps[i].next;
        for (const TriggerId trigger : caught_in(model, state_before(play, i), after, clauses)) {
            const auto is_caught = [&](const Successor& step) {
                return step.next && pending(model, *step.next, trigger) >= pending(model, after, trigger);
            };
            for (const ClauseId clause : needed_in_step(evaluator, play, i, is_caught))
                add_clause(result, clause);
        }
    }
    return result;
}

}  // namespace errata::checker
