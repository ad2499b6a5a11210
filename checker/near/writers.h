// Who could bring about what never comes: the clauses that change what a condition reads.
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::checker {

// In the order of the clauses; without what only begins anew with the life of an object.
std::vector<compiler::ClauseId> writers_of(const compiler::Model& model, compiler::TermId condition);

// By variable: does any code change it, and does any make it something else than 0? (A ModelFact.)
struct WrittenVariables {
    explicit WrittenVariables(const compiler::Model& model);
    std::vector<bool> written;
    std::vector<bool> raised;
};

// Nothing ever changes what the condition asks for.
bool is_fixed(const compiler::Model& model, const WrittenVariables& changing, compiler::TermId condition);

}  // namespace errata::checker
