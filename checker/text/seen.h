// What the rest of a game can see of a state: where it goes on to, what is met on the way, and what claims
// ask of it. Two readings of the rules that see the same in a state are the same there. Used by the analysis
// `text` to tell whether a clause matters.
#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct Seen {
    compiler::Owner chooser;
    std::vector<std::pair<compiler::Move, std::optional<compiler::State>>> ways;
    std::set<compiler::IncidentId> incidents;
    // What claims ask, and which printed items are in function.
    std::vector<std::optional<compiler::Value>> said;
    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen seen(const compiler::Evaluator& evaluator, const compiler::State& state);

}  // namespace errata::checker
