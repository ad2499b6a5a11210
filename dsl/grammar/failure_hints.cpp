#include "dsl/grammar/failure_hints.h"

#include <algorithm>

#include "dsl/ast/words.h"
#include "dsl/base/text.h"
#include "dsl/grammar/look_alikes.h"

namespace errata::dsl::grammar {

namespace {

struct ForeignWord {
    std::string_view foreign;
    std::string_view hint;
};

// How to add one: a row here, and a case in tests/diagnostics/mistakes that shows it.
constexpr ForeignWord foreign_words[] = {
    {"true", "write 'yes'"},
    {"false", "write 'no'"},
    {"null", "write 'none', and 'is none' to ask for it"},
    {"nil", "write 'none', and 'is none' to ask for it"},
    {"undefined", "write 'none', and 'is none' to ask for it"},
    {"elif", "write 'else if'"},
    {"elsif", "write 'else if'"},
    {"elseif", "write 'else if'"},
    {"foreach", "write 'for each u: unit with ... { ... }'"},
    {"forall", "write 'every u: unit satisfies ...'"},
    {"all", "write 'every u: unit satisfies ...'"},
    {"exists", "write 'some u: unit with ...'"},
    {"count", "write 'number of u: unit with ...', or 'size(s)' for a set"},
    {"while", "write 'repeat while c { ... }'"},
    {"loop", "write 'repeat { ... }' or 'repeat while c { ... }'"},
    {"switch", "write 'if ... { } else if ... { } else { }'"},
    {"case", "write 'if ... { } else if ... { } else { }'"},
    {"function", "a value that is worked out is a 'define', something that happens is an 'action'"},
    {"func", "a value that is worked out is a 'define', something that happens is an 'action'"},
    {"fn", "a value that is worked out is a 'define', something that happens is an 'action'"},
    {"def", "a value that is worked out is a 'define', something that happens is an 'action'"},
    {"event", "write 'action'"},
    {"class", "objects with fields are a 'kind', names of values an 'enum'"},
    {"struct", "objects with fields are a 'kind', names of values an 'enum'"},
    {"const", "write 'define x = ...'"},
    {"var",
     "write 'let x = ...' for a name of this moment; what the game remembers stands in 'state' or in a "
     "field"},
    {"return", "a 'define' is its expression; an action gives nothing back"},
    {"break", "say in the condition when it stops: 'repeat while c { ... }'"},
    {"continue", "say in the condition which ones it is for: 'for each u: unit with ... { ... }'"},
    {"include", "write 'import \"file.rules\"'"},
    {"self", "write 'this'"},
    {"random", "chance chooses: 'choose by chance { option \"...\" { ... } }'"},
    {"roll", "chance chooses: 'choose by chance { option \"...\" { ... } }'"},
    {"div", "there is no division"},
    {"mod", "there is no division"},
    {"xor", "'a != b' is so if one of the two is"},
};

constexpr ForeignWord foreign_symbols[] = {
    {"==", "equality is written '='"},
    {"<>", "inequality is written '!='"},
    {"!", "negation is written 'not'"},
    {"&&", "write 'and'"},
    {"&", "write 'and'"},
    {"||", "write 'or'"},
    {"|", "write 'or'"},
    {"=>", "write 'implies'"},
    {"->", "write 'implies'"},
    {"//", "a comment begins with '--'"},
    {"#", "a comment begins with '--'"},
    {"++", "write 'x += 1'"},
    {"*=", "write 'x := x * 2'"},
    {"?", "write 'if c then a else b'"},
    {"/", "there is no division"},
    {"%", "there is no division"},
    {"'", "texts stand in double quotes"},
    {"[",
     "sets stand in braces, arguments in round brackets, rows behind an item's name or before an ability"},
};

template <std::size_t size>
std::string hint_in(const ForeignWord (&rows)[size], std::string_view foreign) {
    for (const ForeignWord& row : rows) {
        if (row.foreign == foreign) return std::string(row.hint);
    }
    return "";
}

}  // namespace

std::string hint_for_foreign_word(std::string_view foreign) { return hint_in(foreign_words, lower(foreign)); }

std::string hint_for_foreign_symbol(std::string_view symbol) { return hint_in(foreign_symbols, symbol); }

bool expects(std::string_view expected, std::string_view part) {
    return expected.find(part) != std::string_view::npos;
}

namespace {

// What to write where a part is missing or stands in the wrong place: the mistakes that people make before
// they have seen a few specs.

struct Slip {
    std::string_view expected;       // as messages have it: "'{'", "a name"
    std::string_view item;           // the word that begins the item: "kind"
    std::string_view opening;        // the word that begins the statement or part
    std::string_view word;           // found: a word, or empty
    std::string_view symbol;         // found: a sign, a digit or a quote, or empty
    bool follows_binder = false;     // it stands behind `u: unit`
    bool follows_item_word = false;  // it stands behind the item's first word
    std::string_view before = {};    // the word in front of it on its line, or empty
    bool follows_name = false;       // that is the word behind the item's first word
    std::string_view rest = {};      // what stands there and behind it
    std::string_view head = {};      // the item's text in front of it
};

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// In the head of a printed item: its name, and fields with a colon each.
std::string remedy_for_printed(const Slip& slip) {
    const bool is_first = slip.head.find(',') == std::string_view::npos;
    const std::string value(slip.rest.substr(0, slip.rest.find_first_of(", \n")));
    if (is_first && !value.empty() && is_digit(value.front())) {
        const std::size_t end = slip.head.rfind(slip.before);
        const std::size_t name = slip.head.find_last_not_of(' ', end - 1);
        return "fields follow a comma, each with a colon: '" + std::string(slip.head.substr(0, name + 1)) +
               ", " + std::string(slip.before) + ": " + value + "'";
    }
    if (is_first) {
        const std::size_t begin = slip.head.find_first_not_of(' ', slip.item.size());
        const std::size_t end = slip.head.find_last_not_of(' ');
        if (begin == std::string_view::npos || end < begin) return "";
        return "a name of several words stands in quotes: '" + std::string(slip.item) + " \"" +
               std::string(slip.head.substr(begin, end + 1 - begin)) + "\"'";
    }
    return "a field of an item has a colon: '" + std::string(slip.before) + ": " + value + "'";
}

// In what belongs to the whole item.
std::string remedy_for_item(const Slip& slip) {
    const bool at_brace = slip.symbol == "{";
    const bool is_named_so = is_one_of(slip.item, {"enum", "kind"}) && slip.follows_name;
    if (is_named_so && expects(slip.expected, "':'") && !slip.word.empty() && !is_reserved(slip.word))
        return "a name is one word: '" + std::string(slip.before) + "_" + std::string(slip.word) + "'";
    if (slip.item == "player" && slip.symbol == ":")
        return "players follow without a colon: 'player Ann, Bob'";
    if (slip.item == "meta" && slip.expected == "':'")
        return "a setting has a name and a value: 'meta { agenda: stack }'";
    if (slip.item == "check" && slip.expected == "a text in double quotes" && !slip.word.empty())
        return "give it a title first: 'check \"...\" " + std::string(slip.word) + " ...'";
    if (slip.item == "check" && expects(slip.expected, "'always'"))
        return "say when it has to be so: 'always', 'never', 'reachable', ...";
    if (slip.item == "enum" && slip.expected == "':'") return "write 'enum place: hand, field, grave'";
    if (slip.item == "kind" && (slip.expected == "'of' or ':'" || slip.expected == "a name"))
        return "say which there are: 'kind unit: first, second { ... }' or 'kind unit of 3 { ... }'";
    if (slip.item == "state" && slip.expected == "'{'") return "write 'state { gold: 0..9 }'";
    if (slip.item == "player" && expects(slip.expected, "the end of this item"))
        return "commas stand between players: 'player Ann, Bob'";
    if (slip.item == "printed" && slip.expected == "'if'")
        return "say where its text has an effect: 'printed card on unit if this.card = it'";
    if (slip.expected == "a text in double quotes" && at_brace && slip.follows_item_word)
        return "give it a title: '" + std::string(slip.item) + " \"...\" { ... }'";
    if (slip.expected == "a reason in double quotes" && slip.symbol == "\"")
        return "say why it is accepted: 'because \"the ward stands\"'";
    if (slip.item == "phrase" && slip.expected == "an expression" && !slip.word.empty())
        return "abilities stand in braces, '= { when ... }', and statements in '= do { ... }'";
    const bool is_printed = !slip.item.empty() && !is_item_keyword(slip.item);
    if (is_printed && slip.expected == "':'") return remedy_for_printed(slip);
    if (is_printed && (expects(slip.expected, "the end of this item") || slip.expected == "a name"))
        return "the text of a printed item is indented below the line with its name";
    return "";
}

// In names with types and conditions: `u: unit with c`.
std::string remedy_for_binder(const Slip& slip) {
    if (slip.expected == "'each'") return "write 'for each u: unit with ... { ... }'";
    if (slip.expected == "'satisfies'")
        return "write 'every u: unit satisfies ...'; 'with' narrows down which: 'every u: unit with ... "
               "satisfies ...'";
    // What belongs there has hints of its own when it stands in the wrong order.
    const bool is_part = is_reserved(slip.word) ||
                         is_one_of(slip.word, {"limit", "cost", "targeting", "looking", "at", "ties"});
    const bool is_other_word = !slip.word.empty() && !is_part;
    if (is_other_word && slip.follows_binder && !expects(slip.expected, "a field"))
        return "a condition follows 'with': u: unit with ...";
    const bool is_declared = is_one_of(slip.item, {"action", "define", "open", "relation"});
    const bool is_parameter = is_declared && slip.expected == "',' or ')'" && is_other_word;
    const bool is_setting =
        is_one_of(slip.item, {"scope", "meta", "relation", "ruling"}) || !is_item_keyword(slip.item);
    if (is_parameter || (slip.expected == "':'" && !is_setting && slip.symbol != ","))
        return "a name comes first, then its type: 'u: unit'";
    return "";
}

// What stands behind other abilities only.
std::string remedy_for_ability(const Slip& slip) {
    const std::string before(slip.before);
    if (slip.opening == "at" && slip.symbol == "(" && !slip.before.empty())
        return "'at' names a phase; what an action sets off is written 'when " + before + "(...) { ... }'";
    if (slip.opening == "when" && is_one_of(slip.symbol, {"=", "!=", "<", "<=", ">", ">="}))
        return "'when' names an action; what happens once a condition holds is written 'as soon as " +
               before + " " + std::string(slip.symbol) + " ... { ... }'";
    if (slip.rest.starts_with('.') && expects(slip.expected, "an ability"))
        return "a continuous effect changes derived values and nothing else, for example 'power(u) += 1'; "
               "what happens once is a 'when' or 'whenever'";
    if (slip.opening == "may" && slip.before == "each")
        return "give each of them a name: 'by each you: player'";
    if (slip.expected == "'per'") return "say in which time: 'limit 1 per turn'";
    if (slip.word == "cost" && slip.opening == "option")
        return "'cost' belongs to 'may'; here ask for it and take it: 'if gold > 0 { gold -= 1 ... }'";
    if (slip.word == "limit" && is_one_of(slip.opening, {"instead", "as", "whenever", "cannot"}))
        return "'limit' stands behind 'when', 'at' and 'may'; here let a field remember that it was used: "
               "'if not this.used { this.used := yes ... }'";
    if (slip.word == "except")
        return "'except to' stands behind statements and prohibitions; here narrow the condition: "
               "'if ... and not ...'";
    return "";
}

// "write a range with two dots: '0..9'" of "0-9".
std::string range_with_dots(std::string_view rest) {
    const std::size_t low = std::min(rest.find_first_not_of("0123456789"), rest.size());
    if (low == rest.size() || rest[low] != '-') return "";
    const std::size_t high = std::min(rest.find_first_not_of("0123456789", low + 1), rest.size());
    return "write a range with two dots: '" + std::string(rest.substr(0, low)) + ".." +
           std::string(rest.substr(low + 1, high - low - 1)) + "'";
}

std::string remedy_for_statement(const Slip& slip) {
    if (slip.opening == "option" && is_one_of(slip.word, {"every", "each", "all"}))
        return "an option for each of several things is written 'option \"...\" for u: unit with ...'";
    if (slip.before.ends_with("'s") && !slip.word.empty())
        return "a field stands behind a dot: 'u." + std::string(slip.word) + "', u being the thing";
    const bool is_field = is_one_of(slip.item, {"kind", "state", "grid", "sites"});
    if (is_field && is_one_of(slip.word, {"until", "each", "every", "during"}))
        return "a value that starts anew is written 'drums: 0..4 per turn', or 'per' and a phase";
    if (slip.opening == "option" && slip.expected == "'{'" && slip.word.empty() && slip.symbol.empty())
        return "what it does stands in braces, at least 'option \"...\" { nothing }'";
    if (slip.opening == "if" && slip.symbol == "=>") return "write '>=' for 'at least'";
    if (slip.opening == "each") return "write 'for each u: unit with ... { ... }'";
    const bool is_digit_there = !slip.rest.empty() && is_digit(slip.rest.front());
    if (slip.expected == "a type" && is_digit_there) return range_with_dots(slip.rest);
    if (expects(slip.expected, "':='") && !slip.before.empty() && (is_digit_there || !slip.word.empty()))
        return "what is done is called with brackets: '" + std::string(slip.before) + "(...)'";
    if (slip.word == "iff")
        return "'iff' belongs to statements about an open predicate; in an expression write '='";
    if (slip.expected == "'{'" && is_one_of(slip.symbol, {"->", "=>"}))
        return "what happens stands in braces: { ... }";
    if (slip.expected == "'{'" && slip.opening == "if")
        return "what an 'if' does stands in braces: if c { ... } else { ... }";
    if (slip.opening == "for" && slip.expected == "'{'" &&
        (slip.symbol == "," || is_one_of(slip.word, {"in", "by", "ties"})))
        return "an order is written 'in order', 'in order of u.speed, ties by Ann', 'in falling order of "
               "u.speed' or 'in an order chosen by Ann, u = golem last'";
    if (slip.symbol == ",")
        return expects(slip.expected, "'option'") ? "options follow each other without a sign between them"
                                                  : "";
    if (slip.opening == "choose" && slip.symbol == "{" && expects(slip.expected, "a name"))
        return "say whose choice it is: 'choose by Ann { option ... }'";
    if (slip.opening == "phase" && slip.symbol == "\"")
        return "a phase has a name without quotes: 'phase night { ... }'";
    if (slip.opening == "phase" && slip.expected == "'if' or '{'")
        return "an empty phase is written 'phase night { nothing }'";
    if (slip.opening == "let" && slip.expected == "'='") return "write 'let x = ...'";
    if (expects(slip.expected, "an ability") && is_one_of(slip.symbol, {":=", "+=", "-="}))
        return "say when it happens: 'when enter(u) { ... }', 'at dusk { ... }', 'whenever c { ... }'";
    if (slip.expected == "an expression" && is_one_of(slip.symbol, {"<", "<=", ">", ">="}))
        return "write the left side again: 'n >= 0 and n <= 5'";
    const bool is_text = is_one_of(slip.expected, {"a text in double quotes", "a reason in double quotes"});
    if (is_text && !slip.word.empty()) return "write it in quotes: " + quoted(slip.word);
    return "";
}

// "" if nothing is known about it.
std::string remedy(const Slip& slip) {
    for (const auto known : {remedy_for_ability, remedy_for_item, remedy_for_binder, remedy_for_statement}) {
        if (std::string hint = known(slip); !hint.empty()) return hint;
    }
    return "";
}

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
        return "the parts of 'later' come in this order: at or when, looking back, if; keep a value with "
               "'let' "
               "before it";
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
    if (expects(expected, "the end of this item")) {
        const std::string_view item = text.word_of(text.begin());
        if (item == "zone") wanted = {"hidden"};
        if (item == "sites") wanted = {"links"};
        if (item == "grid") wanted = {"diagonal", "hex", "ring"};
    }
    if (const auto near = nearest(text.word_of(at), wanted); near && *near != text.word_of(at)) return *near;
    const bool statement = expects(expected, "a statement") || expects(expected, "':='");
    if (!statement && !expects(expected, "an ability")) return "";
    const std::string_view first = text.word_of(text.skip_blanks(text.line_start(at)));
    const auto& keywords = statement ? statement_keywords() : ability_keywords();
    if (first.size() < 2 || std::find(keywords.begin(), keywords.end(), first) != keywords.end()) return "";
    const auto near = nearest(first, keywords);
    return !near ? "" : *near == "foreach" ? "for each" : *near;
}

}  // namespace

std::string failure_hint(const ItemText& item, It start, It at, const std::string& expected) {
    const std::string_view rest(at, static_cast<std::size_t>(item.end() - at));
    const std::string_view symbol = symbol_at(rest);
    const bool assigns = expects(expected, "':='");
    const bool at_word = at < item.end() && is_letter(*at);
    const Slip slip{expected,
                    item.word_of(item.begin()),
                    item.word_of(item.skip_blanks(start)),
                    at_word ? item.word_of(at) : "",
                    at_word ? "" : symbol,
                    at_word && item.follows_binder(at),
                    item.word_before(at) == item.begin(),
                    item.word_of(item.word_before(at)),
                    item.word_before(item.word_before(at)) == item.begin(),
                    rest,
                    std::string_view(item.begin(), static_cast<std::size_t>(at - item.begin()))};
    if (std::string seen = hint_for_look_alike(rest); !seen.empty()) return seen;
    if (slip.word == "limit" || slip.word == "except") {
        if (std::string known = remedy(slip); !known.empty()) return known;
    }
    if (symbol == "=" && assigns) return "':=' changes a field; '=' compares";
    if (expected == "'{'" && (symbol == "->" || symbol == "=>")) return remedy(slip);
    if (symbol == "{" && assigns && item.word_of(item.word_before(at)) == "once")
        return "what happens at one moment is written 'simultaneously { ... }'";
    if (symbol == ":=") return "':=' is a statement; '=' compares";
    if (std::string foreign = hint_for_foreign_symbol(symbol); !foreign.empty()) return foreign;
    if (symbol == "(" && at > item.begin() && is_space(at[-1]) && assigns)
        return "the '(' of a call follows its name without a blank";
    if (expects(expected, "end of this comparison"))
        return "comparisons do not chain; join them with 'and', or use brackets: '(number of ...) <= 1'";
    if (expected == "',' or '}'") return "here '{' opens a set such as {A, B}, for an expression is expected";
    if (std::string part = part_of_ability(item, start, at, expected); !part.empty()) return part;
    const std::string meant = misspelt_keyword(item, at, expected);
    if (!meant.empty()) return "did you mean '" + meant + "'?";
    if (std::string known = remedy(slip); !known.empty()) return known;
    if (expects(expected, "'choose' or '}'")) return "nothing but choices can be made secretly";
    if (expects(expected, "'by'"))
        return "say whose choice it is: 'by Ann', 'by chance', 'by elsewhere', 'by nobody'";
    if (expects(expected, "a name") && is_reserved(word_at(rest, 0)))
        return "this word belongs to the language; choose another name";
    if (expects(expected, "an expression") && !rest.empty() && rest[0] >= '0' && rest[0] <= '9') {
        return "the largest number is 9223372036854775807";
    }
    return "";
}

}  // namespace errata::dsl::grammar
