#include "reports/cli/program.h"

#include <algorithm>

#include "dsl/base/text.h"
#include "reports/cli/commands.h"
#include "reports/cli/exit_codes.h"

namespace errata::reports {

namespace {

constexpr void (*commands[])(CLI::App&, Chosen&) = {declare_check, declare_test,    declare_replay, declare_fmt,
                                                    declare_explain, declare_dump, declare_merge};

// The words of the command line that no option and no command has, each with the nearest one that exists.
std::string suggestions(CLI::App& program, const std::vector<std::string>& arguments) {
    CLI::App* command = nullptr;
    std::vector<std::string> names;
    for (const CLI::App* sub : program.get_subcommands({})) names.push_back(sub->get_name());
    const auto is_name = [&](const std::string& word) { return std::find(names.begin(), names.end(), word) != names.end(); };
    if (!arguments.empty() && is_name(arguments[0])) command = program.get_subcommand(arguments[0]);

    std::string text;
    const auto suggest = [&](const std::string& word, const std::vector<std::string>& candidates) {
        if (std::find(candidates.begin(), candidates.end(), word) != candidates.end()) return;
        if (const auto near = dsl::nearest(word, candidates)) text += "  did you mean '" + *near + "'?\n";
    };
    if (!command) {
        if (!arguments.empty()) suggest(arguments[0], names);
        return text;
    }
    std::vector<std::string> options;
    for (const CLI::Option* option : command->get_options({})) {
        for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
    }
    for (const std::string& word : arguments) {
        if (word.starts_with("--")) suggest(word.substr(0, word.find('=')), options);
    }
    return text;
}

}  // namespace

int run_program(std::vector<std::string> arguments, Console& console) {
    CLI::App program("Errata finds a game's errata before print.", "errata");
    program.set_version_flag("--version", std::string("errata ") + ERRATA_VERSION);
    program.require_subcommand(1);
    program.footer("Exit codes: 0 nothing found, 1 findings, 2 the spec or the command line is wrong, 3 inconclusive, 70 a bug "
                   "of Errata.");
    Chosen chosen;
    for (const auto declare : commands) declare(program, chosen);

    // The parser takes its words from the end of the list.
    std::vector<std::string> words(arguments.rbegin(), arguments.rend());
    try {
        program.parse(words);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return program.exit(error, console.out, console.err), exit_passed;
        console.err << "errata: " << error.what() << "\n" << suggestions(program, arguments);
        console.err << "  `errata --help` and `errata COMMAND --help` tell what there is\n";
        return exit_wrong;
    }
    return chosen.run(console);
}

}  // namespace errata::reports
