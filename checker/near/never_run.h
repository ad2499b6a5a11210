// Why play never comes to some code: back from it, over what leads there, to the nearest place that play does
// come to, and what is missing there.
#pragma once

#include <string>
#include <vector>

#include "checker/near/near_option.h"

namespace errata::checker {

// "The nearest position lacks coins >= 5 (coins is 2)."
Phrase lacks(const Phrase& missing);

// Of labels that are never run from any of these states: which option leads there and is never possible, what
// always acts instead, or which condition on the way is never met. Empty: nothing can be said.
Phrase why_never_run(const std::vector<const Reach*>& graphs, const std::vector<compiler::LabelId>& labels,
                     const StateFilter& among = {});

}  // namespace errata::checker
