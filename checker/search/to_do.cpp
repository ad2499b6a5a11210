#include "checker/search/to_do.h"

namespace errata::checker {

using namespace compiler;

ToDo to_do(const Layout& layout, const State& state) {
    ToDo result;
    const auto piece = [&](std::size_t from, std::size_t length) {
        const auto first = state.begin() + static_cast<std::ptrdiff_t>(from);
        return std::vector<Value>(first, first + static_cast<std::ptrdiff_t>(length));
    };
    for (std::size_t i = 0; i < layout.frames && state[layout.frame(i)] != 0; ++i)
        result.items.push_back(piece(layout.frame(i), 1 + layout.registers));
    for (std::size_t i = 0; i < layout.pending && state[layout.slot(i)] != 0; ++i)
        result.pending.push_back(piece(layout.slot(i), 1 + layout.pending_arguments));
    result.rest = piece(0, layout.frame_base);
    return result;
}

bool is_agenda_full(const Layout& layout, const State& state) {
    return layout.frames > 1 && state[layout.frame(layout.frames - 1)] != 0;
}

}  // namespace errata::checker
