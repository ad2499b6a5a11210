// Where searches were cut off for want of room: which bounds of the scope they ran into, and what else it
// was, each with its remedy.
#pragma once

#include <string>
#include <vector>

#include "checker/explicit/breadth_first.h"
#include "compiler/ir/model.h"

namespace errata::checker {

// "; some plays outgrow the scope (rat: 12) and ..."; empty if nothing was cut off.
std::string cuts_text(const compiler::Model& model, const std::vector<const Exploration*>& searches);

// The same in a few words: "rat is full at 12: --scope rat=24".
std::string cuts_limit(const compiler::Model& model, const std::vector<const Exploration*>& searches);

}  // namespace errata::checker
