#include "reports/saved/values.h"

#include <algorithm>
#include <limits>

#include "checker/headline.h"
#include "checker/plays/describe.h"
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

// Things are saved by name; of several with one name by which of them it is, so that what stands before them
// may change.
template <class Things>
void save_name(Json& json, const char* key, const Things& things, std::size_t position,
               std::string (*name)(const typename Things::value_type&)) {
    json[key] = name(things[position]);
    std::size_t nth = 1;
    for (std::size_t i = 0; i < position; ++i) nth += name(things[i]) == name(things[position]) ? 1 : 0;
    if (nth > 1) json["nth"] = nth;
}

// The position of what was saved so, if it still exists.
template <class Things>
std::optional<std::size_t> find_name(const Json& json, const char* key, const Things& things,
                                     std::string (*name)(const typename Things::value_type&)) {
    const std::string wanted = json.value(key, "");
    Value nth = json.contains("nth") ? read_whole_number(json["nth"]).value_or(0) : 1;
    for (std::size_t i = 0; i < things.size(); ++i) {
        if (name(things[i]) == wanted && --nth == 0) return i;
    }
    return std::nullopt;
}

std::string name_of_point(const compiler::Point& point) { return point.name; }
std::string name_of_trigger(const compiler::Trigger& trigger) { return trigger.name; }
std::string name_of_option(const compiler::PointOption& option) { return option.text; }

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
        const compiler::Point& point = model.flow.points[static_cast<std::size_t>(state[frame] - 1)];
        std::vector<Value> values;
        for (const BinderRegister& live : point.live_registers) values.push_back(state[frame + 1 + live.reg]);
        Json saved;
        save_name(saved, "point", model.flow.points, static_cast<std::size_t>(state[frame] - 1),
                  name_of_point);
        saved["registers"] = save_registers(model, point.live_registers, values);
        json.push_back(std::move(saved));
    }
    return json;
}

Json save_pending(const Model& model, const State& state) {
    Json json = Json::array();
    for (std::size_t i = 0; i < model.layout.pending && state[model.layout.slot(i)] > 0; ++i) {
        const std::size_t slot = model.layout.slot(i);
        const compiler::Trigger& trigger = model.rules.triggers[static_cast<std::size_t>(state[slot] - 1)];
        std::vector<Value> values;
        for (std::size_t a = 0; a < trigger.params.size(); ++a) values.push_back(state[slot + 1 + a]);
        Json saved;
        save_name(saved, "trigger", model.rules.triggers, static_cast<std::size_t>(state[slot] - 1),
                  name_of_trigger);
        saved["arguments"] = save_arguments(model, trigger.params, values);
        json.push_back(std::move(saved));
    }
    return json;
}

// Each of the following puts one part back and returns what no longer exists, or "".

std::string read_cells(const Model& model, const Json& json, State& state) {
    std::map<std::string, std::size_t> cells;
    for (const compiler::Variable& variable : model.variables) {
        for (std::size_t i = 0; i < variable.cells; ++i)
            cells.emplace(checker::cell_name(model, variable.base + i).text(), variable.base + i);
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
    const auto ending =
        std::ranges::find_if(model.rules.endings, [&](const auto& one) { return json == one.name; });
    if (ending == model.rules.endings.end()) return "the ending " + json.dump() + " no longer exists";
    state[model.layout.over] = ending - model.rules.endings.begin() + 1;
    return "";
}

bool is_list_of_objects(const Json& json) {
    return json.is_array() && std::ranges::all_of(json, [](const Json& one) { return one.is_object(); });
}

std::string read_agenda(const Model& model, const Json& json, State& state) {
    if (!is_list_of_objects(json)) return "its agenda is no list";
    if (json.size() > model.layout.frames) return "the agenda is too long for this scope";
    std::fill_n(state.begin() + static_cast<std::ptrdiff_t>(model.layout.frame(0)),
                model.layout.frames * (1 + model.layout.registers), 0);
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string name = json[i].value("point", "");
        const Json registers = json[i].value("registers", Json::object());
        const auto position = find_name(json[i], "point", model.flow.points, name_of_point);
        if (!position) return "the moment '" + name + "' no longer exists";
        state[model.layout.frame(i)] = static_cast<Value>(*position) + 1;
        const std::vector<BinderRegister>& live = model.flow.points[*position].live_registers;
        bool same = registers.is_object() && registers.size() == live.size();
        for (std::size_t r = 0; same && r < live.size(); ++r) {
            const auto saved = registers.find(register_name(live, r));
            const auto value =
                saved == registers.end() ? std::nullopt : read_value(model, live[r].type, *saved);
            same = value.has_value();
            if (same) state[model.layout.frame(i) + 1 + live[r].reg] = *value;
        }
        if (!same) return "the moment '" + name + "' has other values now";
    }
    return "";
}

std::string read_pending(const Model& model, const Json& json, State& state) {
    if (!is_list_of_objects(json)) return "what is pending is no list";
    if (json.size() > model.layout.pending) return "too many triggers are pending for this scope";
    std::fill_n(state.begin() + static_cast<std::ptrdiff_t>(model.layout.slot(0)),
                model.layout.pending * (1 + model.layout.pending_arguments), 0);
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string name = json[i].value("trigger", "");
        const Json arguments = json[i].value("arguments", Json::array());
        const auto position = find_name(json[i], "trigger", model.rules.triggers, name_of_trigger);
        if (!position) return "the trigger '" + name + "' no longer exists";
        state[model.layout.slot(i)] = static_cast<Value>(*position) + 1;
        const std::vector<TypeId>& params = model.rules.triggers[*position].params;
        bool same = arguments.is_array() && arguments.size() == params.size();
        for (std::size_t a = 0; same && a < params.size(); ++a) {
            const auto value = read_value(model, params[a], arguments[a]);
            same = value.has_value();
            if (same) state[model.layout.slot(i) + 1 + a] = *value;
        }
        if (!same) return "the trigger '" + name + "' has other arguments now";
    }
    return "";
}

}  // namespace

std::optional<Value> read_whole_number(const Json& json) {
    constexpr Value most = std::numeric_limits<Value>::max() / 4;
    if (!json.is_number_integer()) return std::nullopt;
    if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(most))
        return std::nullopt;
    const auto value = json.get<Value>();
    return value < -most ? std::nullopt : std::optional(value);
}

Json save_value(const Model& model, TypeId id, Value value) {
    const Type& type = model.type(id);
    if (type.optional && value == compiler::none_value) return nullptr;
    if (type.form == TypeForm::Range || type.form == TypeForm::Counter) return value;
    if (type.form != TypeForm::Set) return checker::value_text(model, id, value).text();
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
            const std::optional<Value> value = read_whole_number(json);
            if (value && type.is_finite() && (*value < type.lo || *value > type.hi)) return std::nullopt;
            return value;
        }
        case TypeForm::Bool:
        case TypeForm::Enum:
            for (Value value = type.first(); value <= type.hi; ++value) {
                if (json == checker::value_text(model, id, value).text()) return value;
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
            const compiler::Trigger& trigger = model.rules.triggers[move.trigger.index];
            json["kind"] = "place";
            save_name(json, "trigger", model.rules.triggers, move.trigger.index, name_of_trigger);
            json["arguments"] = save_arguments(model, trigger.params, move.arguments);
            break;
        }
        case MoveKind::Otherwise:
            json["kind"] = "otherwise";
            json["point"] = model.flow.points[move.point.index].name;
            break;
        case MoveKind::Option: {
            const compiler::Point& point = model.flow.points[move.point.index];
            const compiler::PointOption& option = point.options[move.option];
            json["kind"] = "option";
            json["point"] = point.name;
            save_name(json, "option", point.options, move.option, name_of_option);
            json["bindings"] = save_registers(model, option.binders, move.bindings);
            break;
        }
    }
    if (move.outcomes.empty()) return json;
    json["outcomes"] = Json::array();
    for (const auto& [incident, outcome] : move.outcomes) {
        const std::string of =
            incident.is_valid() ? checker::label_of(model, model.incidents.all[incident.index]) : "";
        json["outcomes"].push_back({{"of", of}, {"is", outcome_name(model, incident, outcome).text()}});
    }
    return json;
}

Json save_state(const Model& model, const State& state, const State& base) {
    Json json;
    json["cells"] = Json::object();
    for (const compiler::Variable& variable : model.variables) {
        for (std::size_t cell = variable.base; cell < variable.base + variable.cells; ++cell) {
            if (state[cell] == base[cell]) continue;
            json["cells"][checker::cell_name(model, cell).text()] =
                save_value(model, variable.type, state[cell]);
        }
    }
    if (const Value over = state[model.layout.over]; over != base[model.layout.over])
        json["ended"] =
            over == 0 ? Json(nullptr) : Json(model.rules.endings[static_cast<std::size_t>(over - 1)].name);
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
