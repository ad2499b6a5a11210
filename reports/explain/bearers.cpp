#include "reports/explain/bearers.h"

#include <algorithm>
#include <map>
#include <set>

namespace errata::reports {

using compiler::Model;
using compiler::Type;
using compiler::Value;
using compiler::Variable;

bool are_printed(const Model& model, compiler::TypeId type) {
    return std::ranges::any_of(model.printed_items, [&](const compiler::PrintedItem& item) {
        return item.identity_type == model.types.base(type);
    });
}

bool is_pool(const Type& type) {
    if (type.form != compiler::TypeForm::Enum || type.labels.empty()) return false;
    for (std::size_t i = 0; i < type.labels.size(); ++i) {
        if (type.labels[i] != type.name + std::to_string(i + 1)) return false;
    }
    return true;
}

namespace {

// Objects of pools are called by their items; those that the spec names keep their names, with the item
// behind them.
enum class Called { ByItem, ByName };

// The field that says which item each object bears, where one field does.
std::vector<const Variable*> holders(const Model& model, Called called) {
    std::map<compiler::TypeId, std::vector<const Variable*>> by_kind;
    for (const Variable& variable : model.variables) {
        if (variable.params.size() != 1 || !are_printed(model, variable.type)) continue;
        const Type& objects = model.type(variable.params[0]);
        const bool is_kind = objects.form == compiler::TypeForm::Enum && variable.is_field &&
                             variable.params[0] != model.player_type;
        if (is_pool(objects) ? called == Called::ByItem : is_kind && called == Called::ByName)
            by_kind[variable.params[0]].push_back(&variable);
    }
    std::vector<const Variable*> result;
    for (const auto& [kind, variables] : by_kind) {
        if (variables.size() == 1) result.push_back(variables.front());
    }
    return result;
}

// To have had it and lost it is no reason to be called otherwise.
bool becomes_another(const checker::Trace& trace, std::size_t cell) {
    const auto to_another = [&](const compiler::Change& change) {
        return change.cell == cell && change.after != compiler::none_value;
    };
    return std::ranges::any_of(trace.steps, [&](const compiler::Successor& step) {
        return std::ranges::any_of(step.changes, to_another);
    });
}

// An item that does nothing is no better name than the object's own.
bool does_something(const Model& model, const Variable& holder, Value identity) {
    const auto is_it = [&](const compiler::PrintedItem& item) {
        return item.identity_type == model.types.base(holder.type) && item.identity == identity;
    };
    const auto item = std::ranges::find_if(model.printed_items, is_it);
    return item != model.printed_items.end() &&
           std::ranges::any_of(item->clauses, [&](compiler::ClauseId clause) {
               return !model.clause(clause).abilities.empty();
           });
}

void call_by_items(const Model& model, const checker::Trace& trace, Naming& naming) {
    for (const Variable* holder : holders(model, Called::ByItem)) {
        const Type& items = model.type(holder->type);
        const Type& objects = model.type(holder->params[0]);
        std::map<Value, std::size_t> bearers;
        for (std::size_t i = 0; i < holder->cells; ++i) ++bearers[trace.initial[holder->base + i]];
        for (std::size_t i = 0; i < holder->cells && i < objects.labels.size(); ++i) {
            const Value item = trace.initial[holder->base + i];
            if (item < 0 || static_cast<std::size_t>(item) >= items.labels.size() ||
                becomes_another(trace, holder->base + i) || !does_something(model, *holder, item))
                continue;
            const std::string& label = items.labels[static_cast<std::size_t>(item)];
            const std::string& object = objects.labels[i];
            const std::string which = label + " (" + object + ")";
            naming.call({holder->params[0], objects.lo + static_cast<Value>(i)},
                        bearers[item] > 1 ? ObjectName{label, which, object + ", ", which}
                                          : ObjectName{label, label, "", label});
        }
    }
}

// "ace (Copper)".
void call_with_items(const Model& model, const checker::Trace& trace, Naming& naming) {
    for (const Variable* holder : holders(model, Called::ByName)) {
        const Type& items = model.type(holder->type);
        const Type& objects = model.type(holder->params[0]);
        const auto first = trace.initial.begin() + static_cast<std::ptrdiff_t>(holder->base);
        const std::set<Value> borne(first, first + static_cast<std::ptrdiff_t>(holder->cells));
        if (borne.size() < 2) continue;  // what all bear tells none apart
        for (std::size_t i = 0; i < holder->cells && i < objects.labels.size(); ++i) {
            const Value item = trace.initial[holder->base + i];
            if (item < 0 || static_cast<std::size_t>(item) >= items.labels.size() ||
                becomes_another(trace, holder->base + i))
                continue;
            const std::string& label = items.labels[static_cast<std::size_t>(item)];
            const std::string& object = objects.labels[i];
            if (label.find(object) != std::string::npos || object.find(label) != std::string::npos) continue;
            naming.call(
                {holder->params[0], objects.lo + static_cast<Value>(i)},
                {label, object + " (" + label + ")", object + ", ", label + " (" + object + ")", true});
        }
    }
}

}  // namespace

PlayNames play_names(const Model& model, const checker::Trace& trace) {
    PlayNames names;
    call_by_items(model, trace, names.everywhere);
    names.in_moves = names.everywhere;
    call_with_items(model, trace, names.in_moves);
    return names;
}

}  // namespace errata::reports
