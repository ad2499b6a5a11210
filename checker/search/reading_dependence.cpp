#include "checker/search/reading_dependence.h"

#include <algorithm>
#include <set>

#include "checker/search/findings.h"

namespace errata::checker {

using namespace compiler;

namespace {

std::set<std::uint32_t> incidents_of(const std::vector<Occurrence>& occurrences) {
    std::set<std::uint32_t> result;
    for (const Occurrence& occurrence : occurrences) result.insert(occurrence.incident.index);
    return result;
}

// Does the same play, begun with another value of the cell, lead through the same positions and meet the
// same?
bool goes_the_same(const Evaluator& evaluator, const Trace& play, std::size_t cell, Value value) {
    const auto changed = [&](State state) {
        state[cell] = value;
        return state;
    };
    State state = changed(play.initial);
    State original = play.initial;
    for (const Successor& step : play.steps) {
        const Expansion expansion = evaluator.expand(state);
        const auto same = [&](const Successor& successor) {
            if (!is_same_choice(successor.move, step.move) || successor.cut != step.cut) return false;
            if (successor.next.has_value() != step.next.has_value()) return false;
            if (step.next && *successor.next != changed(*step.next)) return false;
            return incidents_of(successor.incidents) == incidents_of(step.incidents);
        };
        if (std::ranges::none_of(expansion.successors, same)) return false;
        if (!step.next) return true;
        state = changed(*step.next);
        original = *step.next;
    }
    const Expansion here = evaluator.expand(state);
    const Expansion there = evaluator.expand(original);
    return incidents_of(here.incidents) == incidents_of(there.incidents) && here.over == there.over;
}

}  // namespace

std::string reading_name(const Model& model, const Reading& reading, Value alternative) {
    const Type& type = model.type(model.variable(reading.variable).type);
    const std::vector<std::string>& names = reading.texts.empty() ? type.labels : reading.texts;
    return model.clause(reading.clause).name + ": " + names[static_cast<std::size_t>(alternative)];
}

Needed readings_needed(const Evaluator& evaluator, const Trace& witness) {
    const Model& model = evaluator.model();
    Needed result;
    for (const Reading& reading : model.readings.all) {
        const Variable& variable = model.variable(reading.variable);
        const Type& type = model.type(variable.type);
        const Value own = witness.initial[variable.base];
        bool matters = false;
        for (Value other = type.lo; other <= type.hi && !matters; ++other)
            matters = other != own && !goes_the_same(evaluator, witness, variable.base, other);
        auto& needed = reading.texts.empty() ? result.readings : result.versions;
        if (matters) needed.push_back(reading_name(model, reading, own));
    }
    return result;
}

}  // namespace errata::checker
