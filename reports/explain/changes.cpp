#include "reports/explain/changes.h"

#include <algorithm>

#include "checker/search/describe.h"

namespace errata::reports {

using compiler::Change;
using compiler::Model;

namespace {

ChangeLine change_line(const Model& model, const Change& change) {
    return {checker::cell_name(model, change.cell),
            checker::cell_value_text(model, change.cell, change.before),
            checker::cell_value_text(model, change.cell, change.after)};
}

}  // namespace

std::vector<ChangeLine> change_lines(const Model& model, const std::vector<Change>& changes) {
    std::vector<Change> net;
    for (const Change& change : changes) {
        const auto same = [&](const Change& other) { return other.cell == change.cell; };
        const auto earlier = std::find_if(net.begin(), net.end(), same);
        if (earlier == net.end())
            net.push_back(change);
        else
            earlier->after = change.after;
    }
    std::vector<ChangeLine> result;
    for (const Change& change : net) {
        const auto variable = checker::variable_of(model, change.cell);
        if (variable && model.variables[variable->index].is_horizon) continue;
        if (change.before != change.after) result.push_back(change_line(model, change));
    }
    return result;
}

}  // namespace errata::reports
