// Which specs a path means.
#pragma once

#include <string>
#include <vector>

#include "dsl/source/file_reader.h"

namespace errata::checker {

// A file is one spec. A folder is one spec if at most one file in it declares a `game`; otherwise its
// subfolders with a game and its own files with one are specs each (files without one are there to be
// imported).
std::vector<std::string> specs_in(const dsl::FileReader& reader, const std::string& path);

}  // namespace errata::checker
