#include "checker/plays/to_do.h"

namespace errata::checker {

using namespace compiler;

namespace {

std::vector<Value> piece(const State& state, std::size_t from, std::size_t length) {
    const auto first = state.begin() + static_cast<std::ptrdiff_t>(from);
    return {first, first + static_cast<std::ptrdiff_t>(length)};
}

}  // namespace

std::vector<AgendaItem> items_of(const Layout& layout, const State& state) {
    std::vector<AgendaItem> items;
    for (std::size_t i = 0; i < layout.frames && state[layout.frame(i)] != 0; ++i)
        items.push_back(piece(state, layout.frame(i), 1 + layout.registers));
    return items;
}

std::vector<Pended> bag_of(const Layout& layout, const State& state) {
    std::vector<Pended> bag;
    for (std::size_t i = 0; i < layout.pending && state[layout.slot(i)] != 0; ++i)
        bag.push_back(piece(state, layout.slot(i), 1 + layout.pending_arguments));
    return bag;
}

ToDo to_do(const Layout& layout, const State& state) {
    return {items_of(layout, state), bag_of(layout, state), piece(state, 0, layout.frame_base)};
}

bool is_agenda_full(const Layout& layout, const State& state) {
    return layout.frames > 1 && state[layout.frame(layout.frames - 1)] != 0;
}

}  // namespace errata::checker
