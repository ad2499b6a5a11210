// Where a saved file comes from: enough to compile the same model again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "compiler/resolve/options.h"

namespace errata::reports {

struct Origin {
    std::string spec;  // relative, with slashes
    std::string scope;
    std::map<std::string, std::int64_t> overrides;
    std::string scenario;  // empty: the game itself
    std::vector<std::string> without_assumptions = {};
    std::optional<compiler::ScreenOptions> screens = {};  // nothing: it was no run of screens alone
    friend bool operator==(const Origin&, const Origin&) = default;
};

}  // namespace errata::reports
