// The play of a finding on a page: where it starts (board and open facts), then each step with who acts, what
// is chosen and what changes. Without a script it is a list; report.js steps through the same list, so every
// step carries what the drawing of the board needs. Rounds between the first and the last are folded.
#pragma once

#include "reports/render/html_board.h"
#include "reports/render/html_markup.h"
#include "reports/report.h"

namespace errata::reports::html {

// Of a finding with a witness; places are relative to `spec`.
Html play(const FindingLines& finding, const std::string& spec, const Tints& tints);

// "A.at: a1 → b1" as an item of a list.
Html change_item(const ChangeLine& change);

}  // namespace errata::reports::html
