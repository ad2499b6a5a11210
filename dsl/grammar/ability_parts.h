// Parts that several kinds of abilities share, for the translation units that read them.
#pragma once

#include "dsl/grammar/abilities.h"

namespace errata::dsl::grammar {

constexpr auto ability_expr = onto(&ast::Ability::exprs);
constexpr auto ability_event = [](auto& context) {
    x3::_val(context).name = std::move(x3::_attr(context).name.text);
    x3::_val(context).params = std::move(x3::_attr(context).args);
};
// `unless c`: a negation that is written back as it was.
constexpr auto ability_unless = [](auto& context) {
    ast::Expr& denied = x3::_attr(context);
    ast::Expr& negation = x3::_val(context).exprs.emplace_back();
    negation.kind = ast::ExprKind::Not;
    negation.span = denied.span;
    negation.unless = true;
    negation.args.push_back(std::move(denied));
};
constexpr auto ability_starts = [](const char* opening, ast::AbilityKind kind) {
    return keyword(opening)[becomes(kind)];
};
const auto ability_condition =
    (keyword("if") > expression[ability_expr]) | (keyword("unless") > expression[ability_unless]);
constexpr auto begin_targets = [](auto& context) { x3::_val(context).targets.emplace_back(); };
template <class Field>
constexpr auto of_targets(Field field) {
    return [field](ast::Ability & ability) -> auto& { return std::invoke(field, ability.targets.back()); };
}
constexpr auto ability_quantity(ast::Quantity written) {
    return sets(of_targets(&ast::Targets::quantity), written);
}
const auto ability_count = Fixed(match_no_binder, "exactly")[ability_quantity(ast::Quantity::Exactly)] |
                           Fixed(match_words, "up to")[ability_quantity(ast::Quantity::UpTo)] |
                           Fixed(match_words, "as many as")[ability_quantity(ast::Quantity::AsManyAs)];
// Whoever chooses is named elsewhere.
const auto ability_targets = +(keyword("targeting")[begin_targets] >
                               -(ability_count > expression[onto(of_targets(&ast::Targets::count))]) >
                               binders[into(of_targets(&ast::Targets::binders))] >
                               -(keyword("with") > expression[onto(of_targets(&ast::Targets::condition))]));
constexpr auto ability_limit_phase = [](auto& context) {
    x3::_val(context).limit.per = ast::LimitPer::Phase;
    x3::_val(context).limit.phase = std::move(x3::_attr(context).text);
};
constexpr auto ability_limit_per(ast::LimitPer per) {
    return sets(within(&ast::Ability::limit, &ast::Limit::per), per);
}
const auto ability_moment = keyword("turn")[ability_limit_per(ast::LimitPer::Turn)] |
                            keyword("game")[ability_limit_per(ast::LimitPer::Game)] |
                            keyword("event")[ability_limit_per(ast::LimitPer::Event)] |
                            name[ability_limit_phase];
const auto ability_limit = keyword("limit") >
                           expression[onto(within(&ast::Ability::limit, &ast::Limit::uses))] >
                           keyword("per") > ability_moment;

}  // namespace errata::dsl::grammar
