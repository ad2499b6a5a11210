// The terminals of the grammar. Two parser types serve all of them, so that a token costs no template
// instantiations: Fixed (keywords, punctuation; no attribute) and Token (names, texts, numbers; attribute
// Lexeme).
#pragma once

#include <cstdint>

#include "dsl/ast/infix.h"
#include "dsl/grammar/config.h"

namespace errata::dsl::grammar {

struct Lexeme {
    std::string text;
    Span span;
    std::int64_t number = 0;  // of number tokens; the ExprKind of operators
};

struct Fixed : x3::parser<Fixed> {
    using attribute_type = x3::unused_type;
    static bool const has_attribute = false;
    using Match = bool (*)(It& first, It last, const char* wanted);

    constexpr Fixed(Match matcher, const char* wanted, const char* called = nullptr)
        : match(matcher), text(wanted), label(called) {}

    template <class AnyContext, class RuleContext, class Attribute>
    bool parse(It& first, const It& last, const AnyContext& context, RuleContext&, Attribute&) const {
        It at = first;
        x3::skip_over(at, last, context);
        state_of(context).tries(at, text, label);
        if (!match(at, last, text)) return false;
        first = at;
        return true;
    }

    Match match;
    const char* text;
    const char* label;  // what messages call it, if not its text in quotes
};

struct Token : x3::parser<Token> {
    using attribute_type = Lexeme;
    static bool const has_attribute = true;
    using Match = bool (*)(It& first, It last, Lexeme& lexeme);

    constexpr Token(Match matcher, const char* called) : match(matcher), label(called) {}

    template <class AnyContext, class RuleContext, class Attribute>
    bool parse(It& first, const It& last, const AnyContext& context, RuleContext&,
               Attribute& attribute) const {
        It at = first;
        x3::skip_over(at, last, context);
        const It start = at;
        state_of(context).tries(at, "", label);
        Lexeme lexeme;
        if (!match(at, last, lexeme)) return false;
        if constexpr (std::is_same_v<Attribute, Lexeme>) {
            lexeme.span = state_of(context).span(start, at);
            attribute = std::move(lexeme);
        }
        first = at;
        return true;
    }

    Match match;
    const char* label;
};

bool match_keyword(It& first, It last, const char* wanted);
bool match_symbol(It& first, It last, const char* wanted);
bool match_words(It& first, It last, const char* wanted);  // "number of"

// a keyword only before a text: end "Ann wins"
bool match_before_text(It& first, It last, const char* wanted);
// a keyword only before a name: phase movement
bool match_before_name(It& first, It last, const char* wanted);
// a keyword only before a name or a text: ignores Wall
bool match_before_title(It& first, It last, const char* wanted);
// distribute, before an amount
bool match_distribute(It& first, It last, const char* wanted);
bool match_before_block(It& first, It last, const char* wanted);  // a keyword only before '{': secretly { }
// a keyword only where a name could stand alone: cancel
bool match_alone(It& first, It last, const char* wanted);
// later, before `at` or `when` (or a block that lacks them)
bool match_later(It& first, It last, const char*);
// path from, where no name `from` begins something else
bool match_path(It& first, It last, const char*);
// a keyword that is not the name of a binder: exactly 2
bool match_no_binder(It& first, It last, const char* wanted);
bool match_call(It& first, It last, const char*);          // '(' without a blank before it
bool match_binder_comma(It& first, It last, const char*);  // ',' before a further binder
bool match_before_binder(It& first, It last,
                         const char* wanted);  // a keyword before `name:` on the same line
bool match_item_end(It& first, It last, const char*);
bool match_lone_name(It& first, It last, const char*);      // nothing, where a name can stand alone
bool match_no_comparison(It& first, It last, const char*);  // nothing, where no comparison goes on
bool match_nothing(It& first, It last, const char*);

bool match_name(It& first, It last, Lexeme& lexeme);
bool match_word(It& first, It last, Lexeme& lexeme);
bool match_dotted(It& first, It last, Lexeme& lexeme);
bool match_code(It& first, It last, Lexeme& lexeme);
bool match_text(It& first, It last, Lexeme& lexeme);
bool match_name_or_text(It& first, It last, Lexeme& lexeme);
bool match_number(It& first, It last, Lexeme& lexeme);
bool match_row(It& first, It last, Lexeme& lexeme);
bool match_date(It& first, It last, Lexeme& lexeme);
// an infix operator of the level: the longest that is written there
bool match_infix(ast::Level level, It& first, It last, Lexeme& lexeme);
template <ast::Level level>
bool match_infix(It& first, It last, Lexeme& lexeme) {
    return match_infix(level, first, last, lexeme);
}
// a reserved word that is no expression: precedence: cannot
bool match_value_word(It& first, It last, Lexeme& lexeme);

// Succeeds where an expression may begin: on the line of what precedes, or indented deeper than its
// construct.
struct Continued : x3::parser<Continued> {
    using attribute_type = x3::unused_type;
    static bool const has_attribute = false;

    template <class AnyContext, class RuleContext, class Attribute>
    bool parse(It& first, const It& last, const AnyContext& context, RuleContext&, Attribute&) const {
        It at = first;
        x3::skip_over(at, last, context);
        return at != last && state_of(context).continues(at);
    }
};
constexpr Continued continued;

constexpr Fixed keyword(const char* text) { return {match_keyword, text}; }
constexpr Fixed symbol(const char* text, const char* label = nullptr) { return {match_symbol, text, label}; }
constexpr Fixed call_bracket{match_call, "("};
constexpr Fixed binder_comma{match_binder_comma, ","};
constexpr Fixed item_end{match_item_end, "", "the end of this item"};
constexpr Fixed lone_name{match_lone_name, "", "':=', '+=' or '-='"};
// element, element, ...: a comma promises another element.
constexpr auto separated = [](const auto& element) { return element >> *(symbol(",") > element); };
// Never there: as the last alternative it says what was expected.
constexpr Fixed missing(const char* label) { return {match_nothing, "", label}; }

constexpr Token name{match_name, "a name"};
constexpr Token word{match_word, "a name"};
constexpr Token dotted{match_dotted, "a setting"};
constexpr Token code{match_code, "a finding code such as loop.mandatory"};
constexpr Token text{match_text, "a text in double quotes"};
constexpr Token name_or_text{match_name_or_text, "a name"};
constexpr Token number{match_number, "a number"};
constexpr Token row{match_row, "a row such as SAN-TER-118"};
constexpr Token date{match_date, "a day such as 2027-03-01"};
template <ast::Level level>
constexpr Token infix{match_infix<level>, "an operator"};
constexpr Token value_word{match_value_word, "a word"};

// Actions for tokens.
template <class Field>
constexpr auto text_into(Field field) {
    return [field](auto& context) {
        std::invoke(field, x3::_val(context)) = std::move(x3::_attr(context).text);
    };
}
template <class Node>
constexpr auto text_onto(std::vector<std::string> Node::*field) {
    return
        [field](auto& context) { (x3::_val(context).*field).push_back(std::move(x3::_attr(context).text)); };
}
// Adds the token to a list of names.
template <class Field>
constexpr auto name_onto(Field field) {
    return [field](auto& context) {
        auto& names = std::invoke(field, x3::_val(context));
        names.spans.push_back(x3::_attr(context).span);
        names.all.push_back(std::move(x3::_attr(context).text));
    };
}

}  // namespace errata::dsl::grammar

namespace boost::spirit::x3 {
template <>
struct get_info<errata::dsl::grammar::Fixed> {
    std::string operator()(const errata::dsl::grammar::Fixed& parser) const {
        return parser.label != nullptr ? std::string(parser.label) : "'" + std::string(parser.text) + "'";
    }
};
template <>
struct get_info<errata::dsl::grammar::Token> {
    std::string operator()(const errata::dsl::grammar::Token& parser) const { return parser.label; }
};
}  // namespace boost::spirit::x3
