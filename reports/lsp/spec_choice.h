// Which spec a file belongs to for whoever edits it: the folder of the game if all its files are one
// spec, the file with the game, or the game that imports the file. Looks only into the folders that the
// editor has opened: others may be whole disks.
#pragma once

#include <string>
#include <vector>

#include "dsl/ast/ast.h"
#include "dsl/source/file_reader.h"

namespace errata::reports::lsp {

// The module that declares the game; one of a library only if no other does. Null: none declares a game.
const dsl::ast::Module* module_with_game(const std::vector<dsl::ast::Module>& modules);

// Paths that may be given to `errata check`, the likeliest first; each reads the file. Empty: none does.
// `roots`: the folders that the editor has opened.
std::vector<std::string> specs_with(const dsl::FileReader& reader, const std::vector<std::string>& roots,
                                    const std::string& file);

}  // namespace errata::reports::lsp
