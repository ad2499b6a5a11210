// How many equal objects must stand by on a round before one more makes no difference to it: an argument in
// the manner of Ehrenfeucht and Fraisse. A term of n nested quantifiers over a pool sees no difference
// between n equal objects and more of them. How many there are, and sums over them, are not asked here but
// counted (paths/path_run.h): for each of those that are more as for one that stands by, so that one more
// must be there to show it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/rounds/evaluated.h"
#include "checker/rounds/twins.h"

namespace errata::checker {

struct Threshold {
    std::size_t bystanders = 0;
    std::string refused;  // what depends on their order, or goes beyond them, in words; empty: nothing
};
// `growing`: by pool, one of each sort of objects, equal to one another in `state`, of which there are more.
Threshold threshold(const compiler::Evaluator& evaluator, const Twins& twins, const Evaluated& evaluated,
                    const compiler::State& state, const std::vector<std::vector<compiler::Value>>& growing);

}  // namespace errata::checker
