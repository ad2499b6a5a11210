// How what is said of play that goes on for ever is looked at again: the rules of those analyses
// (search/second_look).
#pragma once

#include "checker/search/second_look.h"

namespace errata::checker {

void certify_loops(const SecondLook& look, const Reach& reach, const Fixpoint& states);
void certify_waits(const SecondLook& look, const Reach& reach, const Fixpoint& states);
// Every loop found that nobody can leave.
void certify_loops_within_turns(const SecondLook& look);
void certify_loops_anywhere(const SecondLook& look);

}  // namespace errata::checker
