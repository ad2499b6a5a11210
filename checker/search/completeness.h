// What a search without a find says about all states, in words and as a status.
#pragma once

#include <string>

#include "checker/search/workbench.h"

namespace errata::checker {

// What a search without a find says about all states: `complete`, or `bounded` and how far it came.
struct Completeness {
    Status status = Status::Bounded;
    std::string text;
    bool is_conclusive = false;  // complete, or as deep as the spec declares sufficient
    std::string limit = {};      // Verdict::limit
};
Completeness completeness(const Workbench& workbench, std::size_t setup, const Reach& reach);
Completeness sample_completeness(Workbench& workbench, std::size_t setup);

}  // namespace errata::checker
