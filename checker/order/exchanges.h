// Two picks of a `repeat`, made one after the other by the same player: what is right behind both. In one
// order and in the other, so that it is their order alone that differs, they are compared by choices.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// In each round of a `repeat` somebody sees what there is and picks.
bool picks_in_rounds(const compiler::Point& point);

// Transitions that nobody's decisions alone tell apart.
using Same = std::vector<const compiler::Successor*>;

// Where somebody picks, and who.
struct Picking {
    const compiler::State& state;
    compiler::Owner owner;
};

// What the same player may pick next, and the states right behind that.
struct NextPicks {
    std::vector<std::pair<compiler::Move, std::vector<compiler::State>>> behind = {};  // each state once
    std::size_t states = 0;                                                            // looked at
    bool is_whole = true;                                                              // all were found

    // Behind this pick; null: it is not there.
    const std::vector<compiler::State>* behind_pick(const compiler::Move& move) const;
};

// After `first`, whatever is done on the way in the same run of the `repeat`, the next picks of the same
// player at the same point, with the same things in hand. None where another one picks there before.
NextPicks next_picks(const compiler::Evaluator& evaluator, const Picking& picking, const Same& first);

}  // namespace errata::checker
