// The words of one line of printed text, cut for the chart parser. Everything is cut by the same few rules,
// template and text alike, so that a hole may touch punctuation: runs of letters (with an inner apostrophe:
// can't), runs of digits, the possessive "'s", and every other sign by itself. So "non-elf" is three tokens,
// "2x" two, "Bog's" two, "+1" two. Typographic quotes, dashes and the minus sign are read as their plain
// forms; case is folded. Reminder text, that is anything in matching parentheses, is left out, and where it
// stood is recorded; where parentheses are part of the wording they are signs like others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace errata::dsl {

// A byte range of the text.
struct TextRange {
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
};

struct Token {
    std::string word;     // folded: what templates are compared with
    std::string written;  // as it stands in the text
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    std::optional<std::int64_t> number;  // of digits, and of the words one to twenty; never negative
};

struct TokenisedText {
    std::vector<Token> tokens;
    std::vector<TextRange> reminders;  // parentheses included
};

enum class Parentheses { HoldReminders, ArePartOfText };

TokenisedText tokenise(std::string_view text, Parentheses parentheses = Parentheses::HoldReminders);

}  // namespace errata::dsl
