#include "tests/differential/incident_kinds.h"

namespace errata::tests {

using namespace errata::compiler;

const std::vector<IncidentKindInfo>& all_incident_kinds() {
    static const std::vector<IncidentKindInfo> kinds = {
#define ERRATA_INCIDENT(name, field) {IncidentKind::name, #name, field},
#include "tests/differential/incident_kinds.def"
#undef ERRATA_INCIDENT
    };
    return kinds;
}

namespace {

std::set<IncidentId> of_code(const Model& model, CodeKind kind) {
    std::set<IncidentId> result;
    for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
        const Code& node = model.flow.code[CodeId(i)];
        if (node.kind == kind) result.insert(node.incident);
    }
    return result;
}

std::set<IncidentId> of_limits(const Model& model) {
    std::set<IncidentId> result;
    for (const Trigger& trigger : model.rules.triggers) {
        if (trigger.limit) result.insert(trigger.limit->order);
    }
    return result;
}

template <class Thing>
std::set<IncidentId> of_each(const std::vector<Thing>& things, IncidentId Thing::*field) {
    std::set<IncidentId> result;
    for (const Thing& thing : things) result.insert(thing.*field);
    return result;
}

std::set<IncidentId> named(const Model& model, IncidentKind kind) {
    switch (kind) {
        case IncidentKind::Undefined:
            return {model.incidents.undefined};
        case IncidentKind::Overflow:
            return {model.incidents.overflow};
        case IncidentKind::ChecksConflict:
            return {model.incidents.settle_conflict};
        case IncidentKind::MomentOrder:
            return of_each(model.rules.moment_orders, &MomentOrder::incident);
        case IncidentKind::TriggerLimit:
            return of_limits(model);
        case IncidentKind::Contradiction:
            return of_each(model.functions.open, &OpenFunction::contradiction);
        case IncidentKind::Gap:
            return of_each(model.functions.open, &OpenFunction::gap);
        case IncidentKind::NoSolution:
            return of_each(model.functions.equations, &Equations::none);
        case IncidentKind::SeveralSolutions:
            return of_each(model.functions.equations, &Equations::several);
        case IncidentKind::NoOption:
            return of_each(model.flow.points, &Point::no_option);
        case IncidentKind::BlockConflict:
            return of_code(model, CodeKind::Simultaneously);
        case IncidentKind::Fork:
            return of_code(model, CodeKind::Fork);
        case IncidentKind::Order:
            return of_code(model, CodeKind::AnyOrder);
        case IncidentKind::Rounds:
            return of_code(model, CodeKind::Rounds);
        case IncidentKind::Report:
            return of_code(model, CodeKind::Report);
    }
    return {};
}

}  // namespace

std::set<IncidentId> incidents_of(const Model& model, IncidentKind kind) {
    std::set<IncidentId> result = named(model, kind);
    result.erase(IncidentId());
    return result;
}

}  // namespace errata::tests
