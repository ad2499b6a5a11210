#include "dsl/grammar/item_text.h"

#include <algorithm>

#include "dsl/ast/words.h"
#include "dsl/base/text.h"

namespace errata::dsl::grammar {

Span ItemText::span(It first, It last) const {
    while (first < last && is_space(*first)) ++first;
    while (last > first && is_space(last[-1])) --last;
    return {file_, static_cast<std::uint32_t>(first - text_.data()),
            static_cast<std::uint32_t>(last - text_.data())};
}

It ItemText::skip_blanks(It at) const {
    while (at < end_ && is_space(*at)) ++at;
    return at;
}

It ItemText::line_start(It at) const {
    while (at > begin_ && at[-1] != '\n') --at;
    return at;
}

std::size_t ItemText::indent(It at) const {
    const It line = line_start(at);
    It first = line;
    while (first < end_ && (*first == ' ' || *first == '\t')) ++first;
    return static_cast<std::size_t>(first - line);
}

bool ItemText::is_first_on_line(It at) const { return std::all_of(line_start(at), at, is_space); }

std::size_t ItemText::token_size(It at) const {
    if (at == end_) return 1;
    const std::string_view rest(at, static_cast<std::size_t>(end_ - at));
    if (is_letter(*at)) return word_at(rest, 0).size();
    if (is_digit(*at)) return static_cast<std::size_t>(std::find_if_not(at, end_, is_digit) - at);
    if (*at == '"') {
        const std::size_t close = closing_quote(rest, 0);
        return close == std::string_view::npos ? 1 : close + 1;
    }
    return std::max(symbol_at(rest).size(), utf8_length(rest, 0));
}

std::string ItemText::token_text(It at) const {
    constexpr std::size_t longest = 40;
    std::string token(at, token_size(at));
    if (token[0] == '"') {
        if (token.size() > longest) token = std::string(front_of(token, longest)) + "...\"";
        return "the text " + token;
    }
    if (token.size() > longest) token = std::string(front_of(token, longest)) + "...";
    return is_word_char(token[0]) && is_reserved(token) ? "the keyword '" + token + "'" : "'" + token + "'";
}

std::string_view ItemText::word_of(It at) const {
    return word_at(std::string_view(at, static_cast<std::size_t>(end_ - at)), 0);
}

It ItemText::word_before(It at) const {
    while (at > begin_ && is_space(at[-1]) && at[-1] != '\n') --at;
    while (at > begin_ && is_word_char(at[-1])) --at;
    return at;
}

bool ItemText::follows_binder(It at) const {
    const auto skip_back = [&](It place) {
        while (place > begin_ && is_space(place[-1])) --place;
        return place;
    };
    const It type_end = skip_back(at);
    It type_begin = type_end;
    while (type_begin > begin_ && is_word_char(type_begin[-1])) --type_begin;
    const It colon = skip_back(type_begin);
    return type_begin < type_end && colon > begin_ && colon[-1] == ':';
}

}  // namespace errata::dsl::grammar
