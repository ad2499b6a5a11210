// What the declared claims mean for single states, shared by both engines.
#pragma once

#include <optional>
#include <string>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// "check \"alive\"", "ruling \"hovering\"".
std::string claim_name(const compiler::Claim& claim);

// Always and Never: why the state breaks the claim, as a sentence; nothing if it does not.
std::optional<std::string> breach(const compiler::Evaluator& evaluator, const compiler::Claim& claim,
                                  const compiler::State& state);

// Does the state bring the claim to bear at all: its premise, or the left side of `always A implies B`? True if it has none.
bool applies(const compiler::Evaluator& evaluator, const compiler::Claim& claim,
             const compiler::State& state);

}  // namespace errata::checker
