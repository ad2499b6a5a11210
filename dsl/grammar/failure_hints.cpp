#include "dsl/grammar/failure_hints.h"

#include <algorithm>

#include "dsl/ast/words.h"
#include "dsl/base/text.h"
#include "dsl/grammar/foreign_words.h"
#include "dsl/grammar/remedies.h"

namespace errata::dsl::grammar {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// An ability whose parts are misspelt, or there but not in their order.
std::string part_of_ability(const ItemText& text, It start, It at, const std::string& expected) {
    static const std::vector<std::string> parts = {"looking", "if",   "unless", "given", "targeting",
                                                   "limit",   "in",   "before", "after", "by",
                                                   "for",     "cost", "at"};
    if (expected != "'{'" && expected != "'by'" && expected != "'in'") return "";
    It first = text.skip_blanks(start);
    if (first < text.end() && *first == '[')
        first = text.skip_blanks(std::min(text.end(), std::find(first, text.end(), ']') + 1));
    const std::string_view opening = text.word_of(first);
    const std::string_view found = text.word_of(at);
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

// The expected keyword that the word at the failure resembles, or the keyword that the first word of the line
// resembles.
std::string misspelt_keyword(const ItemText& text, It at, const std::string& expected) {
    std::vector<std::string> wanted;
    for (std::size_t open = expected.find('\''); open != std::string::npos;) {
        const std::size_t close = expected.find('\'', open + 1);
        if (close == std::string::npos) break;
        if (is_letter(expected[open + 1])) wanted.push_back(expected.substr(open + 1, close - open - 1));
        open = expected.find('\'', close + 1);
    }
    if (contains(expected, "the end of this item")) {
        const std::string_view item = text.word_of(text.begin());
        if (item == "zone") wanted = {"hidden"};
        if (item == "sites") wanted = {"links"};
        if (item == "grid") wanted = {"diagonal", "hex", "ring"};
    }
    if (const auto near = nearest(text.word_of(at), wanted); near && *near != text.word_of(at)) return *near;
    const bool statement = contains(expected, "a statement") || contains(expected, "':='");
    if (!statement && !contains(expected, "an ability")) return "";
    const std::string_view first = text.word_of(text.skip_blanks(text.line_start(at)));
    const auto& keywords = statement ? statement_keywords() : ability_keywords();
    if (first.size() < 2 || std::find(keywords.begin(), keywords.end(), first) != keywords.end()) return "";
    const auto near = nearest(first, keywords);
    return !near ? "" : *near == "foreach" ? "for each" : *near;
}

}  // namespace

std::string failure_hint(const ItemText& text, It start, It at, const std::string& expected) {
    const std::string_view rest(at, static_cast<std::size_t>(text.end() - at));
    const std::string_view symbol = symbol_at(rest);
    const bool assigns = contains(expected, "':='");
    const bool at_word = at < text.end() && is_letter(*at);
    const Slip slip{expected,
                    text.word_of(text.begin()),
                    text.word_of(text.skip_blanks(start)),
                    at_word ? text.word_of(at) : "",
                    at_word ? "" : symbol,
                    at_word && text.follows_binder(at),
                    text.word_before(at) == text.begin()};
    if (slip.word == "limit" || slip.word == "except") {
        if (std::string known = remedy(slip); !known.empty()) return known;
    }
    if (symbol == "=" && assigns) return "':=' changes a field; '=' compares";
    if (expected == "'{'" && (symbol == "->" || symbol == "=>")) return remedy(slip);
    if (symbol == "{" && assigns && text.word_of(text.word_before(at)) == "once")
        return "what happens at one moment is written 'simultaneously { ... }'";
    if (symbol == ":=") return "':=' is a statement; '=' compares";
    if (std::string foreign = hint_for_foreign_symbol(symbol); !foreign.empty()) return foreign;
    if (symbol == "(" && at > text.begin() && is_space(at[-1]) && assigns)
        return "the '(' of a call follows its name without a blank";
    if (contains(expected, "end of this comparison"))
        return "comparisons do not chain; join them with 'and', or use brackets: '(number of ...) <= 1'";
    if (expected == "',' or '}'") return "here '{' opens a set such as {A, B}, for an expression is expected";
    if (std::string part = part_of_ability(text, start, at, expected); !part.empty()) return part;
    const std::string word = misspelt_keyword(text, at, expected);
    if (!word.empty()) return "did you mean '" + word + "'?";
    if (std::string known = remedy(slip); !known.empty()) return known;
    if (contains(expected, "'choose' or '}'")) return "nothing but choices can be made secretly";
    if (contains(expected, "'by'"))
        return "say whose choice it is: 'by Ann', 'by chance', 'by elsewhere', 'by nobody'";
    if (contains(expected, "a name") && is_reserved(word_at(rest, 0)))
        return "this word belongs to the language; choose another name";
    if (contains(expected, "an expression") && !rest.empty() && rest[0] >= '0' && rest[0] <= '9') {
        return "the largest number is 9223372036854775807";
    }
    return "";
}

}  // namespace errata::dsl::grammar
