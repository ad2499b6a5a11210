// How what is said of claims, incidents and deadlocks is looked at again: the rules of those analyses
// (search/second_look).
#pragma once

#include "checker/search/second_look.h"

namespace errata::checker {

void certify_incidents(const SecondLook& look, const Reach& reach, const Fixpoint& states);
void certify_claims(const SecondLook& look, const Reach& reach, const Fixpoint& states);  // rulings, too
void certify_no_deadlock(const SecondLook& look, const Reach& reach, const Fixpoint& states);

}  // namespace errata::checker
