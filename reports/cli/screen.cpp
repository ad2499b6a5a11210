#include <memory>

#include "reports/cli/check_run.h"
#include "reports/cli/commands.h"

namespace errata::reports {

void declare_screen(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<CheckFlags>();
    flags->screens_only = true;
    CLI::App& command = *program.add_subcommand(
        "screen", "Lay out every card, pair and triple on tables and look for what they do to each other");
    command.add_option("SPEC", flags->specs, "Files or folders")->required();
    command.add_option("--size", flags->set_size, "How many cards the largest sets have, on every table")
        ->type_name("1 | 2 | 3")
        ->check(CLI::Range(1, 6).description(""));
    command
        .add_option("--about", flags->screened_items,
                    "Only sets with this card. May be repeated: one of them")
        ->type_name("CARD")
        ->allow_extra_args(false);
    declare_outputs(command, flags->outputs);
    declare_fail_on(command, flags->fail_on);
    declare_budget(command, flags->budget);
    declare_scope(command, flags->scope);
    command
        .add_option("--threads", flags->threads,
                    "How many threads; all cores unless said. The results are the same")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    declare_reductions(command, flags->reductions);
    command
        .add_option("--save-witness", flags->save_witness,
                    "Keep each finding's play in a folder for `errata replay`")
        ->type_name("DIR");
    command.add_flag("--progress", flags->progress, "Report progress on stderr even if it is no terminal");
    command.callback(
        [flags, &chosen] { chosen.run = [flags](Console& console) { return run_check(*flags, console); }; });
}

}  // namespace errata::reports
