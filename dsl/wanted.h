// The words of the language that can be written at a place of a file. The file may be unfinished. What stands
// behind the place does not count. A text of printed items has no grammar here: it is read by the phrases of
// the game.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dsl/grammar/wanted.h"

namespace errata::dsl {

// Margin: where an item begins. Text: in a line of a printed item. Quotes: in a text of the language.
// Nowhere: in a comment.
enum class WantedPlace { Margin, Inside, Text, Quotes, Nowhere };

struct WantedAt {
    WantedPlace place = WantedPlace::Nowhere;
    std::uint32_t word_begin = 0;  // of the word that is half written, or the place itself
    std::uint32_t line_begin = 0;  // Text: where the line begins, behind its indentation
    grammar::Wanted wanted;        // Inside; Margin: words alone
};

// `offset`: in bytes, at most the size of the text.
WantedAt wanted_at(std::string_view text, std::uint32_t offset);

}  // namespace errata::dsl
