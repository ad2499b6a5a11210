// The second look at evidence, by the reference evaluator alone: whatever an engine, a solver or a saved file
// claims to be a play is carried out again before it is reported. Shares no code with the engines; knows
// neither graphs nor encodings.
#pragma once

#include <string>

#include "checker/trace.h"

namespace errata::checker {

// Where a replay begins: a declared setup, whose requirements the first state must meet; or, without one, any
// well-formed state (evidence of that kind is `unconfirmed` at best).
struct ReplayStart {
    const compiler::Setup* setup = nullptr;
    std::size_t number = 0;  // index in Model::setups, for the trace
};

struct Replayed {
    std::optional<Trace> trace;  // the play as the evaluator carries it out; nothing if it does not
    // Without a trace: the step (0: the initial state, i: the transition into states[i]) that is wrong, and
    // why.
    std::size_t step = 0;
    std::string reason;
    bool given_up = false;  // the evaluator may have missed it: it gives up a transition from there
    // Whether the loop closes was not decided: its states have too many names to try (Sameness::gave_up).
    bool is_undecided = false;
};

// Finds for each pair of neighbouring states a transition between them. With `last`, that occurrence must be
// met: by the transition into the last state, or in the last state itself (no_option), or by a transition
// from it that is an error or cut, which then becomes the last step. Where several transitions fit, the first
// in the evaluator's order that meets `last` counts.
Replayed replay(const compiler::Evaluator& evaluator, const ReplayStart& start,
                const std::vector<compiler::State>& states, std::optional<compiler::IncidentId> last = {});

// Carries out the moves of a trace again and compares everything: states, incidents, changes, clauses, where
// the loop closes (on the same state, as certify/sameness has it).
Replayed replay(const compiler::Evaluator& evaluator, const ReplayStart& start, const Trace& trace,
                std::optional<compiler::IncidentId> last = {});

}  // namespace errata::checker
