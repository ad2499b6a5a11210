// What the declared claims mean for single states, shared by both engines.
#pragma once

#include <optional>
#include <string>

#include "checker/claim_id.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Always and Never: why the state breaks the claim, as a sentence; nothing if it does not.
std::optional<std::string> breach(const compiler::Evaluator& evaluator, const compiler::Claim& claim,
                                  const compiler::State& state);

// What must hold for the claim to say anything: `when A then B`, `always A implies B`; invalid if it always
// says something.
compiler::TermId premise_of(const compiler::Model& model, const compiler::Claim& claim);

// Does the state bring the claim to bear at all? True if it has no premise.
bool applies(const compiler::Evaluator& evaluator, const compiler::Claim& claim,
             const compiler::State& state);

}  // namespace errata::checker
