#include <CLI/CLI.hpp>

#include <memory>

#include "reports/cli/check_run.h"
#include "reports/cli/commands.h"

namespace errata::reports {

void declare_baseline(CLI::App& program, Chosen& chosen) {
    struct BaselineFlags {
        CheckFlags check;
        bool screens = false;
        std::optional<std::size_t> size;
    };
    const auto flags = std::make_shared<BaselineFlags>();
    CheckFlags& check = flags->check;
    CLI::App& command = *program.add_subcommand(
        "baseline", "Keep what is known today, so that a build server fails only for what is new");
    command.add_option("SPEC", check.specs, "Files or folders")->required();
    command
        .add_option("-o,--output,--baseline", check.save.baseline,
                    "The file; what it says of other specs stays as it is")
        ->type_name("FILE")
        ->required();
    command.add_flag("--screen", flags->screens,
                     "What `errata screen` finds; unless said, what `check` does");
    declare_set_size(command, flags->size, "With --screen: how many cards the largest sets have");
    declare_budget(command, check.budget);
    declare_scope(command, check.scope);
    declare_as_of(command, check.as_of);
    declare_threads(command, check.threads);
    declare_cache_options(command, check.cache);
    declare_progress(command, check.progress);
    check.text.summary = true;
    command.callback([flags, &chosen] {
        if (flags->screens) {
            compiler::ScreenOptions& screens = flags->check.screens.emplace();
            screens.alone = true;
            screens.size = flags->size;
        }
        chosen.run = [flags](Console& console) { return run_check(flags->check, console); };
    });
}

}  // namespace errata::reports
