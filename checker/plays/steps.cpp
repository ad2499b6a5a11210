#include "checker/plays/steps.h"

#include "checker/plays/clause_lists.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

const State& last_state(const Trace& trace) {
    return trace.steps.empty() ? trace.initial : *trace.steps.back().next;
}

const State& state_before(const Trace& trace, std::size_t step) {
    return step == 0 ? trace.initial : *trace.steps[step - 1].next;
}

const State& state_before_last(const Trace& trace) {
    return trace.steps.empty() ? trace.initial : state_before(trace, trace.steps.size() - 1);
}

bool is_same_choice(Move a, Move b) {
    a.outcomes.clear();
    b.outcomes.clear();
    return a == b;
}

std::vector<ClauseId> clauses_of_last_step(const Trace& trace) {
    std::vector<ClauseId> clauses;
    if (trace.steps.empty()) return clauses;
    for (const Change& change : trace.steps.back().changes) add_clause(clauses, change.clause);
    for (const ClauseId clause : trace.steps.back().used) add_clause(clauses, clause);
    return clauses;
}

std::string when_text(const Trace& play) {
    if (play.steps.empty()) return "in the initial state";
    return "after " + dsl::count_of(play.steps.size(), "transition");
}

}  // namespace errata::checker
