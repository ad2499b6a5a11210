// Performing an action: what prohibits it, what replaces it, what it does, what listens. The order is that of
// the kernel: prohibitions first (a forbidden event is not there to be replaced), then replacements
// (replacements.h), then the action's own body and its parts, then its triggers go to the bag and the rulings
// about it are held against the state.
#pragma once

#include <algorithm>

#include "compiler/lower/code.h"

namespace errata::compiler {

// The event happens.
CodeId act(const Lowering& l, ActionId action, const std::vector<TypedTerm>& roles, const Place& place,
           const Continuation* next);

// While it lasts the action is being performed: for it to perform itself would have no end.
class Performing {
public:
    Performing(const Lowering& l, ActionId action) : l_(l), deeper_(l.effort) {
        l.memory.underway.performing.push_back(action);
    }
    ~Performing() { l_.memory.underway.performing.pop_back(); }
    Performing(const Performing&) = delete;
    Performing& operator=(const Performing&) = delete;

private:
    const Lowering& l_;
    Effort::Deeper deeper_;
};

// What is no part of the action, although it is made while the action is: it may well perform it again.
template <class Make>
CodeId outside_of(const Lowering& l, ActionId action, const Make& make) {
    std::vector<ActionId>& underway = l.memory.underway.performing;
    const std::vector<ActionId> before = underway;
    std::erase(underway, action);
    const CodeId code = make();
    underway = before;
    return code;
}

}  // namespace errata::compiler
