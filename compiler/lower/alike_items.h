// Printed items that nothing tells apart: they have the same attributes and the same text, and nothing in the
// game names one of them or takes all in their order. Whoever exchanges two of them everywhere turns plays
// into plays, so that of the sets that differ only in which of them they hold, one is laid out: of those
// alike, the first so many.
#pragma once

#include "compiler/lower/lowering.h"
#include "compiler/read/lines.h"
#include "compiler/resolve/options.h"

namespace errata::compiler {

// Of the screens' setups, which are there: adds the requirements, and says of each item that is left out
// which one stands for it (PrintedItem::same_as). Items that `options` asks for stand for themselves.
void lay_out_alike_once(const Lowering& l, const ScreenOptions& options, const ReadTexts& texts);

}  // namespace errata::compiler
