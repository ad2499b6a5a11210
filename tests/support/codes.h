// Finding codes by the names that people read: tests say them as they are printed.
#pragma once

#include <string>
#include <string_view>

#include "compiler/ir/model.h"
#include "tests/support/codes.h"

namespace errata::compiler {

inline bool operator==(FindingCode code, std::string_view name) { return code_name(code) == name; }

// What a test calls it by, which may be its code.
inline std::string name_of(const Incident& incident) {
    return incident.names.empty() ? std::string(code_name(incident.code)) : incident.names.front();
}

}  // namespace errata::compiler
