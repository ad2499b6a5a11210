// The place of a row in the list that holds it.
#pragma once

#include <cstddef>
#include <vector>

namespace errata::dsl {

// `row` is one of `rows`.
template <class Row>
std::size_t place_in(const std::vector<Row>& rows, const Row& row) {
    return static_cast<std::size_t>(&row - rows.data());
}

}  // namespace errata::dsl
