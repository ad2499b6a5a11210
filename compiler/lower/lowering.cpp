#include "compiler/lower/lowering.h"

#include <algorithm>
#include <iterator>

#include "dsl/base/hash.h"
#include "dsl/base/text.h"

namespace errata::compiler {

bool is_called(const Clause& clause, const std::string& id) {
    return clause.name == id || std::find(clause.rows.begin(), clause.rows.end(), id) != clause.rows.end();
}

bool Arranged::is_heard(ActionId action) const {
    const ActionRules& rules = actions[action.index];
    return !rules.listeners.empty() ||
           std::any_of(rules.counts.begin(), rules.counts.end(),
                       [&](const PlacedAbility& as) { return is_heard(as.ability->as.action); });
}

bool Arranged::opens_window(ActionId action) const {
    const ActionRules& rules = actions[action.index];
    return rules.before || rules.after ||
           std::any_of(rules.counts.begin(), rules.counts.end(),
                       [&](const PlacedAbility& as) { return opens_window(as.ability->as.action); });
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

VarId add_variable(const Lowering& l, std::string name, std::vector<TypeId> params, TypeId type,
                   dsl::Span span) {
    Variable variable;
    variable.name = std::move(name);
    for (const TypeId param : params) variable.cells *= static_cast<std::size_t>(l.type(param).size());
    variable.params = std::move(params);
    variable.type = type;
    variable.span = span;
    l.model.variables.push_back(std::move(variable));
    return VarId(l.model.variables.size() - 1);
}

TableId add_table(const Lowering& l, std::string name, std::vector<TypeId> params, TypeId type,
                  std::vector<Value> values) {
    l.model.functions.tables.push_back(Table{std::move(name), std::move(params), type, std::move(values)});
    return TableId(l.model.functions.tables.size() - 1);
}

ClauseId add_clause(const Lowering& l, std::string name, ClauseKind kind, std::string text,
                    std::vector<std::string> rows, dsl::Span span, const std::string& part) {
    return add_clause(l, {std::move(name), std::move(text), kind, std::move(rows), span}, part);
}

ClauseId add_clause(const Lowering& l, Clause clause, const std::string& part) {
    std::string path(kind_word(clause));
    if (path != clause.name) path += " " + clause.name;
    if (!part.empty()) path += "/" + part;
    std::vector<ClauseId>& alike = l.memory.clause_paths[path];
    alike.emplace_back(l.model.clauses.size());
    if (alike.size() > 1) path += " #" + std::to_string(alike.size());
    clause.path = std::move(path);
    l.model.clauses.push_back(std::move(clause));
    return alike.back();
}

namespace {

void add_without_blanks(std::string& body, std::string_view text) {
    std::ranges::remove_copy_if(text, std::back_inserter(body), dsl::is_ascii_space);
}

// Twice, for what differs at the end of a text alone does not reach the first digits of its hash.
std::string first_digits(const std::string& body, std::size_t digits) {
    return dsl::hash_of(body + dsl::hash_of(body)).substr(0, digits);
}

}  // namespace

void digest_clauses(const Lowering& l) {
    constexpr std::size_t digits = 8;
    for (Clause& clause : l.model.clauses) {
        std::string body;
        add_without_blanks(body, clause.text);
        for (const dsl::Span phrase : clause.phrases)
            add_without_blanks(body, l.reporter.sources().text(phrase));
        clause.digest = first_digits(body, digits);
    }
}

void tell_clauses_apart(const Lowering& l) {
    constexpr std::size_t digits = 4;
    std::map<std::string, std::size_t> times;
    for (const auto& [path, alike] : l.memory.clause_paths) {
        if (alike.size() < 2) continue;
        for (const ClauseId id : alike) {
            Clause& clause = l.model.clauses[id.index];
            std::string body;
            add_without_blanks(body, clause.text);
            clause.path = path + " #" + first_digits(body, digits);
            const std::size_t same = ++times[clause.path];
            if (same > 1) clause.path += "." + std::to_string(same);
        }
    }
}

IncidentId add_incident(const Lowering& l, Incident incident) {
    l.model.incidents.all.push_back(std::move(incident));
    return IncidentId(l.model.incidents.all.size() - 1);
}

void add_once(std::vector<ClauseId>& clauses, ClauseId clause) {
    if (std::find(clauses.begin(), clauses.end(), clause) == clauses.end()) clauses.push_back(clause);
}

LabelId add_label(const Lowering& l, std::string name, CodeId code) {
    l.model.flow.labels.push_back(Label{std::move(name), code});
    return LabelId(l.model.flow.labels.size() - 1);
}

PointId add_point(const Lowering& l, Point point) {
    l.model.flow.points.push_back(std::move(point));
    return PointId(l.model.flow.points.size() - 1);
}

TriggerId add_trigger(const Lowering& l, Trigger trigger) {
    l.model.rules.triggers.push_back(std::move(trigger));
    return TriggerId(l.model.rules.triggers.size() - 1);
}

VarId add_kept(const Lowering& l, std::string name, std::vector<TypeId> params, TypeId type, Value initial,
               dsl::Span span) {
    const VarId var = add_variable(l, std::move(name), std::move(params), type, span);
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
