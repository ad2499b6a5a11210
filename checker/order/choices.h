// What the rules leave to nobody, and what somebody puts in order (which replacement of an event comes
// first), compared like the orders of triggers: does it matter? Part of the orders analysis.
#pragma once

#include <array>
#include <cstddef>

#include "checker/order/quiescence.h"
#include "checker/search/task.h"

namespace errata::checker {

struct ComparedChoices {
    std::array<std::size_t, 2> found{};  // findings: nobody's, and those that a player chooses
    Undecided undecided = {};
    std::size_t passed_over = 0;  // places not compared, for there are too many
};

ComparedChoices compare_choices(Task& task, const Searched& searched);

}  // namespace errata::checker
