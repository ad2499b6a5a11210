// What a message about text that cannot be read suggests: slips that have one obvious remedy. Some words and
// signs belong to other languages; some parts are missing or stand in the wrong place; some words are
// misspelt. Words only; where reading stopped is known to State.
#pragma once

#include <string>
#include <string_view>

#include "dsl/grammar/item_text.h"

namespace errata::dsl::grammar {

// Words and signs that people bring from other languages, and how this one says the same. Only asked when
// something could not be read or found, so a game may still use any of the words as names. "write 'yes'" for
// "true"; empty for a word that is no such slip. Case does not matter.
std::string hint_for_foreign_word(std::string_view foreign);

// Likewise for "==" and "&&".
std::string hint_for_foreign_symbol(std::string_view symbol);

// Is this part of what a message says was expected?
bool expects(std::string_view expected, std::string_view part);

// `expected` was not found at `at`; `start` is where the broken construct began. Empty: nothing is obvious.
std::string failure_hint(const ItemText& item, It start, It at, const std::string& expected);

}  // namespace errata::dsl::grammar
