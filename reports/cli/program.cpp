#include "reports/cli/program.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "dsl/source/file_reader.h"
#include "reports/cli/commands.h"
#include "reports/cli/config.h"
#include "reports/cli/console.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/generate.h"
#include "reports/version.h"

namespace errata::reports {

namespace {

constexpr void (*commands[])(CLI::App&, Chosen&) = {
    declare_check, declare_screen,   declare_test,     declare_play,    declare_replay,
    declare_fmt,   declare_cards,    declare_new,      declare_explain, declare_dump,
    declare_merge, declare_coverage, declare_baseline, declare_accept,  declare_cache,
    declare_diff,  declare_ask,      declare_faq,      declare_lsp};

// What is wrong with a command line, in our words where the parser's would not help, and what was probably
// meant.
std::string complaint(CLI::App& program, const std::vector<std::string>& arguments,
                      const CLI::ParseError& error) {
    std::vector<std::string> names;
    for (const CLI::App* sub : program.get_subcommands({})) names.push_back(sub->get_name());
    const auto suggestion = [](const std::string& word,
                               const std::vector<std::string>& known) -> std::string {
        if (std::find(known.begin(), known.end(), word) != known.end()) return "";
        const auto near = dsl::nearest(word, known);
        return near ? "  did you mean '" + *near + "'?\n" : "";
    };
    if (arguments.empty() || arguments[0].starts_with("-")) return dsl::visible_word(error.what()) + "\n";
    if (std::find(names.begin(), names.end(), arguments[0]) == names.end()) {
        return "no command is called '" + dsl::visible_word(arguments[0]) + "'\n" +
               suggestion(arguments[0], names);
    }
    std::vector<std::string> options;
    for (const CLI::Option* option : program.get_subcommand(arguments[0])->get_options({})) {
        for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
    }
    std::string text = dsl::visible_word(error.what()) + "\n";
    for (const std::string& word : arguments) {
        if (word.starts_with("--")) text += suggestion(word.substr(0, word.find('=')), options);
    }
    return text;
}

}  // namespace

namespace {

std::string exit_code_words() {
    const std::vector<std::string> rows = dsl::mapped(exit_meanings, [](const ExitMeaning& row) {
        return std::to_string(row.code) + " " + std::string(row.when);
    });
    return "Exit codes: " + dsl::join(rows, ", ") + ".";
}

// `errata --generate WHAT` is for the installation; no help tells it.
int print_generated(const CLI::App& program, const std::string& name, Console& console) {
    const std::string text = generate(program, name);
    console.out << text;
    if (!text.empty()) return exit_passed;
    complain(console, "nothing called '" + name + "' can be generated; there are " +
                          dsl::join(generated_names(), ", "));
    return exit_wrong;
}

std::unique_ptr<CLI::App> make_program(std::string_view commit, ConfigFlags& config, Chosen& chosen) {
    auto program = std::make_unique<CLI::App>("Errata finds a game's errata before print.", "errata");
    program->set_version_flag("--version", version_text(commit),
                              "Print the version, the commit, and the versions of Z3 and Boost");
    declare_config(*program, config);
    program->require_subcommand(1);
    program->footer(exit_code_words());
    for (const auto declare : commands) declare(*program, chosen);
    return program;
}

// `errata help check` asks for what `errata check --help` does.
std::vector<std::string> help_as_option(std::vector<std::string> arguments) {
    if (arguments.empty() || arguments[0] != "help") return arguments;
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
    return arguments;
}

int run(const std::vector<std::string>& arguments, Console& console, std::string_view commit) {
    Chosen chosen;
    ConfigFlags config;
    const std::unique_ptr<CLI::App> program = make_program(commit, config, chosen);
    if (arguments.size() == 2 && arguments[0] == "--generate")
        return print_generated(*program, arguments[1], console);

    Chosen ignored;
    const Configured configured = with_config(
        arguments, [&](ConfigFlags& flags) { return make_program(commit, flags, ignored); },
        dsl::DiskReader());
    console.err << render(configured.sink.sorted(), configured.sources);
    if (!configured.problem.empty()) complain(console, configured.problem);
    if (!configured.problem.empty() || configured.sink.has_errors()) return exit_wrong;
    // The parser takes its words from the end of the list.
    std::vector<std::string> words(configured.words.rbegin(), configured.words.rend());
    try {
        program->parse(words);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return program->exit(error, console.out, console.err), exit_passed;
        console.err << "errata: " << complaint(*program, arguments, error);
        console.err << "  `errata --help` and `errata COMMAND --help` tell what there is\n";
        return exit_wrong;
    }
    return chosen.run(console);
}

}  // namespace

int run_program(const std::vector<std::string>& arguments, Console& console, std::string_view commit) {
    VisibleStream out(console.out, console.out_is_terminal);
    VisibleStream err(console.err, console.err_is_terminal);
    Console shown{console.in,
                  out,
                  err,
                  console.out_is_terminal,
                  console.err_is_terminal,
                  console.in_is_terminal,
                  console.wants_colour,
                  console.width,
                  &console.out,
                  console.reader_is_gone};
    const int code = run(help_as_option(arguments), shown, commit);
    out.flush();
    if (out && console.out) return code;
    if (console.reader_is_gone != nullptr && console.reader_is_gone()) return code;
    complain(shown, "the results cannot be written to the standard output");
    return code == exit_bug ? code : exit_wrong;
}

}  // namespace errata::reports
