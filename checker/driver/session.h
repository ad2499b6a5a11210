// A spec from its path to its results: its texts, what was made of them and what is wrong with them. What the
// command line, the tests and an editor call. Prints nothing; whatever is wrong is a diagnostic in `sink`.
#pragma once

#include <string>
#include <vector>

#include "checker/catalogue/named_catalogue.h"
#include "checker/driver/driver.h"
#include "compiler/compile.h"
#include "dsl/diag/sink.h"
#include "dsl/source/file_reader.h"

namespace errata::checker {

// The game itself, or a scenario that brings pools of its own and is therefore a model of its own.
struct Part {
    std::string scenario;  // empty: the game
    compiler::Model model;
};

struct Session {
    std::string path;
    dsl::SourceSet sources;
    dsl::Sink sink;
    std::vector<dsl::ast::Module> modules;
    std::vector<Part> parts;  // the game first; empty if `sink` has errors
    // What CompileOptions::set_unread_aside leaves out of the game.
    std::vector<compiler::SetAside> set_aside = {};
    // Of the lines of printed text: what the next version of the spec need not parse again.
    dsl::KeptReadings readings = {};
    std::string made_tables = {};   // the screens that were made for it; empty: none
    NamedCatalogue catalogue = {};  // that `meta { catalogue: ... }` names
};

// Are all files there? Names would be blamed for what a missing one is guilty of: without it nothing is
// compiled.
bool is_whole(const dsl::Sink& sink);

// Reads the texts only.
Session read_session(const dsl::FileReader& reader, const std::string& path,
                     const std::string& other_text = {});
// With `options.scenario` only that part; with `options.screens.alone` screens where it has none.
// `readings`: of the session of the version before, if there was one.
Session open_session(const dsl::FileReader& reader, const std::string& path,
                     const compiler::CompileOptions& options, dsl::KeptReadings readings = {});

// The plan of one part. Rulings and all other analyses are about the game itself; of a scenario only its play
// is left.
std::vector<Obligation> plan(const Part& part, const CheckOptions& options);

// The results of the parts, in their order.
std::vector<CheckResult> check(const Session& session, const CheckOptions& options);

// Of results of the parts that an earlier run of the same spec had: held against what it expects and accepts,
// of which some depends on the day.
std::vector<CheckResult> check_again(const Session& session, std::vector<CheckResult> results,
                                     const CheckOptions& options);

// Expectations and acceptances of the game may be met by a scenario with pools of its own. What is left of
// the acceptances becomes diagnostics. Of `options`: the day, and what a report prints above a finding.
void settle(Session& session, std::vector<CheckResult>& results, const CheckOptions& options);

}  // namespace errata::checker
