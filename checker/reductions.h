// Which reductions a search uses; all of them unless somebody switches one off to see that it changes
// nothing.
#pragma once

#include <string_view>
#include <vector>

namespace errata::checker {

struct Reductions {
#define ERRATA_REDUCTION(name, help) bool name = true;
#include "checker/reductions.def"
#undef ERRATA_REDUCTION
    friend bool operator==(const Reductions&, const Reductions&) = default;
};

struct ReductionInfo {
    std::string_view name;
    std::string_view without;  // what the search does when it is off
    bool Reductions::*on;
};
const std::vector<ReductionInfo>& all_reductions();

// "slice, symmetry": those that are off.
std::vector<std::string_view> switched_off(const Reductions& reductions);

inline constexpr Reductions no_reductions{
#define ERRATA_REDUCTION(name, help) .name = false,
#include "checker/reductions.def"
#undef ERRATA_REDUCTION
};

}  // namespace errata::checker
