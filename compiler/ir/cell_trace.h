// The cells that an evaluation has read: what its answer leans on. Another state with the same values in
// these has the same answer, and reads the same cells in the same order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace errata::compiler {

struct CellTrace {
    std::vector<std::uint32_t> cells;  // in this order, each once
    bool all = false;                  // all variables' cells: solutions of equations were asked for

    void read(std::size_t cell) {
        const auto number = static_cast<std::uint32_t>(cell);
        if (std::ranges::find(cells, number) == cells.end()) cells.push_back(number);
    }
};

}  // namespace errata::compiler
