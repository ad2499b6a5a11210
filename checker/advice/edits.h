// Walks over parsed modules that may be changed: every ability, every statement. For remedies.cpp, which
// changes copies of a spec.
#pragma once

#include <functional>
#include <vector>

#include "dsl/ast/ast.h"

namespace errata::checker {

void for_each_ability(std::vector<dsl::ast::Module>& modules,
                      const std::function<void(dsl::ast::Ability&)>& visit);

// Those inside another one behind it.
void for_each_statement(std::vector<dsl::ast::Module>& modules,
                        const std::function<void(dsl::ast::Stmt&)>& visit);

// Does the one place lie in the other?
bool lies_in(const dsl::Span& part, const dsl::Span& whole);

}  // namespace errata::checker
