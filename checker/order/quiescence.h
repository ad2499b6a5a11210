// Where a state leads once everything that is pending has happened: the set of quiescent states, over all
// choices on the way. Quiescent: the game is over, or only the control frame waits, nothing is pending and no
// state check is enabled. Used to compare two orders of the same triggers. The exploration is local and
// bounded; a cut-off one says so.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>

#include "checker/explicit/symmetry.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct Instance {
    compiler::TriggerId trigger;
    std::vector<compiler::Value> arguments;
    friend auto operator<=>(const Instance&, const Instance&) = default;
};

// The pending instance a placement puts on the agenda; nothing for other moves.
std::optional<Instance> placed(const compiler::Move& move);

// What counts when two quiescent states are compared: variables, `over`, the control point; up to which
// interchangeable object is which.
compiler::State quiescent_view(const compiler::Model& model, const Symmetry& symmetry,
                               const compiler::State& state);

// Nothing is left to be done but the turn; `expansion` is the state's.
bool is_quiescent(const compiler::Model& model, const compiler::State& state,
                  const compiler::Expansion& expansion);

struct Quiescence {
    std::map<compiler::State, compiler::State> ends;  // by view: one state
    bool endless = false;                             // some play goes on for ever without coming to rest
    bool complete = true;    // false: cut off by the budget, by the agenda's bound or by an error
    std::size_t states = 0;  // visited
};

// From `from`; if `next` is given, the next placement must be that instance. Nothing is quiescent while the
// control point keeps the set of those `to_come` of a point, if one is given.
Quiescence explore(const compiler::Evaluator& evaluator, const compiler::State& from,
                   const std::optional<Instance>& next, std::size_t budget,
                   const compiler::Point* within = nullptr);

}  // namespace errata::checker
