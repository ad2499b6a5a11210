// The text of one item as the grammar goes through it: places in it, the words and tokens that stand there,
// and how its lines are indented. A whole file is behind it, with comments blanked out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dsl/source/span.h"

namespace errata::dsl::grammar {

using It = const char*;

// Blanks and line breaks.
inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

class ItemText {
public:
    // begin and end delimit the item in the file's text.
    ItemText(std::string_view text, std::uint32_t file, std::uint32_t begin, std::uint32_t end)
        : text_(text), file_(file), begin_(text.data() + begin), end_(text.data() + end) {}

    It begin() const { return begin_; }
    It end() const { return end_; }
    bool ends_the_file() const { return end_ == text_.data() + text_.size(); }

    // A span without the blanks at its ends.
    Span span(It first, It last) const;

    It skip_blanks(It at) const;
    It line_start(It at) const;
    std::size_t indent(It at) const;
    bool is_first_on_line(It at) const;

    std::string_view word_of(It at) const;
    // The word in front of `at` on its line, or `at`.
    It word_before(It at) const;
    std::size_t token_size(It at) const;
    // In words of a message.
    std::string token_text(It at) const;
    // Behind `m: minion`?
    bool follows_binder(It at) const;

private:
    std::string_view text_;
    std::uint32_t file_;
    It begin_;
    It end_;
};

}  // namespace errata::dsl::grammar
