#include "dsl/grammar/terminals.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "dsl/ast/words.h"
#include "dsl/base/date.h"

namespace errata::dsl::grammar {

namespace {

constexpr const char* loop_orders[] = {"in order of", "in falling order of", "in an order chosen by"};

std::string_view rest_of(It first, It last) { return {first, static_cast<std::size_t>(last - first)}; }
std::string_view word_of(It first, It last) { return word_at(rest_of(first, last), 0); }

It after_blanks(It first, It last, bool same_line = false) {
    while (first < last &&
           (*first == ' ' || *first == '\t' || *first == '\r' || (!same_line && *first == '\n')))
        ++first;
    return first;
}

bool take(It& first, std::string_view token, Lexeme& lexeme) {
    if (token.empty()) return false;
    lexeme.text = std::string(token);
    first += token.size();
    return true;
}

// name (',' name)* ':' and no ":="
bool is_binder_ahead(It first, It last) {
    while (true) {
        const std::string_view found = word_of(first, last);
        if (found.empty() || is_reserved(found)) return false;
        first = after_blanks(first + found.size(), last);
        if (first == last || *first != ',') break;
        first = after_blanks(first + 1, last);
    }
    return symbol_at(rest_of(first, last)) == ":";
}

// Whether a name that stands alone can end here.
bool can_follow_name(It first, It last) {
    return first == last || is_letter(*first) || *first == '}' || *first == ';' || *first == '[';
}

// `with c in order of ...`: no set that something is in.
bool is_loop_order(It at, It last) {
    return std::ranges::any_of(loop_orders, [&](const char* words) { return match_words(at, last, words); });
}

}  // namespace

bool match_keyword(It& first, It last, const char* wanted) {
    const std::string_view found = word_of(first, last);
    if (found != wanted) return false;
    first += found.size();
    return true;
}

bool match_symbol(It& first, It last, const char* wanted) {
    const std::string_view token = symbol_at(rest_of(first, last));
    if (token != wanted) return false;
    first += token.size();
    return true;
}

bool match_words(It& first, It last, const char* wanted) {
    It at = first;
    for (std::string_view rest = wanted; !rest.empty();) {
        const std::string_view next = rest.substr(0, rest.find(' '));
        at = after_blanks(at, last);
        if (word_of(at, last) != next) return false;
        at += next.size();
        rest.remove_prefix(std::min(next.size() + 1, rest.size()));
    }
    first = at;
    return true;
}

bool match_before_text(It& first, It last, const char* wanted) {
    It at = first;
    if (!match_keyword(at, last, wanted)) return false;
    const It next = after_blanks(at, last);
    if (next == last || *next != '"') return false;
    first = at;
    return true;
}

bool match_before_name(It& first, It last, const char* wanted) {
    It at = first;
    if (!match_keyword(at, last, wanted)) return false;
    const It next = after_blanks(at, last, true);
    const std::string_view found = word_of(next, last);
    if (found.empty() || is_reserved(found)) return false;
    first = at;
    return true;
}

bool match_distribute(It& first, It last, const char* wanted) {
    It at = first;
    if (!match_keyword(at, last, wanted)) return false;
    const It next = after_blanks(at, last, true);
    if (next == at || next == last) return false;
    const std::string_view found = word_of(next, last);
    const bool is_number = *next == '(' || std::isdigit(static_cast<unsigned char>(*next)) != 0;
    const bool is_amount = is_number || found == "as" || (!found.empty() && !is_reserved(found));
    if (is_amount) first = at;
    return is_amount;
}

bool match_before_title(It& first, It last, const char* wanted) {
    return match_before_name(first, last, wanted) || match_before_text(first, last, wanted);
}

bool match_before_block(It& first, It last, const char* wanted) {
    It at = first;
    if (!match_keyword(at, last, wanted)) return false;
    const It next = after_blanks(at, last);
    if (next == last || *next != '{') return false;
    first = at;
    return true;
}

bool match_alone(It& first, It last, const char* wanted) {
    It at = first;
    if (!match_keyword(at, last, wanted) || !can_follow_name(after_blanks(at, last), last)) return false;
    first = at;
    return true;
}

bool match_later(It& first, It last, const char*) {
    It at = first;
    if (!match_keyword(at, last, "later")) return false;
    const It behind = after_blanks(at, last, true);
    const std::string_view next = word_of(behind, last);
    if (next != "at" && next != "when" && (behind == last || *behind != '{')) return false;
    first = at;
    return true;
}

bool match_path(It& first, It last, const char*) {
    It at = first;
    if (!match_keyword(at, last, "path")) return false;
    at = after_blanks(at, last, true);
    if (!match_keyword(at, last, "from")) return false;
    const It next = after_blanks(at, last);
    if (next != last && (*next == ':' || *next == ',' || *next == '.')) return false;
    first = at;
    return true;
}

bool match_no_binder(It& first, It last, const char* wanted) {
    return !is_binder_ahead(first, last) && match_keyword(first, last, wanted);
}

bool match_call(It& first, It last, const char*) {
    // Terminals skip blanks before they match, so the blank is looked for behind.
    if (first == last || *first != '(' || !is_word_char(first[-1])) return false;
    ++first;
    return true;
}

bool match_binder_comma(It& first, It last, const char*) {
    if (first == last || *first != ',' || !is_binder_ahead(after_blanks(first + 1, last), last)) return false;
    ++first;
    return true;
}

bool match_before_binder(It& first, It last, const char* wanted) {
    It at = first;
    if (!match_keyword(at, last, wanted) || !is_binder_ahead(after_blanks(at, last, true), last))
        return false;
    first = at;
    return true;
}

bool match_item_end(It& first, It last, const char*) { return first == last; }

bool match_lone_name(It& first, It last, const char*) { return can_follow_name(first, last); }

bool match_nothing(It&, It, const char*) { return false; }

bool match_name(It& first, It last, Lexeme& lexeme) {
    const std::string_view found = word_of(first, last);
    if (found.empty() && first != last && *first == '_' && (first + 1 == last || !is_word_char(first[1]))) {
        return take(first, {first, 1}, lexeme);  // a parameter nobody asks for
    }
    return !is_reserved(found) && take(first, found, lexeme);
}

bool match_word(It& first, It last, Lexeme& lexeme) { return take(first, word_of(first, last), lexeme); }

bool match_dotted(It& first, It last, Lexeme& lexeme) {
    std::size_t size = word_of(first, last).size();
    while (size > 0 && first + size < last && first[size] == '.') {
        const std::size_t part = word_of(first + size + 1, last).size();
        if (part == 0) break;
        size += part + 1;
    }
    return take(first, {first, size}, lexeme);
}

bool match_code(It& first, It last, Lexeme& lexeme) {
    std::size_t size = 0;
    const auto letter = [&](std::size_t at) { return first + at < last && is_letter(first[at]); };
    while (letter(size) || (size > 0 && (first[size] == '.' || first[size] == '-') && letter(size + 1)))
        ++size;
    return take(first, {first, size}, lexeme);
}

bool match_text(It& first, It last, Lexeme& lexeme) {
    if (first == last || *first != '"') return false;
    const std::size_t close = closing_quote(rest_of(first, last), 0);
    if (close == std::string_view::npos) return false;
    lexeme.text = unquoted({first + 1, close - 1});
    first += close + 1;
    return true;
}

bool match_name_or_text(It& first, It last, Lexeme& lexeme) {
    return match_text(first, last, lexeme) || match_name(first, last, lexeme);
}

bool match_number(It& first, It last, Lexeme& lexeme) {
    const auto [end, error] = std::from_chars(first, last, lexeme.number);
    if (error != std::errc() || *first == '-') return false;
    first = end;
    return true;
}

bool match_row(It& first, It last, Lexeme& lexeme) {
    std::size_t size = 0;
    while (first + size < last && (is_word_char(first[size]) || first[size] == '-')) ++size;
    return is_row({first, size}) && take(first, {first, size}, lexeme);
}

bool match_date(It& first, It last, Lexeme& lexeme) {
    std::size_t size = 0;
    while (first + size < last && (is_word_char(first[size]) || first[size] == '-')) ++size;
    return read_date({first, size}).has_value() && take(first, {first, size}, lexeme);
}

bool match_infix(ast::Level level, It& first, It last, Lexeme& lexeme) {
    It end = first;
    if (level == ast::ComparisonLevel && is_loop_order(first, last)) return false;
    for (const ast::InfixOperator& infix : ast::infix_operators) {
        if (infix.level != level) continue;
        It at = first;
        const bool found = !is_letter(infix.text[0])                 ? match_symbol(at, last, infix.text)
                           : std::strchr(infix.text, ' ') == nullptr ? match_keyword(at, last, infix.text)
                                                                     : match_words(at, last, infix.text);
        if (!found || at <= end) continue;
        end = at;
        lexeme.number = static_cast<std::int64_t>(infix.kind);
    }
    if (end == first) return false;
    first = end;
    return true;
}

bool match_no_comparison(It& first, It last, const char*) {
    It at = first;
    Lexeme ignored;
    return !match_infix(ast::ComparisonLevel, at, last, ignored);
}

bool match_value_word(It& first, It last, Lexeme& lexeme) {
    const std::string_view found = word_of(first, last);
    for (const std::string_view opening : {"not", "if", "some", "every", "yes", "none", "any", "can"}) {
        if (found == opening) return false;
    }
    return is_reserved(found) && found != "no" && take(first, found, lexeme);
}

}  // namespace errata::dsl::grammar
