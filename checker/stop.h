// Asked by whatever may take long, between two pieces of work: is it to stop now? Empty: never. Whoever stops
// early leaves its result as far as it came; `driver` sees to it that nothing is said of all states by a run
// whose time was over.
#pragma once

#include <functional>

namespace errata::checker {

using Stop = std::function<bool()>;

inline bool is_over(const Stop& stop) { return stop && stop(); }

}  // namespace errata::checker
