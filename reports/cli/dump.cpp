#include <algorithm>
#include <memory>
#include <sstream>

#include "compiler/ir/print.h"
#include "compiler/smt/print_step.h"
#include "dsl/ast/dump.h"
#include "dsl/load.h"
#include "reports/cli/commands.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/options.h"
#include "reports/cli/spec.h"

namespace errata::reports {

namespace {

struct DumpFlags {
    std::string spec;
    std::string stage;
    ScopeWords scope;
};

std::string indented(const std::string& lines, std::size_t by) {
    std::string result;
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);) result += std::string(by, ' ') + line + "\n";
    return result;
}

int dump_ast(const DumpFlags& flags, Console& console) {
    Spec spec;
    spec.path = flags.spec;
    for (const dsl::ast::Module& module : dsl::load(dsl::DiskReader(), flags.spec, spec.sources, spec.sink)) {
        console.out << "-- " << spec.sources.file(module.file).path() << "\n" << dsl::ast::dump(module);
    }
    print_diagnostics(spec, console.err);
    return spec.sink.has_errors() ? exit_wrong : exit_passed;
}

// The lines of the printed items, each with its readings as nested phrases.
void dump_text(const compiler::Model& model, std::ostream& out) {
    for (const compiler::Clause& clause : model.clauses) {
        if (clause.readings.empty()) continue;
        out << clause.name << "\n  " << clause.text << "\n";
        for (std::size_t i = 0; i < clause.readings.size(); ++i) {
            if (clause.readings.size() > 1) out << "    reading " << i + 1 << "\n";
            out << indented(clause.readings[i], 4);
        }
        const auto ambiguous = std::ranges::find_if(
            model.readings, [&](const auto& reading) { return &model.clause(reading.clause) == &clause; });
        if (ambiguous == model.readings.end()) continue;
        for (const std::string& label : model.type(model.variable(ambiguous->variable).type).labels)
            out << "    may mean: " << label << "\n";
    }
}

int dump(const DumpFlags& flags, Console& console) {
    if (flags.stage == "ast") return dump_ast(flags, console);
    const Spec spec = read_spec(dsl::DiskReader(), flags.spec, compile_options(flags.scope));
    print_diagnostics(spec, console.err);
    if (spec.parts.empty()) return exit_wrong;
    for (const Part& part : spec.parts) {
        if (!part.scenario.empty()) console.out << "-- scenario " << part.scenario << "\n";
        if (flags.stage == "ir") {
            console.out << compiler::print(part.model);
            continue;
        }
        if (flags.stage == "text") {
            dump_text(part.model, console.out);
            continue;
        }
        const std::optional<std::string> step = compiler::print_step(part.model);
        if (!step) {
            complain(console, flags.spec + ": this model has transitions that cannot be encoded");
            return exit_inconclusive;
        }
        console.out << *step;
    }
    return exit_passed;
}

}  // namespace

void declare_dump(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<DumpFlags>();
    CLI::App& command = *program.add_subcommand("dump", "Show what a stage makes of a spec");
    command.add_option("SPEC", flags->spec, "A file or a folder")->required();
    command
        .add_option("--stage", flags->stage,
                    "ast: the syntax tree; text: how the printed lines are read; ir: the compiled model; "
                    "smt: one transition as SMT-LIB")
        ->required()
        ->type_name("ast | text | ir | smt")
        ->check(CLI::IsMember({"ast", "text", "ir", "smt"}).description(""));
    declare_scope(command, flags->scope);
    command.callback(
        [flags, &chosen] { chosen.run = [flags](Console& console) { return dump(*flags, console); }; });
}

}  // namespace errata::reports
