// Of a condition about all or some objects, those that decide it: for which a claim fails.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// "Abel", "Bran": a value for each quantifier on the way to why the closed term is as it is, from the
// outermost on. Where it is so for every value, or by more than one part, that quantifier is left out. In
// words; each once. `bound`: the values of the term's own binders, from 0 on, if it is not closed.
std::vector<compiler::Phrase> deciding_objects(const compiler::Evaluator& evaluator, compiler::TermId term,
                                               const compiler::State& state,
                                               const std::vector<compiler::Value>& bound = {});

}  // namespace errata::checker
