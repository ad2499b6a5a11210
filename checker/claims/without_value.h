// Which part of a question has no value, in one state. undefined_terms says it in words.
#pragma once

#include <map>

#include "compiler/ir/evaluate_terms.h"

namespace errata::checker {

// Of a term in the state that `terms` looks at: it asks for something that does not exist.
bool has_no_value(compiler::TermEvaluator& terms, compiler::TermId id);

// Of such a term, the innermost part that has no value although its own parts have. Values that quantifiers
// on the way to it pick stay bound in `terms`; their types are added to `bound`, by binder level.
compiler::TermId innermost_without_value(compiler::TermEvaluator& terms, compiler::TermId id,
                                         std::map<compiler::Value, compiler::TypeId>& bound);

}  // namespace errata::checker
