// errata.toml: what a command is told where its command line says nothing. A key is a long option of a
// command without its dashes. In the table of a command it is for that command, before all tables for each
// that has such an option. `specs` are the specs, `outputs` the files of results. Paths begin at the folder
// of the file. It is read before the command line is parsed, and becomes words of it, so one parser knows
// what an option may be.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "dsl/diag/sink.h"
#include "dsl/source/file_reader.h"

namespace CLI {
class App;
}

namespace errata::reports {

// --config FILE, --no-config
struct ConfigFlags {
    std::string
        file;  // empty: the nearest errata.toml, from the first spec or else the current folder upwards
    bool is_unwanted = false;
};
void declare_config(CLI::App& program, ConfigFlags& flags);

struct Configured {
    std::vector<std::string> words;  // the command line with what the file adds to it
    std::string problem;             // a sentence about a file that cannot be read; else empty
    dsl::SourceSet sources;
    dsl::Sink sink;  // what is wrong in the file
};

// Makes the program's parser anew, with the options it has. Parsing has no effect.
using MakeProgram = std::function<std::unique_ptr<CLI::App>(ConfigFlags&)>;

// A command line that cannot be parsed, or asks for help, stays as it is.
Configured with_config(const std::vector<std::string>& arguments, const MakeProgram& make,
                       const dsl::FileReader& reader);

}  // namespace errata::reports
