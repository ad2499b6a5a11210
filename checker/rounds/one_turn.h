// The searched game as far as one turn goes, for questions about play that does not get out of it: what
// breaks off at a bound of the scope goes on for ever.
#pragma once

#include "checker/search/reach.h"

namespace errata::checker {

// An ending has nothing behind it, or play stays there.
enum class AfterTheEnd { Nothing, Stays };

// The nodes of the arena, and behind all of them one for whatever breaks off. A node leaks where play leaves
// the turn, or ends by an error.
GameGraph game_of_one_turn(const Reach& reach, AfterTheEnd after);

}  // namespace errata::checker
