// Finding codes by the names that people read: tests say them as they are printed.
#pragma once

#include <string>
#include <string_view>

#include "compiler/ir/model.h"
#include "tests/support/codes.h"

namespace errata::compiler {

inline bool operator==(FindingCode code, std::string_view name) { return code_name(code) == name; }

// That of its code, or what a test calls it by.
inline std::string name_of(const Incident& incident) {
    return incident.title.empty() ? std::string(code_name(incident.code)) : incident.title;
}

}  // namespace errata::compiler
