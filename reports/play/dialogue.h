// `errata play`: a person makes the choices. Reads commands line by line, answers in text; ends on `quit` or
// at the end of the input. Everything it shows is drawn by render/, everything it decides is asked from Play;
// equal input gives equal output, `random` included.
#pragma once

#include <functional>
#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "dsl/source/source_file.h"

namespace errata::reports {

struct DialogueNeeds {
    const compiler::Model& model;
    const dsl::SourceSet& sources;
    std::string spec;                  // the path as the user gave it
    compiler::CompileOptions options;  // what the model was made with
    std::function<bool(const std::string& path, const std::string& text)> write_file;
};

struct DialogueStreams {
    std::istream& in;
    std::ostream& out;
    bool echo = false;  // what is read does not appear by itself: repeat it behind the prompt
    bool colour = false;
};

void run_dialogue(DialogueNeeds needs, DialogueStreams streams);

}  // namespace errata::reports
