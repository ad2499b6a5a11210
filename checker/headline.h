// What a finding is called, as a fact: made from its code, from what it is about and from its clauses, never
// kept. The same for the incidents of a model, and what has happened where one is met.
#pragma once

#include "checker/fact.h"
#include "checker/verdict.h"

namespace errata::checker {

Fact headline(const compiler::Model& model, const Finding& finding);
Fact headline(const compiler::Model& model, const compiler::Incident& incident);
// "A value would leave the range that is declared for it."
Fact account(const compiler::Model& model, const compiler::Incident& incident);

}  // namespace errata::checker
