// What a finding leans on that the spec has no rules for: choices `by elsewhere` in the play that shows it
// where something else could have been chosen. Says nothing about other plays.
#pragma once

#include <string>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// "It leans on what is decided elsewhere: draws less, pushes it to b3."; empty where nothing was.
std::string leaning(const compiler::Evaluator& evaluator, const Trace& witness);

}  // namespace errata::checker
