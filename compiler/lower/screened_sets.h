// Which of the sets of printed items that fit on a table are laid out: as requirements on a screen's setup,
// so that those that were not asked for are no initial states. None of them looks at which object bears which
// item of a set.
#pragma once

#include <set>
#include <string>

#include "compiler/lower/lowering.h"
#include "compiler/read/lines.h"
#include "compiler/resolve/options.h"

namespace errata::compiler {

// Leaves the sets that `options` asks for, and of these such as hold no item that was set aside unread. An
// error where no item is of the set of newcomers.
void choose_sets(const Lowering& l, const ScreenOptions& options, const ReadTexts& texts,
                 const typed::Screen& screen, Setup& setup);

// Names of the items that `options` asks for: each set of this screen holds one; empty: of all.
std::set<std::string> items_asked_for(const Lowering& l, const ScreenOptions& options,
                                      const typed::Screen& screen);

}  // namespace errata::compiler
