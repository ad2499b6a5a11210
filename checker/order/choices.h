// What the rules leave to nobody, and what somebody puts in order (which replacement of an event comes
// first), compared like the orders of triggers: does it matter? Part of the orders analysis.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "checker/order/quiescence.h"
#include "checker/search/task.h"

namespace errata::checker {

struct ComparedChoices {
    std::array<std::size_t, 2> found{};  // findings: nobody's, and those that a player chooses
    Undecided undecided = {};
    // Places not compared, for there are too many, likewise; and what the first of them is called.
    std::array<std::size_t, 2> passed_over{};
    std::array<std::string, 2> passed_name{};

    void pass_over(bool chosen, const std::string& name) {
        const std::size_t row = chosen ? 1 : 0;
        if (passed_over[row]++ == 0) passed_name[row] = name;
    }
};

ComparedChoices compare_choices(Task& task, const Searched& searched);

}  // namespace errata::checker
