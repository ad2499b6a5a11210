// A finding's play as a file that stands for itself: which spec, which scope, the starting position by name,
// each move by what was chosen, and what each step was seen to do. Replaying plays it again in the reference
// evaluator and compares; nothing of the file is believed.
#pragma once

#include <optional>
#include <string>

#include "checker/verdict.h"
#include "reports/saved/origin.h"
#include "reports/saved/values.h"

namespace errata::reports {

// A hash of the printed model: moved lines and comments leave it alone, anything else does not.
std::string hash_of(const compiler::Model& model);

// The play alone: {"setup", "start", "steps": [...], "end", "loop_start"}.
Json save_trace(const compiler::Model& model, const checker::Trace& trace);

struct Replayed {
    checker::Trace trace;     // as far as it went
    std::string problem;      // why it stopped, a sentence; empty: it went to its end
    bool broken = false;      // the file itself is no saved play
    bool from_setup = false;  // it begins where its setup allows
};
Replayed replay(const compiler::Model& model, const Json& saved);

Json save_witness(const compiler::Model& model, const checker::Finding& finding, const Origin& origin);

Json save_origin(const Origin& origin);
std::optional<Origin> read_origin(const Json& json);

// A whole file: an object whose "format" is `format`; otherwise a sentence about what is wrong with it.
struct ReadFile {
    Json json;
    std::string problem;
};
ReadFile read_saved(const std::string& text, const std::string& format);

inline constexpr const char* witness_format = "errata-witness-2";

}  // namespace errata::reports
