// From a path on the command line to a compiled spec: which specs a folder holds, loading and compiling one, and printing
// what is wrong with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "dsl/diag/sink.h"
#include "dsl/source/file_reader.h"
#include "reports/cli/console.h"

namespace errata::reports {

struct Spec {
    std::string path;
    dsl::SourceSet sources;
    dsl::Sink sink;
    std::optional<compiler::Model> model;  // nothing if `sink` has errors
};

Spec read_spec(const dsl::FileReader& reader, const std::string& path, const compiler::CompileOptions& options);

// A file is one spec. A folder is one spec if at most one file in it declares a `game`; otherwise its subfolders with a
// game and its own files with one are specs each (files without one are there to be imported).
std::vector<std::string> specs_in(const dsl::FileReader& reader, const std::string& path);

// All diagnostics, and how many errors there were.
void print_diagnostics(const Spec& spec, std::ostream& out);

// A fingerprint of all texts of a spec: results belong together only if they speak of the same words.
std::string hash_of(const dsl::SourceSet& sources);

// Results of the driver that belong to a line of the spec become diagnostics there.
void report_stale_acceptances(Spec& spec, const std::vector<std::string>& stale);

}  // namespace errata::reports
