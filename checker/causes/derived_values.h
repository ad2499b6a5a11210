// What a condition asks for that no cell holds: values that statements, effects and definitions make. Which
// they are in one state, and who makes them: for the words of a finding.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// "tribes(Vault) is {elf} by Elfplot ("Creatures are elves.")", "what is compared with 3 is 1": of a closed
// condition, each once, at most four. By whom: the effects, prohibitions and statements without any one of
// which the value would be another.
std::vector<compiler::Phrase> derived_values(const compiler::Evaluator& evaluator, compiler::TermId condition,
                                             const compiler::State& state);

}  // namespace errata::checker
