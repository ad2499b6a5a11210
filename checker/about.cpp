#include "checker/about.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "checker/claim_id.h"
#include "compiler/ir/incident_kinds.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::string_view word(AboutSort sort) {
    constexpr std::array words = {
#define ERRATA_ABOUT(name) std::string_view(#name),
#include "checker/about_sorts.def"
#undef ERRATA_ABOUT
    };
    return words[static_cast<std::size_t>(sort)];
}

// Where replacements of an event meet, the event.
std::string name_of(const Model& model, const Point& point) {
    const bool is_event = point.orders == OrderKind::Replacements && point.clause.is_valid();
    return is_event ? model.clause(point.clause).name : point.name;
}

// Where the kernel asks about an order, the name of the point is words of its own, and its clause tells which
// it is.
std::string path_of(const Model& model, const Point& point) {
    if (!point.orders) return point.name;
    const std::string path = point.clause.is_valid() ? model.clause(point.clause).path : "";
    return std::string(compiler::word(*point.orders)) + " " + path;
}

}  // namespace

About about(const Model& model, const Claim& claim) { return {AboutSort::Claim, id_of(model, claim).number}; }

const Incident* incident_of(const Model& model, const About& about) {
    return about.sort == AboutSort::Incident ? &model.incidents.all[about.number] : nullptr;
}

bool is_incident(const Model& model, const About& about, IncidentKind kind) {
    const Incident* const incident = incident_of(model, about);
    return incident != nullptr && incident->kind == kind;
}

const Claim* claim_of(const Model& model, const About& about) {
    return about.sort == AboutSort::Claim ? &model.asked.claims[about.number] : nullptr;
}

std::vector<std::string> names_in(const Model& model, const About& about) {
    switch (about.sort) {
        case AboutSort::Clauses:
            return {};
        case AboutSort::Incident: {
            std::vector<std::string> names = model.incidents.all[about.number].names;
            if (about.var.is_valid()) names.push_back(model.variable(about.var).name);
            return names;
        }
        case AboutSort::Point:
            return {name_of(model, model.flow.points[about.number])};
        case AboutSort::Claim:
            return {model.asked.claims[about.number].name};
        case AboutSort::Scenario:
            return {model.asked.scenarios[about.number].name};
        case AboutSort::Ending:
            return {model.rules.endings[about.number].name};
        case AboutSort::Item:
            return {model.printed_items[about.number].name};
        case AboutSort::Reading:
            return {model.variable(model.readings.all[about.number].variable).name};
        case AboutSort::Overruling:
            return {model.rules.overrulings[about.number].about};
        case AboutSort::ExceptionCircle:
            return {model.rules.exception_circles[about.number].about};
    }
    return {};
}

std::vector<std::string> identity(const Model& model, const About& about) {
    std::vector<std::string> result{std::string(word(about.sort))};
    if (const Incident* const incident = incident_of(model, about)) {
        result.emplace_back(compiler::word(incident->kind));
        if (incident->order) result.emplace_back(compiler::word(*incident->order));
    }
    if (about.sort == AboutSort::Point) {
        result.push_back(path_of(model, model.flow.points[about.number]));
        return result;
    }
    std::vector<std::string> names = names_in(model, about);
    std::ranges::sort(names);  // two rivals are in the order of the file
    for (std::string& name : names) result.push_back(std::move(name));
    if (about.at.is_valid()) result.push_back(model.clause(about.at).path);
    return result;
}

}  // namespace errata::checker
