// What a finding leans on that the spec has no rules for: choices `by elsewhere` in the play that shows it
// where something else could have been chosen, and other questions than its own that nobody decides there and
// without whose answers it would not be shown. Says nothing about other plays.
#pragma once

#include <string>
#include <vector>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct Leaning {
    std::string words;
    bool is_order_open = false;
    bool is_rule_open = false;
    std::vector<compiler::ClauseId> disagreeing;  // about what it leans on
    std::vector<compiler::ClauseId> needed;       // of these: by which it is answered as in the play
    std::vector<compiler::IncidentId> left_open;  // what no statement answers
};

// "It leans on what is decided elsewhere: draws less, pushes it to b3. It leans on what no rule decides:
// goes_along: yes. With another answer this play does not show it."; empty where nothing was. The finding has
// a witness.
Leaning leaning(const compiler::Evaluator& evaluator, const Finding& finding);

}  // namespace errata::checker
