// From a path on the command line to a compiled spec: which specs a folder holds, loading and compiling one,
// and printing what is wrong with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "dsl/diag/sink.h"
#include "dsl/source/file_reader.h"
#include "reports/cli/console.h"

namespace errata::reports {

// The game itself, or a scenario that brings pools of its own and is therefore a model of its own.
struct Part {
    std::string scenario;  // empty: the game
    compiler::Model model;
};

struct Spec {
    std::string path;
    dsl::SourceSet sources;
    dsl::Sink sink;
    std::vector<dsl::ast::Module> modules;
    std::vector<Part> parts;  // the game first; empty if `sink` has errors
};

// With `options.scenario` only that part.
Spec read_spec(const dsl::FileReader& reader, const std::string& path,
               const compiler::CompileOptions& options);

// A file is one spec. A folder is one spec if at most one file in it declares a `game`; otherwise its
// subfolders with a game and its own files with one are specs each (files without one are there to be
// imported).
std::vector<std::string> specs_in(const dsl::FileReader& reader, const std::string& path);

// All diagnostics, and how many errors there were.
void print_diagnostics(const Spec& spec, std::ostream& out);

// Results of the driver that belong to a line of the spec become diagnostics there.
void report_stale_acceptances(Spec& spec, const std::vector<std::string>& stale);

}  // namespace errata::reports
