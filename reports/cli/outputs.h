// Options and files of results: `--format F [--output FILE]`, several times. At most one format goes to the
// standard output. Each of the others has a file of its own. A format for a server that shows a finding
// beside its source names files by their paths from the repository that the program is run in.
#pragma once

#include <string>
#include <vector>

#include "reports/cli/console.h"
#include "reports/render/formats.h"

namespace CLI {
class App;
}

namespace errata::reports {

struct Output {
    const OutputFormat* format = nullptr;
    std::string file;  // empty: the standard output
};

struct Outputs {
    std::vector<Output> list = {{&all_formats().front(), ""}};

    // Reads the options of the command line in the order in which they were given.
    std::vector<std::string> formats = {};
    std::vector<std::string> files = {};
};

// An `--output` belongs to the `--format` right in front of it; without one it is text. What cannot be done
// is an error of the command line.
void declare_outputs(CLI::App& command, Outputs& outputs);

// What is printed as soon as a spec is done.
void print_report(const Outputs& outputs, const Report& report, const TextOptions& options, Console& console);

// Prints what comes at the end, and writes the files; false if one of them cannot be written. All are tried.
bool finish_outputs(const Outputs& outputs, const Reports& reports, const TextOptions& options,
                    Console& console);

}  // namespace errata::reports
