#include "checker/plays/top_point.h"

namespace errata::checker {

using namespace compiler;

PointId top_point(const Model& model, const State& state) {
    const std::size_t cell = model.layout.frame(0);
    if (cell >= state.size() || state[cell] <= 0) return {};
    return PointId(static_cast<std::size_t>(state[cell] - 1));
}

}  // namespace errata::checker
