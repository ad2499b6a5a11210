// That triggers and state checks always come to an end, shown from the text of the model alone, whatever the
// pools and bounds.
//
// An endless resolution would run some code again and again for ever: code that sets itself off, directly or
// through other code. If there is none, or if everything that could be run again and again uses up a finite
// field (lowers it and nothing in the whole lot ever raises it, or raises it and nothing lowers it), it ends;
// if one piece of code is ruled out in this way, the same is asked of what is left. All code that may run
// meanwhile counts, replacements and state checks included, for they are part of it: a refund anywhere
// refuses the proof. That is sufficient, not necessary.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/model.h"

namespace errata::checker {

struct Ranking {
    std::vector<std::string>
        used_up;  // fields, in the order in which they rule something out; empty: nothing sets itself off
};

// Nothing if that is not shown.
// `gave_up`: set where the model is too large for all its fields to be tried.
std::optional<Ranking> rank_triggers(const compiler::Model& model, bool* gave_up = nullptr);

}  // namespace errata::checker
