// What is claimed and what is played: checks, rulings, partitions, expectations; and scenarios, each a
// position and steps whose options are found by their labels. Needs the whole model but these.
#pragma once

#include "compiler/lower/lowering.h"

namespace errata::compiler {

void lower_scenarios(const Lowering& l);
// Checks, rulings, partitions, expectations.
void lower_claims(const Lowering& l, const Modules& modules);
}  // namespace errata::compiler
