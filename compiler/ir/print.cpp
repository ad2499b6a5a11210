#include "compiler/ir/print.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/print_names.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::compiler {

namespace {

std::string_view name(OwnerKind kind) {
    switch (kind) {
        case OwnerKind::Rules:
            return "rules";
        case OwnerKind::Player:
            return "player";
        case OwnerKind::Nobody:
            return "nobody";
        case OwnerKind::Chance:
            return "chance";
        case OwnerKind::Elsewhere:
            return "elsewhere";
    }
    return "";
}

std::string_view name(Stage stage) {
    switch (stage) {
        case Stage::Resolution:
            return "resolution";
        case Stage::Settle:
            return "settle";
        case Stage::Window:
            return "window";
        case Stage::Turn:
            return "turn";
        case Stage::Game:
            return "game";
    }
    return "";
}

std::string_view name(Agenda agenda) {
    switch (agenda) {
        case Agenda::Stack:
            return "stack";
        case Agenda::Queue:
            return "queue";
        case Agenda::Bag:
            return "bag";
    }
    return "";
}

std::string_view name(LoopPolicy policy) {
    switch (policy) {
        case LoopPolicy::Unstated:
            return "unstated";
        case LoopPolicy::Draw:
            return "draw";
        case LoopPolicy::Forbidden:
            return "forbidden";
        case LoopPolicy::Number:
            return "number";
        case LoopPolicy::Cap:
            return "cap";
    }
    return "";
}

std::string_view name(ClaimKind kind) {
    switch (kind) {
        case ClaimKind::Always:
            return "always";
        case ClaimKind::Never:
            return "never";
        case ClaimKind::Reachable:
            return "reachable";
        case ClaimKind::Possible:
            return "possible";
        case ClaimKind::Eventually:
            return "eventually";
        case ClaimKind::Terminates:
            return "terminates";
        case ClaimKind::Unique:
            return "unique";
        case ClaimKind::After:
            return "after";
    }
    return "";
}

std::string type_name(const Model& model, TypeId id) { return id.is_valid() ? model.type(id).name : "-"; }

std::string params_text(const Model& model, const std::vector<TypeId>& ids) {
    std::vector<std::string> names;
    names.reserve(ids.size());
    for (const TypeId id : ids) names.push_back(type_name(model, id));
    return names.empty() ? "" : "(" + dsl::join(names, ", ") + ")";
}

std::string binder_text(const Model& model, const BinderRegister& b) {
    return fmt::format("{}: {} = r{}", b.name, type_name(model, b.type), b.reg);
}

bool is_predicate(const Model& model, const OpenFunction& open) {
    return model.type(open.type).form == TypeForm::Bool;
}

class ModelPrinter {
public:
    explicit ModelPrinter(const Model& model) : model_(model) {}

    std::string print() {
        const Layout& layout = model_.layout;
        line("model \"{}\"", model_.title);
        line(
            "agenda {} {} frames, {} registers; bag {} slots, {} arguments; {} cells; trigger order {}; "
            "depth {}",
            name(model_.policies.agenda), layout.frames, layout.registers, layout.pending,
            layout.pending_arguments, layout.cells,
            model_.policies.trigger_order_stated ? "stated" : "unstated", model_.scope.depth);
        line("undefined {}, overflow {}, settle conflict {}", incident_name(model_.incidents.undefined),
             incident_name(model_.incidents.overflow), incident_name(model_.incidents.settle_conflict));
        if (model_.policies.sets_last) line("state checks, what is set last");
        for (const MomentOrder& order : model_.rules.moment_orders)
            line("{} set and added to: {}", model_.variable(order.variable).name,
                 incident_name(order.incident));
        if (model_.policies.loops == LoopPolicy::Cap) {
            line("loops cap {}", model_.policies.loop_cap);
        } else if (model_.policies.loops != LoopPolicy::Unstated) {
            line("loops {}", name(model_.policies.loops));
        }
        for (const auto& [zones, value] : model_.policies.hidden_zones)
            line("hidden {}", model_.type(zones).labels[static_cast<std::size_t>(value)]);
        for (const auto& [key, value] : model_.scope.sizes) line("scope {} = {}", key, value);
        each(model_.types, [&](const Type& type) { print_type(type); });
        for (const Variable& variable : model_.variables) print_variable(variable);
        for (const Table& table : model_.functions.tables) print_table(table);
        for (const OpenFunction& open : model_.functions.open) print_open(open);
        for (const Equations& equations : model_.functions.equations) print_equations(equations);
        each(model_.clauses, [&](const Clause& clause) {
            const std::string rows =
                clause.rows.empty() ? "" : fmt::format(" [{}]", dsl::join(clause.rows, ", "));
            line("clause c{} {} \"{}\"{}: {}", number_, kind_word(clause), clause.name, rows, clause.text);
        });
        each(model_.incidents.all, [&](const Incident& incident) { print_incident(incident); });
        for (const Ending& ending : model_.rules.endings)
            line("ending {}{}", ending.name,
                 ending.winner.is_valid() ? " for " + model_.variable(ending.winner).name : "");
        for (const StateCheck& check : model_.rules.state_checks) {
            line("check if {}{}", term(check.condition), tag(check.clause));
            out_ += compiler::print(model_, check.body, 2);
        }
        for (const Trigger& trigger : model_.rules.triggers) print_trigger(trigger);
        for (const Point& point : model_.flow.points) print_point(point);
        for (const Label& label : model_.flow.labels) {
            line("label {}", label.name);
            out_ += compiler::print(model_, label.code, 2);
        }
        for (const Setup& setup : model_.setups) out_ += compiler::print(model_, setup);
        for (const Claim& claim : model_.asked.claims) print_claim(claim);
        for (const Scenario& scenario : model_.asked.scenarios) print_scenario(scenario);
        for (const PrintedItem& item : model_.printed_items) {
            line("printed {} \"{}\" = {} of {} functions if {}", item.kind, item.name, item.identity,
                 type_name(model_, item.identity_type), term(item.functions));
        }
        return std::move(out_);
    }

private:
    template <class... Arguments>
    void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        out_ += fmt::format(format, std::forward<Arguments>(arguments)...) + "\n";
    }
    template <class Items, class Print>
    void each(const Items& items, Print print) {
        for (number_ = 0; number_ < items.size(); ++number_) print(items[number_]);
    }

    std::string term(TermId id) const { return compiler::print(model_, id); }
    void print_type(const Type& t) {
        static constexpr std::string_view forms[] = {"bool", "enum", "range", "set", "counter"};
        const std::string range = t.is_finite() ? fmt::format(" {}..{}", t.lo, t.hi) : "";
        const std::string labels = t.labels.empty() ? "" : fmt::format(" {{{}}}", dsl::join(t.labels, ", "));
        const std::string element = t.element.is_valid() ? " of " + type_name(model_, t.element) : "";
        const std::string base = t.base.is_valid() ? " without none " + type_name(model_, t.base) : "";
        line("type {} {}{}{}{}{}{}{}", t.name, forms[static_cast<std::size_t>(t.form)], t.optional ? "?" : "",
             range, element, labels, base, t.interchangeable ? " interchangeable" : "");
    }

    void print_variable(const Variable& variable) {
        line("var {}{}: {} = {}  cells {}..{}", variable.name, params_text(model_, variable.params),
             type_name(model_, variable.type), compiler::print(model_, variable.type, variable.initial),
             variable.base, variable.base + variable.cells - 1);
    }

    void print_table(const Table& table) {
        std::vector<std::string> values;
        for (const Value value : table.values) values.push_back(std::to_string(value));
        line("table {}{}: {} = {}", table.name, params_text(model_, table.params),
             type_name(model_, table.type), dsl::join(values, " "));
    }

    void print_open(const OpenFunction& open) {
        const std::string of = is_predicate(model_, open) ? "" : ": " + type_name(model_, open.type);
        const std::string closed = open.fallback.is_valid() ? " default " + term(open.fallback) : "";
        line("open {}{}{}{}, contradiction {}, gap {}", open.name, params_text(model_, open.params), of,
             closed, incident_name(open.contradiction), incident_name(open.gap));
        for (const Statement& statement : open.statements)
            line("  {} if {}{}", stated(open, statement), term(statement.condition), tag(statement.clause));
    }
    std::string stated(const OpenFunction& open, const Statement& statement) const {
        if (is_predicate(model_, open) && model_.terms.is_true(statement.value))
            return statement.positive ? "yes" : "no";
        return (statement.positive ? "= " : "not = ") + value(statement.value, open.type);
    }
    // A constant reads as a value of the type.
    std::string value(TermId id, TypeId of) const {
        return model_.terms.is_constant(id) ? compiler::print(model_, of, model_.terms[id].payload)
                                            : term(id);
    }

    void print_equations(const Equations& equations) {
        line("equations {}{}, none {}, several {}{}", equations.name, equations.inductive ? " inductive" : "",
             incident_name(equations.none), incident_name(equations.several),
             equations.preference.is_valid() ? ", prefer " + term(equations.preference) : "");
        for (std::size_t i = equations.first; i < equations.first + equations.count; ++i) {
            const Unknown& unknown = model_.functions.unknowns[i];
            const std::string backup =
                unknown.backup.is_valid() ? " backup " + value(unknown.backup, unknown.type) : "";
            line("  {}{}: {} = {}{}{}", unknown.name, params_text(model_, unknown.params),
                 type_name(model_, unknown.type), value(unknown.definition, unknown.type), backup,
                 tag(unknown.clause));
        }
    }

    void print_incident(const Incident& incident) {
        std::vector<std::string> clauses;
        for (const ClauseId clause : incident.clauses) clauses.push_back(fmt::format("c{}", clause.index));
        line("incident i{} {} \"{}\" by {}: {}", number_, code_name(incident.code), incident.title,
             dsl::join(clauses, ", "), dsl::join(incident.outcomes, " | "));
    }

    void print_trigger(const Trigger& trigger) {
        line("trigger {}{} enters {}, ordered by {}{}{}", trigger.name, params_text(model_, trigger.params),
             model_.flow.points[trigger.entry.index].name, term(trigger.player),
             trigger.rank.is_valid() ? ", rank " + term(trigger.rank) : "", tag(trigger.clause));
        if (trigger.limit)
            line("  at most {}, counted in {}, else {}", trigger.limit->most,
                 model_.variable(trigger.limit->uses).name, incident_name(trigger.limit->order));
    }

    void print_point(const Point& point) {
        const bool start = &point == &model_.flow.points[model_.flow.start.index];
        line("point {}: {}{}, stage {}, {} frame{}{}{}{}, no option {}{}{}", point.name, name(point.owner),
             point.player.is_valid() ? " " + term(point.player) : "", name(point.stage),
             point.control ? "control" : "item", point.settled ? ", settled" : "",
             point.floor ? ", floor" : "", point.remembers ? ", remembers" : "",
             point.unseen ? ", unseen" : "", incident_name(point.no_option), start ? ", start" : "",
             tag(point.clause));
        for (const BinderRegister& live : point.live_registers) line("  live {}", binder_text(model_, live));
        for (const PointOption& option : point.options) {
            std::vector<std::string> binders;
            for (const BinderRegister& b : option.binders) binders.push_back(" " + binder_text(model_, b));
            for (const ShownName& shown : option.shown)
                binders.push_back(fmt::format(" {}: {} is {}", shown.name, type_name(model_, shown.type),
                                              term(shown.term)));
            line("  option \"{}\"{} if {} -> {}{}", option.text, dsl::join(binders, ","), term(option.guard),
                 model_.flow.labels[option.target.index].name, tag(option.clause));
        }
        if (point.otherwise) line("  otherwise -> {}", model_.flow.labels[point.otherwise->index].name);
    }
    void print_claim(const Claim& claim) {
        line("claim {}{} \"{}\": {} premise {} incident {}{}",
             claim.ruling  ? "ruling "
             : !claim.code ? ""
                           : std::string(code_name(*claim.code)) + " ",
             name(claim.kind), claim.name, term(claim.condition), term(claim.premise),
             incident_name(claim.incident), tag(claim.clause));
    }

    void print_scenario(const Scenario& scenario) {
        line("scenario \"{}\"{}", scenario.name, tag(scenario.clause));
        out_ += compiler::print(model_, scenario.setup);
        for (const ScenarioStep& step : scenario.steps) {
            if (step.kind != StepKind::Take) {
                line("  {} {}", step.kind == StepKind::Until ? "until" : "then", term(step.condition));
                continue;
            }
            line("  take \"{}\" by {} {} with {}", step.label, name(step.owner_kind), term(step.owner),
                 term(step.condition));
            for (const auto& [place, condition] : step.take) {
                line("    at point {} option {}: {}", place.first, place.second, term(condition));
            }
        }
    }

    const Model& model_;
    std::string out_;
    std::size_t number_ = 0;
};

}  // namespace

std::string print(const Model& model) { return ModelPrinter(model).print(); }

std::string print(const Model& model, const Setup& setup) {
    std::string out = fmt::format("setup \"{}\"\n", setup.name);
    for (const Variable& variable : model.variables) {
        if (setup.values.size() < variable.base + variable.cells) break;
        std::vector<std::string> values;
        for (std::size_t cell = variable.base; cell < variable.base + variable.cells; ++cell) {
            const bool open = std::ranges::find(setup.open, cell) != setup.open.end();
            values.push_back(open ? "?" : print(model, variable.type, setup.values[cell]));
        }
        out += fmt::format("  {} = {}\n", variable.name, dsl::join(values, " "));
    }
    for (const auto& [term, clause] : setup.requirements) {
        out += fmt::format("  require {}{}\n", print(model, term), tag(clause));
    }
    return out;
}

}  // namespace errata::compiler
