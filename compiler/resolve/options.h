// What a run may ask of the compiler besides the files.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace errata::compiler {

struct CompileOptions {
    std::string scope;                              // name of the scope; empty: the first declared
    std::map<std::string, std::int64_t> overrides;  // --scope K=N: pool sizes and bounds
    std::string scenario;                           // only this scenario, with the pools it brings
    bool unused = true;                             // errors in what nothing uses are errors as well
    bool set_unread_aside = false;                  // see compiler/read/set_aside.h
};

}  // namespace errata::compiler
