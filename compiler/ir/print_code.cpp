#include <fmt/format.h>

#include "compiler/ir/print.h"
#include "compiler/ir/print_names.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::compiler {

std::string tag(ClauseId clause) { return clause.is_valid() ? fmt::format("  [c{}]", clause.index) : ""; }

std::string incident_name(IncidentId incident) {
    return incident.is_valid() ? fmt::format("i{}", incident.index) : "no incident";
}

namespace {

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
                return fmt::format("{} {} := {}", node.is_reset ? "reset" : "set", target(node),
                                   written(node));
            case CodeKind::Increase:
                return fmt::format("increase {} by {}", target(node), written(node));
            case CodeKind::Gain:
                return fmt::format("{} gains {}", target(node), written(node));
            case CodeKind::Lose:
                return fmt::format("{} loses {}", target(node), written(node));
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

}  // namespace errata::compiler
