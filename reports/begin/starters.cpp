#include "reports/begin/starters.h"

#include <array>

namespace errata::reports {

std::span<const Starter> all_starters() {
    static constexpr std::array starters = {
        Starter{"duel", "two players, hands, a field, and a stack of what was played"},
        Starter{"queue-duel", "a digital duel: effects wait in a queue, and nobody answers them"},
        Starter{"deck-builder", "players buy cards from a row, and draw them later"},
        Starter{"tableau", "players build cards in front of them for coins and points"},
        Starter{"board", "units move on a board with terrain and strike each other"},
    };
    return starters;
}

}  // namespace errata::reports
