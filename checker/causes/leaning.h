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

// Empty where it leans on nothing, or where its allowance does not last. The finding has a witness.
// `is_shown`: what the witness shows (same_play.h).
Leaning leaning(const compiler::Evaluator& evaluator, const Finding& finding, const IsShown& is_shown);

}  // namespace errata::checker
