#include "dsl/base/text.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include <fmt/format.h>
#include <unictype.h>
#include <unistr.h>
#include <uniwidth.h>

#include "dsl/base/plural.h"

namespace errata::dsl {

namespace {

const std::uint8_t* bytes_of(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

// Unicode: controls, separators of lines, and what is to be ignored by whoever shows a text. Which form of a
// character is meant (a variation selector) is seen on it.
bool is_unseen(ucs4_t code) {
    return uc_is_general_category_withtable(
               code, UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Zl | UC_CATEGORY_MASK_Zp) ||
           (uc_is_property_default_ignorable_code_point(code) && !uc_is_property_variation_selector(code));
}

// As JSON spells it: those beyond 16 bits as two surrogates.
std::string spelled(ucs4_t code) {
    if (code < 0x10000) return fmt::format("\\u{:04X}", code);
    const ucs4_t rest = code - 0x10000;
    return fmt::format("\\u{:04X}\\u{:04X}", 0xD800 + (rest >> 10U), 0xDC00 + (rest & 0x3FFU));
}

std::string shown(std::string_view text, std::string_view kept) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        ucs4_t code = 0;
        const int length = u8_mbtoucr(&code, bytes_of(text.substr(at)), text.size() - at);
        if (length < 0) {
            result += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[at]));
            ++at;
            continue;
        }
        const std::string_view character = text.substr(at, static_cast<std::size_t>(length));
        const bool stays = !is_unseen(code) || kept.find(character) != std::string_view::npos;
        result += stays ? std::string(character) : spelled(code);
        at += character.size();
    }
    return result;
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
    ucs4_t code = 0;
    const int length = u8_mbtoucr(&code, bytes_of(text.substr(at)), text.size() - at);
    return static_cast<std::size_t>(std::max(length, 0));
}

std::uint32_t code_point(std::string_view text) {
    ucs4_t code = 0;
    return u8_mbtoucr(&code, bytes_of(text), text.size()) > 0 ? code : 0;
}

std::string_view front_of(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes) return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
    return text.substr(0, bytes);
}

std::size_t display_width(std::string_view text) {
    return static_cast<std::size_t>(u8_width(bytes_of(text), text.size(), "UTF-8"));
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

std::string with_capital(std::string text) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
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
