// What the declared claims mean for single states, shared by both engines.
#pragma once

#include <optional>

#include "checker/claim_id.h"
#include "checker/fact.h"
#include "checker/trace.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Always and Never: how the state breaks the claim (DoesNotHold, ...); nothing if it does not.
std::optional<FactKind> breach(const compiler::Evaluator& evaluator, const compiler::Claim& claim,
                               const compiler::State& state);

// The same of the state that the play ends in, which breaks the claim, with what has no value there.
Facts how_broken(const compiler::Evaluator& evaluator, const compiler::Claim& claim, const Trace& play);

// What must hold for the claim to say anything: `when A then B`, `always A implies B`; invalid if it always
// says something.
compiler::TermId premise_of(const compiler::Model& model, const compiler::Claim& claim);

// Does the state bring the claim to bear at all? True if it has no premise.
bool applies(const compiler::Evaluator& evaluator, const compiler::Claim& claim,
             const compiler::State& state);

}  // namespace errata::checker
