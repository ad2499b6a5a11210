#include <memory>

#include "reports/cli/commands.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/cli/options.h"
#include "reports/cli/spec.h"
#include "reports/play/session.h"

namespace errata::reports {

namespace {

struct PlayFlags {
    std::string spec;
    ScopeWords scope;
};

int play(const PlayFlags& flags, Console& console) {
    const compiler::CompileOptions options = compile_options(flags.scope);
    const Spec spec = read_spec(dsl::DiskReader(), flags.spec, options);
    print_diagnostics(spec, console.err);
    if (spec.parts.empty()) return exit_wrong;
    Session session({spec.parts[0].model, spec.sources, spec.path, options, write_file},
                    {console.in, console.out, !console.in_is_terminal, console.out_is_terminal});
    session.run();
    return exit_passed;
}

}  // namespace

void declare_play(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<PlayFlags>();
    CLI::App& command =
        *program.add_subcommand("play", "Play a game by hand: choose by number, undo, save as a scenario");
    command.add_option("SPEC", flags->spec, "A file or a folder")->required();
    declare_scope(command, flags->scope);
    command.callback(
        [flags, &chosen] { chosen.run = [flags](Console& console) { return play(*flags, console); }; });
}

}  // namespace errata::reports
