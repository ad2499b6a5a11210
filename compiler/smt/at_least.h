// How many of some conditions hold, as far as the encoding asks: at least one, at least two.
#pragma once

#include <vector>

#include "compiler/smt/formula.h"

namespace errata::compiler {

struct AtLeast {
    Formula one;
    Formula two;
};

inline AtLeast at_least(FormulaPool& pool, const std::vector<Formula>& conditions) {
    AtLeast result{pool.truth(false), pool.truth(false)};
    for (const Formula condition : conditions) {
        result.two = pool.lor(result.two, pool.land(result.one, condition));
        result.one = pool.lor(result.one, condition);
    }
    return result;
}

}  // namespace errata::compiler
