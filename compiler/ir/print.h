// The IR as text: stable (the same model prints the same, ids are creation order) and readable, for `errata
// dump --stage ir`, golden tests, the keys of obligations, and people with a debugger. Everything that a
// model means is in its text; source places are not, so that moving lines changes nothing.
//
//     point movement, player initiative, settled
//       option "moves {g} to {s}" g: group = r0, s: square = r1 if adjacent(group.at(r0), r1) -> move  [c4]
//     label move
//       set group.at(r0) := r1  [c4]
//       stop movement
#pragma once

#include <string>

#include "compiler/ir/model.h"

namespace errata::compiler {

std::string print(const Model& model);
std::string print(const Model& model, TermId term);
// One line per node, each with its indentation and a line break.
std::string print(const Model& model, CodeId code, std::size_t indent = 0);
std::string print(const Model& model, const Setup& setup);
// "Ann", "none", "{1, 3}", "7".
std::string print(const Model& model, TypeId type, Value value);

}  // namespace errata::compiler
