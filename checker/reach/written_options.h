// The options of choices, as they are written: one text may stand at many points, for many cards and players.
// Asked for by what looks for options that nobody can ever take. What a player may play in a window is an
// ability (unreachable.h), and who comes first is no text.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "compiler/ir/model.h"

namespace errata::checker {

struct WrittenOption {
    dsl::Span span;
    compiler::ClauseId clause;
    // Where it can be taken: points, and its place among their options. Never empty.
    std::vector<std::pair<compiler::PointId, std::uint32_t>> places;
};

// Of choices between several; in the order of the model's points.
std::vector<WrittenOption> written_options(const compiler::Model& model);

}  // namespace errata::checker
