// A model whose terms say something else: each is made anew from the leaves up, and a rule may put another
// term in the place of one.
#pragma once

#include <functional>
#include <optional>

#include "compiler/ir/model.h"

namespace errata::tests {

// What stands in the place of this term, whose children are those given; nothing: it stays.
using TermRule = std::function<std::optional<compiler::TermId>(
    compiler::Model&, const compiler::Term&, const std::vector<compiler::TermId>& children)>;

// Of one term, wherever else it stands.
compiler::TermId rewritten(compiler::Model& model, compiler::TermId root, const TermRule& rule);
// Of everything that a transition reads.
void rewrite_terms(compiler::Model& model, const TermRule& rule);

// The types of the arguments of a cell, table, open function or unknown; nothing: it is another kind of term.
const std::vector<compiler::TypeId>* params_of(const compiler::Model& model, const compiler::Term& term);
// The same kind of term with other children.
compiler::TermId with_children(compiler::Model& model, const compiler::Term& term,
                               const std::vector<compiler::TermId>& children);

}  // namespace errata::tests
