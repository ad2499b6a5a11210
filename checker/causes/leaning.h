// What a finding leans on that the spec has no rules for: choices `by elsewhere` in the play that shows it
// where something else could have been chosen, and other questions than its own that nobody decides there and
// without whose answers it would not be shown. Says nothing about other plays.
#pragma once

#include <string>
#include <vector>

#include "checker/causes/same_play.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct Leaning {
    Facts facts;
    std::vector<compiler::ClauseId> disagreeing;  // about what it leans on
    std::vector<compiler::ClauseId> needed;       // of these: by which it is answered as in the play
    std::vector<compiler::IncidentId> left_open;  // what no statement answers
};

// Nothing where there was nothing. The finding has a witness.
Leaning leaning(const Experiment& experiment, const Finding& finding, const SamePlay& again);

}  // namespace errata::checker
