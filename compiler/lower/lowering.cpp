#include "compiler/lower/lowering.h"

#include <algorithm>

namespace errata::compiler {

bool is_called(const Clause& clause, const std::string& id) {
    return clause.name == id || std::find(clause.rows.begin(), clause.rows.end(), id) != clause.rows.end();
}

bool Arranged::is_heard(ActionId action) const {
    const ActionRules& rules = actions[action.index];
    return !rules.listeners.empty() ||
           std::any_of(rules.counts.begin(), rules.counts.end(),
                       [&](const PlacedAbility& as) { return is_heard(as.ability->as_action); });
}

bool Arranged::opens_window(ActionId action) const {
    const ActionRules& rules = actions[action.index];
    return rules.before || rules.after ||
           std::any_of(rules.counts.begin(), rules.counts.end(),
                       [&](const PlacedAbility& as) { return opens_window(as.ability->as_action); });
}

const WindowItem* Arranged::item_of(WindowId window) const {
    const auto item = std::find_if(windows.begin(), windows.end(), [&](const WindowItem& candidate) {
        return candidate.window == window && candidate.side == ast::Side::Alone;
    });
    return item == windows.end() ? nullptr : &*item;
}

bool Arranged::is_recurring(const PlacedAbility& placed) const {
    return std::find(recurring.begin(), recurring.end(), &placed) != recurring.end();
}

VarId Lowering::add_variable(std::string name, std::vector<TypeId> params, TypeId type_id,
                             dsl::Span span) const {
    Variable variable;
    variable.name = std::move(name);
    for (const TypeId param : params) variable.cells *= static_cast<std::size_t>(type(param).size());
    variable.params = std::move(params);
    variable.type = type_id;
    variable.span = span;
    model.variables.push_back(std::move(variable));
    return VarId(model.variables.size() - 1);
}

TableId Lowering::add_table(std::string name, std::vector<TypeId> params, TypeId type_id,
                            std::vector<Value> values) const {
    model.tables.push_back(Table{std::move(name), std::move(params), type_id, std::move(values)});
    return TableId(model.tables.size() - 1);
}

ClauseId Lowering::add_clause(std::string name, ClauseKind kind, std::string text,
                              std::vector<std::string> rows, dsl::Span span, const std::string& part) const {
    return add_clause({std::move(name), std::move(text), kind, std::move(rows), span}, part);
}

ClauseId Lowering::add_clause(Clause clause, const std::string& part) const {
    std::string path(kind_word(clause));
    if (path != clause.name) path += " " + clause.name;
    if (!part.empty()) path += "/" + part;
    const std::size_t times = ++memory.clause_paths[path];
    if (times > 1) path += " #" + std::to_string(times);
    clause.path = std::move(path);
    model.clauses.push_back(std::move(clause));
    return ClauseId(model.clauses.size() - 1);
}

IncidentId Lowering::add_incident(Incident incident) const {
    model.incidents.push_back(std::move(incident));
    return IncidentId(model.incidents.size() - 1);
}

LabelId Lowering::add_label(std::string name, CodeId code) const {
    model.labels.push_back(Label{std::move(name), code});
    return LabelId(model.labels.size() - 1);
}

PointId Lowering::add_point(Point point) const {
    model.points.push_back(std::move(point));
    return PointId(model.points.size() - 1);
}

TriggerId Lowering::add_trigger(Trigger trigger) const {
    model.triggers.push_back(std::move(trigger));
    return TriggerId(model.triggers.size() - 1);
}

VarId add_kept(const Lowering& l, std::string name, std::vector<TypeId> params, TypeId type, Value initial,
               dsl::Span span) {
    const VarId var = l.add_variable(std::move(name), std::move(params), type, span);
    l.model.variables[var.index].initial = initial;
    l.model.variables[var.index].is_kept = true;
    return var;
}

bool is_mortal(const Lowering& l, TypeId type) { return l.names.is_mortal(l.model.types.base(type)); }

bool exists_sometimes(const Lowering& l, TypeId type) {
    return l.names.store.exists.count(l.model.types.base(type)) > 0;
}

const std::string& action_name(const Lowering& l, ActionId action) {
    return l.names.callables.actions[action.index].item->name;
}

void add_parameter(const Lowering& l, Trigger& trigger, const std::string& name, TypeId type) {
    trigger.params.push_back(kept(l.terms, type));
    trigger.param_names.push_back(name);
    Layout& layout = l.model.layout;
    layout.pending_arguments = std::max(layout.pending_arguments, trigger.params.size());
    layout.registers = std::max(layout.registers, trigger.params.size());
}

}  // namespace errata::compiler
