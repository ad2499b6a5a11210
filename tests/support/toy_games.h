// Small whole games for the tests of searches, replays and printing.
#pragma once

#include "tests/support/model_builder.h"

namespace errata::tests {

// Two heaps of counters, two players. Each turn the player to move takes 1 or 2 from one heap; a state check
// ends the game when both are empty. Terminates. Setup 0: both heaps full;
// setup 1: any heaps whose sum is odd, Ann to move.
struct HeapGame {
    explicit HeapGame(Value size = 4);
    compiler::Model model;
    VarId heap;     // by heap 0..1
    VarId to_move;  // 0: Ann, 1: Bob
};

// A walk on a ring of `size` places: one step on, or one step back where `back`. Never ends.
compiler::Model ring_walk(Value size, bool back);

// Two items with an agenda: hitting the target pends two triggers, one adds 1 to x, the other doubles it (x
// in 0..7, leaving it is an overflow); nobody orders them.
compiler::Model trigger_game();

}  // namespace errata::tests
