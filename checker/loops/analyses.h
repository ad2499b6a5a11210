// The analyses of play that goes on for ever: their rows of the table (driver/analysis). They have no
// symbolic form; there they go over a sample of boards (Task::searched).
#pragma once

#include <vector>

#include "checker/search/second_look.h"
#include "checker/search/task.h"

namespace errata::checker {

// The codes that find_loops decides.
inline const std::vector<FindingCode> loop_codes = {
    FindingCode::LoopMandatory, FindingCode::LoopInevitable, FindingCode::LoopOptional,
    FindingCode::LoopChance,    FindingCode::LoopGrowing,    FindingCode::LoopAgenda,
    FindingCode::LoopSettle,    FindingCode::LoopLethal,     FindingCode::LoopLock};
void find_loops(Task& task);

void find_waits(Task& task);

// How what they say is looked at again.
void certify_loops(const SecondLook& look, const Reach& reach, const Fixpoint& states);
void certify_waits(const SecondLook& look, const Reach& reach, const Fixpoint& states);
// Every loop found that nobody can leave.
void certify_loops_within_turns(const SecondLook& look);
void certify_loops_anywhere(const SecondLook& look);

}  // namespace errata::checker
