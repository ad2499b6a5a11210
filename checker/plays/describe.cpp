#include "checker/plays/describe.h"

#include <algorithm>
#include <functional>

#include "checker/fact_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

Phrase taken_option(const Model& model, const State& before, const Move& move) {
    const Point& point = model.flow.points[move.point.index];
    const PointOption& option = point.options[move.option];
    return option_text(option, [&](const std::string& name) -> std::optional<Phrase> {
        // Several things may have one name: those that it is aimed at.
        std::vector<Phrase> bound;
        for (std::size_t i = 0; i < option.binders.size() && i < move.bindings.size(); ++i) {
            if (option.binders[i].name == name)
                bound.push_back(value_text(model, option.binders[i].type, move.bindings[i]));
        }
        if (!bound.empty()) return join(bound, ", ");
        for (const ShownName& shown : option.shown) {
            if (shown.name != name) continue;
            const Term& term = model.terms[shown.term];
            const bool is_constant = term.kind == TermKind::Const;
            const std::size_t registers = model.layout.frame(0) + 1;
            return value_text(
                model, shown.type,
                is_constant ? term.payload : before[registers + static_cast<std::size_t>(term.payload)]);
        }
        return "{" + name + "}";
    });
}

// The cell that a term names by constants and other such cells; nothing where it depends on anything else.
std::optional<std::size_t> cell_meant(const Model& model, TermId id, const State& state) {
    const Term& term = model.terms[id];
    if (term.kind != TermKind::Cell) return std::nullopt;
    const VarId variable(static_cast<std::size_t>(term.payload));
    std::vector<Value> arguments;
    for (const TermId child : term.children) {
        const std::optional<std::size_t> inner = cell_meant(model, child, state);
        if (!inner && !model.terms.is_constant(child)) return std::nullopt;
        const Value value = inner ? state[*inner] : model.terms[child].payload;
        const Type& type = model.type(model.variable(variable).params[arguments.size()]);
        if (value < type.lo || value > type.hi) return std::nullopt;
        arguments.push_back(value);
    }
    return cell_of(model, variable, arguments);
}

// Cells that a term reads at constant places, for "what held instead".
void collect_cells(const Model& model, TermId id, const State& state, std::vector<std::size_t>& cells) {
    for (const TermId child : model.terms[id].children) collect_cells(model, child, state, cells);
    const std::optional<std::size_t> cell = cell_meant(model, id, state);
    if (cell && std::ranges::find(cells, *cell) == cells.end()) cells.push_back(*cell);
}

}  // namespace

std::vector<Value> players(const Model& model) {
    std::vector<Value> result;
    if (!model.player_type.is_valid()) return result;
    const Type& type = model.type(model.player_type);
    for (Value value = std::max<Value>(0, type.lo); value <= type.hi; ++value) result.push_back(value);
    return result;
}

std::string player_name(const Model& model, Value player) {
    const std::vector<Value> all = players(model);
    if (std::find(all.begin(), all.end(), player) == all.end()) return "a player";
    return value_text(model, model.player_type, player).text();
}

std::string actor_name(const Model& model, const Owner& owner) {
    switch (owner.kind) {
        case OwnerKind::Rules:
            return "rules";
        case OwnerKind::Nobody:
            return "nobody";
        case OwnerKind::Chance:
            return "chance";
        case OwnerKind::Elsewhere:
            return "elsewhere";
        case OwnerKind::Player:
            break;
    }
    return player_name(model, owner.player);
}

Phrase value_text(const Model& model, TypeId id, Value value) { return model.types.named(id, value); }

bool is_of_the_game(const Variable& variable) {
    return !variable.is_phase && !variable.is_kept && !variable.is_exists && !variable.is_horizon &&
           !variable.is_of_rules();
}

std::optional<VarId> variable_of(const Model& model, std::size_t cell) {
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        const Variable& variable = model.variables[i];
        if (cell >= variable.base && cell < variable.base + variable.cells) return VarId(i);
    }
    return std::nullopt;
}

bool is_number_type(const Type& type) {
    return type.form == TypeForm::Range || type.form == TypeForm::Counter;
}

Phrase cell_name(const Model& model, std::size_t cell) {
    const std::optional<VarId> id = variable_of(model, cell);
    if (!id) {
        if (cell == model.layout.over) return "the ending";
        return cell >= model.layout.pending_base && model.layout.pending > 0 &&
                       cell >= model.layout.frame(model.layout.frames)
                   ? "what is pending"
                   : "the agenda";
    }
    const Variable& variable = model.variable(*id);
    std::vector<Phrase> arguments;
    for (const Value value : arguments_of(model, variable, cell))
        arguments.push_back(value_text(model, variable.params[arguments.size()], value));
    if (arguments.empty()) return variable.name;
    const std::size_t dot = variable.name.find('.');
    if (variable.is_field && arguments.size() == 1) {
        return arguments[0] + "." +
               (dot == std::string::npos ? variable.name : variable.name.substr(dot + 1));
    }
    return variable.name + "(" + join(arguments, ", ") + ")";
}

Phrase cell_value_text(const Model& model, std::size_t cell, Value value) {
    if (const std::optional<VarId> id = variable_of(model, cell)) {
        return value_text(model, model.variable(*id).type, value);
    }
    if (cell == model.layout.over) {
        return value == 0 ? "none" : model.rules.endings[static_cast<std::size_t>(value - 1)].name;
    }
    return std::to_string(value);
}

Phrase option_text(const PointOption& option, const Filling& filling) {
    const std::string& text = option.text;
    Phrase result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t hole = std::min(text.find('{', at), text.size());
        const std::size_t end = std::min(text.find('}', hole), text.size());
        const bool is_hole = end < text.size();
        result += text.substr(at, (is_hole ? hole : end) - at);
        at = end + 1;
        if (!is_hole) continue;
        const std::string name = text.substr(hole + 1, end - hole - 1);
        result += (filling ? filling(name) : std::nullopt).value_or("...");
    }
    return result;
}

Phrase instance_text(const Model& model, TriggerId trigger, const std::vector<Value>& arguments) {
    const Trigger& row = model.rules.triggers[trigger.index];
    // One that speaks twice, as with `later`, has other roles each time.
    const bool has_other_roles = std::ranges::any_of(model.rules.triggers, [&](const Trigger& other) {
        return other.clause == row.clause && other.param_names != row.param_names;
    });
    std::vector<Phrase> parts;
    for (std::size_t i = 0; i < row.params.size() && i < arguments.size(); ++i) {
        const bool is_named = has_other_roles && i < row.param_names.size();
        parts.push_back((is_named ? row.param_names[i] + " " : "") +
                        value_text(model, row.params[i], arguments[i]));
    }
    return parts.empty() ? row.name : row.name + " (" + join(parts, ", ") + ")";
}

Phrase move_text(const Model& model, const State& before, const Move& move) {
    switch (move.kind) {
        case MoveKind::Settle:
            return "state checks";
        case MoveKind::Place:
            return "puts " + instance_text(model, move.trigger, move.arguments) + " on the agenda";
        case MoveKind::Option:
            return taken_option(model, before, move);
        case MoveKind::Otherwise:
            return model.flow.points[move.point.index].name;
    }
    return "";
}

// The tuple at this position, row-major.
static std::vector<Value> tuple_at(const Model& model, const std::vector<TypeId>& params,
                                   std::size_t position) {
    std::vector<Value> result(params.size());
    for (std::size_t i = params.size(); i-- > 0;) {
        const Type& type = model.type(params[i]);
        const auto size = static_cast<std::size_t>(type.size());
        result[i] = type.lo + static_cast<Value>(position % size);
        position /= size;
    }
    return result;
}

std::vector<Value> arguments_at(const Model& model, const OpenFunction& open, std::size_t position) {
    return tuple_at(model, open.params, position);
}
std::vector<Value> arguments_of(const Model& model, const Variable& variable, std::size_t cell) {
    return tuple_at(model, variable.params, cell - variable.base);
}

Phrase question_text(const Model& model, const OpenFunction& open, std::size_t position) {
    std::vector<Phrase> words;
    for (const Value value : arguments_at(model, open, position))
        words.push_back(value_text(model, open.params[words.size()], value));
    return open.name + "(" + join(words, ", ") + ")";
}

Phrase answer_text(const Model& model, const OpenValue& answer) {
    const OpenFunction& open = model.functions.open[answer.open.index];
    return question_text(model, open, answer.position) + ": " + value_text(model, open.type, answer.value);
}

std::vector<Change> difference(const Model& model, const State& from, const State& to) {
    std::vector<Change> result;
    for (std::size_t cell = 0; cell < from.size() && cell < to.size(); ++cell) {
        if (from[cell] == to[cell]) continue;
        if (cell == model.layout.over || variable_of(model, cell))
            result.push_back({cell, from[cell], to[cell], {}});
    }
    return result;
}

Fact change_of(const Model& model, std::size_t cell, Value shift) {
    const auto amount = static_cast<std::int64_t>(shift > 0 ? shift : -shift);
    return {shift > 0 ? FactKind::Rises : FactKind::Falls, {cell_name(model, cell), amount}};
}

Phrase list_text(const std::vector<Phrase>& parts) {
    if (parts.empty()) return "";
    if (parts.size() == 1) return parts[0];
    const std::vector<Phrase> head(parts.begin(), parts.end() - 1);
    return join(head, ", ") + " and " + parts.back();
}

std::string list_text(const std::vector<std::string>& parts) {
    return list_text(std::vector<Phrase>(parts.begin(), parts.end())).text();
}

std::string named_and_quoted(const Clause& clause) {
    constexpr std::size_t longest = 160;
    const bool is_told = !clause.text.empty() && clause.text.size() <= longest;
    return is_told ? clause.name + " (\"" + clause.text + "\")" : clause.name;
}

std::vector<std::string> names_of(const Model& model, const std::vector<ClauseId>& clauses) {
    std::vector<std::string> names;
    for (const ClauseId id : clauses) {
        const std::string& name = model.clause(id).name;
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
}

std::string clause_names(const Model& model, const std::vector<ClauseId>& clauses) {
    return list_text(names_of(model, clauses));
}

std::vector<std::size_t> cells_read(const Evaluator& evaluator, TermId condition, const State& state) {
    std::vector<std::size_t> cells;
    collect_cells(evaluator.model(), condition, state, cells);
    return cells;
}

}  // namespace errata::checker
