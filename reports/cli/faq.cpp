#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include "reports/cli/check_run.h"
#include "reports/cli/commands.h"

namespace errata::reports {

void declare_faq(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<CheckFlags>();
    const auto file = std::make_shared<std::string>();
    CLI::App& command = *program.add_subcommand(
        "faq", "Write questions and answers to publish, each looked at again: Markdown");
    command.add_option("SPEC", flags->specs, "Files or folders")->required();
    command.add_option("--output", *file, "Write it to a file")->type_name("FILE");
    declare_as_of(command, flags->as_of);
    declare_search(command, *flags);
    command.callback([flags, file, &chosen] {
        const auto format = std::ranges::find(all_formats(), "faq", &OutputFormat::name);
        flags->outputs.list = {{&*format, *file}};
        chosen.run = [flags](Console& console) { return run_check(*flags, console); };
    });
}

}  // namespace errata::reports
