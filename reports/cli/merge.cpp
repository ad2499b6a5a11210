#include <algorithm>
#include <memory>

#include "reports/cli/check_run.h"
#include "reports/cli/commands.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/saved/results.h"

namespace errata::reports {

namespace {

struct MergeFlags {
    std::vector<std::string> files;
    Format format = Format::Text;
    checker::Severity fail_on = checker::Severity::Error;
};

int broken(const std::string& path, const std::string& why, Console& console) {
    console.err << "errata: '" << path << "' cannot be merged: " << why << "\n";
    return exit_wrong;
}

struct Part {
    std::string path;
    Json json;
    ResultsHead head;
};

// The sentence that says why the file is no part of a run, or "".
std::string read_part(const std::string& path, Part& part) {
    const auto text = dsl::DiskReader().read(path);
    if (!text) return "it cannot be read";
    ReadFile file = read_saved(*text, results_format);
    if (!file.problem.empty()) return file.problem;
    const auto head = read_results_head(file.json);
    if (!head) return "it does not say which results of which spec it holds";
    part = {path, std::move(file.json), *head};
    return "";
}

// Whoever sees a merged report must know that a part of the plan was never run.
void note_missing(const std::vector<std::string>& present, const compiler::Model& model, checker::CheckResult& result) {
    for (const checker::Obligation& obligation : checker::plan(model, {})) {
        if (std::find(present.begin(), present.end(), obligation.id) != present.end()) continue;
        result.not_analysed.push_back("obligation " + obligation.id + " is in none of the merged files");
        result.inconclusive = true;
    }
}

int merge_files(const MergeFlags& flags, Console& console) {
    std::vector<Part> parts(flags.files.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (const std::string problem = read_part(flags.files[i], parts[i]); !problem.empty()) return broken(flags.files[i], problem, console);
        const Origin& origin = parts[i].head.origin;
        const Origin& first = parts[0].head.origin;
        if (origin.spec != first.spec || origin.scope != first.scope || origin.overrides != first.overrides) {
            return broken(parts[i].path, "it speaks of another spec or scope than '" + parts[0].path + "'", console);
        }
    }
    const Origin& origin = parts[0].head.origin;
    const auto reader = find_root(origin.spec, parts[0].path);
    if (!reader) return broken(parts[0].path, "its spec '" + origin.spec + "' is neither here nor above the file", console);
    Spec spec = read_spec(*reader, origin.spec, {origin.scope, origin.overrides});
    CheckFlags shown;
    shown.format = flags.format;
    shown.fail_on = flags.fail_on;
    if (!spec.model) {
        const Run run = report_of_errors(spec);
        print_run(spec, run, shown, console);
        return finish_runs({run}, shown, console);
    }
    std::vector<checker::CheckResult> results;
    std::vector<std::string> present;
    for (const Part& part : parts) {
        if (part.head.texts != hash_of(spec.sources)) return broken(part.path, "the spec has changed since", console);
        ReadResults read = read_results(*spec.model, part.json);
        if (!read.problem.empty()) return broken(part.path, read.problem, console);
        results.push_back(std::move(read.result));
        present.insert(present.end(), part.head.obligations.begin(), part.head.obligations.end());
    }
    checker::CheckResult merged = checker::merge(*spec.model, std::move(results), {});
    note_missing(present, *spec.model, merged);
    const Run run = report_of(spec, merged, flags.fail_on);
    print_run(spec, run, shown, console);
    return finish_runs({run}, shown, console);
}

}  // namespace

void declare_merge(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<MergeFlags>();
    CLI::App& command = *program.add_subcommand("merge", "Join results that were made one by one");
    command.add_option("FILE", flags->files, "Files written by --save-results, all of one spec")->required();
    declare_format(command, flags->format);
    declare_fail_on(command, flags->fail_on);
    command.callback([flags, &chosen] { chosen.run = [flags](Console& console) { return merge_files(*flags, console); }; });
}

}  // namespace errata::reports
