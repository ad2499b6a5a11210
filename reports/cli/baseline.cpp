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
    command.add_option("--size", flags->size, "With --screen: how many cards the largest sets have")
        ->type_name("1 | 2 | 3")
        ->check(CLI::Range(1, 6).description(""));
    declare_budget(command, check.budget);
    declare_scope(command, check.scope);
    declare_as_of(command, check.as_of);
    command
        .add_option("--threads", check.threads,
                    "How many threads; all cores unless said. The results are the same")
        ->type_name("N")
        ->check(number_of("threads", 1));
    declare_cache_options(command, check.cache);
    command.add_flag("--progress", check.progress, "Report progress on stderr even if it is no terminal");
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
