// Words and signs that people bring from other languages, and how this one says the same. Only asked when
// something could not be read or found, so a game may still use any of the words as names.
#pragma once

#include <string>
#include <string_view>

namespace errata::dsl::grammar {

// "write 'yes'" for "true"; empty for a word that is no such slip. Case does not matter.
std::string hint_for_foreign_word(std::string_view word);

// Likewise for "==" and "&&".
std::string hint_for_foreign_symbol(std::string_view symbol);

}  // namespace errata::dsl::grammar
