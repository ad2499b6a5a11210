// Which clause an item of the agenda belongs to, and whether carrying it out does anything. Screens and the
// analysis `text` ask this before they say that a text acts.
#pragma once

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// The clause of the item that is carried out next; invalid in the turn itself.
compiler::ClauseId clause_carried_out(const compiler::Model& model, const compiler::State& state);

// OtherMove: no option was taken. Nothing: no cell of a variable changes, nothing more is pending or put on
// the agenda, the game does not end and no incident is met.
enum class Effect { OtherMove, Nothing, Something };
Effect effect_of(const compiler::Model& model, const compiler::State& before,
                 const compiler::Successor& successor);

// How much waits to be carried out: items of the agenda and pending instances.
std::size_t left_to_do(const compiler::Model& model, const compiler::State& state);

}  // namespace errata::checker
