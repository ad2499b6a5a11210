// Whether it makes no difference in which order the instances of an AnyOrder are carried out, from the text
// of the code alone. Whoever takes states for the same up to renaming, drops orders or counts equal objects
// leans on this one answer.
//
// Two instances commute if whatever both touch, one of them writing, is
//   - another cell for each of them (a field of the instance's own object), or
//   - changed by both in one way that does not mind the order: amounts added (in one direction, or to a
//     counter), one value put there, members put into a set or taken out of it, an amount added up to one
//     bound, the same function of the cell itself, references to its own object dropped, or
//   - emptied by one of them, while the other one only takes away (or put at the bound that the other one
//     comes to);
// or if their conditions ask for two values of one cell, and neither gives it the value that the other one
// asks for. This is sufficient, not necessary. What is the same is the state that comes of it; where several
// instances would fail, which of them fails first may still depend on the order.
#pragma once

#include "compiler/ir/model.h"

namespace errata::compiler {

// The children of a node of that kind (by their positions) in groups: instances of different groups commute,
// or never do anything in one run. A group of one child, whose own instances commute, needs no order.
struct Group {
    std::vector<std::size_t> children;
    bool commutes = false;
};
std::vector<Group> groups(const Model& model, const Code& any_order);

// Inside something simultaneous: do the instances of a ForEach come to the same in any order? There all read
// the state before, and what is reset, set, added, gained, lost and gone is collected apart, so that only two
// values for one cell, or a member gained and lost, are in conflict.
bool commutes_at_once(const Model& model, CodeId loop);

}  // namespace errata::compiler
