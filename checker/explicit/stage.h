// In which part of the game a transition happens, from the finest to the coarsest: settle ⊂ resolution ⊂
// window ⊂ turn ⊂ game. A cycle has the coarsest stage of its transitions; a loop analysis of one stage lets
// coarser transitions leave.
#pragma once

#include "checker/loop_stage.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

LoopStage stage_of(const compiler::Model& model, const compiler::State& before, const compiler::Move& move,
                   const compiler::State& after);

}  // namespace errata::checker
