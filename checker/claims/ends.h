// The claim `unique`: whether some initial state can come to two different ends. An end is a state without a
// way on that neither fails nor was cut off; two are the same if what counts at rest is (quiescent_view).
#pragma once

#include <optional>
#include <vector>

#include "checker/search/workbench.h"

namespace errata::checker {

struct TwoEnds {
    std::vector<Trace> plays;     // from one initial state, to ends that differ; the nearer one first
    bool minimal_proved = false;  // from no other initial state two ends lie nearer
};

std::optional<TwoEnds> two_ends(const Reach& reach);

}  // namespace errata::checker
