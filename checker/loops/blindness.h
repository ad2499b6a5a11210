// Whether what is evaluated on a round can tell later rounds, with more of the same, from this one: the
// argument that growth.h describes, for counters and for numbers of equal objects.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "checker/loops/evaluated.h"
#include "checker/loops/twins.h"

namespace errata::checker {

struct Movement {
    compiler::Value shift = 0;  // per round
    compiler::Value lowest =
        0;  // over the states of the round, with room for what happens inside transitions
    compiler::Value highest = 0;
};

// What some term looks at, in words; empty: nothing evaluated depends on where these counters are.
std::string looks_at_counters(const compiler::Model& model, const Evaluated& evaluated,
                              const std::map<std::size_t, Movement>& moving);

// How many objects of each of these pools that equal one another must stand by before one more makes no
// difference.
struct Threshold {
    std::size_t bystanders = 0;
    std::string refused;  // what depends on their number or order, in words; empty: nothing
};
// `alike`: by pool, one of the objects that equal one another in `state`; none where nothing grows.
Threshold threshold(const compiler::Evaluator& evaluator, const Twins& twins, const Evaluated& evaluated,
                    const compiler::State& state, const std::vector<std::optional<compiler::Value>>& alike);

}  // namespace errata::checker
