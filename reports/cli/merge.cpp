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
    Outputs outputs;
    checker::Severity fail_on = checker::Severity::Error;
};

int broken(const std::string& path, const std::string& why, Console& console) {
    complain(console, "'" + path + "' cannot be merged: " + why);
    return exit_wrong;
}

struct ResultsFile {
    std::string path;
    Json json;
    Origin origin;
};

// The sentence that says why the file holds no results, or "".
std::string read_file(const std::string& path, ResultsFile& file) {
    const auto text = dsl::DiskReader(dsl::DiskReader::largest_saved).read(path);
    if (!text) return "it cannot be read";
    ReadFile read = read_saved(*text, results_format);
    if (!read.problem.empty()) return read.problem;
    if (read.json.value("version", Json()) != ERRATA_VERSION)
        return "another version of Errata wrote it than " ERRATA_VERSION "; make the results again";
    const auto origin = read.json.contains("origin") ? read_origin(read.json["origin"]) : std::nullopt;
    if (!origin || !read.json.contains("parts") || !read.json["parts"].is_array()) {
        return "it does not say which results of which spec it holds";
    }
    file = {path, std::move(read.json), *origin};
    return "";
}

// Whoever sees a merged report must know which part of the plan was never run.
void note_missing(const checker::Part& part, const std::vector<checker::ObligationId>& present,
                  checker::CheckResult& result) {
    for (const checker::Obligation& obligation : checker::plan(part, {})) {
        if (std::find(present.begin(), present.end(), obligation.id) != present.end()) continue;
        result.not_analysed.push_back("obligation " + print(obligation.id) +
                                      " is in none of the merged files, or only a part of it");
        result.inconclusive = true;
    }
}

struct Merged {
    std::vector<checker::CheckResult> results;  // of the parts of the spec
    std::string path;                           // of the file with the problem
    std::string problem;
};

Merged merge_parts(const checker::Session& session, const std::vector<ResultsFile>& files) {
    Merged merged;
    for (std::size_t i = 0; i < session.parts.size(); ++i) {
        std::vector<checker::CheckResult> results;
        std::vector<checker::ObligationId> present;
        for (const ResultsFile& file : files) {
            if (file.json["parts"].size() != session.parts.size())
                return {{}, file.path, "the spec has changed since"};
            ReadResults read =
                read_results(session.parts[i].model, session.parts[i].scenario, file.json["parts"][i]);
            if (!read.problem.empty()) return {{}, file.path, read.problem};
            results.push_back(std::move(read.results.result));
            present.insert(present.end(), read.results.obligations.begin(), read.results.obligations.end());
        }
        merged.results.push_back(checker::merge(session.parts[i].model, std::move(results), {}));
        note_missing(session.parts[i], present, merged.results.back());
    }
    return merged;
}

int merge_files(const MergeFlags& flags, Console& console) {
    std::vector<ResultsFile> files(flags.files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string problem = read_file(flags.files[i], files[i]);
        if (!problem.empty()) return broken(flags.files[i], problem, console);
        if (files[i].origin == files[0].origin) continue;
        return broken(files[i].path, "it speaks of another spec or scope than '" + files[0].path + "'",
                      console);
    }
    const Origin& origin = files[0].origin;
    const auto reader = find_root(origin.spec, files[0].path);
    if (!reader)
        return broken(files[0].path, "its spec '" + origin.spec + "' is neither here nor above the file",
                      console);
    checker::Session session = checker::open_session(*reader, origin.spec, compile_options(origin));
    CheckFlags shown;
    shown.outputs = flags.outputs;
    shown.fail_on = flags.fail_on;
    Run run;
    if (session.parts.empty()) {
        run = report_of_errors(session);
    } else {
        Merged merged = merge_parts(session, files);
        if (!merged.problem.empty()) return broken(merged.path, merged.problem, console);
        run = report_of(session, std::move(merged.results), flags.fail_on);
    }
    print_run(session, run, shown, console);
    return finish_runs({run}, shown, console);
}

}  // namespace

void declare_merge(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<MergeFlags>();
    CLI::App& command = *program.add_subcommand("merge", "Join results that were made one by one");
    command.add_option("FILE", flags->files, "Files written by --save-results, all of one spec")->required();
    declare_outputs(command, flags->outputs);
    declare_fail_on(command, flags->fail_on);
    command.callback([flags, &chosen] {
        chosen.run = [flags](Console& console) { return merge_files(*flags, console); };
    });
}

}  // namespace errata::reports
