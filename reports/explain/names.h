// What happens in a play, in words: who acts and what is done. The names of values, cells and changes are
// those of checker/search/describe, so that explanations and steps speak alike. Total: even a state that
// should not occur gets a readable name, because reports about our own bugs need names as well.
#pragma once

#include <string>

#include "checker/plays/describe.h"
#include "checker/plays/top_point.h"
#include "compiler/ir/evaluate.h"

namespace errata::reports {

using checker::actor_name;
using checker::top_point;

// What is done in a move: "orders Flight on A". A move without a text of its own has the name of its point,
// and what nobody chose is named after it: "before movement (nobody decides: stays)".
compiler::Phrase move_name(const compiler::Model& model, const compiler::State& before,
                           const compiler::Move& move);

// The same without what nobody chose.
compiler::Phrase decided_name(const compiler::Model& model, const compiler::State& before,
                              const compiler::Move& move);

// Of a move that nobody made, for whether it is there could not be answered: "asks whether 'orders Flight on
// A' is possible".
compiler::Phrase asked_name(const compiler::Model& model, const compiler::State& before,
                            const compiler::Move& move);

// What nobody chose on the way: " (nobody decides: stays)"; empty if nothing was left to nobody.
compiler::Phrase undecided_words(const compiler::Model& model, const compiler::Move& move);
// The same of a step: of one question that is asked about several things also about which.
compiler::Phrase undecided_words(const compiler::Model& model, const compiler::Successor& step);

// One of the ways to go on from an incident: its label, or yes / no for a statement left open.
compiler::Phrase outcome_name(const compiler::Model& model, compiler::IncidentId incident,
                              std::uint32_t outcome);

// Where a trace starts: a setup of the spec, or (numbered after them) the position of a scenario.
const compiler::Setup& setup_of(const compiler::Model& model, std::size_t index);
std::size_t setup_count(const compiler::Model& model);
// "any board", "scenario Hovering over the Void".
std::string setup_name(const compiler::Model& model, std::size_t index);

}  // namespace errata::reports
