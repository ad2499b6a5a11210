// The options of choices, as they are written: one text may stand at many points, for many cards and players.
// The analysis of what never happens asks for them. What a player may play in a window is an
// ability (unreachable.h), and who comes first is no text.
#pragma once

#include <vector>

#include "checker/option_at.h"
#include "compiler/ir/model.h"

namespace errata::checker {

struct WrittenOption {
    compiler::ClauseId clause;
    std::vector<OptionAt> places;  // where it can be taken; never empty
};

// Of choices between several; in the order of the model's points.
std::vector<WrittenOption> written_options(const compiler::Model& model);

}  // namespace errata::checker
