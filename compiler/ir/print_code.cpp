#include <fmt/format.h>

#include "compiler/ir/print.h"
#include "compiler/ir/print_names.h"
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
            case CodeKind::IfAtRest:
                line("if at rest");
                inside(0);
                out += std::string(indent, ' ') + "else\n";
                return inside(1);
            case CodeKind::Let:
                line(fmt::format("let b{} = {}", node.level, term(0)));
                return inside(0);
            case CodeKind::ForEach:
                line(fmt::format("for each b{}: {} with {}", node.level, model_.type(node.domain).name,
                                 term(0)));
                return inside(0);
            case CodeKind::AnyOrder:
                line("any order, " + incident_name(node.incident));
                for (std::size_t i = 0; i < node.children.size(); ++i) inside(i);
                return;
            case CodeKind::Set:
                return line(fmt::format("set {} := {}", target(node), written(node)));
            case CodeKind::Increase:
                return line(fmt::format("increase {} by {}", target(node), written(node)));
            case CodeKind::Gain:
                return line(fmt::format("{} gains {}", target(node), written(node)));
            case CodeKind::Lose:
                return line(fmt::format("{} loses {}", target(node), written(node)));
            case CodeKind::SetRegister:
                return line(fmt::format("r{} := {}", node.level, term(0)));
            case CodeKind::Simultaneously:
                line(node.incident.is_valid() ? "simultaneously, conflict " + incident_name(node.incident)
                                              : "simultaneously");
                return inside(0);
            case CodeKind::Solve:
                line("solve " + model_.equations[node.equations.index].name);
                for (std::size_t i = 0; i < node.children.size(); ++i) {
                    if (i > 0) out += std::string(indent, ' ') + (i == 1 ? "none\n" : "several\n");
                    inside(i);
                }
                return;
            case CodeKind::Fork:
                line("fork " + incident_name(node.incident));
                for (std::size_t i = 0; i < node.children.size(); ++i) {
                    out += fmt::format("{}outcome {}\n", std::string(indent, ' '), i);
                    inside(i);
                }
                return;
            case CodeKind::Report:
                return line("report " + incident_name(node.incident));
            case CodeKind::Pend:
                return line("pend " + instance(node));
            case CodeKind::Forget:
                return line(fmt::format("forget {} of {}", value(node.terms[0], node.domain),
                                        model_.type(node.domain).name));
            case CodeKind::Goto:
                return line("goto " + model_.labels[node.label.index].name);
            case CodeKind::Call:
                return line(
                    fmt::format("call {}, wait at {}", instance(node), model_.points[node.point.index].name));
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

    std::string instance(const Code& node) const {
        std::vector<std::string> arguments;
        for (const TermId term : node.terms) arguments.push_back(compiler::print(model_, term));
        return fmt::format("{}({})", model_.triggers[node.trigger.index].name, dsl::join(arguments, ", "));
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
