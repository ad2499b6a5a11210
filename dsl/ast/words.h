// The vocabulary of the language and its smallest units: reserved words, item keywords, the token at a place.
// Shared by the layout, the terminals of the grammar, the messages and the printer. No Spirit here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace errata::dsl::grammar {

bool is_letter(char c);
bool is_word_char(char c);

// The word that begins at `at`, or an empty view.
std::string_view word_at(std::string_view text, std::size_t at);

// Words that begin an item at column 0.
const std::vector<std::string>& item_keywords();
bool is_item_keyword(std::string_view word);

// Words that cannot be names, because they begin, join or end constructs inside an item.
bool is_reserved(std::string_view word);

// Words that begin a statement or an ability, for "did you mean".
const std::vector<std::string>& statement_keywords();
const std::vector<std::string>& ability_keywords();

// Whether `text` can be written as a name without quotes.
bool is_plain_name(std::string_view text);

// The longest operator or punctuation at the front of `text`; known slips ("==", "&&") count, so that
// messages can name them.
std::string_view symbol_at(std::string_view text);

// The position of the quote that closes the one at `open`, or npos if the line ends first.
std::size_t closing_quote(std::string_view text, std::size_t open);

// What is between the quotes of a literal, with \" and \\ resolved; `quoted` is the way back.
std::string unquoted(std::string_view inside);
std::string quoted(std::string_view text);

// SAN-TER-118, ABC-3a
bool is_row(std::string_view text);

}  // namespace errata::dsl::grammar
