#include "dsl/ast/words.h"

#include <algorithm>
#include <unordered_set>

#include "dsl/ast/infix.h"
#include "dsl/base/text.h"

namespace errata::dsl::grammar {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

namespace {
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
}  // namespace

bool is_word_char(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '\''; }

std::string_view word_at(std::string_view text, std::size_t at) {
    // A single underscore is the name of what does not matter.
    if (at < text.size() && text[at] == '_' && (at + 1 == text.size() || !is_word_char(text[at + 1])))
        return text.substr(at, 1);
    if (at >= text.size() || !is_letter(text[at])) return {};
    std::size_t end = at;
    while (end < text.size() && is_word_char(text[end])) ++end;
    return text.substr(at, end - at);
}

const std::vector<std::string>& item_keywords() {
    static const std::vector<std::string> words = {
        "game",      "import", "player",   "enum",     "zone",      "kind",   "grid",    "sites",
        "window",    "state",  "relation", "define",   "open",      "action", "derived", "inductive",
        "equations", "rule",   "printed",  "category", "phrase",    "turn",   "setup",   "screen",
        "scope",     "meta",   "scenario", "check",    "partition", "ruling", "reading", "accept",
        "expect",    "omit",   "cards",    "version",  "assume"};
    return words;
}

bool is_item_keyword(std::string_view word) {
    static const std::unordered_set<std::string_view> words(item_keywords().begin(), item_keywords().end());
    return words.count(word) > 0;
}

bool is_reserved(std::string_view word) {
    static const std::unordered_set<std::string_view> words = {
        "not",   "if",      "then",     "else",           "some",    "no",        "every",   "of",   "with",
        "over",  "by",      "yes",      "none",           "any",     "can",       "for",     "let",  "choose",
        "while", "repeat",  "settle",   "create",         "destroy", "otherwise", "nothing", "try",  "until",
        "when",  "require", "whenever", "simultaneously", "cannot",  "instead",   "as",      "only", "iff",
        "do",    "given",   "unless",   "satisfies"};
    const auto is_of = [&](const ast::InfixOperator& infix) {
        const std::string_view text = infix.text;
        const std::size_t blank = text.find(' ');
        return word == text.substr(0, blank) ||
               (blank != std::string_view::npos && word == text.substr(blank + 1));
    };
    return words.count(word) > 0 ||
           std::any_of(std::begin(ast::infix_operators), std::end(ast::infix_operators), is_of);
}

const std::vector<std::string>& statement_keywords() {
    static const auto words = [] {
        std::vector<std::string> result = {
#define ERRATA_STATEMENT(kind, opening, dumped) opening,
#include "dsl/ast/statements.def"
#undef ERRATA_STATEMENT
        };
        std::erase(result, "");
        return result;
    }();
    return words;
}

const std::vector<std::string>& ability_keywords() {
    static const std::vector<std::string> words = {"when",   "as",  "at",  "cannot",  "instead", "whenever",
                                                   "ending", "not", "may", "ignores", "for"};
    return words;
}

bool is_plain_name(std::string_view text) {
    return !text.empty() && word_at(text, 0).size() == text.size() && !is_reserved(text);
}

std::string_view symbol_at(std::string_view text) {
    static constexpr std::string_view pairs[] = {":=", "+=", "-=", "*=", "..", "==", "&&",
                                                 "||", "<>", "->", "=>", "--", "++", "//"};
    const std::string_view front = text.substr(0, 2);
    const auto is_front = [&](const ast::InfixOperator& infix) {
        return !is_letter(infix.text[0]) && infix.text == front;
    };
    if (std::find(std::begin(pairs), std::end(pairs), front) != std::end(pairs) ||
        std::any_of(std::begin(ast::infix_operators), std::end(ast::infix_operators), is_front))
        return front;
    return text.substr(0, 1);
}

std::size_t closing_quote(std::string_view text, std::size_t open) {
    for (std::size_t i = open + 1; i < text.size() && text[i] != '\n'; ++i) {
        if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] != '\n') {
            ++i;
        } else if (text[i] == '"') {
            return i;
        }
    }
    return std::string_view::npos;
}

std::string unquoted(std::string_view inside) {
    std::string result;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] == '\\' && i + 1 < inside.size() && (inside[i + 1] == '"' || inside[i + 1] == '\\'))
            ++i;
        result += inside[i];
    }
    return result;
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + '"';
}

bool is_row(std::string_view text) {
    const std::size_t dash = text.rfind('-');
    if (dash == std::string_view::npos || dash == 0 || !is_upper(text[0])) return false;
    for (std::size_t i = 0; i < dash; ++i) {
        if (!is_upper(text[i]) && !is_digit(text[i]) && (text[i] != '-' || text[i - 1] == '-')) return false;
    }
    std::string_view number = text.substr(dash + 1);
    if (!number.empty() && number.back() >= 'a' && number.back() <= 'z') number.remove_suffix(1);
    return text[dash - 1] != '-' && !number.empty() && std::all_of(number.begin(), number.end(), is_digit);
}

}  // namespace errata::dsl::grammar
