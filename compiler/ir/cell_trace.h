// The cells, binders and registers that an evaluation has read, in this order. If another state has the same
// values there, the evaluation reads the same and has the same answer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace errata::compiler {

struct CellTrace {
    // The numbers of registers of the top frame, and of binders that were bound before it began. They come
    // behind the numbers of all cells. A closed term reads neither.
    static constexpr std::uint32_t first_register = std::uint32_t{1} << 30;
    static constexpr std::uint32_t first_binder = std::uint32_t{1} << 31;

    std::vector<std::uint32_t> cells = {};  // in this order, each once
    // The reads do not determine the answer: solutions of equations were asked for, or more was left than an
    // answer.
    bool all = false;
    // Where binders stood when it began (Binders): only those from `base` up to `depth` were bound before.
    std::size_t base = 0;
    std::size_t depth = 0;
    // With more reads, `all` is set.
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
