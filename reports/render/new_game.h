// What `errata new` tells: the files, a line for each column of the table, and what to do next.
#pragma once

#include <string>

#include "reports/begin/new_game.h"

namespace errata::reports {

std::string render_text(const NewGame& game, const NewGameOrder& order);

}  // namespace errata::reports
