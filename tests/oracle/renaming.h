// States that are the same but for which object of a pool is which: no rule knows these by name or number.
#pragma once

#include "tests/oracle/state.h"

namespace errata::oracle {

// What `text` (`key` or `seen`) says of the state under the names for which that comes first: equal for
// states that are the same.
std::string but_for_names(const Vocabulary& vocabulary, const State& state,
                          std::string (*text)(const State&));

}  // namespace errata::oracle
