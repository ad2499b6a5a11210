// What an evaluation has read: what its answer leans on. Another state with the same values in these has the
// same answer, and reads the same in the same order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace errata::compiler {

struct CellTrace {
    // Of what reads beside cells: registers of the top frame, and binders that were bound before it began.
    // Their numbers come behind those of all cells. A closed term reads none.
    static constexpr std::uint32_t first_register = std::uint32_t{1} << 30;
    static constexpr std::uint32_t first_binder = std::uint32_t{1} << 31;

    std::vector<std::uint32_t> cells = {};  // in this order, each once
    // Not to be told by what was read: solutions of equations were asked for, or it left more than an answer.
    bool all = false;
    // Where binders stood when it began (Binders): only those from `base` up to `depth` were bound before.
    std::size_t base = 0;
    std::size_t depth = 0;
    // With more reads it is told by all.
    std::size_t most = std::numeric_limits<std::size_t>::max();

    void read(std::size_t cell) {
        const auto number = static_cast<std::uint32_t>(cell);
        if (all || std::ranges::find(cells, number) != cells.end()) return;
        cells.push_back(number);
        all = cells.size() > most;
    }
    void read_binder(std::size_t its_base, std::size_t level) {
        if (its_base == base && base + level < depth) read(first_binder + level);
    }
};

}  // namespace errata::compiler
