#include <CLI/CLI.hpp>

#include <memory>

#include "reports/cli/commands.h"
#include "reports/cli/console.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/cli/options.h"
#include "reports/play/dialogue.h"

namespace errata::reports {

namespace {

struct PlayFlags {
    std::string spec;
    ScopeWords scope;
};

int play(const PlayFlags& flags, Console& console) {
    const compiler::CompileOptions options = compile_options(flags.scope);
    const checker::Session session = checker::open_session(dsl::DiskReader(), flags.spec, options);
    print_diagnostics(session, console.err);
    if (session.parts.empty()) return exit_wrong;
    run_dialogue({session.parts[0].model, session.sources, session.path, options, write_file},
                 {console.in, console.out, !console.in_is_terminal, has_colour(console)});
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
