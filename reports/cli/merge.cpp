#include <CLI/CLI.hpp>

#include <map>
#include <memory>
#include <set>

#include "checker/fact_kinds.h"
#include "checker/screen/shards.h"
#include "reports/cli/advice.h"
#include "reports/cli/check_run.h"
#include "reports/cli/commands.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/cli/selection.h"
#include "reports/saved/results.h"
#include "reports/version.h"

namespace errata::reports {

namespace {

struct MergeFlags {
    std::vector<std::string> files;
    Outputs outputs;
    checker::Severity fail_on = checker::Severity::Error;
    DayWord as_of;
};

int not_merged(const std::string& path, const std::string& why, Console& console) {
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
    if (read.json.value("version", Json()) != version())
        return "another version of Errata wrote it than " + version() + "; make the results again";
    if (read.json.value("digest", Json()) != digest_of(read.json))
        return "what it says is not what was written into it (its digest does not fit); make the results "
               "again";
    const auto origin = read.json.contains("origin") ? read_origin(read.json["origin"]) : std::nullopt;
    if (!origin || !read.json.contains("parts") || !read.json["parts"].is_array()) {
        return "it does not say which results of which spec it holds";
    }
    file = {path, std::move(read.json), *origin};
    return "";
}

// All but which shard it is.
Origin without_shard(Origin origin) {
    if (origin.screens) origin.screens->shard = 1;
    return origin;
}

std::size_t shard_of(const Origin& origin) { return origin.screens ? origin.screens->shard : 1; }
std::size_t shards_of(const Origin& origin) { return origin.screens ? origin.screens->shards : 1; }

checker::CheckOptions options_of(const Origin& origin) {
    checker::CheckOptions options;
    options.screens_only = origin.screens.has_value();
    return options;
}

// What the files hold about one part of the spec.
struct Gathered {
    std::map<std::size_t, std::vector<checker::CheckResult>> results;  // by shard
    std::map<checker::ObligationId, std::set<std::size_t>> present;    // in which shards
};

// Whoever sees a merged report must know which part of the plan was never run.
void note_missing(const checker::Part& part, const Origin& origin, const Gathered& gathered,
                  checker::CheckResult& result) {
    std::vector<std::size_t> missing;
    for (std::size_t shard = 1; shard <= shards_of(origin); ++shard) {
        if (!gathered.results.contains(shard)) missing.push_back(shard);
    }
    checker::note_missing_shards(missing, shards_of(origin), result);
    for (const checker::Obligation& obligation : checker::plan(part, options_of(origin))) {
        const auto known = gathered.present.find(obligation.id);
        if (known != gathered.present.end() && known->second.size() == gathered.results.size()) continue;
        result.not_analysed.push_back({checker::FactKind::ObligationMissing, {print(obligation.id)}});
        result.inconclusive = true;
    }
}

struct Merged {
    std::vector<checker::CheckResult> results;  // of the parts of the spec
    std::string path;                           // of the file with the problem
    std::string problem;
};

// By shard: each is a model of its own, for it lays out other sets.
using Sessions = std::map<std::size_t, checker::Session>;

checker::CheckResult merged_shards(const compiler::Model& model, const checker::CheckOptions& options,
                                   Gathered& gathered) {
    std::vector<checker::CheckResult> shards;
    for (auto& [shard, results] : gathered.results)
        shards.push_back(checker::merge(model, std::move(results), options));
    if (shards.size() == 1) return std::move(shards.front());
    return checker::merge(model, {checker::joined_shards(model, std::move(shards))}, options);
}

Merged merge_parts(const Sessions& sessions, const std::vector<ResultsFile>& files, dsl::Date today) {
    Merged merged;
    checker::CheckOptions options = options_of(files[0].origin);
    options.today = today;
    const checker::Session& shown = sessions.begin()->second;
    for (std::size_t i = 0; i < shown.parts.size(); ++i) {
        Gathered gathered;
        for (const ResultsFile& file : files) {
            const std::size_t shard = shard_of(file.origin);
            const checker::Session& session = sessions.at(shard);
            if (file.json["parts"].size() != session.parts.size())
                return {{}, file.path, "the spec has changed since"};
            ReadResults read = read_results(session.parts[i].model, session.parts[i].scenario,
                                            hash_of(session.parts[i].model), file.json["parts"][i]);
            if (!read.problem.empty()) return {{}, file.path, read.problem};
            gathered.results[shard].push_back(std::move(read.results.result));
            for (const checker::ObligationId& id : read.results.obligations)
                gathered.present[id].insert(shard);
        }
        merged.results.push_back(merged_shards(shown.parts[i].model, options, gathered));
        note_missing(shown.parts[i], files[0].origin, gathered, merged.results.back());
    }
    return merged;
}

int merge_files(const MergeFlags& flags, Console& console) {
    std::vector<ResultsFile> files(flags.files.size());
    Sessions sessions;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string problem = read_file(flags.files[i], files[i]);
        if (!problem.empty()) return not_merged(flags.files[i], problem, console);
        const Origin& origin = files[i].origin;
        if (without_shard(origin) != without_shard(files[0].origin))
            return not_merged(files[i].path,
                              "it speaks of another spec, scope or shares than '" + files[0].path + "'",
                              console);
        if (sessions.contains(shard_of(origin))) continue;
        const auto reader = find_root(origin.spec, files[i].path);
        if (!reader)
            return not_merged(files[i].path,
                              "its spec '" + origin.spec + "' is neither here nor above the file", console);
        sessions.emplace(shard_of(origin),
                         checker::open_session(*reader, origin.spec, compile_options(origin)));
    }
    CheckFlags shown;
    shown.outputs = flags.outputs;
    shown.fail_on = flags.fail_on;
    checker::Session& session = sessions.begin()->second;
    Run run;
    if (session.parts.empty()) {
        run = report_of_errors(session);
    } else {
        Merged merged = merge_parts(sessions, files, read_day(flags.as_of));
        if (!merged.problem.empty()) return not_merged(merged.path, merged.problem, console);
        checker::CheckOptions options = options_of(files[0].origin);
        options.today = read_day(flags.as_of);
        run = report_of(session, merged.results, flags.fail_on, options);
        if (files[0].origin.screens) {
            run.report.only_screens = files[0].origin.screens->alone;
            run.report.set_size = files[0].origin.screens->size;
        }
        try_advice(session, compile_options(files[0].origin), merged.results, run.report, Trying::AsMuchAgain,
                   checker::RunClock(0, nullptr));
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
    declare_as_of(command, flags->as_of);
    command.callback([flags, &chosen] {
        chosen.run = [flags](Console& console) { return merge_files(*flags, console); };
    });
}

}  // namespace errata::reports
