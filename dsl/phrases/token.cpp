#include "dsl/phrases/token.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

#include <unicase.h>

#include "dsl/base/text.h"

namespace errata::dsl {
namespace {

enum class Sort { Space, Letter, Digit, Apostrophe, Sign };

struct Glyph {
    Sort sort = Sort::Sign;
    std::uint32_t size = 1;
    char plain = 0;  // what a typographic sign is read as; 0: as written
};

// The signs of U+2000 to U+2BFF (quotes, dashes, arrows, card symbols) all begin with this byte in UTF-8.
constexpr char sign_lead = '\xE2';

constexpr std::array<std::pair<std::string_view, char>, 7> plain_signs{{{"\xE2\x80\x98", '\''},
                                                                        {"\xE2\x80\x99", '\''},
                                                                        {"\xE2\x80\x9C", '"'},
                                                                        {"\xE2\x80\x9D", '"'},
                                                                        {"\xE2\x80\x93", '-'},
                                                                        {"\xE2\x80\x94", '-'},
                                                                        {"\xE2\x88\x92", '-'}}};

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

Glyph wide_glyph(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    if (rest.front() == sign_lead) {
        const auto size = static_cast<std::uint32_t>(std::min<std::size_t>(3, rest.size()));
        for (const auto& [sign, plain] : plain_signs) {
            if (rest.starts_with(sign)) return {plain == '\'' ? Sort::Apostrophe : Sort::Sign, size, plain};
        }
        return {Sort::Sign, size, 0};
    }
    if (rest.starts_with("\xC2\xA0")) return {Sort::Space, 2, ' '};
    if (rest.starts_with("\xC3\x97")) return {Sort::Sign, 2, 0};  // the multiplication sign
    return {Sort::Letter, 1, 0};
}

Glyph glyph_at(std::string_view text, std::size_t at) {
    if (at >= text.size()) return {Sort::Space, 0, 0};
    const char c = text[at];
    if (is_ascii_letter(c)) return {Sort::Letter, 1, 0};
    if (is_ascii_space(c)) return {Sort::Space, 1, 0};
    if (is_digit(c)) return {Sort::Digit, 1, 0};
    if (c == '\'') return {Sort::Apostrophe, 1, 0};
    if (static_cast<unsigned char>(c) < 0x80) return {Sort::Sign, 1, 0};
    return wide_glyph(text, at);
}

bool is_letter_at(std::string_view text, std::size_t at) { return glyph_at(text, at).sort == Sort::Letter; }

bool is_possessive_at(std::string_view text, std::size_t apostrophe, std::uint32_t size) {
    const std::size_t s = apostrophe + size;
    return s < text.size() && (text[s] == 's' || text[s] == 'S') && !is_letter_at(text, s + 1);
}

std::size_t end_of_word(std::string_view text, std::size_t at) {
    while (true) {
        const Glyph glyph = glyph_at(text, at);
        if (glyph.sort == Sort::Letter) {
            at += glyph.size;
            continue;
        }
        const bool inner = glyph.sort == Sort::Apostrophe && is_letter_at(text, at + glyph.size) &&
                           !is_possessive_at(text, at, glyph.size);
        if (!inner) return at;
        at += glyph.size;
    }
}

std::size_t end_of_token(std::string_view text, std::size_t at) {
    const Glyph glyph = glyph_at(text, at);
    std::size_t end = at + glyph.size;
    if (glyph.sort == Sort::Letter) return end_of_word(text, at);
    if (glyph.sort == Sort::Apostrophe && is_possessive_at(text, at, glyph.size)) return end + 1;
    if (glyph.sort == Sort::Digit) {
        while (end < text.size() && is_digit(text[end])) ++end;
    }
    return end;
}

std::string folded(std::string_view written) {
    const bool is_ascii =
        std::ranges::all_of(written, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (is_ascii) return lower(written);
    std::string plain;
    for (std::size_t i = 0; i < written.size();) {
        const Glyph glyph = glyph_at(written, i);
        plain += glyph.plain != 0 ? std::string(1, glyph.plain) : std::string(written.substr(i, glyph.size));
        i += glyph.size;
    }
    std::size_t size = 0;
    const std::unique_ptr<std::uint8_t, decltype(&std::free)> small(
        u8_tolower(reinterpret_cast<const std::uint8_t*>(plain.data()), plain.size(), nullptr, nullptr,
                   nullptr, &size),
        &std::free);
    return small ? std::string(reinterpret_cast<const char*>(small.get()), size) : lower(plain);
}

// More digits than this no longer fit the type; such a token is no number.
constexpr std::size_t max_digits = 18;

std::optional<std::int64_t> number_of(std::string_view word) {
    if (is_digit(word.front())) {
        if (word.size() > max_digits) return std::nullopt;
        std::int64_t value = 0;
        for (const char c : word) value = value * 10 + (c - '0');
        return value;
    }
    static constexpr std::array<std::string_view, 20> words{
        "one",     "two",     "three",     "four",     "five",     "six",      "seven",
        "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen", "fourteen",
        "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"};
    if (word.size() < 3 || word.size() > 9) return std::nullopt;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == word) return static_cast<std::int64_t>(i + 1);
    }
    return std::nullopt;
}

// Just behind the parenthesis that closes the one at `open`; `open` itself if none does.
std::size_t end_of_reminder(std::string_view text, std::size_t open) {
    std::size_t depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '(') ++depth;
        if (text[i] == ')' && --depth == 0) return i + 1;
    }
    return open;
}

}  // namespace

TokenisedText tokenise(std::string_view text, Parentheses parentheses) {
    TokenisedText result;
    result.tokens.reserve(text.size() / 5 + 4);
    // A "(" that is never closed ends the search for reminders: the text is not readable anyway.
    bool may_close = parentheses == Parentheses::HoldReminders;
    for (std::size_t at = 0; at < text.size();) {
        const Glyph glyph = glyph_at(text, at);
        if (glyph.sort == Sort::Space) {
            at += glyph.size;
            continue;
        }
        if (text[at] == '(' && may_close) {
            const std::size_t end = end_of_reminder(text, at);
            may_close = end > at;
            if (may_close) {
                result.reminders.push_back(
                    {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end - at)});
                at = end;
                continue;
            }
        }
        const std::size_t end = end_of_token(text, at);
        const std::string_view written = text.substr(at, end - at);
        Token& token = result.tokens.emplace_back();
        token.word = folded(written);
        token.written = written;
        token.offset = static_cast<std::uint32_t>(at);
        token.length = static_cast<std::uint32_t>(end - at);
        token.number = number_of(token.word);
        at = end;
    }
    return result;
}

}  // namespace errata::dsl
