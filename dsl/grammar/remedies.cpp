#include "dsl/grammar/remedies.h"

#include <algorithm>

#include "dsl/ast/words.h"

namespace errata::dsl::grammar {

namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool has(std::string_view expected, std::string_view part) {
    return expected.find(part) != std::string_view::npos;
}

// In what belongs to the whole item.
std::string remedy_for_item(const Slip& slip) {
    const bool at_brace = slip.symbol == "{";
    if (slip.item == "enum" && slip.expected == "':'") return "write 'enum place: hand, field, grave'";
    if (slip.item == "kind" && (slip.expected == "'of' or ':'" || slip.expected == "a name"))
        return "say which there are: 'kind unit: first, second { ... }' or 'kind unit of 3 { ... }'";
    if (slip.item == "state" && slip.expected == "'{'") return "write 'state { gold: 0..9 }'";
    if (slip.item == "player" && has(slip.expected, "the end of this item"))
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
    if (is_printed && (has(slip.expected, "the end of this item") || slip.expected == "a name"))
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
    if (is_other_word && slip.follows_binder && !has(slip.expected, "a field"))
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
    if (slip.word == "limit" && is_one_of(slip.opening, {"instead", "as", "whenever", "cannot"}))
        return "'limit' stands behind 'when', 'at' and 'may'; here let a field remember that it was used: "
               "'if not this.used { this.used := yes ... }'";
    if (slip.word == "except")
        return "'except to' stands behind statements and prohibitions; here narrow the condition: "
               "'if ... and not ...'";
    return "";
}

std::string remedy_for_statement(const Slip& slip) {
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
        return has(slip.expected, "'option'") ? "options follow each other without a sign between them" : "";
    if (slip.opening == "choose" && slip.symbol == "{" && has(slip.expected, "a name"))
        return "say whose choice it is: 'choose by Ann { option ... }'";
    if (slip.opening == "phase" && slip.symbol == "\"")
        return "a phase has a name without quotes: 'phase night { ... }'";
    if (slip.opening == "let" && slip.expected == "'='") return "write 'let x = ...'";
    if (has(slip.expected, "an ability") && is_one_of(slip.symbol, {":=", "+=", "-="}))
        return "say when it happens: 'when enter(u) { ... }', 'at dusk { ... }', 'whenever c { ... }'";
    if (slip.expected == "an expression" && is_one_of(slip.symbol, {"<", "<=", ">", ">="}))
        return "write the left side again: 'n >= 0 and n <= 5'";
    const bool is_text = is_one_of(slip.expected, {"a text in double quotes", "a reason in double quotes"});
    if (is_text && !slip.word.empty()) return "write it in quotes: " + quoted(slip.word);
    return "";
}

}  // namespace

std::string remedy(const Slip& slip) {
    for (const auto known : {remedy_for_ability, remedy_for_item, remedy_for_binder, remedy_for_statement}) {
        if (std::string hint = known(slip); !hint.empty()) return hint;
    }
    return "";
}

}  // namespace errata::dsl::grammar
