// The incidents of a model by finding code, without those that only report a ruling (the rulings analysis has
// them) and those of an order that nobody decides (which matter only where the outcomes differ: the orders
// analysis compares them).
#pragma once

#include <string>
#include <vector>

#include "checker/search/reach.h"

namespace errata::checker {

struct IncidentFamily {
    compiler::FindingCode code{};
    std::vector<compiler::IncidentId> incidents;
};

std::vector<IncidentFamily> incident_families(const compiler::Model& model);

// Is it what nobody decides between when several things could come first?
bool is_order(const compiler::Model& model, compiler::IncidentId incident);

// Does the incident belong to a claim `after an action`?
bool is_ruling(const compiler::Model& model, compiler::IncidentId incident);

// Has the search met it?
bool is_met(const Exploration& exploration, compiler::IncidentId incident);

}  // namespace errata::checker
