// Play where nobody has a choice and nothing is met. Two ways that differ in the stops that play makes on it
// are one way; what else they differ in is seen where somebody chooses again.
#pragma once

#include <optional>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Does play from `from` come to `to` without anybody's doing, within some dozens of steps?
bool leads_on(const compiler::Evaluator& evaluator, compiler::State from, const compiler::State& to);

// Does it, the first time that it stands at the point where `to` stands? (Behind that it may come by there
// again, and be another game.)
bool comes_by_itself(const compiler::Evaluator& evaluator, compiler::State from, const compiler::State& to);

// Where it comes to: the first position in which somebody has a choice, or the end of the game. Nothing: an
// error, an incident, or it goes on for longer.
std::optional<compiler::State> next_choice(const compiler::Evaluator& evaluator, compiler::State from);

}  // namespace errata::checker
