// The kinds of incidents by name, from the one table incident_kinds.def. Included where a kind is named; a
// header that only keeps one declares it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "compiler/ir/play.h"

namespace errata::compiler {

enum class IncidentKind : std::uint8_t {
#define ERRATA_INCIDENT(name) name,
#include "compiler/ir/incident_kinds.def"
#undef ERRATA_INCIDENT
};

// As dumps and fingerprints have it; no reader sees it.
constexpr std::string_view word(IncidentKind kind) {
    constexpr std::array words = {
#define ERRATA_INCIDENT(name) std::string_view(#name),
#include "compiler/ir/incident_kinds.def"
#undef ERRATA_INCIDENT
    };
    return words[static_cast<std::size_t>(kind)];
}

}  // namespace errata::compiler
