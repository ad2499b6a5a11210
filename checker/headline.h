// The title of a finding, as a fact: it is made from the code, from what the finding is about and from its
// clauses, and is never kept. An incident of a model has a title, too, and an account of what has happened.
#pragma once

#include "checker/fact.h"
#include "checker/verdict.h"

namespace errata::checker {

Fact headline(const compiler::Model& model, const Finding& finding);
Fact headline(const compiler::Model& model, const compiler::Incident& incident);
// "A value would leave the range that is declared for it."
Fact account(const compiler::Model& model, const compiler::Incident& incident);

// "order.unowned: token (Bell, Gong)": the code, the names of the spec that tell it apart, and its clauses.
// Files keep this label, and versions of a spec are compared by it.
std::string label_of(const compiler::Model& model, const Finding& finding);
std::string label_of(const compiler::Model& model, const compiler::Incident& incident);

}  // namespace errata::checker
