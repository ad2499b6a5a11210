#include "compiler/ir/print.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/text.h"

namespace errata::compiler {

namespace {

std::string tag(ClauseId clause) { return clause.is_valid() ? fmt::format("  [c{}]", clause.index) : ""; }

std::string incident_name(IncidentId incident) {
    return incident.is_valid() ? fmt::format("i{}", incident.index) : "no incident";
}

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

class CodePrinter {
public:
    explicit CodePrinter(const Model& model) : model_(model) {}

    // The clause is named where it differs from that of the node around.
    void print(CodeId id, std::size_t indent, ClauseId around) {
        const Code& node = model_.code[id];
        const ClauseId clause = node.clause.is_valid() ? node.clause : around;
        const auto line = [&](const std::string& text) {
            out += std::string(indent, ' ') + text + (clause == around ? "" : tag(clause)) + "\n";
        };
        const auto inside = [&](std::size_t child) { print(node.children[child], indent + 2, clause); };
        const auto term = [&](std::size_t i) { return compiler::print(model_, node.terms[i]); };
        switch (node.kind) {
            case CodeKind::Sequence:
                for (const CodeId child : node.children) print(child, indent, around);
                if (node.children.empty()) line("nothing");
                return;
            case CodeKind::If:
                line("if " + term(0));
                inside(0);
                if (node.children.size() < 2) return;
                out += std::string(indent, ' ') + "else\n";
                return inside(1);
            case CodeKind::Let:
                line(fmt::format("let b{} = {}", node.level, term(0)));
                return inside(0);
            case CodeKind::ForEach:
                line(fmt::format("for each b{}: {} with {}", node.level, model_.type(node.domain).name,
                                 term(0)));
                return inside(0);
            case CodeKind::Set:
                return line(fmt::format("set {} := {}", target(node), written(node)));
            case CodeKind::Increase:
                return line(fmt::format("increase {} by {}", target(node), written(node)));
            case CodeKind::SetRegister:
                return line(fmt::format("r{} := {}", node.level, term(0)));
            case CodeKind::Simultaneously:
                line(node.incident.is_valid() ? "simultaneously, conflict " + incident_name(node.incident)
                                              : "simultaneously");
                return inside(0);
            case CodeKind::Fork:
                line("fork " + incident_name(node.incident));
                for (std::size_t i = 0; i < node.children.size(); ++i) {
                    out += fmt::format("{}outcome {}\n", std::string(indent, ' '), i);
                    inside(i);
                }
                return;
            case CodeKind::Report:
                return line("report " + incident_name(node.incident));
            case CodeKind::Pend: {
                std::vector<std::string> arguments;
                for (std::size_t i = 0; i < node.terms.size(); ++i) arguments.push_back(term(i));
                return line(fmt::format("pend {}({})", model_.triggers[node.trigger.index].name,
                                        dsl::join(arguments, ", ")));
            }
            case CodeKind::Goto:
                return line("goto " + model_.labels[node.label.index].name);
            case CodeKind::Stop:
                return line("stop " + model_.points[node.point.index].name);
            case CodeKind::Return:
                return line("return");
            case CodeKind::Finish:
                return line("finish " + model_.endings[node.ending.index].name);
            case CodeKind::Cut:
                return line("cut");
        }
    }

    std::string out;

private:
    std::string target(const Code& node) const {
        std::vector<std::string> arguments;
        const Variable& variable = model_.variable(node.var);
        for (std::size_t i = 0; i + 1 < node.terms.size(); ++i) {
            arguments.push_back(value(node.terms[i], variable.params[i]));
        }
        return arguments.empty() ? variable.name
                                 : fmt::format("{}({})", variable.name, dsl::join(arguments, ", "));
    }

    std::string written(const Code& node) const {
        if (node.kind == CodeKind::Increase) return compiler::print(model_, node.terms.back());
        return value(node.terms.back(), model_.variable(node.var).type);
    }

    std::string value(TermId id, TypeId type) const {
        const Term& term = model_.terms[id];
        return term.kind == TermKind::Const ? compiler::print(model_, type, term.payload)
                                            : compiler::print(model_, id);
    }

    const Model& model_;
};

class ModelPrinter {
public:
    explicit ModelPrinter(const Model& model) : model_(model) {}

    std::string print() {
        const Layout& layout = model_.layout;
        line("model \"{}\"", model_.title);
        line(
            "agenda {} {} frames, {} registers; bag {} slots, {} arguments; {} cells; trigger order {}; "
            "depth {}",
            model_.agenda == Agenda::Stack ? "stack" : "queue", layout.frames, layout.registers,
            layout.pending, layout.pending_arguments, layout.cells,
            model_.trigger_order_stated ? "stated" : "unstated", model_.depth);
        line("undefined {}, overflow {}, settle conflict {}", incident_name(model_.undefined),
             incident_name(model_.overflow), incident_name(model_.settle_conflict));
        for (const auto& [key, value] : model_.scope) line("scope {} = {}", key, value);
        each(model_.types, [&](const Type& type) { print_type(type); });
        for (const Variable& variable : model_.variables) print_variable(variable);
        for (const Table& table : model_.tables) print_table(table);
        for (const OpenPredicate& open : model_.open_predicates) print_open(open);
        each(model_.clauses, [&](const Clause& clause) {
            const std::string rows =
                clause.rows.empty() ? "" : fmt::format(" [{}]", dsl::join(clause.rows, ", "));
            line("clause c{} {} \"{}\"{}: {}", number_, clause.kind, clause.name, rows, clause.text);
        });
        each(model_.incidents, [&](const Incident& incident) { print_incident(incident); });
        for (const Ending& ending : model_.endings) line("ending {}", ending.name);
        for (const StateCheck& check : model_.state_checks) {
            line("check if {}{}", term(check.condition), tag(check.clause));
            out_ += compiler::print(model_, check.body, 2);
        }
        for (const Trigger& trigger : model_.triggers) print_trigger(trigger);
        for (const Point& point : model_.points) print_point(point);
        for (const Label& label : model_.labels) {
            line("label {}", label.name);
            out_ += compiler::print(model_, label.code, 2);
        }
        for (const Setup& setup : model_.setups) out_ += compiler::print(model_, setup);
        for (const Claim& claim : model_.claims) print_claim(claim);
        for (const Scenario& scenario : model_.scenarios) print_scenario(scenario);
        for (const PrintedItem& item : model_.printed_items) {
            line("printed {} \"{}\" = {} of {} functions if {}", item.kind, item.name, item.identity,
                 type(item.identity_type), term(item.functions));
        }
        return std::move(out_);
    }

private:
    template <class... Arguments>
    void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        out_ += fmt::format(format, std::forward<Arguments>(arguments)...) + "\n";
    }
    template <class Item, class Print>
    void each(const std::vector<Item>& items, Print print) {
        for (number_ = 0; number_ < items.size(); ++number_) print(items[number_]);
    }

    std::string term(TermId id) const { return compiler::print(model_, id); }
    std::string type(TypeId id) const { return id.is_valid() ? model_.type(id).name : "-"; }
    std::string params(const std::vector<TypeId>& ids) const {
        std::vector<std::string> names;
        for (const TypeId id : ids) names.push_back(type(id));
        return names.empty() ? "" : "(" + dsl::join(names, ", ") + ")";
    }

    void print_type(const Type& t) {
        static constexpr std::string_view forms[] = {"bool", "enum", "range", "set", "counter"};
        const std::string range = t.is_finite() ? fmt::format(" {}..{}", t.lo, t.hi) : "";
        const std::string labels = t.labels.empty() ? "" : fmt::format(" {{{}}}", dsl::join(t.labels, ", "));
        const std::string element = t.element.is_valid() ? " of " + type(t.element) : "";
        line("type {} {}{}{}{}{}", t.name, forms[static_cast<std::size_t>(t.form)], t.optional ? "?" : "",
             range, element, labels);
    }

    void print_variable(const Variable& variable) {
        line("var {}{}: {} = {}  cells {}..{}", variable.name, params(variable.params), type(variable.type),
             compiler::print(model_, variable.type, variable.initial), variable.base,
             variable.base + variable.cells - 1);
    }

    void print_table(const Table& table) {
        std::vector<std::string> values;
        for (const Value value : table.values) values.push_back(std::to_string(value));
        line("table {}{}: {} = {}", table.name, params(table.params), type(table.type),
             dsl::join(values, " "));
    }

    void print_open(const OpenPredicate& open) {
        const std::string closed = open.closed ? (*open.closed ? " default yes" : " default no") : "";
        line("open {}{}{}, contradiction {}, gap {}", open.name, params(open.params), closed,
             incident_name(open.contradiction), incident_name(open.gap));
        for (const Statement& statement : open.statements) {
            line("  {} if {}{}", statement.positive ? "yes" : "no", term(statement.condition),
                 tag(statement.clause));
        }
    }

    void print_incident(const Incident& incident) {
        std::vector<std::string> clauses;
        for (const ClauseId clause : incident.clauses) clauses.push_back(fmt::format("c{}", clause.index));
        line("incident i{} {} \"{}\" by {}: {}", number_, incident.code, incident.title,
             dsl::join(clauses, ", "), dsl::join(incident.outcomes, " | "));
    }

    void print_trigger(const Trigger& trigger) {
        line("trigger {}{} enters {}, ordered by {}{}", trigger.name, params(trigger.params),
             model_.points[trigger.entry.index].name, term(trigger.player), tag(trigger.clause));
    }

    void print_point(const Point& point) {
        const bool start = &point == &model_.points[model_.start.index];
        line("point {}: {}{}, stage {}, {} frame{}, no option {}{}{}", point.name, name(point.owner),
             point.player.is_valid() ? " " + term(point.player) : "", name(point.stage),
             point.control ? "control" : "item", point.settled ? ", settled" : "",
             incident_name(point.no_option), start ? ", start" : "", tag(point.clause));
        for (const BinderRegister& live : point.live_registers) line("  live {}", binder(live));
        for (const PointOption& option : point.options) {
            std::vector<std::string> binders;
            for (const BinderRegister& b : option.binders) binders.push_back(" " + binder(b));
            line("  option \"{}\"{} if {} -> {}{}", option.text, dsl::join(binders, ","), term(option.guard),
                 model_.labels[option.target.index].name, tag(option.clause));
        }
        if (point.otherwise) line("  otherwise -> {}", model_.labels[point.otherwise->index].name);
    }
    std::string binder(const BinderRegister& b) const {
        return fmt::format("{}: {} = r{}", b.name, type(b.type), b.reg);
    }

    void print_claim(const Claim& claim) {
        line("claim {}{} \"{}\": {} premise {} incident {}{}", claim.ruling ? "ruling " : "",
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

std::string print(const Model& model, CodeId code, std::size_t indent) {
    CodePrinter printer(model);
    printer.print(code, indent, {});
    return printer.out;
}

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
