// A game with one finding: a rule that sets itself off for ever. Its claim holds.
#pragma once

namespace errata::tests {

inline constexpr const char* bell_game = R"(game "Bell"
player Ann
state { lit: bool }
action ring() { nothing }
rule "Bell" { when ring() { ring() } }
turn {
    choose by Ann {
        option "rings" { ring() }
        option "ends" { end "done" }
    }
    settle
}
setup "dark" { lit := no }
check "it stays dark" always not lit
)";

}  // namespace errata::tests
