// What the encoding asks about every term of a model before it unrolls any: which binders it leaves open,
// whether it reads the state, and how many instances unrolling it makes. Computed once per model, in the
// order of the pool.
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::compiler {

struct TermFact {
    std::uint64_t open_binders = 0;  // bit per level
    bool reads_state = false;
    double cost = 1;  // instances after unrolling; statements of open predicates not counted
};

std::vector<TermFact> term_facts(const Model& model);

}  // namespace errata::compiler
