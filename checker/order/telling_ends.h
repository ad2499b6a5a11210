// Of two ways that part, two ends that show it best: where the same is chosen on both, so that nothing but
// the way makes the difference; else the nearest ones.
#pragma once

#include <optional>

#include "checker/order/orders.h"

namespace errata::checker {

// Null where they do not part (`differing_ends`). The quiescences are what is behind these beginnings.
std::optional<Ends> telling_ends(const compiler::Evaluator& evaluator, const Quiescence& first,
                                 const Beginning& first_begins, const Quiescence& second,
                                 const Beginning& second_begins);

}  // namespace errata::checker
