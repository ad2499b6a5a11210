#include "compiler/typed/conditions.h"

#include <set>
#include <utility>

#include "dsl/ast/fields.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;

namespace {

bool is_always(const ast::Expr& condition) {
    return condition.kind == ast::ExprKind::Bool && condition.number == 1 && !condition.span.is_valid();
}

ast::Expr negated(ast::Expr condition) {
    ast::Expr result;
    result.kind = ast::ExprKind::Not;
    result.span = condition.span;
    result.args.push_back(std::move(condition));
    return result;
}

}  // namespace

ast::Expr joined(ast::ExprKind kind, ast::Expr first, ast::Expr second) {
    ast::Expr result;
    result.kind = kind;
    result.span = first.span.is_valid() ? first.span : second.span;
    result.args.push_back(std::move(first));
    result.args.push_back(std::move(second));
    return result;
}

ast::Expr both(ast::Expr first, ast::Expr second) {
    if (is_always(first)) return second;
    if (is_always(second)) return first;
    return joined(ast::ExprKind::And, std::move(first), std::move(second));
}

void narrow(std::vector<ast::Expr>& condition, const ast::Expr& more) {
    if (condition.empty())
        condition.push_back(more);
    else
        condition[0] = both(std::move(condition[0]), more);
}

// `P only if A` under a condition says nothing where the condition fails.
std::optional<ast::Ability> give_condition(ast::Ability& ability, const ast::Expr& condition) {
    using enum ast::AbilityKind;
    if (ability.kind == Iff) {
        ast::Ability denied = ability;
        denied.kind = OnlyIf;
        give_condition(denied, condition);
        ability.kind = If;
        narrow(ability.exprs, condition);
        return denied;
    }
    const bool is_bound = ability.kind == OnlyIf || (ability.kind == CountsAs && ability.as.says == OnlyIf);
    if (is_bound) {
        ability.exprs[0] = joined(ast::ExprKind::Or, std::move(ability.exprs[0]), negated(condition));
    } else if (ability.kind == Effect && ability.exprs.size() > 1) {
        ability.exprs[1] = both(std::move(ability.exprs[1]), condition);
    } else if (ability.kind == Effect) {
        ability.exprs.push_back(condition);
    } else {
        narrow(ability.exprs, condition);
    }
    return std::nullopt;
}

std::optional<std::string> captured_name(const Typing& t, const ast::Ability& ability,
                                         const ast::Expr& condition, const IsInSight& is_in_sight) {
    std::set<std::string> own;
    const auto bind = [&](const std::vector<ast::Binder>& binders) {
        for (const ast::Binder& binder : binders) own.insert(binder.name);
    };
    bind(ability.play.each);
    bind(ability.binders);
    for (const ast::Targets& targets : ability.targets) bind(targets.binders);
    for (const ast::Given& given : ability.given) own.insert(given.name);
    for (const ast::Expr& param : ability.params) {
        if (param.kind != ast::ExprKind::Name) continue;
        const bool is_bearer = param.name == "this" || param.name == "it";
        const bool is_value =
            is_bearer || is_in_sight(param.name) || t.names.vocabulary.constants.contains(param.name);
        if (!is_value) own.insert(param.name);
    }
    std::set<std::string> bound;  // by the condition itself
    std::optional<std::string> found;
    dsl::ast::walk(condition, [&](const ast::Expr& expr) {
        for (const ast::Binder& binder : expr.binders) bound.insert(binder.name);
    });
    dsl::ast::walk(condition, [&](const ast::Expr& expr) {
        if (expr.kind == ast::ExprKind::Name && own.contains(expr.name) && !bound.contains(expr.name))
            found = expr.name;
    });
    return found;
}

std::vector<ast::Ability> taken_apart(const Typing& t, const std::vector<ast::Ability>& abilities,
                                      const IsInSight& is_in_sight) {
    std::vector<ast::Ability> result;
    for (const ast::Ability& ability : abilities) {
        if (ability.kind != ast::AbilityKind::Under) {
            result.push_back(ability);
            continue;
        }
        const ast::Expr& condition = ability.exprs[0];
        for (ast::Ability& part : taken_apart(t, ability.parts, is_in_sight)) {
            if (const auto name = captured_name(t, part, condition, is_in_sight))
                t.reporter.error(DiagnosticKind::duplicate_name, condition.span,
                                 "the condition speaks of '" + *name + "', and an ability under it has a '" +
                                     *name + "' of its own",
                                 "give the one in the ability another name");
            part.rows.insert(part.rows.begin(), ability.rows.begin(), ability.rows.end());
            auto other = give_condition(part, condition);
            result.push_back(std::move(part));
            if (other) result.push_back(std::move(*other));
        }
    }
    return result;
}

std::vector<ast::Ability> taken_apart(const Typing& t, const std::vector<ast::Ability>& abilities,
                                      const Scope& scope) {
    return taken_apart(t, abilities,
                       [&](const std::string& name) { return scope.find(name) || scope.hole(name); });
}

}  // namespace errata::compiler::typed
