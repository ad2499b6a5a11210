// What a message about text that cannot be read suggests: slips that have one obvious remedy. Words that
// belong to other languages, and remedies that hang on the item, have tables of their own (foreign_words.h,
// remedies.h).
#pragma once

#include <string>

#include "dsl/grammar/item_text.h"

namespace errata::dsl::grammar {

// `expected` was not found at `at`; `start` is where the broken construct began. Empty: nothing is obvious.
std::string failure_hint(const ItemText& text, It start, It at, const std::string& expected);

}  // namespace errata::dsl::grammar
