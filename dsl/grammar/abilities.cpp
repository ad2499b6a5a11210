#include "dsl/grammar/abilities.h"

#include "dsl/grammar/ability_parts.h"

namespace errata::dsl::grammar {

using ast::Ability;
using ast::AbilityKind;

struct RowsTag {};
struct AbilitiesTag {};

namespace {

constexpr auto expr = ability_expr;
constexpr auto event = ability_event;
// An ability read by a rule of its own; the rows stand before it.
constexpr auto all_but_rows = [](auto& context) {
    Ability& ability = x3::_val(context);
    std::vector<std::string> kept = std::move(ability.rows);
    ability = std::move(x3::_attr(context));
    ability.rows = std::move(kept);
};
constexpr auto phase_name = [](auto& context) {
    x3::_val(context).name = std::move(x3::_attr(context).text);
    x3::_val(context).of_phase = true;
};
// A head with brackets is a fact; a name alone is the hole of a phrase.
constexpr auto statement_head = [](auto& context) {
    Ability& ability = x3::_val(context);
    ability.kind = x3::_attr(context).has_brackets ? AbilityKind::If : AbilityKind::Insert;
    ability.name = std::move(x3::_attr(context).name.text);
    ability.params = std::move(x3::_attr(context).args);
};

// The event that another one counts as.
constexpr auto counted_event = [](auto& context) {
    x3::_val(context).as.name = std::move(x3::_attr(context).name.text);
    x3::_val(context).as.params = std::move(x3::_attr(context).args);
};
constexpr auto counted_as(AbilityKind says) {
    return [says](auto& context) {
        x3::_val(context).kind = AbilityKind::CountsAs;
        x3::_val(context).as.says = says;
    };
}
constexpr auto add_exception = [](auto& context) {
    x3::_val(context).except_to.spans.push_back(x3::_attr(context).span);
    x3::_val(context).except_to.all.push_back(std::move(x3::_attr(context).text));
};
constexpr auto effect_of(ast::Change change) {
    return [change](auto& context) {
        x3::_val(context).kind = AbilityKind::Effect;
        x3::_val(context).change = change;
    };
}

const x3::rule<struct AbilityTag, Ability> ability = "an ability";
const x3::rule<struct AbilityBodyTag, Ability> ability_body = "an ability";

const auto starts = ability_starts;
const auto guard = -ability_condition;
const auto body = block[statements_into(&Ability::body)];

const auto value = expression[onto(&Ability::value)];
const auto exception =
    name_or_text[add_exception] | (symbol("[") > separated(row[add_exception]) > symbol("]", "',' or ']'"));
const auto exceptions = -(Fixed(match_words, "except to") > separated(exception));

const auto triggered =
    timed_ability[all_but_rows] | may_ability[all_but_rows] |
    (Fixed(match_words, "as soon as")[becomes(AbilityKind::StateTrigger)] > expression[expr] > body) |
    (Fixed(match_before_name, "as")[becomes(AbilityKind::During)] > head[event] > guard > body) |
    (starts("instead", AbilityKind::Replacement) > keyword("of") >
     ((keyword("phase") >> name[phase_name]) | head[event]) > guard > body) |
    (starts("whenever", AbilityKind::StateCheck) > expression[expr] > body) |
    (Fixed(match_before_text, "ending")[becomes(AbilityKind::Ending)] > text[text_into(&Ability::name)] >
     -(keyword("for") > value) > (ability_condition | missing("'if'")));
// What follows the head of an open statement.
const auto judged = (starts("only", AbilityKind::OnlyIf) > keyword("if") > expression[expr]) |
                    (starts("iff", AbilityKind::Iff) > expression[expr]) |
                    (starts("if", AbilityKind::If) > expression[expr]) |
                    (starts("unless", AbilityKind::If) > expression[ability_unless]);
const auto equal = symbol("=")[becomes(AbilityKind::If)] > value > -judged;
const auto different = symbol("!=")[becomes(AbilityKind::NotIf)] > value > guard;
const auto counted = Fixed(match_words, "counts as")[counted_as(AbilityKind::If)] > head[counted_event] >
                     -((keyword("only")[counted_as(AbilityKind::OnlyIf)] > keyword("if") > expression[expr]) |
                       ability_condition);
const auto not_counted =
    Fixed(match_words, "counts as")[counted_as(AbilityKind::NotIf)] > head[counted_event] > guard;
const auto effect = (symbol(":=")[effect_of(ast::Change::Set)] | symbol("+=")[effect_of(ast::Change::Add)] |
                     symbol("-=")[effect_of(ast::Change::Subtract)]) > expression[expr] > guard;
const auto stated = (starts("for", AbilityKind::Effects) > keyword("each") >
                     binders[into(&Ability::binders)] > condition[expr] > body) |
                    (Fixed(match_before_title, "ignores")[becomes(AbilityKind::Ignores)] >
                     name_or_text[text_into(&Ability::title)] > keyword("in") > head[event] > guard) |
                    (starts("cannot", AbilityKind::Prohibition) > head[event] > guard > exceptions) |
                    (starts("not", AbilityKind::NotIf) > head[event] > (not_counted | guard) > exceptions) |
                    (!Fixed(match_words, "except to") >> head[statement_head] >>
                     -(effect | different | equal | counted | judged) >> exceptions);
const auto ability_body_def = spanned[rows[into(&Ability::rows)] >> (triggered | stated)];
const auto ability_or_error = ability_body | missing("an ability or '}'");
const auto ability_def = recovering[x3::expect[ability_or_error]] >> *symbol(";");

BOOST_SPIRIT_DEFINE(ability, ability_body)

constexpr auto add_row = [](auto& context) {
    x3::_val(context).push_back(std::move(x3::_attr(context).text));
};
const auto rows_def = -(symbol("[") > separated(row[add_row]) > symbol("]", "',' or ']'"));
const auto abilities_def = symbol("{") > *((!symbol("}")) >> ability[append]) > symbol("}");

}  // namespace

BOOST_SPIRIT_DEFINE(rows, abilities)
BOOST_SPIRIT_INSTANTIATE(RowsRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(AbilitiesRule, It, Context)

}  // namespace errata::dsl::grammar
