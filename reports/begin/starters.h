// The starters: small whole games below `starters` in Errata's own folder, from which a new game is made.
//
// How to add one: a folder in specs/starters with `game.rules`, `words.rules` and `cards.csv`, laid out as
// specs/starters/README.md says, and a row here. Tests check, screen and rewrite each of them.
#pragma once

#include <span>
#include <string_view>

namespace errata::reports {

struct Starter {
    std::string_view name;
    std::string_view what;
};

// The first is taken unless another one is named.
std::span<const Starter> all_starters();

}  // namespace errata::reports
