#include "dsl/base/text.h"

#include <algorithm>

#include <fmt/format.h>

#include "dsl/base/plural.h"

namespace errata::dsl {

namespace {

char32_t code_point(std::string_view character) {
    if (character.size() == 1) return static_cast<unsigned char>(character[0]);
    char32_t result = static_cast<unsigned char>(character[0]) & (0xFFU >> (character.size() + 1));
    for (const char c : character.substr(1))
        result = (result << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
    return result;
}

struct Between {
    char32_t first;
    char32_t last;
};

// Unicode: C0, DEL and C1; soft hyphen; marks and overrides of direction; no width; separators; annotations;
// tags.
constexpr Between unseen[] = {{0x0, 0x1F},      {0x7F, 0x9F},     {0xAD, 0xAD},      {0x61C, 0x61C},
                              {0x180E, 0x180E}, {0x200B, 0x200F}, {0x2028, 0x202E},  {0x2060, 0x206F},
                              {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};

bool is_unseen(char32_t code) {
    return std::ranges::any_of(
        unseen, [&](const Between& range) { return range.first <= code && code <= range.last; });
}

// As JSON spells it: those beyond 16 bits as two surrogates.
std::string spelled(char32_t code) {
    if (code < 0x10000) return fmt::format("\\u{:04X}", static_cast<std::uint32_t>(code));
    const std::uint32_t rest = static_cast<std::uint32_t>(code) - 0x10000;
    return fmt::format("\\u{:04X}\\u{:04X}", 0xD800 + (rest >> 10U), 0xDC00 + (rest & 0x3FFU));
}

std::string shown(std::string_view text, std::string_view kept) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_length(text, at);
        if (length == 0) {
            result += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[at]));
            ++at;
            continue;
        }
        const std::string_view character = text.substr(at, length);
        const char32_t code = code_point(character);
        const bool stays =
            !is_unseen(code) || (length == 1 && kept.find(character[0]) != std::string_view::npos);
        result += stays ? std::string(character) : spelled(code);
        at += length;
    }
    return result;
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) -> unsigned {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
    };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
    }
    const char32_t code = code_point(text.substr(at, length));
    const bool is_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    return is_long || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF) ? 0 : length;
}

std::string visible(std::string_view text) { return shown(text, "\n\t"); }
std::string visible_word(std::string_view text) { return shown(text, ""); }

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
    std::string result;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) result += separator;
        result += parts[i];
    }
    return result;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (is_swap) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
    const std::string wanted = lower(word);
    std::optional<std::string> best;
    std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(wanted, lower(candidate));
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string count_of(std::size_t count, std::string_view singular) {
    return std::to_string(count) + " " + (count == 1 ? std::string(singular) : plural_of(singular));
}

bool is_sentence(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\n");
    const std::size_t last = text.find_last_not_of(" \t\n\"')");
    if (first == std::string_view::npos || last == std::string_view::npos || last <= first) return false;
    const char begin = text[first];
    const bool begins =
        (begin >= 'A' && begin <= 'Z') || is_digit(begin) || static_cast<unsigned char>(begin) >= 0x80;
    const bool ends = text[last] == '.' || text[last] == '!' || text[last] == '?';
    return begins && ends;
}

}  // namespace errata::dsl
