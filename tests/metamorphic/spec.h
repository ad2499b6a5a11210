// A spec as syntax trees that can be rewritten and written down again: every file of it, imports included,
// without comments. The first thing that happens to a spec here (read_spec), and the last (texts).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsl/ast/ast.h"
#include "dsl/source/source_file.h"

namespace errata::metamorphic {

namespace ast = dsl::ast;

using Texts = std::map<std::string, std::string>;  // by path

struct Spec {
    std::string path;                  // what the program is given: a file, or a folder
    std::vector<std::string> files;    // of `modules`, one each
    std::vector<ast::Module> modules;  // imported ones first
    std::shared_ptr<const dsl::SourceSet> sources;
};

// Nothing if it cannot be read or parsed.
std::optional<Spec> read_spec(const std::string& path);
std::optional<Spec> read_spec(const Texts& texts, const std::string& path);

// The canonical text of each file.
Texts texts(const Spec& spec);

// What both say, places aside.
bool is_same_tree(const Spec& a, const Spec& b);

// The file with the `game`.
ast::Module& main_module(Spec& spec);

}  // namespace errata::metamorphic
