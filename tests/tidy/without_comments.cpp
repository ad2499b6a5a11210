// A scan of C++ text, one token class at a time: comment, literal, or code. It knows raw strings and digit
// separators, which is all that this house uses; it does not know line splices inside a literal's prefix.
#include <algorithm>
#include <cctype>
#include <string_view>

#include "tests/tidy/checks.h"

namespace errata::tests {

namespace {

// The end (one past) of the comment or literal that begins at `start`; `start` itself where code begins.
std::size_t end_of_hidden(const std::string& text, std::size_t start) {
    const auto after = [&](std::string_view closing, std::size_t from) {
        const std::size_t at = text.find(closing, from);
        return at == std::string::npos ? text.size() : at + closing.size();
    };
    if (text.compare(start, 2, "//") == 0) {
        const std::size_t end = text.find('\n', start);
        return end == std::string::npos ? text.size() : end;
    }
    if (text.compare(start, 2, "/*") == 0) return after("*/", start + 2);

    const char quote = text[start];
    const char before = start == 0 ? ' ' : text[start - 1];
    if (quote == '"' && before == 'R') {
        const std::size_t open = text.find('(', start);
        if (open == std::string::npos) return text.size();
        return after(")" + text.substr(start + 1, open - start - 1) + "\"", open);
    }
    const bool is_separator = quote == '\'' && std::isdigit(static_cast<unsigned char>(before)) != 0;
    if ((quote != '"' && quote != '\'') || is_separator) return start;
    std::size_t at = start + 1;
    while (at < text.size() && text[at] != quote && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
    return std::min(at + 1, text.size());
}

}  // namespace

std::string without_comments_and_literals(const std::string& text) {
    std::string code = text;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = end_of_hidden(text, at);
        for (std::size_t i = at; i < end; ++i) {
            if (text[i] != '\n') code[i] = ' ';
        }
        at = end == at ? at + 1 : end;
    }
    return code;
}

}  // namespace errata::tests
