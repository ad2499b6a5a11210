// Screens as setups: one for each size of sets of printed items, whose items are left open. Which sets are
// laid out is said by requirements: those that the options ask for, and of items that nothing tells apart
// each set once.
#pragma once

#include "compiler/lower/lowering.h"
#include "compiler/read/lines.h"
#include "compiler/resolve/options.h"

namespace errata::compiler {

// A setup for each size of sets, from one item on.
void lower_screens(const Lowering& l, const ScreenOptions& options, const ReadTexts& texts);
// Where whoever bears the items of a set is interchangeable, one order of them stands for all.
void sort_sets(Model& model);
// How many turns a screen looks at, at most; 0: there is none that ends.
std::size_t most_turns(const typed::Program& program);

}  // namespace errata::compiler
