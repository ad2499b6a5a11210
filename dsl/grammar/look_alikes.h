// Characters that look like others: typographic quotes and signs, letters of other alphabets, and what nobody
// sees. People get them from word processors and web pages. Only asked where something could not be read.
#pragma once

#include <string>
#include <string_view>

namespace errata::dsl::grammar {

// "this is GREATER-THAN OR EQUAL TO: write '>='": of the character that `text` begins with. Empty: it is no
// look-alike of anything that the language has.
std::string hint_for_look_alike(std::string_view text);

}  // namespace errata::dsl::grammar
