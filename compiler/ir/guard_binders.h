// By option of a point: up to which binder the parts of its guard look. Where a part is false without a
// trace, the guard is false for all values of the binders behind. For `expand`, which then passes over them.
// Made by passes/guard_binders; says nothing that the model does not say elsewhere.
#pragma once

#include <vector>

#include "compiler/ir/play.h"

namespace errata::compiler {

struct GuardBinders {
    static constexpr std::size_t all = static_cast<std::size_t>(-1);

    // By point, option and part of the guard. Empty: nothing is known.
    std::vector<std::vector<std::vector<std::size_t>>> parts;

    // How many binders, from the first, the guard's parts up to this one may look at.
    std::size_t looked_at(PointId point, std::uint32_t option, std::size_t part) const {
        if (point.index >= parts.size()) return all;
        const std::vector<std::size_t>& of_option = parts[point.index][option];
        return part < of_option.size() ? of_option[part] : all;
    }
};

}  // namespace errata::compiler
