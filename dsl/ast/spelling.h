// How the enums of the syntax tree are written in a spec: one place for the printer, the dump and messages.
#pragma once

#include <string>

#include "dsl/ast/item.h"

namespace errata::dsl::ast {

std::string spelling(Quantity quantity);  // "up to"; One is not written: ""
std::string spelling(LoopOrder order);    // "in falling order of"; Unstated: ""
std::string spelling(SolveCase solve_case);
std::string spelling(Change change);
std::string spelling(Side side);                  // Alone: ""
std::string spelling(Participants participants);  // FromOnce: "from", and `once` behind the player
std::string spelling(CategorySort sort);          // Expression: "", a type is written
std::string spelling(CheckMode mode);
std::string spelling(Preference preference);
std::string spelling(Stance stance);
std::string spelling(ItemKind kind);  // the word that it begins with; of a card "card"

std::string limit_moment(const Ability& ability);  // what a limit is `per`: "turn", or the name of a phase
std::string shape_text(const Item& grid);          // "diagonal ring", or ""
// Beside the name: the title, or in its place which of several sorts of its kind it is.
std::string title_text(const Item& item);

}  // namespace errata::dsl::ast
