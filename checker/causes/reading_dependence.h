// Which readings and assumptions a finding needs: those of the play that shows it, for which the same choices
// under another alternative cannot be made or do not show it (same_play.h). Says nothing about other plays.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/causes/same_play.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// "Who pays: strict"; of a version "The second printing: as first printed".
std::string reading_name(const compiler::Model& model, const compiler::Reading& reading,
                         compiler::Value alternative);

// The name, as above, of the alternative in which alone the clause says something; nothing: there is none.
std::optional<std::string> alternative_of(const compiler::Model& model, compiler::ClauseId clause);

// One for each reading that the finding's play needs, for each version of a text, and for each assumption
// that is made. They count as needed where the allowance does not last. `is_shown`: as of SamePlay.
Needed readings_needed(const Game& game, const Finding& finding, const IsShown& is_shown);

}  // namespace errata::checker
