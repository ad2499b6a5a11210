#include <memory>

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

int dump_ast(const DumpFlags& flags, Console& console) {
    Spec spec;
    spec.path = flags.spec;
    for (const dsl::ast::Module& module : dsl::load(dsl::DiskReader(), flags.spec, spec.sources, spec.sink)) {
        console.out << "-- " << spec.sources.file(module.file).path() << "\n" << dsl::ast::dump(module);
    }
    print_diagnostics(spec, console.err);
    return spec.sink.has_errors() ? exit_wrong : exit_passed;
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
        const std::optional<std::string> step = compiler::print_step(part.model);
        if (!step) {
            console.err << flags.spec << ": this model has transitions that cannot be encoded\n";
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
    command.add_option("--stage", flags->stage, "ast: the syntax tree; ir: the compiled model; smt: one transition as SMT-LIB")
        ->required()
        ->type_name("ast | ir | smt")
        ->check(CLI::IsMember({"ast", "ir", "smt"}).description(""));
    declare_scope(command, flags->scope);
    command.callback(
        [flags, &chosen] { chosen.run = [flags](Console& console) { return dump(*flags, console); }; });
}

}  // namespace errata::reports
