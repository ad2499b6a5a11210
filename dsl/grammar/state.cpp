#include "dsl/grammar/state.h"

#include <algorithm>

#include "dsl/ast/words.h"
#include "dsl/base/text.h"
#include "dsl/grammar/foreign_words.h"
#include "dsl/grammar/remedies.h"

namespace errata::dsl::grammar {

namespace {
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }
}  // namespace

Span State::span(It first, It last) const {
    while (first < last && is_space(*first)) ++first;
    while (last > first && is_space(last[-1])) --last;
    return {file_, static_cast<std::uint32_t>(first - text_.data()),
            static_cast<std::uint32_t>(last - text_.data())};
}

It State::skip_blanks(It at) const {
    while (at < end_ && is_space(*at)) ++at;
    return at;
}

It State::line_start(It at) const {
    while (at > begin_ && at[-1] != '\n') --at;
    return at;
}

std::size_t State::indent(It at) const {
    const It line = line_start(at);
    It first = line;
    while (first < end_ && (*first == ' ' || *first == '\t')) ++first;
    return static_cast<std::size_t>(first - line);
}

bool State::is_first_on_line(It at) const { return std::all_of(line_start(at), at, is_space); }

std::size_t State::token_size(It at) const {
    if (at == end_) return 1;
    const std::string_view rest(at, static_cast<std::size_t>(end_ - at));
    if (is_letter(*at)) return word_at(rest, 0).size();
    if (is_digit(*at)) return static_cast<std::size_t>(std::find_if_not(at, end_, is_digit) - at);
    if (*at == '"') {
        const std::size_t close = closing_quote(rest, 0);
        return close == std::string_view::npos ? 1 : close + 1;
    }
    const auto lead = static_cast<unsigned char>(*at);
    if (lead >= 0x80) return std::min<std::size_t>(rest.size(), lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);
    return symbol_at(rest).size();
}

std::string State::token_text(It at) const {
    constexpr std::size_t longest = 40;
    std::string token(at, token_size(at));
    if (token[0] == '"') {
        if (token.size() > longest) token = token.substr(0, longest) + "...\"";
        return "the text " + token;
    }
    if (token.size() > longest) token = token.substr(0, longest) + "...";
    return is_word_char(token[0]) && is_reserved(token) ? "the keyword '" + token + "'" : "'" + token + "'";
}

void State::fail(It start, It where, const std::string& expected) const {
    if (expected.empty()) return;
    const It at = skip_blanks(where);
    if (fail_at_foreign_word(start, at) || fail_at_indented_item(at, expected)) return;
    std::string found;
    Span place;
    // An item may go on in the next line, so there what stands too much is named, not what is missing before
    // it.
    const bool is_surplus = at < end_ && contains(expected, "the end of this item");
    if (at == end_ || (at > start && is_first_on_line(at) && !is_surplus)) {
        It last = at;
        while (last > begin_ && is_space(last[-1])) --last;
        const bool at_end = at == end_ && end_ == text_.data() + text_.size();
        found = at_end ? "the end of the file" : "the end of the line";
        place = {file_, static_cast<std::uint32_t>(last - text_.data()),
                 static_cast<std::uint32_t>(last - text_.data())};
    } else {
        found = token_text(at);
        place = span(at, at + token_size(at));
    }
    sink_.report(DiagnosticKind::syntax, place, "expected " + expected + ", found " + found,
                 hint(start, at, expected));
}

std::string_view State::word_of(It at) const {
    return word_at(std::string_view(at, static_cast<std::size_t>(end_ - at)), 0);
}

// The word in front of `at` on its line, or `at`.
It State::word_before(It at) const {
    while (at > begin_ && is_space(at[-1]) && at[-1] != '\n') --at;
    while (at > begin_ && is_word_char(at[-1])) --at;
    return at;
}

// The slip is the foreign word, wherever reading stopped because of it: at the word, behind it, or in what
// looked like a statement of its own behind it.
bool State::fail_at_foreign_word(It start, It at) const {
    const It first = skip_blanks(start);
    for (const It place : {at, word_before(at), first, word_before(first)}) {
        if (place == end_) continue;
        const std::string_view word = word_of(place);
        const std::string foreign = hint_for_foreign_word(word);
        if (foreign.empty()) continue;
        const It next = skip_blanks(place + word.size());
        const bool is_used_as_word =
            place == at || (next < end_ && next > place + word.size() && (is_letter(*next) || *next == '('));
        if (!is_used_as_word) continue;
        sink_.report(DiagnosticKind::syntax, span(place, place + word.size()),
                     "'" + std::string(word) + "' is no word of this language here", foreign);
        return true;
    }
    return false;
}

bool State::fail_at_indented_item(It at, const std::string& expected) const {
    if (at == end_ || !contains(expected, "the end of this item") || !is_first_on_line(at)) return false;
    const std::string_view word = word_of(at);
    if (!is_item_keyword(word)) return false;
    sink_.report(DiagnosticKind::syntax, span(at, at + word.size()),
                 "'" + std::string(word) + "' is indented, so it belongs to the item above",
                 "an item begins at the margin: take the blanks before it away");
    return true;
}

// Behind `m: minion`?
bool State::follows_binder(It at) const {
    const auto skip_back = [&](It place) {
        while (place > begin_ && is_space(place[-1])) --place;
        return place;
    };
    const It type_end = skip_back(at);
    It type = type_end;
    while (type > begin_ && is_word_char(type[-1])) --type;
    const It colon = skip_back(type);
    return type < type_end && colon > begin_ && colon[-1] == ':';
}

void State::report_too_deep(It where) const {
    const It at = skip_blanks(where);
    sink_.report(DiagnosticKind::nesting_too_deep, span(at, std::min(end_, at + token_size(at))),
                 "this is nested too deeply to be read", "give the inner parts names with 'define' or 'let'");
}

// An ability whose parts are misspelt, or there but not in their order.
std::string State::part_of_ability(It start, It at, const std::string& expected) const {
    static const std::vector<std::string> parts = {"looking", "if",   "unless", "given", "targeting",
                                                   "limit",   "in",   "before", "after", "by",
                                                   "for",     "cost", "at"};
    if (expected != "'{'" && expected != "'by'" && expected != "'in'") return "";
    It first = skip_blanks(start);
    if (first < end_ && *first == '[') first = skip_blanks(std::min(end_, std::find(first, end_, ']') + 1));
    const std::string_view opening = word_of(first);
    const std::string_view found = word_of(at);
    const bool is_timed = expected == "'{'" && (opening == "when" || opening == "at");
    if (found.empty() || (!is_timed && opening != "may" && opening != "later")) return "";
    if (std::find(parts.begin(), parts.end(), found) == parts.end()) {
        const auto near = nearest(found, parts);
        return near ? "did you mean '" + *near + "'?" : "";
    }
    if (opening == "may") {
        return "the parts of 'may' come in this order: in, before or after, by, for, targeting, if, limit, "
               "cost, at once";
    }
    if (opening == "later")
        return "the parts of 'later' come in this order: at or when, looking back, if, given";
    return "the parts of '" + std::string(opening) +
           "' come in this order: " + (opening == "when" ? "looking back, " : "") +
           "if, given, targeting, limit";
}

// Slips that have one obvious remedy.
std::string State::hint(It start, It at, const std::string& expected) const {
    const std::string_view rest(at, static_cast<std::size_t>(end_ - at));
    const std::string_view symbol = symbol_at(rest);
    const bool assigns = contains(expected, "':='");
    const bool at_word = at < end_ && is_letter(*at);
    const Slip slip{expected,
                    word_of(begin_),
                    word_of(skip_blanks(start)),
                    at_word ? word_of(at) : "",
                    at_word ? "" : symbol,
                    at_word && follows_binder(at),
                    word_before(at) == begin_};
    if (symbol == "=" && assigns) return "':=' changes a field; '=' compares";
    if (expected == "'{'" && (symbol == "->" || symbol == "=>")) return remedy(slip);
    if (symbol == ":=") return "':=' is a statement; '=' compares";
    if (std::string foreign = hint_for_foreign_symbol(symbol); !foreign.empty()) return foreign;
    if (symbol == "(" && at > begin_ && is_space(at[-1]) && assigns)
        return "the '(' of a call follows its name without a blank";
    if (contains(expected, "end of this comparison"))
        return "comparisons do not chain; join them with 'and', or use brackets";
    if (expected == "',' or '}'") return "here '{' opens a set such as {A, B}, for an expression is expected";
    if (std::string part = part_of_ability(start, at, expected); !part.empty()) return part;
    const std::string word = misspelt_keyword(at, expected);
    if (!word.empty()) return "did you mean '" + word + "'?";
    if (std::string known = remedy(slip); !known.empty()) return known;
    if (contains(expected, "'choose' or '}'")) return "nothing but choices can be made secretly";
    if (contains(expected, "'by'")) return "say whose choice it is: 'by Ann', 'by chance', 'by nobody'";
    if (contains(expected, "a name") && is_reserved(word_at(rest, 0)))
        return "this word belongs to the language; choose another name";
    if (contains(expected, "an expression") && !rest.empty() && rest[0] >= '0' && rest[0] <= '9') {
        return "the largest number is 9223372036854775807";
    }
    return "";
}

// The expected keyword that the word at the failure resembles, or the keyword that the first word of the line
// resembles.
std::string State::misspelt_keyword(It at, const std::string& expected) const {
    std::vector<std::string> wanted;
    for (std::size_t open = expected.find('\''); open != std::string::npos;) {
        const std::size_t close = expected.find('\'', open + 1);
        if (close == std::string::npos) break;
        if (is_letter(expected[open + 1])) wanted.push_back(expected.substr(open + 1, close - open - 1));
        open = expected.find('\'', close + 1);
    }
    if (contains(expected, "the end of this item")) {
        const std::string_view item = word_of(begin_);
        if (item == "zone") wanted = {"hidden"};
        if (item == "sites") wanted = {"links"};
        if (item == "grid") wanted = {"diagonal", "hex", "ring"};
    }
    if (const auto near = nearest(word_of(at), wanted); near && *near != word_of(at)) return *near;
    const bool statement = contains(expected, "a statement") || contains(expected, "':='");
    if (!statement && !contains(expected, "an ability")) return "";
    const std::string_view first = word_of(skip_blanks(line_start(at)));
    const auto& keywords = statement ? statement_keywords() : ability_keywords();
    if (first.size() < 2 || std::find(keywords.begin(), keywords.end(), first) != keywords.end()) return "";
    const auto near = nearest(first, keywords);
    return !near ? "" : *near == "foreach" ? "for each" : *near;
}

It State::resume(It start, It where) const {
    It at = skip_blanks(where);
    int braces = 0;
    int others = 0;
    const auto step = [&](It& place) {
        if (*place == '"') {
            const std::size_t close =
                closing_quote(std::string_view(place, static_cast<std::size_t>(end_ - place)), 0);
            if (close != std::string_view::npos) place += close;
        } else if (*place == '{') {
            ++braces;
        } else if (*place == '}') {
            --braces;
            others = 0;  // a '(' that is open at the end of a block was never closed
        } else if (*place == '(') {
            ++others;
        } else if (*place == ')') {
            others = std::max(0, others - 1);
        }
        ++place;
    };
    for (It read = start; read < at;) step(read);
    const std::size_t own_indent = indent(start);
    while (at < end_) {
        if (*at == '}' && braces == 0) return at;
        const bool new_line = at > start && is_first_on_line(at) && !is_space(*at);
        if (new_line && braces == 0 && (others == 0 || indent(at) <= own_indent)) {
            const std::string_view word =
                word_at(std::string_view(at, static_cast<std::size_t>(end_ - at)), 0);
            if (*at != '{' && word != "else" && word != "otherwise") return at;
        }
        if (*at == ';' && braces == 0) return at + 1;
        step(at);
    }
    return end_;
}

}  // namespace errata::dsl::grammar
