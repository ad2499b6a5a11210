// The steps of a play: the positions between them, the choices made in them, and the clauses that acted.
#pragma once

#include <string>
#include <vector>

#include "checker/trace.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// The state after the last step; the initial one for a play without steps. Requires that the last step leads
// to a state.
const compiler::State& last_state(const Trace& trace);

// The state in which the step of this number (from 0) is taken. Requires that the step before it leads to a
// state.
const compiler::State& state_before(const Trace& trace, std::size_t step);
const compiler::State& state_before_last(const Trace& trace);

// Both moves make the same choice; what nobody decides may go another way.
bool is_same_choice(compiler::Move a, compiler::Move b);

// The clauses that changed something in the last step, and then the others it used, each once.
std::vector<compiler::ClauseId> clauses_of_last_step(const Trace& trace);

// "after 3 transitions", "in the initial state".
std::string when_text(const Trace& play);

}  // namespace errata::checker
