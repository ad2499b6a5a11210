// Values, moves and states as JSON by name, so that a saved file survives edits that shift numbers: labels
// for named values, whole numbers, null for none, arrays for sets. Reading gives nothing when a name no
// longer exists.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "compiler/ir/evaluate.h"

namespace errata::reports {

using Json = nlohmann::ordered_json;

// Nothing unless it is a whole number that a play could come to: steps from it do not overflow.
std::optional<compiler::Value> read_whole_number(const Json& json);

Json save_value(const compiler::Model& model, compiler::TypeId type, compiler::Value value);
std::optional<compiler::Value> read_value(const compiler::Model& model, compiler::TypeId type,
                                          const Json& json);

// What was chosen: {"kind": "option", "point": ..., "option": ..., "bindings": {...}, "outcomes": [...]}.
Json save_move(const compiler::Model& model, const compiler::Move& move);

// A whole state: {"cells": {"A.at": "a1", ...}, "agenda": [...], "pending": [...]}. Cells with the value of
// `base` are left out; so is an agenda or a bag equal to that of `base`.
Json save_state(const compiler::Model& model, const compiler::State& state, const compiler::State& base);

// `base` with the saved cells put in; otherwise a sentence about what no longer exists.
struct ReadState {
    std::optional<compiler::State> state;
    std::string problem;
};
ReadState read_state(const compiler::Model& model, const Json& json, const compiler::State& base);

}  // namespace errata::reports
