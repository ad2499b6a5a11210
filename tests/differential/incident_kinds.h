// What can be an incident, and which incidents of a model are of which kind.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/model.h"

namespace errata::tests {

enum class IncidentKind : std::uint8_t {
#define ERRATA_INCIDENT(name, field) name,
#include "tests/differential/incident_kinds.def"
#undef ERRATA_INCIDENT
};

struct IncidentKindInfo {
    IncidentKind kind;
    std::string name;
    std::string field;
};

const std::vector<IncidentKindInfo>& all_incident_kinds();

// Those of the model; an invalid one is none.
std::set<compiler::IncidentId> incidents_of(const compiler::Model& model, IncidentKind kind);

}  // namespace errata::tests
