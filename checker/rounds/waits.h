// Claims "eventually e [after d]": can a player keep e away for ever once it is awaited? A state belongs to
// p's fixpoint if e does not hold there, play goes on, and p has a choice (everybody else, chance included,
// all choices) that stays inside.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/search/task.h"

namespace errata::checker {

struct WaitResult {
    bool awaited = false;              // the premise holds somewhere
    std::optional<Finding> finding;    // some player alone can keep it away
    bool forced = false;               // whatever anybody chooses, it may be kept away
    bool together = false;             // no player alone can, but all together
    bool may_end = false;              // a play ends while it is awaited
    std::vector<std::string> keepers;  // players who can
};

WaitResult find_wait(const Reach& reach, const compiler::Claim& claim);

}  // namespace errata::checker
