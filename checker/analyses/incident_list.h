// The incidents of a model by finding code, without those that only report a ruling (the rulings analysis has them).
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/model.h"

namespace errata::checker {

struct IncidentFamily {
    std::string code;
    std::vector<compiler::IncidentId> incidents;
};

std::vector<IncidentFamily> incident_families(const compiler::Model& model);

// Does the incident belong to a claim `after an action`?
bool is_ruling(const compiler::Model& model, compiler::IncidentId incident);

}  // namespace errata::checker
