#include "reports/cli/check_run.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "checker/driver/analysis.h"
#include "checker/driver/specs_in.h"
#include "checker/words.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/cli/advice.h"
#include "reports/cli/baselines.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/cli/interruption.h"
#include "reports/cli/known_words.h"
#include "reports/cli/progress.h"
#include "reports/cli/selection.h"
#include "reports/cli/watch.h"
#include "reports/explain/cited_rows.h"
#include "reports/explain/explain.h"
#include "reports/saved/results.h"
#include "reports/saved/witness.h"

namespace errata::reports {

using checker::CheckOptions;
using checker::CheckResult;
using checker::Part;
using checker::Session;

compiler::CompileOptions compile_options(const CheckFlags& flags) {
    compiler::CompileOptions options = compile_options(flags.scope);
    if (flags.screens) {
        options.screens = *flags.screens;
        options.set_unread_aside = true;
    }
    options.screens.tells_all_apart = !flags.reductions.alike;
    return options;
}

CheckOptions check_options(const CheckFlags& flags) {
    CheckOptions options;
    options.budget = read_budget(flags.budget);
    options.engine = checker::read_word(checker::all_engines, flags.engine);  // nothing: auto
    // Titles and fingerprints are known when all is done; with one among them all is looked for.
    const auto is_name = [](const std::string& word) {
        return is_title(word) || checker::looks_like_fingerprint(word);
    };
    if (std::ranges::none_of(flags.only, is_name)) options.only_codes = flags.only;
    for (const std::string& word : flags.obligations) {
        if (const auto id = checker::read_obligation_id(word)) options.obligations.push_back(*id);
    }
    options.scenarios_only = flags.scenarios_only;
    options.screens_only = flags.screens.has_value();
    options.depth = flags.depth;
    options.threads = read_threads(flags.threads);
    options.reductions = flags.reductions;
    options.interrupted = &Interruption::flag();
    options.today = read_day(flags.as_of);
    return options;
}

namespace {

int exit_code(Result result) {
    switch (result) {
        case Result::Passed:
            return exit_passed;
        case Result::Findings:
            return exit_findings;
        case Result::Wrong:
            return exit_wrong;
        case Result::Inconclusive:
            return exit_inconclusive;
    }
    return exit_bug;
}

// Of these, those that nothing was left out of: what they found may be merged as theirs.
std::vector<checker::ObligationId> done_in_full(const std::vector<checker::Obligation>& plan,
                                                const CheckOptions& options) {
    std::vector<checker::ObligationId> result;
    for (const checker::Obligation& obligation : plan) {
        const auto is_wanted = [&](checker::FindingCode code) {
            return compiler::selects(options.only_codes, code);
        };
        if (std::ranges::all_of(checker::analysis_of(obligation.id.analysis).codes, is_wanted))
            result.push_back(obligation.id);
    }
    return result;
}

std::vector<std::string> ids(const std::vector<checker::Obligation>& plan) {
    std::vector<std::string> result;
    result.reserve(plan.size());
    for (const checker::Obligation& obligation : plan) result.push_back(print(obligation.id));
    return result;
}

// The first id given that the plan of this spec does not have, with the nearest one that it has.
std::optional<std::string> unknown_obligation(const Session& session, const CheckFlags& flags) {
    if (flags.obligations.empty()) return std::nullopt;
    CheckOptions options = check_options(flags);
    options.obligations.clear();
    std::vector<std::string> known;
    for (const Part& part : session.parts) {
        for (std::string& id : ids(plan(part, options))) known.push_back(std::move(id));
    }
    for (const std::string& id : flags.obligations) {
        if (std::find(known.begin(), known.end(), id) != known.end()) continue;
        const auto near = dsl::nearest(id, known);
        return "'" + id + "' is no obligation here; " +
               (near ? "did you mean '" + *near + "'?" : "--list-obligations shows them");
    }
    return std::nullopt;
}

std::string unknown_code(const std::vector<std::string>& codes) {
    for (const std::string& code : codes) {
        if (is_title(code)) continue;
        if (checker::looks_like_fingerprint(code)) {
            if (checker::is_fingerprint(code, code)) continue;
            return "--only: '" + code + "' is too short for a fingerprint; give eight of its digits";
        }
        std::vector<std::string> known;
        for (const compiler::CodeInfo& info : compiler::all_codes()) known.emplace_back(info.name);
        const auto selected = [&](const std::string& one) { return compiler::selects({code}, one); };
        if (std::any_of(known.begin(), known.end(), selected)) continue;
        const auto near = dsl::nearest(code, known);
        return "--only: no finding has the code '" + code + "'" +
               (near ? "; did you mean '" + *near + "'?" : "");
    }
    return "";
}

void print_plan(const Session& session, const CheckFlags& flags, Console& console) {
    for (const Part& part : session.parts) {
        for (const checker::Obligation& obligation : plan(part, check_options(flags))) {
            console.out << checker::print(obligation) << "\n";
        }
    }
}

bool save_file(const std::string& path, const Json& json, Console& console) {
    if (write_file(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n")) return true;
    complain(console, "cannot write '" + path + "'");
    return false;
}

bool save_witnesses(const Session& session, const std::vector<CheckResult>& results, const CheckFlags& flags,
                    Console& console) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::create_directories(flags.save.witness, error);
    Origin origin = origin_of(session, flags);
    for (std::size_t i = 0; i < session.parts.size(); ++i) {
        origin.scenario = session.parts[i].scenario;
        for (const checker::Finding& finding : results[i].findings) {
            if (!finding.witness) continue;
            const std::string name = fs::path(session.path).stem().string() + "." +
                                     std::string(code_name(finding.code)) + "." + finding.fingerprint +
                                     ".json";
            const std::string path = (fs::path(flags.save.witness) / name).generic_string();
            if (!save_file(path, save_witness(session.parts[i].model, finding, origin), console))
                return false;
        }
    }
    return true;
}

bool save_all_results(const Session& session, const std::vector<CheckResult>& results,
                      const CheckFlags& flags, Console& console) {
    std::vector<Json> parts;
    for (std::size_t i = 0; i < session.parts.size(); ++i) {
        const Part& part = session.parts[i];
        const CheckOptions options = check_options(flags);
        parts.push_back(save_results(part.model, {part.scenario, hash_of(part.model),
                                                  done_in_full(plan(part, options), options), results[i]}));
    }
    return save_file(flags.save.results, save_results_file(origin_of(session, flags), std::move(parts)),
                     console);
}

TextOptions text_options(const CheckFlags& flags, const Console& console) {
    TextOptions options = flags.text;
    options.all_verdicts = flags.scenarios_only;
    options.colour = has_colour(console);
    options.full = !flags.about.empty() || std::ranges::any_of(flags.only, names_one_finding);
    options.width = console.width;
    return options;
}

// What the command line asks that no spec could satisfy, or "".
std::string impossible(const CheckFlags& flags, std::size_t specs) {
    if (std::string problem = unknown_code(flags.only); !problem.empty()) return problem;
    if (!flags.save.results.empty() && specs > 1)
        return "--save-results keeps the results of one spec; give one SPEC";
    return "";
}

bool knows_all(const Selection& selection, const CheckFlags& flags, Console& console) {
    const std::vector<std::string> sentences = unmet(flags.only, selection);
    for (const std::string& sentence : sentences) complain(console, sentence);
    return sentences.empty();
}

int no_such_item(const Session& session, const CheckFlags& flags, Console& console) {
    complain(console,
             "--about: nothing here is called '" + flags.about + "'" + nearest_item(session, flags.about));
    return exit_wrong;
}

// With the names of `--only` among the codes: not all is told then, whatever was looked for.
CheckOptions told_by(const CheckFlags& flags) {
    CheckOptions options = check_options(flags);
    options.only_codes = flags.only;
    return options;
}

// Nothing: a file that was asked for could not be written.
std::optional<Run> searched(Session& session, const CheckFlags& flags, Selection& selection,
                            Baselines& baselines, Kept& store, Console& console) {
    const CheckOptions options = check_options(flags);
    // Also of what is tried behind the search.
    const checker::RunClock clock(options.budget.seconds, options.interrupted);
    std::optional<KeptResults> kept =
        store.of(session, compile_options(flags), options, flags.cache, console);
    std::vector<CheckResult> results = found_or_kept(session, flags, options, kept, console);
    if (!flags.save.results.empty() && !save_all_results(session, results, flags, console))
        return std::nullopt;
    keep_only(flags.only, session, results, selection);
    if (!flags.save.witness.empty() && !save_witnesses(session, results, flags, console)) return std::nullopt;
    Run run = report_of(session, results, flags.fail_on, told_by(flags), flags.language);
    run.report.about.other_codes = selection.left_out;
    run.report.about.unasked = selection.others;
    run.report.only_screens = flags.screens && flags.screens->alone;
    if (flags.screens) run.report.set_size = flags.screens->size;
    baselines.see(session, flags, run.report);
    run.result = judge(run.report, flags.fail_on);
    try_advice(session, compile_options(flags), results, run.report,
               flags.tries_advice ? Trying::All : Trying::AsMuchAgain, clock, kept ? &*kept : nullptr);
    // The result stays that of the whole spec: the others are counted, not forgotten.
    if (!flags.about.empty()) keep_about({flags.about}, run.report);
    if (flags.screens && !flags.screens->items.empty()) {
        keep_about(flags.screens->items, run.report);
        keep_items(flags.screens->items, run.report);
    }
    return run;
}

}  // namespace

std::vector<CheckResult> found_or_kept(const Session& session, const CheckFlags& flags, CheckOptions options,
                                       std::optional<KeptResults>& kept, Console& console) {
    if (kept) {
        if (auto results = kept->results())
            return checker::check_again(session, std::move(*results), options);
    }
    ProgressLine line(console, flags.progress);
    options.progress = [&](const checker::Progress& progress) { line.show(progress); };
    options.found = [&](const compiler::Model& model, const checker::Finding& finding) {
        line.show(model, finding);
    };
    std::vector<CheckResult> results = checker::check(session, options);
    if (kept) kept->keep(results);
    return results;
}

Origin origin_of(const Session& session, const CheckFlags& flags) {
    const compiler::CompileOptions options = compile_options(flags.scope);
    return {portable(session.path),      options.scope, options.overrides, "",
            options.without_assumptions, flags.screens};
}

void declare_held_against(CLI::App& command, std::string& baseline) {
    command
        .add_option("--baseline", baseline,
                    "A file that `errata baseline` wrote: only what is new or worse since then counts")
        ->type_name("FILE");
}

void declare_watch(CLI::App& command, bool& watches) {
    command.add_flag("--watch", watches,
                     "Go on: whenever a file of the spec is saved, look again and tell what is new and gone");
}

void declare_text(CLI::App& command, TextOptions& text) {
    command.add_flag("--all", text.all, "As text, tell all findings briefly, not only the ten worst");
    command.add_flag("--summary", text.summary,
                     "As text, print a line for each entry that is not accepted, no more");
    command.add_flag("--verbose", text.verbose,
                     "As text, print all findings in full, fold nothing and list every claim");
}

void declare_only(CLI::App& command, std::vector<std::string>& only) {
    command
        .add_option("--only", only,
                    "Look for this finding code or family only (loop), or for the finding whose fingerprint "
                    "begins with these eight digits or more, or that has this title. May be repeated")
        ->type_name("CODE | FINGERPRINT | TITLE")
        ->allow_extra_args(false);
}

void declare_search(CLI::App& command, CheckFlags& flags) {
    declare_budget(command, flags.budget);
    declare_scope(command, flags.scope);
    declare_threads(command, flags.threads);
    declare_cache_options(command, flags.cache);
    declare_progress(command, flags.progress);
}

void declare_fail_on(CLI::App& command, checker::Severity& fail_on) {
    const std::map<std::string, checker::Severity> names = {{"error", checker::Severity::Error},
                                                            {"warning", checker::Severity::Warning}};
    command
        .add_option("--fail-on", fail_on,
                    "From which severity on findings give exit code 1: error (default) or warning")
        ->type_name("error | warning")
        ->transform(one_of(names));
}

Run report_of(Session& session, std::vector<CheckResult> results, checker::Severity fail_on,
              const CheckOptions& options, Language language) {
    checker::settle(session, results, options);
    std::vector<Checked> checked;
    for (std::size_t i = 0; i < session.parts.size(); ++i)
        checked.push_back({&session.parts[i].model, &results[i]});
    Run run{explain(checked, session.sources, session.sink, session.path, options.today, language),
            Result::Passed};
    run.report.made_tables = session.made_tables;
    for (const compiler::SetAside& aside : session.set_aside) run.report.unread.names.push_back(aside.name);
    for (const compiler::PrintedItem& item : session.parts.front().model.printed_items)
        run.report.printed.push_back({item.kind, item.name});
    run.report.unread.of = run.report.printed.size();
    add_sentences(session.catalogue.rows, run.report);
    run.report.fail_on = fail_on;
    run.result = judge(run.report, fail_on);
    return run;
}

Run report_of_errors(const Session& session) {
    return {explain_errors(session.sources, session.sink, session.path), Result::Wrong};
}

void print_run(const Session& session, const Run& run, const CheckFlags& flags, Console& console) {
    print_diagnostics(session, console.err);
    print_report(flags.outputs, run.report, text_options(flags, console), console);
}

int finish_runs(const std::vector<Run>& runs, const CheckFlags& flags, Console& console) {
    int code = exit_passed;
    Reports rows;
    for (const Run& run : runs) {
        code = graver(code, exit_code(run.result));
        rows.emplace_back(&run.report, run.result);
    }
    const bool all_written = finish_outputs(flags.outputs, rows, text_options(flags, console), console);
    return all_written ? code : graver(code, exit_wrong);
}

namespace {

// The specs of a command, looked at one after the other, once or again and again.
class Checking {
public:
    Checking(const CheckFlags& flags, Console& console) : flags_(flags), console_(console) {}

    int run() {
        if (const std::string problem = baselines_.read(flags_); !problem.empty()) {
            complain(console_, problem);
            return exit_wrong;
        }
        const Interruption interruption;
        int code = look();
        while (flags_.watches && !Interruption::flag() && wait()) code = look();
        return code;
    }

private:
    int look() {
        watched_ = {};
        std::vector<std::string> paths;
        for (const std::string& path : flags_.specs) {
            watched_.add(path);
            for (std::string& spec : checker::specs_in(disk_, path)) paths.push_back(std::move(spec));
        }
        if (const std::string problem = impossible(flags_, paths.size()); !problem.empty()) {
            complain(console_, problem);
            return exit_wrong;
        }
        std::vector<Run> runs;
        const std::optional<int> end = look_at(paths, runs);
        if (end) return *end;
        const int code = finish_runs(runs, flags_, console_);
        return flags_.save.baseline.empty() ? code : baselines_.save(runs, flags_, console_);
    }

    // An exit code: the run ends with it, and without reports of all specs.
    std::optional<int> look_at(const std::vector<std::string>& paths, std::vector<Run>& runs) {
        bool listed_all = true;
        bool knows_item = false;
        Selection selection;
        for (const std::string& path : paths) {
            if (Interruption::flag()) {
                complain(console_, "interrupted before " + path + " was looked at");
                return graver(finish_runs(runs, flags_, console_), exit_inconclusive);
            }
            Session session =
                checker::open_session(disk_, path, compile_options(flags_), std::move(readings_[path]));
            // Before the search: what is saved while it runs has changed.
            for (std::uint32_t i = 0; i < session.sources.size(); ++i)
                watched_.add(session.sources.file(i).path());
            if (session.parts.empty()) {
                listed_all = false;
                runs.push_back(report_of_errors(session));
            } else if (const auto problem = unknown_obligation(session, flags_)) {
                complain(console_, path + ": " + *problem);
                return exit_wrong;
            } else if (const auto item = unknown_printed(
                           session, flags_.screens ? flags_.screens->items : std::vector<std::string>())) {
                complain(console_, path + ": " + *item);
                return exit_wrong;
            } else if (flags_.list_obligations) {
                print_plan(session, flags_, console_);
                continue;
            } else {
                // Of several specs one has to know it, and the last that could is this one.
                knows_item = knows_item || flags_.about.empty() || has_item(session, flags_.about);
                if (!knows_item && path == paths.back()) return no_such_item(session, flags_, console_);
                std::optional<Run> run = searched(session, flags_, selection, baselines_, store_, console_);
                if (!run || (path == paths.back() && !knows_all(selection, flags_, console_)))
                    return exit_wrong;
                runs.push_back(std::move(*run));
            }
            print_run(session, runs.back(), flags_, console_);
            readings_[path] = std::move(session.readings);
        }
        if (flags_.list_obligations) return listed_all ? exit_passed : exit_wrong;
        return std::nullopt;
    }

    // Until something that was read is saved again; false: somebody has had enough.
    bool wait() const {
        console_.err << "errata: waiting for changes; Ctrl-C ends\n" << std::flush;
        const std::string changed = watched_.wait(Interruption::flag());
        if (!changed.empty()) console_.err << "errata: " << changed << " has changed\n" << std::flush;
        return !changed.empty();
    }

    const CheckFlags& flags_;
    Console& console_;
    const dsl::DiskReader disk_;
    Baselines baselines_;
    Kept store_;
    std::map<std::string, dsl::KeptReadings> readings_;  // by spec
    WatchedFiles watched_;
};

}  // namespace

int run_check(const CheckFlags& flags, Console& console) { return Checking(flags, console).run(); }

}  // namespace errata::reports
