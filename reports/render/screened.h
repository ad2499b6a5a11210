// What is said of screens, as text: one sentence of what was looked at, and the items that want a look. Part
// of the text report (text.h).
#pragma once

#include <string>

#include "checker/screened.h"

namespace errata::reports {

// "on 2 tables, plays of one turn each: single cards 60 of 60, pairs 1,830 of 1,830 seen to the end", and
// what was not.
std::string screened_text(const checker::Screened& screened);
// A line for each item that cannot be played, does nothing, or needs a partner; worst first. "": there is
// none.
std::string playability_text(const checker::Screened& screened);

}  // namespace errata::reports
