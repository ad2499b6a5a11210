// How what is never met is looked for again: the rule of that analysis (search/second_look).
#pragma once

#include "checker/search/second_look.h"

namespace errata::checker {

void certify_unreachable(const SecondLook& look, const Reach& reach, const Fixpoint& states);

}  // namespace errata::checker
