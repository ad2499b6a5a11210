// What `check`, `test` and `merge` have in common: read each spec, get a result for it, print the reports and
// find the exit code. The commands differ in where the result comes from and in the options they offer.
#pragma once

#include <string>
#include <vector>

#include "checker/driver/session.h"
#include "reports/cli/console.h"
#include "reports/cli/kept.h"
#include "reports/cli/options.h"
#include "reports/cli/outputs.h"
#include "reports/report.h"
#include "reports/saved/origin.h"
#include "reports/words/language.h"

namespace errata::reports {

// What is kept beside the report; empty: nothing.
struct SaveFlags {
    std::string witness;   // a folder for each finding's play
    std::string results;   // a file for `errata merge`
    std::string baseline;  // a file for --baseline
};

struct CheckFlags {
    std::vector<std::string> specs;
    ScopeWords scope;
    BudgetWords budget;
    Outputs outputs;
    std::vector<std::string> only;
    std::string about;  // a card or rule
    std::vector<std::string> obligations;
    checker::Severity fail_on = checker::Severity::Error;
    Language language = Language::English;
    DayWord as_of;
    std::string engine = "auto";
    std::size_t depth = 0;
    std::size_t threads = 0;  // 0: as many as there are cores
    checker::Reductions reductions;
    bool scenarios_only = false;
    std::optional<compiler::ScreenOptions> screens = {};  // screens alone: `screen`
    bool list_obligations = false;
    TextOptions text = {};  // as far as the command line says how text is printed
    bool tries_advice = false;
    bool progress = false;
    SaveFlags save;
    std::string baseline;  // a file that the findings are held against; empty: none
    bool watches = false;
    CacheFlags cache;
};

int run_check(const CheckFlags& flags, Console& console);

// --all, --summary, --verbose
void declare_text(CLI::App& command, TextOptions& text);
void declare_only(CLI::App& command, std::vector<std::string>& only);
void declare_fail_on(CLI::App& command, checker::Severity& fail_on);
// --watch
void declare_watch(CLI::App& command, bool& watches);
// --baseline FILE
void declare_held_against(CLI::App& command, std::string& baseline);

// --budget, --scope, --threads, what is kept, --progress: of commands that search beside something else.
void declare_search(CLI::App& command, CheckFlags& flags);

compiler::CompileOptions compile_options(const CheckFlags& flags);
checker::CheckOptions check_options(const CheckFlags& flags);

// The results of the parts: as an earlier run of the same found them, or found now and kept; then with how
// far it came, and what it finds, on stderr.
std::vector<checker::CheckResult> found_or_kept(const checker::Session& session, const CheckFlags& flags,
                                                checker::CheckOptions options,
                                                std::optional<KeptResults>& kept, Console& console);

// Which spec it is, and what it was compiled with.
Origin origin_of(const checker::Session& session, const CheckFlags& flags);

// One spec that has been dealt with.
struct Run {
    Report report;
    Result result = Result::Passed;
};

// Prints what the printed format has for one spec as soon as it is there, with its diagnostics on stderr.
void print_run(const checker::Session& session, const Run& run, const CheckFlags& flags, Console& console);
// Prints what comes at the end of all, by the format, and writes the files. Returns the exit code.
int finish_runs(const std::vector<Run>& runs, const CheckFlags& flags, Console& console);

// `results` are those of the parts, in their order, and `options` those that they were made with: of the day,
// and of all that was asked for. Expectations of the game may be met by a scenario.
Run report_of(checker::Session& session, std::vector<checker::CheckResult> results, checker::Severity fail_on,
              const checker::CheckOptions& options, Language language = Language::English);
Run report_of_errors(const checker::Session& session);

}  // namespace errata::reports
