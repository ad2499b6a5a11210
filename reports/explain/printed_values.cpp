#include "reports/explain/printed_values.h"

#include <algorithm>

#include "checker/plays/describe.h"
#include "dsl/base/text.h"
#include "reports/explain/start.h"

namespace errata::reports {

using compiler::ClauseId;
using compiler::Model;

namespace {

constexpr std::size_t most_items = 6;

// "cost: 2, keywords: {Flying}": of what is printed on the item, what these words name.
std::string values_text(const Model& model, const compiler::PrintedItem& item,
                        const std::set<std::string>& named) {
    std::vector<std::string> values;
    for (const auto& [name, value] : printed_values(model, item)) {
        if (named.contains(name)) values.push_back(name + ": " + value);
    }
    return dsl::join(values, ", ");
}

// Whose words are quoted or act, and what objects of the play bear.
bool is_in_play(const Model& model, const checker::Finding& finding, const compiler::PrintedItem& item,
                const std::set<Object>& touched) {
    const auto is_its = [&](ClauseId clause) {
        return std::ranges::find(item.clauses, clause) != item.clauses.end();
    };
    if (std::ranges::any_of(finding.clauses, is_its)) return true;
    if (!finding.witness) return false;
    const auto acts = [&](const auto& step) { return std::ranges::any_of(step.used, is_its); };
    if (std::ranges::any_of(finding.witness->steps, acts)) return true;
    return std::ranges::any_of(model.variables, [&](const compiler::Variable& variable) {
        if (!compiler::refers_to(model, variable.type, item.identity_type)) return false;
        for (std::size_t cell = variable.base; cell < variable.base + variable.cells; ++cell) {
            const auto object = object_of(model, cell);
            if (object && touched.contains(*object) && finding.witness->initial[cell] == item.identity)
                return true;
        }
        return false;
    });
}

}  // namespace

std::vector<std::pair<std::string, std::string>> printed_values(const Model& model,
                                                                const compiler::PrintedItem& item) {
    std::vector<std::pair<std::string, std::string>> values;
    for (const compiler::Table& table : model.functions.tables) {
        const std::size_t dot = table.name.find('.');
        const bool is_its = table.params == std::vector<compiler::TypeId>{item.identity_type};
        if (!is_its || dot == std::string::npos) continue;
        const auto at = static_cast<std::size_t>(item.identity - model.type(item.identity_type).lo);
        values.emplace_back(table.name.substr(dot + 1),
                            checker::value_text(model, table.type, table.values[at]).text());
    }
    return values;
}

std::vector<std::pair<const compiler::PrintedItem*, std::string>> printed_values(
    const Model& model, const checker::Finding& finding, const std::set<std::string>& named) {
    const std::set<Object> touched =
        finding.witness ? touched_objects(model, *finding.witness) : std::set<Object>();
    std::vector<std::pair<const compiler::PrintedItem*, std::string>> result;
    for (const compiler::PrintedItem& item : model.printed_items) {
        if (result.size() == most_items) break;
        std::string values = item.span.is_valid() ? values_text(model, item, named) : "";
        if (!values.empty() && is_in_play(model, finding, item, touched))
            result.emplace_back(&item, std::move(values));
    }
    return result;
}

}  // namespace errata::reports
