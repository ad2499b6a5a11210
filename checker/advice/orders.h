// Remedies for an order that nobody decides: who could, or which order the game could have.
#pragma once

#include <vector>

#include "checker/advice/around.h"

namespace errata::checker {

std::vector<Remedy> owner_of_order(const Around& around);

}  // namespace errata::checker
