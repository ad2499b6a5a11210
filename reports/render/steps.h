// A play as numbered lines: who acts, what is chosen, what changes, which clause spoke. Runs of steps in
// which the rules change nothing fold into one line; turns and the cycle of a loop get headings. Both the
// reports and `replay` use it.
#pragma once

#include <string>

#include "reports/columns.h"
#include "reports/report.h"

namespace errata::reports {

struct StepsLayout {
    std::size_t before = 0;  // steps that were shown already: numbers go on behind them
    std::size_t width = default_width;
    bool folds = true;  // quiet runs and rounds that are like others
};

std::string render_steps(const WitnessLines& witness, const std::string& spec,
                         const StepsLayout& layout = {});

// "A.at: a1 → b1"
std::string arrow(const ChangeLine& change);

// A place or path relative to the folder of the spec, if it lies below it.
std::string shortened(const std::string& place, const std::string& spec);

}  // namespace errata::reports
