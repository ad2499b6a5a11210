// Findings about a text that has changed only where nothing is said of the game: comments, blank lines,
// acceptances. They still hold, on other lines.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reports/lsp/wire.h"

namespace errata::reports::lsp {

struct Moved {
    std::vector<std::optional<std::uint32_t>>
        lines;                            // by line before, from 0: the line now; nothing: it is gone
    std::set<std::string> accepted = {};  // numbers of findings that are accepted now
};

// Nothing: something else has changed as well.
std::optional<Moved> moved(const std::string& before, const std::string& now);

// A diagnostic with its places as they are now. `moved_in`: by URI, of the files that have changed. Nothing:
// an acceptance covers it.
std::optional<Json> moved_diagnostic(Json diagnostic, const std::string& uri,
                                     const std::map<std::string, Moved>& moved_in);

}  // namespace errata::reports::lsp
