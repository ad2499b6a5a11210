// Is something done, and can it be? What `do ... then`, `when possible` and costs ask of a block. Each
// statement is looked at in the state before the block; statements that draw on one thing are not added up.
//   It is possible unless one of them fails: an action that is forbidden, an amount that is not there, a
//   value that is the new one already (what is tapped cannot be tapped), a choice without an option.
//   It acts if one of them changes something. A change by 0, a loop over nobody, an `if` that is not taken
//   and an empty block do not fail, and do not act.
// `do ... then` succeeds if its block is possible and acts. Which option is taken is not known before: what
// is chosen in the block is looked at when it is chosen.
// To add a statement: its row in typed/stmt_kinds.def, and where that says Asked, its answers in success.cpp.
#pragma once

#include "compiler/lower/place.h"

namespace errata::compiler {

// What can be asked of a block.
enum class Ask {
    Payable,   // is it possible for who need not do it? (Nothing may forbid it.)
    Possible,  // is it possible? (Where "must" beats "cannot", nothing forbids it.)
    Acts,      // what is chosen in it does not count
};
TermId ask(const Lowering& l, Ask what, const typed::Block& block, Scope scope);
inline TermId payable(const Lowering& l, const typed::Block& cost, Scope scope) {
    return ask(l, Ask::Payable, cost, std::move(scope));
}

// Must all of the quantity be there? "As many as 2" is 1 if only 1 is there. But who need not do it at all
// does not do a part of it.
inline bool needs_all(Ask what, ast::Quantity quantity) {
    return quantity == ast::Quantity::Exactly ||
           (quantity == ast::Quantity::AsManyAs && what == Ask::Payable);
}

// Does the value that a change leaves lie in the range of what is changed?
TermId stays_in_range(const Lowering& l, const typed::Stmt& change, const Scope& scope);

CodeId straight_do(const Lowering& l, const typed::Stmt& stmt, const Place& place);
CodeId stopping_do(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation& next);
// Before what was chosen is carried out: what it does counts for each `do` around.
CodeId count_chosen(const Lowering& l, const typed::Block& chosen, const Place& place);
// What each `do` around asks for has failed.
CodeId count_failed(const Lowering& l, const Place& place);

}  // namespace errata::compiler
