#include "reports/saved/values.h"

#include <algorithm>

#include "checker/analyses/describe.h"
#include "reports/explain/names.h"

namespace errata::reports {

using compiler::BinderRegister;
using compiler::Model;
using compiler::Move;
using compiler::MoveKind;
using compiler::State;
using compiler::Type;
using compiler::TypeForm;
using compiler::TypeId;
using compiler::Value;

namespace {

// Registers by name; one without a name, or whose name is taken, by number.
std::string register_name(const std::vector<BinderRegister>& all, std::size_t position) {
    const std::string& name = all[position].name;
    const auto same = [&](const BinderRegister& other) { return other.name == name; };
    if (name.empty() || std::count_if(all.begin(), all.end(), same) > 1)
        return "#" + std::to_string(all[position].reg);
    return name;
}

Json save_registers(const Model& model, const std::vector<BinderRegister>& registers,
                    const std::vector<Value>& values) {
    Json json = Json::object();
    for (std::size_t i = 0; i < registers.size() && i < values.size(); ++i) {
        json[register_name(registers, i)] = save_value(model, registers[i].type, values[i]);
    }
    return json;
}

Json save_arguments(const Model& model, const std::vector<TypeId>& types, const std::vector<Value>& values) {
    Json json = Json::array();
    for (std::size_t i = 0; i < types.size() && i < values.size(); ++i)
        json.push_back(save_value(model, types[i], values[i]));
    return json;
}

Json save_agenda(const Model& model, const State& state) {
    Json json = Json::array();
    for (std::size_t i = 0; i < model.layout.frames && state[model.layout.frame(i)] > 0; ++i) {
        const std::size_t frame = model.layout.frame(i);
        const compiler::Point& point = model.points[static_cast<std::size_t>(state[frame] - 1)];
        std::vector<Value> values;
        for (const BinderRegister& live : point.live_registers) values.push_back(state[frame + 1 + live.reg]);
        json.push_back(
            {{"point", point.name}, {"registers", save_registers(model, point.live_registers, values)}});
    }
    return json;
}

Json save_pending(const Model& model, const State& state) {
    Json json = Json::array();
    for (std::size_t i = 0; i < model.layout.pending && state[model.layout.slot(i)] > 0; ++i) {
        const std::size_t slot = model.layout.slot(i);
        const compiler::Trigger& trigger = model.triggers[static_cast<std::size_t>(state[slot] - 1)];
        std::vector<Value> values;
        for (std::size_t a = 0; a < trigger.params.size(); ++a) values.push_back(state[slot + 1 + a]);
        json.push_back(
            {{"trigger", trigger.name}, {"arguments", save_arguments(model, trigger.params, values)}});
    }
    return json;
}

// Each of the following puts one part back and returns what no longer exists, or "".

std::string read_cells(const Model& model, const Json& json, State& state) {
    std::map<std::string, std::size_t> cells;
    for (const compiler::Variable& variable : model.variables) {
        for (std::size_t i = 0; i < variable.cells; ++i)
            cells.emplace(checker::cell_name(model, variable.base + i), variable.base + i);
    }
    for (const auto& [name, saved] : json.items()) {
        const auto cell = cells.find(name);
        if (cell == cells.end()) return "'" + name + "' no longer exists";
        const auto variable = checker::variable_of(model, cell->second);
        const auto value = read_value(model, model.variable(*variable).type, saved);
        if (!value) return "'" + name + "' can no longer be " + saved.dump();
        state[cell->second] = *value;
    }
    return "";
}

std::string read_ending(const Model& model, const Json& json, State& state) {
    state[model.layout.over] = 0;
    if (json.is_null()) return "";
    const auto ending = std::ranges::find_if(model.endings, [&](const auto& one) { return json == one.name; });
    if (ending == model.endings.end()) return "the ending " + json.dump() + " no longer exists";
    state[model.layout.over] = ending - model.endings.begin() + 1;
    return "";
}

std::string read_agenda(const Model& model, const Json& json, State& state) {
    if (json.size() > model.layout.frames) return "the agenda is too long for this scope";
    std::fill_n(state.begin() + static_cast<std::ptrdiff_t>(model.layout.frame(0)),
                model.layout.frames * (1 + model.layout.registers), 0);
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string name = json[i].value("point", "");
        const Json registers = json[i].value("registers", Json::object());
        const auto fits = [&](const compiler::Point& point) {
            return point.name == name && point.live_registers.size() == registers.size();
        };
        const auto point = std::find_if(model.points.begin(), model.points.end(), fits);
        if (point == model.points.end()) return "the moment '" + name + "' no longer exists";
        state[model.layout.frame(i)] = point - model.points.begin() + 1;
        for (std::size_t r = 0; r < point->live_registers.size(); ++r) {
            const auto saved = registers.find(register_name(point->live_registers, r));
            const auto value = saved == registers.end()
                                   ? std::nullopt
                                   : read_value(model, point->live_registers[r].type, *saved);
            if (!value) return "the moment '" + name + "' has other values now";
            state[model.layout.frame(i) + 1 + point->live_registers[r].reg] = *value;
        }
    }
    return "";
}

std::string read_pending(const Model& model, const Json& json, State& state) {
    if (json.size() > model.layout.pending) return "too many triggers are pending for this scope";
    std::fill_n(state.begin() + static_cast<std::ptrdiff_t>(model.layout.slot(0)),
                model.layout.pending * (1 + model.layout.pending_arguments), 0);
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string name = json[i].value("trigger", "");
        const Json arguments = json[i].value("arguments", Json::array());
        const auto fits = [&](const compiler::Trigger& t) {
            return t.name == name && t.params.size() == arguments.size();
        };
        const auto trigger = std::find_if(model.triggers.begin(), model.triggers.end(), fits);
        if (trigger == model.triggers.end()) return "the trigger '" + name + "' no longer exists";
        state[model.layout.slot(i)] = trigger - model.triggers.begin() + 1;
        for (std::size_t a = 0; a < arguments.size(); ++a) {
            const auto value = read_value(model, trigger->params[a], arguments[a]);
            if (!value) return "the trigger '" + name + "' has other arguments now";
            state[model.layout.slot(i) + 1 + a] = *value;
        }
    }
    return "";
}

}  // namespace

Json save_value(const Model& model, TypeId id, Value value) {
    const Type& type = model.type(id);
    if (type.optional && value == compiler::none_value) return nullptr;
    if (type.form == TypeForm::Range || type.form == TypeForm::Counter) return value;
    if (type.form != TypeForm::Set) return checker::value_text(model, id, value);
    Json members = Json::array();
    const Value first = model.type(type.element).first();
    for (Value i = 0; first + i <= model.type(type.element).hi; ++i) {
        if ((value >> i) & 1) members.push_back(save_value(model, type.element, first + i));
    }
    return members;
}

std::optional<Value> read_value(const Model& model, TypeId id, const Json& json) {
    const Type& type = model.type(id);
    if (json.is_null()) return type.optional ? std::optional(compiler::none_value) : std::nullopt;
    switch (type.form) {
        case TypeForm::Counter:
        case TypeForm::Range: {
            if (!json.is_number_integer()) return std::nullopt;
            const auto value = json.get<Value>();
            if (type.is_finite() && (value < type.lo || value > type.hi)) return std::nullopt;
            return value;
        }
        case TypeForm::Bool:
        case TypeForm::Enum:
            for (Value value = type.first(); value <= type.hi; ++value) {
                if (json == checker::value_text(model, id, value)) return value;
            }
            return std::nullopt;
        case TypeForm::Set:
            break;
    }
    if (!json.is_array()) return std::nullopt;
    Value mask = 0;
    for (const Json& member : json) {
        const auto value = read_value(model, type.element, member);
        const Value first = model.type(type.element).first();
        if (!value || *value < first) return std::nullopt;
        mask |= Value{1} << (*value - first);
    }
    return mask;
}

Json save_move(const Model& model, const Move& move) {
    Json json;
    switch (move.kind) {
        case MoveKind::Settle:
            json["kind"] = "settle";
            break;
        case MoveKind::Place: {
            const compiler::Trigger& trigger = model.triggers[move.trigger.index];
            json["kind"] = "place";
            json["trigger"] = trigger.name;
            json["arguments"] = save_arguments(model, trigger.params, move.arguments);
            break;
        }
        case MoveKind::Otherwise:
            json["kind"] = "otherwise";
            json["point"] = model.points[move.point.index].name;
            break;
        case MoveKind::Option: {
            const compiler::Point& point = model.points[move.point.index];
            const compiler::PointOption& option = point.options[move.option];
            json["kind"] = "option";
            json["point"] = point.name;
            json["option"] = option.text;
            json["bindings"] = save_registers(model, option.binders, move.bindings);
            break;
        }
    }
    if (move.outcomes.empty()) return json;
    json["outcomes"] = Json::array();
    for (const auto& [incident, outcome] : move.outcomes) {
        const std::string title = incident.is_valid() ? model.incidents[incident.index].title : "";
        json["outcomes"].push_back({{"of", title}, {"is", outcome_name(model, incident, outcome)}});
    }
    return json;
}

Json save_state(const Model& model, const State& state, const State& base) {
    Json json;
    json["cells"] = Json::object();
    for (const compiler::Variable& variable : model.variables) {
        for (std::size_t cell = variable.base; cell < variable.base + variable.cells; ++cell) {
            if (state[cell] == base[cell]) continue;
            json["cells"][checker::cell_name(model, cell)] = save_value(model, variable.type, state[cell]);
        }
    }
    if (const Value over = state[model.layout.over]; over != base[model.layout.over])
        json["ended"] = over == 0 ? Json(nullptr) : Json(model.endings[static_cast<std::size_t>(over - 1)].name);
    if (Json agenda = save_agenda(model, state); agenda != save_agenda(model, base))
        json["agenda"] = std::move(agenda);
    if (Json pending = save_pending(model, state); pending != save_pending(model, base))
        json["pending"] = std::move(pending);
    return json;
}

ReadState read_state(const Model& model, const Json& json, const State& base) {
    State state = base;
    std::string problem = read_cells(model, json.value("cells", Json::object()), state);
    if (problem.empty() && json.contains("ended")) problem = read_ending(model, json["ended"], state);
    if (problem.empty() && json.contains("agenda")) problem = read_agenda(model, json["agenda"], state);
    if (problem.empty() && json.contains("pending")) problem = read_pending(model, json["pending"], state);
    if (!problem.empty()) return {std::nullopt, problem};
    return {compiler::canonical(model, std::move(state)), ""};
}

}  // namespace errata::reports
