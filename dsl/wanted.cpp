#include "dsl/wanted.h"

#include <algorithm>
#include <optional>
#include <string>

#include "dsl/ast/words.h"
#include "dsl/base/text.h"
#include "dsl/diag/sink.h"
#include "dsl/grammar/grammar.h"
#include "dsl/grammar/layout.h"

namespace errata::dsl {

namespace {

using grammar::Layout;
using grammar::Slice;
using grammar::SliceKind;

// No terminal takes it, so whatever the grammar tries there fails.
constexpr char cursor_sign = '\x01';

std::size_t line_start(std::string_view text, std::size_t at) {
    const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : before + 1;
}

std::size_t first_in_line(std::string_view text, std::size_t begin) {
    while (begin < text.size() && is_blank(text[begin])) ++begin;
    return begin;
}

bool is_in_quotes(std::string_view line) {
    for (std::size_t at = line.find('"'); at != std::string_view::npos;) {
        const std::size_t close = grammar::closing_quote(line, at);
        if (close == std::string_view::npos) return true;
        at = line.find('"', close + 1);
    }
    return false;
}

// Behind the `=` whose meaning holds the end of the text; nothing where that is a line of text. A meaning
// reaches as far as lines stand further in than its `=`, or a brace of it is open.
std::optional<std::size_t> meaning_at_end(std::string_view text, const Slice& slice) {
    std::optional<std::size_t> meaning;
    std::size_t indent = 0;
    std::ptrdiff_t depth = 0;
    for (std::size_t begin = slice.header_end + 1; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::size_t first = first_in_line(text, begin);
        if (meaning && first < end && depth <= 0 && first - begin <= indent) meaning.reset();
        if (!meaning && first < end && text[first] == '=') {
            meaning = first + 1;
            indent = first - begin;
            depth = 0;
        }
        if (meaning)
            depth += std::ranges::count(text.substr(first, end - first), '{') -
                     std::ranges::count(text.substr(first, end - first), '}');
        begin = end + 1;
    }
    return meaning;
}

}  // namespace

WantedAt wanted_at(std::string_view text, std::uint32_t offset) {
    WantedAt result;
    std::size_t word = offset;
    while (word > 0 && grammar::is_word_char(text[word - 1])) --word;
    result.word_begin = static_cast<std::uint32_t>(word);
    const std::string cut = std::string(text.substr(0, word)) + cursor_sign;
    const Layout layout = grammar::lay_out(cut, 0);
    if (!layout.comments.empty() && layout.comments.back().span.end >= cut.size()) return result;
    const std::size_t begin = line_start(text, word);
    if (begin == word) {
        result.place = WantedPlace::Margin;
        result.wanted.words.insert(grammar::item_keywords().begin(), grammar::item_keywords().end());
        return result;
    }
    if (layout.slices.empty() || layout.slices.back().kind == SliceKind::Stray) return result;
    const Slice& slice = layout.slices.back();
    const bool is_card = slice.kind == SliceKind::Card;
    const bool is_below_header = is_card && slice.header_end < word;
    const std::optional<std::size_t> meaning =
        is_below_header ? meaning_at_end(layout.text, slice) : std::nullopt;
    if (is_below_header && !meaning) {
        result.place = WantedPlace::Text;
        result.line_begin = static_cast<std::uint32_t>(first_in_line(cut, begin));
        return result;
    }
    if (is_in_quotes(std::string_view(cut).substr(begin))) {
        result.place = WantedPlace::Quotes;
        return result;
    }
    Sink unheard;
    const auto first = meaning ? static_cast<std::uint32_t>(*meaning) : slice.begin;
    grammar::State state(layout.text, 0, first, static_cast<std::uint32_t>(cut.size()), unheard);
    state.watch(layout.text.data() + word, result.wanted);
    grammar::read_item(state, meaning ? SliceKind::Meaning : slice.kind);
    result.place = WantedPlace::Inside;
    return result;
}

}  // namespace errata::dsl
