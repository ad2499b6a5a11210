// What a run may ask of the compiler besides the files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace errata::compiler {

struct CompileOptions {
    std::string scope;                              // name of the scope; empty: the first declared
    std::map<std::string, std::int64_t> overrides;  // --scope K=N: pool sizes and bounds
    std::string scenario;                           // only this scenario, with the pools it brings
    std::optional<std::size_t> screen_size;         // of the largest sets on every screen
    // Where the spec has no screens, some are made from its vocabulary (checker/driver/session.h); one on
    // which nothing fits is left out.
    bool makes_screens = false;
    // Only sets with one of these printed items; empty: all.
    std::vector<std::string> screened_items;
    bool unused = true;             // errors in what nothing uses are errors as well
    bool set_unread_aside = false;  // see compiler/read/set_aside.h
};

}  // namespace errata::compiler
