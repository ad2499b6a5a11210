// Every statement of a spec, those inside others and inside abilities included.
#pragma once

#include <functional>

#include "compiler/resolve/names.h"

namespace errata::compiler {

void visit_statements(const Modules& modules, const std::function<void(const ast::Stmt&)>& visit);

}  // namespace errata::compiler
