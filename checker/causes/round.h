// What a repetition needs that does nothing in it: continuous effects, prohibitions, statements about what is
// asked on the way. The steps of a round are made again without them.
#pragma once

#include <vector>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Adds a minimal set of such clauses to those that the finding names: without any one of them some step of
// its round would go otherwise, or, where nobody has a choice, somebody would have one.
void name_what_a_round_needs(const compiler::Evaluator& evaluator, Finding& finding);

// The same of a wait for `awaited`: what sets back what is asked, and a minimal set of clauses without any
// one of which some step of the round would change it otherwise or could bring it about.
void name_what_a_wait_needs(const compiler::Evaluator& evaluator, compiler::TermId awaited, Finding& finding);

}  // namespace errata::checker
