// What a run may ask of the compiler besides the files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace errata::compiler {

struct CompileOptions {
    std::string scope;                              // name of the scope; empty: the first declared
    std::map<std::string, std::int64_t> overrides;  // --scope K=N: pool sizes and bounds
    std::string scenario;                           // only this scenario, with the pools it brings
    std::optional<std::size_t> screen_size;         // of the largest sets on every screen
    bool unused = true;                             // errors in what nothing uses are errors as well
};

}  // namespace errata::compiler
