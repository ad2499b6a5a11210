#include <CLI/CLI.hpp>

#include <memory>

#include "dsl/base/text.h"
#include "reports/cli/commands.h"
#include "reports/cli/console.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/cli/options.h"
#include "reports/explain/explain.h"
#include "reports/render/steps.h"
#include "reports/saved/witness.h"

namespace errata::reports {

namespace {

int not_replayed(const std::string& path, const std::string& why, Console& console) {
    complain(console, "'" + path + "' cannot be replayed: " + why);
    return exit_wrong;
}

std::string start_lines(const WitnessLines& lines) {
    std::string text;
    for (const std::string& line : lines.board) text += "      " + line + "\n";
    for (const StartLine& cell : lines.start) text += "      " + cell.path + " = " + cell.value + "\n";
    return text;
}

int replay_file(const std::string& path, Console& console) {
    const auto text = dsl::DiskReader(dsl::DiskReader::largest_saved).read(path);
    if (!text) return not_replayed(path, "it cannot be read", console);
    const ReadFile file = read_saved(*text, witness_format);
    if (!file.problem.empty()) return not_replayed(path, file.problem, console);
    const auto origin = file.json.contains("origin") ? read_origin(file.json["origin"]) : std::nullopt;
    if (!origin || !file.json.contains("play"))
        return not_replayed(path, "it does not say what was played", console);
    const auto reader = find_root(origin->spec, path);
    if (!reader)
        return not_replayed(path, "its spec '" + origin->spec + "' is neither here nor above the file",
                            console);
    const checker::Session session = checker::open_session(*reader, origin->spec, compile_options(*origin));
    print_diagnostics(session, console.err);
    if (session.parts.empty()) return exit_wrong;
    const compiler::Model& model = session.parts[0].model;

    if (file.json.value("model", Json()) != hash_of(model))
        console.out << "The spec has changed since this play was saved.\n";
    const Replayed replayed = replay(model, file.json["play"]);
    if (replayed.broken) return not_replayed(path, replayed.problem, console);
    const Json finding = file.json.value("finding", Json());
    const auto is_text = [&](const char* key) { return finding.contains(key) && finding[key].is_string(); };
    if (is_text("code") && is_text("title")) {
        console.out << dsl::visible_word(origin->spec) << ": " << finding.value("code", "") << ": "
                    << finding.value("title", "") << "\n";
    }
    if (!replayed.trace.initial.empty()) {
        const WitnessLines lines = explain(model, session.sources, replayed.trace);
        console.out << "  From " << lines.setup << "\n"
                    << start_lines(lines) << render_steps(lines, origin->spec);
    }
    if (!replayed.problem.empty()) {
        console.out << "  Does not replay: " << replayed.problem << "\n";
        return exit_findings;
    }
    console.out << "  Replayed as saved.\n";
    return exit_passed;
}

}  // namespace

void declare_replay(CLI::App& program, Chosen& chosen) {
    const auto path = std::make_shared<std::string>();
    CLI::App& command = *program.add_subcommand("replay", "Play a saved witness again, step by step");
    command.add_option("FILE", *path, "A file written by --save-witness")->required();
    command.callback(
        [path, &chosen] { chosen.run = [path](Console& console) { return replay_file(*path, console); }; });
}

}  // namespace errata::reports
