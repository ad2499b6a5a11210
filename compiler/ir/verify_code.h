// The part of `verify` that looks at code. Every node has as many terms and children as its kind, names what
// exists and fits its place; every tree ends where it must and only there. Code of the turn and of agenda
// items does not lead to the other's points, and no chain of Gotos comes back without a stop.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/model.h"
#include "compiler/ir/verify_terms.h"

namespace errata::compiler {

void verify_label(const Model& model, TermVerifier& terms, LabelId label, std::vector<std::string>& problems);
// A state check's body: may end the game, otherwise falls through; sees no registers.
void verify_check(const Model& model, TermVerifier& terms, CodeId body, const std::string& what,
                  std::vector<std::string>& problems);

// These two need labels in which the first found no problem.
void verify_gotos(const Model& model, std::vector<std::string>& problems);
// What code started at points of the turn (control) and of agenda items may do.
void verify_frames(const Model& model, std::vector<std::string>& problems);

}  // namespace errata::compiler
