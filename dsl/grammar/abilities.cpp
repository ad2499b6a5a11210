#include "dsl/grammar/abilities.h"

namespace errata::dsl::grammar {

using ast::Ability;
using ast::AbilityKind;

struct RowsTag {};
struct AbilitiesTag {};

namespace {

constexpr auto expr = onto(&Ability::exprs);
constexpr auto event = [](auto& context) {
    x3::_val(context).name = std::move(x3::_attr(context).name.text);
    x3::_val(context).params = std::move(x3::_attr(context).args);
};
// A head with brackets is a fact; a name alone is the hole of a phrase.
constexpr auto statement_head = [](auto& context) {
    Ability& ability = x3::_val(context);
    ability.kind = x3::_attr(context).has_brackets ? AbilityKind::If : AbilityKind::Insert;
    ability.name = std::move(x3::_attr(context).name.text);
    ability.params = std::move(x3::_attr(context).args);
};

const x3::rule<struct AbilityTag, Ability> ability = "an ability";
const x3::rule<struct AbilityBodyTag, Ability> ability_body = "an ability";

const auto starts = [](const char* opening, AbilityKind kind) { return keyword(opening)[becomes(kind)]; };
const auto guard = -(keyword("if") > expression[expr]);
const auto body = block[statements_into(&Ability::body)];

const auto triggered = (starts("when", AbilityKind::Trigger) > head[event] > guard > body) |
                       (Fixed(match_before_name, "as")[becomes(AbilityKind::During)] > head[event] > guard > body) |
                       (Fixed(match_before_name, "at")[becomes(AbilityKind::PhaseHook)] > name[text_into(&Ability::name)] > guard > body) |
                       (starts("instead", AbilityKind::Replacement) > keyword("of") > head[event] > guard > body) |
                       (starts("whenever", AbilityKind::StateCheck) > expression[expr] > body) |
                       (Fixed(match_before_text, "ending")[becomes(AbilityKind::Ending)] > text[text_into(&Ability::name)] > keyword("if") >
                        expression[expr]);
const auto stated = (starts("cannot", AbilityKind::Prohibition) > head[event] > guard) |
                    (starts("not", AbilityKind::NotIf) > head[event] > guard) |
                    (head[statement_head] >> -((starts("only", AbilityKind::OnlyIf) > keyword("if") > expression[expr]) |
                                               (starts("iff", AbilityKind::Iff) > expression[expr]) |
                                               (starts("if", AbilityKind::If) > expression[expr])));
const auto ability_body_def = spanned[rows[into(&Ability::rows)] >> (triggered | stated)];
const auto ability_or_error = ability_body | missing("an ability or '}'");
const auto ability_def = recovering[x3::expect[ability_or_error]] >> *symbol(";");

BOOST_SPIRIT_DEFINE(ability, ability_body)

constexpr auto add_row = [](auto& context) { x3::_val(context).push_back(std::move(x3::_attr(context).text)); };
const auto rows_def = -(symbol("[") > separated(row[add_row]) >
                        symbol("]", "',' or ']'"));
const auto abilities_def = symbol("{") > *((!symbol("}")) >> ability[append]) > symbol("}");

}  // namespace

BOOST_SPIRIT_DEFINE(rows, abilities)
BOOST_SPIRIT_INSTANTIATE(RowsRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(AbilitiesRule, It, Context)

}  // namespace errata::dsl::grammar
