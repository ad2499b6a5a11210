// Screens for a spec that has none: tables made from its vocabulary, as text that an author can copy and
// change. Works on the syntax tree alone; what the text says is then read like any other.
#pragma once

#include <string>
#include <vector>

#include "compiler/resolve/options.h"
#include "dsl/ast/ast.h"
#include "dsl/source/source_file.h"

namespace errata::checker {

// For each kind of printed item that an object's field can name: tables that begin with each setup of the
// spec that leaves nothing open (its items with text left out; without such a setup, with the initial
// position). On the first the items are in effect. On the second (where that depends on more than the field)
// each is in effect or waiting for it, among bystanders. Whose they are and whose turn it is stays open; what
// costs draw on is as much as there can be. "": there is no such kind.
// `options`: of the scope.
std::string made_tables(const std::vector<dsl::ast::Module>& modules, const dsl::SourceSet& sources,
                        const compiler::CompileOptions& options);

}  // namespace errata::checker
