#include <CLI/CLI.hpp>

#include <memory>

#include "reports/cli/check_run.h"
#include "reports/cli/commands.h"

namespace errata::reports {

void declare_test(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<CheckFlags>();
    flags->scenarios_only = true;
    CLI::App& command =
        *program.add_subcommand("test", "Play the scenarios and hold the rulings against the rules");
    command.add_option("SPEC", flags->specs, "Files or folders")->required();
    declare_outputs(command, flags->outputs);
    declare_text(command, flags->text);
    declare_budget(command, flags->budget);
    declare_scope(command, flags->scope);
    declare_threads(command, flags->threads);
    command
        .add_option("--save-witness", flags->save.witness,
                    "Keep each finding's play in a folder for `errata replay`")
        ->type_name("DIR");
    declare_watch(command, flags->watches);
    declare_cache_options(command, flags->cache);
    declare_progress(command, flags->progress);
    command.callback(
        [flags, &chosen] { chosen.run = [flags](Console& console) { return run_check(*flags, console); }; });
}

}  // namespace errata::reports
