// The claim `terminates`.
#pragma once

#include <optional>

#include "checker/search/task.h"

namespace errata::checker {

// A play that goes on for ever, whoever keeps it up and in whatever stage. Of several the one that leaves the
// least to those at the table: forced, inevitable, left to chance, chosen, kept up by several together; of
// those alike the shortest.
std::optional<Finding> worst_endless_play(const Reach& reach);

}  // namespace errata::checker
