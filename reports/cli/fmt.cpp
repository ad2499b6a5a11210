#include <CLI/CLI.hpp>

#include <memory>

#include "dsl/base/text.h"
#include "dsl/format.h"
#include "dsl/source/file_reader.h"
#include "reports/cli/commands.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"

namespace errata::reports {

namespace {

struct FmtFlags {
    std::vector<std::string> paths;
    bool check = false;
};

// The canonical text, or nothing after having said what is wrong.
std::optional<std::string> formatted(const std::string& path, const std::string& text, Console& console) {
    dsl::SourceSet sources;
    dsl::Sink sink;
    std::optional<std::string> result = dsl::formatted(sources, sources.add(path, text), sink);
    console.err << dsl::render(sink.sorted(), sources);
    if (!result) console.err << dsl::visible_word(path) << ": left as it is\n";
    return result;
}

int format_stdin(const FmtFlags& flags, Console& console) {
    const std::string text{std::istreambuf_iterator<char>(console.in), {}};
    const auto result = formatted("-", text, console);
    if (!result) return exit_wrong;
    if (flags.check) return *result == text ? exit_passed : exit_findings;
    (console.verbatim ? *console.verbatim : console.out) << *result;
    return exit_passed;
}

int format_file(const std::string& path, const FmtFlags& flags, Console& console) {
    const auto text = dsl::DiskReader().read(path);
    if (!text) {
        complain(console, "cannot read '" + path + "'");
        return exit_wrong;
    }
    const auto result = formatted(path, *text, console);
    if (!result) return exit_wrong;
    if (*result == *text) return exit_passed;
    if (flags.check) {
        console.out << dsl::visible_word(path) << "\n";
        return exit_findings;
    }
    if (write_file(path, *result)) return exit_passed;
    complain(console, "cannot write '" + path + "'");
    return exit_wrong;
}

int format(const FmtFlags& flags, Console& console) {
    int code = exit_passed;
    for (const std::string& path : flags.paths) {
        if (path == "-") {
            code = graver(code, format_stdin(flags, console));
            continue;
        }
        const auto files = dsl::DiskReader().list(path);
        if (files && files->empty()) {
            complain(console, "no .rules file in '" + path + "'");
            code = graver(code, exit_wrong);
        }
        for (const std::string& file : files.value_or(std::vector<std::string>{path})) {
            code = graver(code, format_file(file, flags, console));
        }
    }
    return code;
}

}  // namespace

void declare_fmt(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<FmtFlags>();
    CLI::App& command = *program.add_subcommand("fmt", "Write files in canonical layout");
    command.add_option("SPEC", flags->paths, "Files or folders to rewrite; - formats stdin to stdout")
        ->required();
    command.add_flag("--check", flags->check,
                     "Change nothing; name the files that would change and exit with 1");
    command.callback(
        [flags, &chosen] { chosen.run = [flags](Console& console) { return format(*flags, console); }; });
}

}  // namespace errata::reports
