// In which part of the game a transition happens, from the finest to the coarsest: settle ⊂ resolution ⊂
// window ⊂ turn ⊂ game. A cycle has the coarsest stage of its transitions; a loop analysis of one stage lets
// coarser transitions leave.
#pragma once

#include <cstdint>
#include <string_view>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

enum class LoopStage : std::uint8_t {
    Settle,      // a round of state checks
    Resolution,  // agenda items or pending triggers before and after
    Window,      // the turn waits at points of a window before and after
    Turn,        // anything else that does not begin a new turn
    Game,        // the control frame runs and arrives at the turn's first point
};

std::string_view word(LoopStage stage);

LoopStage stage_of(const compiler::Model& model, const compiler::State& before, const compiler::Move& move,
                   const compiler::State& after);

}  // namespace errata::checker
