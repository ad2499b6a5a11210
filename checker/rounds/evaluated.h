// What carrying out a path of transitions evaluates: the terms and the code that decide it, a cautious
// superset of what is really run. For arguments that some values make no difference to a path.
#pragma once

#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct Evaluated {
    std::vector<compiler::TermId>
        terms;  // roots: guards, conditions, arguments, amounts, owners; statements of open predicates met
    std::vector<compiler::CodeId> code;         // every node of every label and body
    std::vector<std::size_t> open;              // numbers of the open predicates met
    std::vector<compiler::UnknownId> unknowns;  // families of the systems of equations met
    std::vector<compiler::TypeId> bound;        // domains of the binders of the options looked at
};

// The options of the points met are looked at; the code of those not taken counts only with `all_options`.
Evaluated evaluated_on(const compiler::Model& model, const compiler::State& first,
                       const std::vector<compiler::Successor>& steps, bool all_options);

}  // namespace errata::checker
