#include "reports/explain/changes.h"

#include <algorithm>

#include "checker/plays/describe.h"
#include "dsl/base/text.h"

namespace errata::reports {

using compiler::Change;
using compiler::Model;
using compiler::State;
using compiler::Variable;

namespace {

ChangeLine change_line(const Model& model, const Change& change, const Naming& naming) {
    const std::optional<compiler::VarId> variable = checker::variable_of(model, change.cell);
    return {naming(checker::cell_name(model, change.cell)),
            naming(checker::cell_value_text(model, change.cell, change.before)),
            naming(checker::cell_value_text(model, change.cell, change.after)),
            variable && model.variable(*variable).is_phase};
}

std::vector<Change> net_changes(const std::vector<Change>& changes) {
    std::vector<Change> net;
    for (const Change& change : changes) {
        const auto earlier = std::ranges::find(net, change.cell, &Change::cell);
        if (earlier == net.end())
            net.push_back(change);
        else
            earlier->after = change.after;
    }
    std::erase_if(net, [](const Change& change) { return change.before == change.after; });
    return net;
}

const Variable* variable_at(const Model& model, std::size_t cell) {
    const auto id = checker::variable_of(model, cell);
    return id ? &model.variables[id->index] : nullptr;
}

// The first column of a table of what waits: which of its rows are taken.
bool says_that_it_waits(const Model& model, const Variable& column) {
    return &column == &*std::ranges::find(model.variables, column.waits_for, &Variable::waits_for);
}

// "lender Cleo": what the row of this table is about, from the column that says that it waits.
compiler::Phrase about(const Model& model, const Variable& waiting, std::size_t row, const State& state) {
    std::vector<compiler::Phrase> parts;
    for (const Variable& column : model.variables) {
        if (column.waits_for != waiting.waits_for || &column == &waiting) continue;
        const std::size_t cell = column.base + row;
        parts.push_back(column.name.substr(column.name.rfind(": ") + 2) + " " +
                        checker::cell_value_text(model, cell, state[cell]));
    }
    return parts.empty() ? "" : " (" + join(parts, ", ") + ")";
}

// A row of a table of what waits, with what it is about while it does.
ChangeLine waiting_line(const Model& model, const Variable& waiting, const Change& change,
                        const std::vector<Change>& net, const State* before, const Naming& naming) {
    ChangeLine line = change_line(model, change, naming);
    line.path = waiting.name.substr(0, waiting.name.rfind(": "));
    if (before == nullptr) return line;
    State state = *before;
    if (change.after != 0) {
        for (const Change& each : net) state[each.cell] = each.after;
    }
    line.path += naming(about(model, waiting, change.cell - waiting.base, state));
    return line;
}

}  // namespace

std::vector<ChangeLine> change_lines(const Model& model, const std::vector<Change>& changes,
                                     const State* before, const Naming& naming) {
    const std::vector<Change> net = net_changes(changes);
    std::vector<ChangeLine> result;
    for (const Change& change : net) {
        const Variable* const variable = variable_at(model, change.cell);
        if (variable && variable->is_horizon) continue;
        const bool is_of_waiting = variable && variable->waits_for > 0;
        if (!is_of_waiting)
            result.push_back(change_line(model, change, naming));
        else if (says_that_it_waits(model, *variable))
            result.push_back(waiting_line(model, *variable, change, net, before, naming));
    }
    return result;
}

}  // namespace errata::reports
