// How the game goes on where the rules disagree or are silent, side by side: ways that come to the same share
// a column, and what not all of them have in common is marked, also on the boards that they end with.
#pragma once

#include "reports/render/html_board.h"
#include "reports/render/html_markup.h"
#include "reports/report.h"

namespace errata::reports::html {

// `witness`: the play that leads to them, whose board has the same scale; may be null.
Html outcomes(const std::vector<OutcomeLine>& outcomes, const Tints& tints = {},
              const WitnessLines* witness = nullptr);

}  // namespace errata::reports::html
