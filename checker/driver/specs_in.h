// Which specs a path means.
#pragma once

#include <string>
#include <vector>

#include "dsl/source/file_reader.h"

namespace errata::checker {

// A file is one spec. A folder is one spec if at most one file in it, at any depth, declares a `game`.
// Otherwise each of its own files with a game is a spec, each subfolder with one game is, and a subfolder
// with several is read in the same way. Files without a game are there to be imported.
std::vector<std::string> specs_in(const dsl::FileReader& reader, const std::string& path);

}  // namespace errata::checker
