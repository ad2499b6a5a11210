// Who speaks in a step: the cards and rules that are carried out in it, not the part of the turn that they
// stand in.
#pragma once

#include <string>

#include "compiler/ir/evaluate.h"

namespace errata::reports {

// What is best quoted for it: a card that spoke, else who offers what was chosen, else what changed
// something, else in whose name a question was left open, else who spoke last.
compiler::ClauseId speaking_clause(const compiler::Model& model, const compiler::Successor& step);

// Where the option that is taken is written, in a rule or the turn; a card is read by its own line.
dsl::Span place_of_option(const compiler::Model& model, const compiler::Move& move);

// "Bolt of Somersaults (spell_execution)", "passes; sets off Seelie Court": the move in words, with the cards
// that it sets off; "shuffle (dusk)" with the actions that the rules carry out.
compiler::Phrase step_name(const compiler::Model& model, const compiler::State& before,
                           const compiler::Successor& step, const compiler::Owner& owner);

}  // namespace errata::reports
