// The one walk over the typed tree: every expression inside a statement or ability, those inside others
// included; and the statements and abilities themselves, for a visitor that takes them.
#pragma once

#include <type_traits>

#include "compiler/typed/ability.h"

namespace errata::compiler::typed {

template <class Visit>
void walk(const Stmt& stmt, const Visit& visit);
template <class Visit>
void walk(const Ability& ability, const Visit& visit);

template <class Visit>
void walk(const std::vector<Expr>& exprs, const Visit& visit) {
    for (const Expr& expr : exprs) walk(expr, visit);
}

template <class Visit>
void walk(const std::vector<Binder>& binders, const Visit& visit) {
    for (const Binder& binder : binders) walk(binder.domain.bounds, visit);
}

template <class Visit>
void walk(const std::vector<Shown>& shown, const Visit& visit) {
    for (const Shown& one : shown) walk(one.value, visit);
}

template <class Visit>
void walk(const Block& block, const Visit& visit) {
    for (const Stmt& stmt : block) walk(stmt, visit);
}

template <class Visit>
void walk(const std::vector<Block>& blocks, const Visit& visit) {
    for (const Block& block : blocks) walk(block, visit);
}

template <class Visit>
void walk(const Stmt& stmt, const Visit& visit) {
    if constexpr (std::is_invocable_v<Visit, const Stmt&>) visit(stmt);
    walk(stmt.chooser.player, visit);
    walk(stmt.order.rank, visit);
    walk(stmt.exprs, visit);
    walk(stmt.binders, visit);
    for (const auto* blocks : {&stmt.blocks, &stmt.cases.none, &stmt.cases.several}) walk(*blocks, visit);
    for (const Option& option : stmt.options) {
        walk(option.binders, visit);
        walk(option.condition, visit);
        walk(option.most, visit);
        walk(option.only_if, visit);
        walk(option.shown, visit);
        walk(option.body, visit);
    }
    for (const Ability& ability : stmt.abilities) walk(ability, visit);
}

template <class Visit>
void walk(const Ability& ability, const Visit& visit) {
    if constexpr (std::is_invocable_v<Visit, const Ability&>) visit(ability);
    for (const auto* params : {&ability.params, &ability.as.params}) {
        for (const Param& param : *params) walk(param.value, visit);
    }
    for (const auto* exprs :
         {&ability.guard, &ability.said.value, &ability.player, &ability.play.condition, &ability.orderer})
        walk(*exprs, visit);
    walk(ability.play.binders, visit);
    walk(ability.lent_to, visit);
    for (const Targets& targets : ability.targets) {
        walk(targets.binders, visit);
        walk(targets.condition, visit);
    }
    for (const Given& given : ability.given) walk(given.value, visit);
    walk(ability.play.shown, visit);
    walk(ability.body, visit);
    walk(ability.play.costs, visit);
    for (const Ability& part : ability.parts) walk(part, visit);
}

}  // namespace errata::compiler::typed
