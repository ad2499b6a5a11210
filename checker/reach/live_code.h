// What can run at all, by looking at the text of the model alone: starting from the turn's first point and
// the state checks, following labels, stops and triggers, and leaving out what stands under a condition that
// is constant. Needs no state, so what it excludes is excluded in every scope. It also knows which clauses
// can ever be marked as used by a transition; the others (conditions, prohibitions) act through terms and are
// no abilities in this sense.
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::checker {

struct LiveCode {
    std::vector<bool> live;  // by clause: some code, option, trigger or state check of it can run
    std::vector<bool>
        // by clause: it has code that changes something, an option, a trigger or a state check at all
        ability;
    std::vector<bool> endings;  // by ending: some live code finishes with it
    std::vector<std::vector<compiler::ClauseId>>
        finishers;  // by ending: whose code finishes with it, live or not
};

LiveCode find_live_code(const compiler::Model& model);

}  // namespace errata::checker
