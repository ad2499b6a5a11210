// Windows and what is played in them. A window is an item of the agenda: whoever is asked plays something or
// passes. `may` abilities are the options; their effects are agenda items above it.
#pragma once

#include "compiler/lower/code.h"

namespace errata::compiler {

// Waits, with the window on top of the agenda; then `next`.
CodeId call_window(const Lowering& l, const WindowItem& item, const std::vector<TypedTerm>& roles,
                   const Place& place, const Continuation& next);
// Could anybody play anything now? Without it a window would be asked all round for nothing.
TermId playable(const Lowering& l, const WindowItem& item, const Place& place);

void lower_window(const Lowering& l, const WindowItem& item);

}  // namespace errata::compiler
