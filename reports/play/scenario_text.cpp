#include "reports/play/scenario_text.h"

#include <algorithm>

#include "checker/claims/scenario_run.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "dsl/ast/words.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "dsl/load.h"
#include "dsl/source/overlay_reader.h"
#include "reports/explain/names.h"
#include "reports/words/facts.h"

namespace errata::reports {

using compiler::Model;
using compiler::Move;
using compiler::MoveKind;
using compiler::OwnerKind;
using compiler::State;
using compiler::Type;
using compiler::Value;
using compiler::Variable;

namespace {

std::string written_name(const std::string& name) {
    return dsl::grammar::is_plain_name(name) ? name : dsl::grammar::quoted(name);
}

// The presence of an object is not set but created, and a reading is none of the position.
bool can_be_named(const Variable& variable) {
    if (variable.is_exists || variable.is_kept || variable.is_of_rules()) return false;
    return variable.span.is_valid() || variable.is_phase;
}

// A cell as a spec names it: `A.at`, `stood_on(Tim, meadow)`.
std::string written_cell(const Model& model, const Variable& variable, std::size_t index) {
    std::vector<std::string> arguments(variable.params.size());
    for (std::size_t i = arguments.size(); i-- > 0;) {
        const Type& type = model.type(variable.params[i]);
        const auto size = static_cast<std::size_t>(type.size());
        arguments[i] = written_value(model, variable.params[i], type.lo + static_cast<Value>(index % size));
        index /= size;
    }
    if (arguments.empty()) return written_name(variable.name);
    if (!variable.is_field || arguments.size() != 1)
        return written_name(variable.name) + "(" + dsl::join(arguments, ", ") + ")";
    return arguments[0] + "." + written_name(variable.name.substr(variable.name.find('.') + 1));
}

struct Cell {
    std::string name;
    std::string value;
    bool is_none;
};

bool is_none(const Type& type, Value value) { return type.optional && value == compiler::none_value; }

// The cells that a spec can speak of and that `wanted` picks.
template <class Wanted>
std::vector<Cell> cells_of(const Model& model, const State& state, const Wanted& wanted) {
    std::vector<Cell> cells;
    for (const Variable& variable : model.variables) {
        if (!can_be_named(variable)) continue;
        for (std::size_t i = 0; i < variable.cells; ++i) {
            const std::size_t number = variable.base + i;
            if (!wanted(variable, number)) continue;
            cells.push_back({written_cell(model, variable, i),
                             written_value(model, variable.type, state[number]),
                             is_none(model.type(variable.type), state[number])});
        }
    }
    return cells;
}

std::vector<std::string> position(const Model& model, const State& state) {
    std::vector<std::string> lines;
    for (const Variable& variable : model.variables) {
        if (!variable.is_exists) continue;
        const std::string& kind = model.type(variable.params[0]).name;
        for (std::size_t i = 0; i < variable.cells; ++i) {
            if (state[variable.base + i] != 0)
                lines.push_back("create new: " + written_name(kind) + " { nothing }");
        }
    }
    const auto is_set = [&](const Variable& variable, std::size_t cell) {
        const Value unsaid = variable.begins_with.is_valid()
                                 ? state[model.variable(variable.begins_with).base + (cell - variable.base)]
                                 : variable.initial;
        return !variable.is_phase && state[cell] != unsaid;
    };
    for (const Cell& cell : cells_of(model, state, is_set)) lines.push_back(cell.name + " := " + cell.value);
    return lines;
}

std::string written_owner(const Model& model, const compiler::Owner& owner) {
    if (owner.kind == OwnerKind::Player) return written_name(checker::player_name(model, owner.player));
    return checker::actor_name(model, owner);
}

// Of a distribution: what each gets.
std::vector<std::string> written_shares(const Model& model, const compiler::PointOption& option,
                                        const Move& move) {
    std::vector<std::string> result;
    for (const compiler::TableId id : option.shares) {
        const compiler::Table& table = model.functions.tables[id.index];
        const auto size = static_cast<std::size_t>(model.type(table.params.back()).size());
        for (std::size_t i = 0; i < size; ++i) {
            const Value share = table.values[static_cast<std::size_t>(move.bindings.front()) * size + i];
            result.push_back(option.binders.front().name + "(" +
                             written_value(model, table.params.back(), static_cast<Value>(i)) +
                             ") = " + std::to_string(share));
        }
    }
    return result;
}

// The choice, as it is written behind the label. Values fill the holes of the label as far as they stand in
// its order. The others are conditions.
std::string written_choice(const Model& model, const compiler::PointOption& option, const Move& move) {
    std::vector<std::string> filled;
    std::vector<std::string> conditions = written_shares(model, option, move);
    std::size_t hole = 0;
    for (std::size_t i = 0; option.shares.empty() && i < option.binders.size() && i < move.bindings.size();
         ++i) {
        const compiler::BinderRegister& binder = option.binders[i];
        if (!dsl::grammar::is_plain_name(binder.name)) continue;
        const bool binds_none = is_none(model.type(binder.type), move.bindings[i]);
        const std::string value = written_value(model, binder.type, move.bindings[i]);
        hole = option.text.find('{', hole);
        const bool is_next_hole =
            hole != std::string::npos && conditions.empty() && !binds_none &&
            option.text.compare(hole + 1, binder.name.size() + 1, binder.name + "}") == 0;
        if (is_next_hole) {
            filled.push_back(value);
            ++hole;
        } else {
            conditions.push_back(binder.name + (binds_none ? " is " : " = ") + value);
        }
    }
    return (filled.empty() ? "" : " " + dsl::join(filled, " on ")) +
           (conditions.empty() ? "" : " with " + dsl::join(conditions, " and "));
}

// Nothing for what happens by itself.
std::string written_step(const Model& model, const compiler::Owner& owner, const Move& move) {
    if (owner.kind == OwnerKind::Rules || move.kind != MoveKind::Option) return "";
    const compiler::PointOption& option = model.flow.points[move.point.index].options[move.option];
    return written_owner(model, owner) + " " + dsl::grammar::quoted(option.text) +
           written_choice(model, option, move);
}

std::vector<std::string> steps(const compiler::Evaluator& evaluator, const checker::Trace& trace) {
    std::vector<std::string> lines;
    const State* before = &trace.initial;
    for (const compiler::Successor& step : trace.steps) {
        const std::string line = written_step(evaluator.model(), evaluator.expand(*before).owner, step.move);
        if (!line.empty()) lines.push_back(line);
        if (step.next) before = &*step.next;
    }
    return lines;
}

std::vector<std::string> facts(const Model& model, const checker::Trace& trace) {
    const State& now = checker::last_state(trace);
    const auto has_changed = [&](const Variable& variable, std::size_t cell) {
        return variable.is_phase || now[cell] != trace.initial[cell];
    };
    std::vector<std::string> result;
    for (const Cell& cell : cells_of(model, now, has_changed))
        result.push_back(cell.name + (cell.is_none ? " is " : " = ") + cell.value);
    return result;
}

std::string assembled(const ScenarioFrame& frame, const std::vector<std::string>& start,
                      const std::vector<std::string>& play, const std::vector<std::string>& ends) {
    std::string text;
    for (const std::string& import : frame.imports) text += "import " + dsl::grammar::quoted(import) + "\n";
    text += "\nscenario " + dsl::grammar::quoted(frame.title);
    std::vector<std::string> pools;
    for (const auto& [name, size] : frame.pools) pools.push_back(name + ": " + std::to_string(size));
    if (!pools.empty()) text += " scope { " + dsl::join(pools, ", ") + " }";
    text += " {\n";
    for (const auto* lines : {&start, &play, &ends}) {
        for (const std::string& line : *lines) text += "    " + line + "\n";
    }
    return text + "}\n";
}

}  // namespace

std::string written_value(const Model& model, compiler::TypeId id, Value value) {
    const Type& type = model.type(id);
    if (type.form == compiler::TypeForm::Set) {
        const Value first = type.element.is_valid() ? model.type(type.element).first() : 0;
        std::vector<std::string> parts;
        for (int bit = 0; bit < 30; ++bit) {
            if ((value >> bit & 1) != 0) parts.push_back(written_value(model, type.element, first + bit));
        }
        return "{" + dsl::join(parts, ", ") + "}";
    }
    const std::string text = checker::value_text(model, id, value).text();
    const bool is_label = type.form == compiler::TypeForm::Enum && !is_none(type, value);
    return is_label ? written_name(text) : text;
}

ScenarioText scenario_text(const Model& model, const ScenarioFrame& frame, const checker::Trace& trace,
                           const HoldScenario& hold) {
    const compiler::Evaluator evaluator(model);
    const std::vector<std::string> start = position(model, trace.initial);
    const std::vector<std::string> play = steps(evaluator, trace);
    std::vector<std::string> then = facts(model, trace);
    // Let the rules go on to where the play stands now, if that can be said.
    if (!then.empty()) {
        std::vector<std::string> ends = {"until " + dsl::join(then, " and ")};
        const std::string text = assembled(frame, start, play, ends);
        if (!hold(text)) return {text, ""};
    }
    // Else what holds right after the last choice.
    while (true) {
        const auto ends = dsl::mapped(then, [](const std::string& fact) { return "then " + fact; });
        std::string text = assembled(frame, start, play, ends);
        const auto fault = hold(text);
        if (!fault) return {std::move(text), ""};
        const bool is_fact = fault->step >= play.size() && fault->step < play.size() + then.size();
        if (fault->undecided || !is_fact) return {std::move(text), fault->reason};
        then.erase(then.begin() + static_cast<std::ptrdiff_t>(fault->step - play.size()));
    }
}

std::optional<ScenarioFault> hold_scenario(const dsl::FileReader& reader, const std::string& path,
                                           const std::string& text, const std::string& title,
                                           const compiler::CompileOptions& options) {
    dsl::SourceSet sources;
    dsl::Sink sink;
    dsl::OverlayReader written(reader);
    written.put(path, text);
    const auto modules = dsl::load(written, path, sources, sink);
    compiler::CompileOptions own = options;
    const auto pooled = compiler::scenarios_with_pools(modules);
    if (std::ranges::find(pooled, title) != pooled.end()) own.scenario = title;
    const auto model = compiler::compile(sources, modules, own, sink);
    if (!model) {
        const auto all = sink.sorted();
        return ScenarioFault{0, all.empty() ? "it cannot be read" : all.front().message, true};
    }
    const auto scenario = std::ranges::find(model->asked.scenarios, title, &compiler::Scenario::name);
    if (scenario == model->asked.scenarios.end()) return ScenarioFault{0, "it is not found again", true};
    const compiler::Evaluator evaluator(*model);
    const auto outcome =
        checker::run_scenario(evaluator, static_cast<std::size_t>(scenario - model->asked.scenarios.begin()));
    if (outcome.unknown) return ScenarioFault{0, said(*outcome.unknown), true};
    if (outcome.failure)
        return ScenarioFault{outcome.failure->step, in_one_line(outcome.failure->reason), false};
    return std::nullopt;
}

}  // namespace errata::reports
