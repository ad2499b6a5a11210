// Can a cost be paid? The condition under which its statements do what they say, each looked at in the state
// before: an amount is there to be taken, a value is not the new one already (what is tapped cannot be
// tapped), an action is not forbidden, a choice has something to choose. Parts of one cost that draw on the
// same thing are not added up.
#pragma once

#include "compiler/elaborate/expressions.h"

namespace errata::compiler {

class Payment {
public:
    explicit Payment(World& world) : world_(world), expressions_(world) {}

    TermId payable(const std::vector<ast::Stmt>& cost, Scope scope);

private:
    TermId payable(const ast::Stmt& stmt, Scope& scope);
    TermId change(const ast::Stmt& stmt, const Scope& scope);
    TermId choice(const ast::Stmt& stmt, const Scope& scope);
    TermId action(const ast::Stmt& stmt, const Scope& scope);
    TermId yes() { return world_.model.terms.truth(true); }

    World& world_;
    Expressions expressions_;
};

}  // namespace errata::compiler
