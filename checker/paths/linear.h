// Whole-number expressions that are linear in some variables: what a number of the game is, seen from the
// beginning of a path (path_values.h). No operation goes beyond 64 bits in silence.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/ir/type.h"

namespace errata::checker {

struct Linear {
    compiler::Value constant = 0;
    // variable, coefficient: by increasing variable, none of them 0
    std::vector<std::pair<std::uint32_t, compiler::Value>> parts = {};

    bool is_constant() const { return parts.empty(); }
    friend auto operator<=>(const Linear&, const Linear&) = default;
};

Linear variable(std::uint32_t number);

// a + factor * b, and so on; nothing where a number outgrows 64 bits.
std::optional<Linear> sum(const Linear& a, const Linear& b, compiler::Value factor = 1);
std::optional<Linear> scaled(const Linear& a, compiler::Value factor);
// Variable k becomes values[k].
std::optional<Linear> substituted(const Linear& a, const std::vector<Linear>& values);
std::optional<compiler::Value> value_at(const Linear& a, const std::vector<compiler::Value>& point);

}  // namespace errata::checker
