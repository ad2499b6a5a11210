// Who could bring about what never comes, as it is told.
#pragma once

#include <vector>

#include "checker/fact.h"
#include "compiler/ir/effects/effects.h"

namespace errata::checker {

// If they are few: that they alone change what the conditions read, or that nothing does.
struct FewWriters {
    std::vector<compiler::ClauseId> clauses;  // but for the frame in which everything happens
    Facts facts;
};
FewWriters few_writers_of(const compiler::Model& model, const compiler::Effects& effects,
                          const std::vector<compiler::TermId>& conditions);

}  // namespace errata::checker
