// A play as numbered lines: who acts, what is chosen, what changes, which clause spoke. Runs of steps in
// which the rules change nothing fold into one line. Turns and the cycle of a loop get headings. The reports,
// `replay` and `play` use it; `play` also shows the position that a play has come to.
#pragma once

#include <string>

#include "reports/columns.h"
#include "reports/explain/position.h"
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

// A position as text: the board drawn, below it what differs from the beginning, and what is still to be
// done. With `everything` also the values that are as they were declared.
std::string render_position(const PositionLines& position, bool everything);

}  // namespace errata::reports
