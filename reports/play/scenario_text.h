// A play as a scenario in the rules language: the position it began with, what was chosen, and where it
// leads. The text is a spec that imports the game. It is held against the game before it is handed out: what
// the language cannot say (an order that nobody decides, a field whose name is the game's own) is left out,
// and what then no longer holds is too.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "checker/trace.h"
#include "compiler/compile.h"
#include "compiler/ir/evaluate.h"
#include "dsl/source/file_reader.h"

namespace errata::reports {

struct ScenarioFrame {
    std::string title;
    std::vector<std::string> imports;           // as the saved file names them
    std::map<std::string, std::int64_t> pools;  // sizes that were chosen on the command line
};

struct ScenarioText {
    std::string text;
    std::string problem;  // why it does not hold, or empty
};

// What is wrong with a text, or nothing: the number of the scenario's step (from 0) and the reason.
struct ScenarioFault {
    std::size_t step = 0;
    std::string reason;
    bool undecided = false;
};
using HoldScenario = std::function<std::optional<ScenarioFault>(const std::string& text)>;

ScenarioText scenario_text(const compiler::Model& model, const ScenarioFrame& frame,
                           const checker::Trace& trace, const HoldScenario& hold);

// A value as it is written in a spec: `yes`, `"Will o' the Wisp"`, `{wool, wine}`.
std::string written_value(const compiler::Model& model, compiler::TypeId type, compiler::Value value);

// Reads a text that is not on the disk yet as a spec, with what it imports from there, and plays its first
// scenario. `path` is where the text is to be saved: imports are found from there.
std::optional<ScenarioFault> hold_scenario(const dsl::FileReader& reader, const std::string& path,
                                           const std::string& text, const std::string& title,
                                           const compiler::CompileOptions& options);

}  // namespace errata::reports
