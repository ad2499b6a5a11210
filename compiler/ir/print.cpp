#include "compiler/ir/print.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::compiler {

namespace {

std::optional<TypeId> type_of(const Model& model, const Term& term) {
    const auto position = static_cast<std::size_t>(term.payload);
    if (term.kind == TermKind::Cell) return model.variables[position].type;
    if (term.kind == TermKind::Table) return model.functions.tables[position].type;
    if (term.kind == TermKind::First) return term.domain;
    return std::nullopt;
}

class TermPrinter {
public:
    TermPrinter(const Model& model, const Term& term) : model_(model), term_(term) {}

    // `of`: the text of a child.
    template <class Of>
    std::string print(const Of& of) const {
        switch (info(term_.kind).form) {
            case TermForm::Fixed:
            case TermForm::Stored:
            case TermForm::Asked:
                return leaf(of);
            case TermForm::Junction:
                return term_.kind == TermKind::Ite ? conditional(of) : infix(of);
            case TermForm::Strict:
                return strict(of);
            case TermForm::Quantifier:
                return quantifier(of);
        }
        return {};
    }

private:
    template <class Of>
    std::string leaf(const Of& of) const {
        const auto position = static_cast<std::size_t>(term_.payload);
        const auto asked = [&](const auto& what) { return call(what.name, what.params, of); };
        if (term_.kind == TermKind::Register) return fmt::format("r{}", term_.payload);
        if (term_.kind == TermKind::Bound) return fmt::format("b{}", term_.payload);
        if (term_.kind == TermKind::Cell) return asked(model_.variables[position]);
        if (term_.kind == TermKind::Table) return asked(model_.functions.tables[position]);
        if (term_.kind == TermKind::Open) return asked(model_.functions.open[position]);
        if (term_.kind == TermKind::Unknown) return asked(model_.functions.unknowns[position]);
        if (term_.kind == TermKind::Solutions)
            return fmt::format("solutions({})", model_.functions.equations[position].name);
        if (term_.kind == TermKind::Enabled) return fmt::format("enabled(c{})", position);
        return std::to_string(term_.payload);
    }

    template <class Of>
    std::string conditional(const Of& of) const {
        return fmt::format("(if {} then {} else {})", of(term_.children[0]), of(term_.children[1]),
                           of(term_.children[2]));
    }

    template <class Of>
    std::string strict(const Of& of) const {
        const std::string text(info(term_.kind).text);
        if (term_.kind == TermKind::Not) return "not " + of(term_.children[0]);
        if (term_.kind == TermKind::Within) {
            const Type& range = model_.type(TypeId(static_cast<std::size_t>(term_.payload)));
            return fmt::format("({} {} {})", of(term_.children[0]), text, range.name);
        }
        if (std::isalpha(static_cast<unsigned char>(text[0])) != 0) return call(text, {}, of);
        return info(term_.kind).result == TermResult::Truth ? comparison(of) : infix(of);
    }

    template <class Of>
    std::string quantifier(const Of& of) const {
        if (term_.kind == TermKind::Reach) {
            return fmt::format("(reach from {} to {} by {}, b{} with {})", child(0, term_.domain, of),
                               child(1, term_.domain, of), binder(), term_.payload + 1,
                               of(term_.children[2]));
        }
        const std::string head =
            fmt::format("{} {} with {}", info(term_.kind).text, binder(), of(term_.children[0]));
        return term_.kind == TermKind::Sum ? fmt::format("({} of {})", head, of(term_.children[1]))
                                           : "(" + head + ")";
    }

    std::string binder() const {
        return fmt::format("b{}: {}", term_.payload, model_.type(term_.domain).name);
    }

    // A constant reads as a value of the type it stands for.
    template <class Of>
    std::string child(std::size_t i, std::optional<TypeId> type, const Of& of) const {
        const Term& term = model_.terms[term_.children[i]];
        if (type && term.kind == TermKind::Const) return compiler::print(model_, *type, term.payload);
        return of(term_.children[i]);
    }

    template <class Of>
    std::string call(const std::string& name, const std::vector<TypeId>& params, const Of& of) const {
        if (term_.children.empty()) return name;
        std::vector<std::string> arguments;
        for (std::size_t i = 0; i < term_.children.size(); ++i) {
            arguments.push_back(child(i, i < params.size() ? std::optional(params[i]) : std::nullopt, of));
        }
        return fmt::format("{}({})", name, dsl::join(arguments, ", "));
    }

    template <class Of>
    std::string infix(const Of& of) const {
        std::vector<std::string> parts;
        for (const TermId id : term_.children) parts.push_back(of(id));
        if (parts.empty()) return term_.kind == TermKind::And ? "1" : "0";
        return "(" + dsl::join(parts, fmt::format(" {} ", info(term_.kind).text)) + ")";
    }

    template <class Of>
    std::string comparison(const Of& of) const {
        auto type = type_of(model_, model_.terms[term_.children[0]]);
        if (!type) type = type_of(model_, model_.terms[term_.children[1]]);
        return fmt::format("({} {} {})", child(0, type, of), info(term_.kind).text, child(1, type, of));
    }

    const Model& model_;
    const Term& term_;
};

}  // namespace

std::string print(const Model& model, TermId term) {
    if (!term.is_valid()) return "-";
    TermFold<std::string> texts(model.terms);
    return texts(term,
                 [&](TermId, const Term& t, const auto& of) { return TermPrinter(model, t).print(of); });
}

std::string print(const Model& model, TypeId id, Value value) { return model.types.named(id, value).text(); }

namespace {

// "  [c3]" at the end of a line; nothing for no clause.
std::string tag(ClauseId clause) { return clause.is_valid() ? fmt::format("  [c{}]", clause.index) : ""; }

std::string incident_name(IncidentId incident) {
    return incident.is_valid() ? fmt::format("i{}", incident.index) : "no incident";
}

class CodePrinter {
public:
    explicit CodePrinter(const Model& model) : model_(model) {}

    // The clause is named where it differs from that of the node around.
    void print(CodeId id, std::size_t indent, ClauseId around) {
        const Code& node = model_.flow.code[id];
        if (node.kind == CodeKind::Sequence && !node.children.empty()) {
            for (const CodeId child : node.children) print(child, indent, around);
            return;
        }
        const ClauseId clause = node.clause.is_valid() ? node.clause : around;
        line(indent, head(node) + (clause == around ? "" : tag(clause)));
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            const std::string before = before_child(node.kind, i);
            if (!before.empty()) line(indent, before);
            print(node.children[i], indent + 2, clause);
        }
    }

    std::string out;

private:
    void line(std::size_t indent, const std::string& text) { out += std::string(indent, ' ') + text + "\n"; }

    // What stands above the children.
    std::string head(const Code& node) const {
        const auto term = [&] { return compiler::print(model_, node.terms[0]); };
        switch (node.kind) {
            case CodeKind::Sequence:
                return "nothing";
            case CodeKind::If:
                return "if " + term();
            case CodeKind::IfAtRest:
                return "if at rest";
            case CodeKind::Let:
                return fmt::format("let b{} = {}", node.level, term());
            case CodeKind::ForEach:
                return fmt::format("for each b{}: {} with {}", node.level, model_.type(node.domain).name,
                                   term());
            case CodeKind::AnyOrder:
                return "any order, " + incident_name(node.incident);
            case CodeKind::Rounds:
                return fmt::format("rounds b{} ({}), {}", node.level, terms(node),
                                   incident_name(node.incident));
            case CodeKind::Again:
                return fmt::format("again b{} ({})", node.level, terms(node));
            case CodeKind::Set:
                return fmt::format("{} {} := {}{}", node.is_reset ? "reset" : "set", target(node),
                                   written(node), node.is_for_good ? ", for good" : "");
            case CodeKind::Increase:
                return fmt::format("increase {} by {}", target(node), written(node));
            case CodeKind::Gain:
                return fmt::format("{} gains {}", target(node), written(node));
            case CodeKind::Lose:
                return fmt::format("{} {} {}", target(node), node.is_reset ? "forgets" : "loses",
                                   written(node));
            case CodeKind::SetRegister:
                return fmt::format("r{} := {}", node.level, term());
            case CodeKind::Simultaneously:
                return std::string("simultaneously") + (node.sets_last ? ", what is set last" : "") +
                       (node.incident.is_valid() ? ", conflict " + incident_name(node.incident) : "");
            case CodeKind::Defer:
                return fmt::format("defer {}", node.level);
            case CodeKind::Solve:
                return "solve " + model_.functions.equations[node.equations.index].name;
            case CodeKind::Fork:
                return "fork " + incident_name(node.incident);
            case CodeKind::Report:
                return "report " + incident_name(node.incident) +
                       (node.terms.empty() ? "" : " about " + terms(node));
            case CodeKind::Pend:
                return "pend " + instance(node);
            case CodeKind::Forget:
                return "forget " + value(node.terms[0], node.domain) + " of " + model_.type(node.domain).name;
            case CodeKind::Goto:
                return "goto " + model_.flow.labels[node.label.index].name;
            case CodeKind::Call:
                return "call " + instance(node) + ", wait at " + model_.flow.points[node.point.index].name;
            case CodeKind::Stop:
                return "stop " + model_.flow.points[node.point.index].name;
            case CodeKind::Return:
                return "return";
            case CodeKind::Finish:
                return "finish " + model_.rules.endings[node.ending.index].name;
            case CodeKind::Cut:
                return node.level == cut_ways ? "cut ways" : "cut";
        }
        return {};
    }

    // What stands between two children, or above each.
    static std::string before_child(CodeKind kind, std::size_t child) {
        if (kind == CodeKind::Fork) return fmt::format("outcome {}", child);
        if (child == 0) return {};
        if (kind == CodeKind::If || kind == CodeKind::IfAtRest) return "else";
        if (kind == CodeKind::Solve) return child == 1 ? "none" : "several";
        return {};
    }

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

    std::string instance(const Code& node) const {
        return fmt::format("{}({})", model_.rules.triggers[node.trigger.index].name, terms(node));
    }

    std::string terms(const Code& node) const {
        const auto in_words = [&](TermId term) { return compiler::print(model_, term); };
        return dsl::join(dsl::mapped(node.terms, in_words), ", ");
    }

    std::string value(TermId id, TypeId type) const {
        const Term& term = model_.terms[id];
        return term.kind == TermKind::Const ? compiler::print(model_, type, term.payload)
                                            : compiler::print(model_, id);
    }

    const Model& model_;
};

}  // namespace

std::string print(const Model& model, CodeId code, std::size_t indent) {
    CodePrinter printer(model);
    printer.print(code, indent, {});
    return printer.out;
}

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
        const std::string follows =
            variable.begins_with.is_valid() ? " as " + model_.variable(variable.begins_with).name : "";
        line("var {}{}: {} = {}{}  cells {}..{}", variable.name, params_text(model_, variable.params),
             type_name(model_, variable.type), compiler::print(model_, variable.type, variable.initial),
             follows, variable.base, variable.base + variable.cells - 1);
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
        line("incident i{} {} {} \"{}\" by {}: {}", number_, code_name(incident.code), word(incident.kind),
             dsl::join(incident.names, ", "), dsl::join(clauses, ", "),
             join(incident.outcomes, " | ").text());
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
