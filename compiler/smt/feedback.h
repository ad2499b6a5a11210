// Which unknowns of a system have to be guessed: a set without which the rest depend on one another in no
// circle, so that each of the rest follows from the guessed ones. Small rather than smallest.
#pragma once

#include <cstddef>
#include <vector>

namespace errata::compiler {

struct Feedback {
    std::vector<std::size_t> guessed;
    std::vector<std::size_t> order;  // the rest, each after those that it depends on
};

// `depends_on`: by node. `sizes`: how many values a guess has; of equals the node with fewer is guessed.
Feedback feedback(const std::vector<std::vector<std::size_t>>& depends_on, const std::vector<double>& sizes);

}  // namespace errata::compiler
