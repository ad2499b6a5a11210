#include "tests/oracle/expressions.h"

#include <algorithm>

namespace errata::oracle {

using ast::ExprKind;

namespace {

std::int64_t bit(const Value& value) {
    if (value.sort == Sort::None) {
        throw PlayEnds{"gap.undefined"};
    }
    return std::int64_t{1} << value.number;
}

}  // namespace

Value Evaluator::value(const ast::Expr& expr, const Names& names) const {
    switch (expr.kind) {
        case ExprKind::Number:
            return number(expr.number);
        case ExprKind::Bool:
            return truth(expr.number != 0);
        case ExprKind::None:
            return {};
        case ExprKind::Name:
        case ExprKind::Quoted:
            return named(expr, names);
        case ExprKind::Field:
            return field(expr, names);
        case ExprKind::Call:
            return call(expr, names);
        case ExprKind::Can: {
            const ast::Item& action = *vocabulary_->action(expr.name);
            return truth(!forbidden(action, roles(action, expr.args, names)));
        }
        case ExprKind::SetLiteral:
            return literal_set(expr, names);
        case ExprKind::Not:
            return truth(!holds(expr.args[0], names));
        case ExprKind::And:
            return truth(holds(expr.args[0], names) && holds(expr.args[1], names));
        case ExprKind::Or:
            return truth(holds(expr.args[0], names) || holds(expr.args[1], names));
        case ExprKind::Implies:
            return truth(!holds(expr.args[0], names) || holds(expr.args[1], names));
        case ExprKind::If:
            return value(expr.args[holds(expr.args[0], names) ? 1 : 2], names);
        case ExprKind::Negate:
        case ExprKind::Add:
        case ExprKind::Subtract:
        case ExprKind::Multiply:
            return arithmetic(expr, names);
        case ExprKind::Some:
        case ExprKind::No:
        case ExprKind::Every:
        case ExprKind::NumberOf:
        case ExprKind::Sum:
        case ExprKind::First:
            return counted(expr, names);
        default:
            return compared(expr, names);
    }
}

Value Evaluator::named(const ast::Expr& expr, const Names& names) const {
    if (const auto found = names.find(expr.name); found != names.end()) {
        return found->second;
    }
    if (const Field* variable = vocabulary_->field(-1, expr.name)) {
        return state_->cells[variable->base];
    }
    if (const auto found = vocabulary_->element_named(expr.name)) {
        return *found;
    }
    throw OutsideSubset("the name " + expr.name);
}

std::size_t Evaluator::cell(const ast::Expr& target, const Names& names) const {
    if (target.kind == ExprKind::Name) {
        if (const Field* variable = vocabulary_->field(-1, target.name)) {
            return variable->base;
        }
    } else if (target.kind == ExprKind::Field) {
        const Value owner = value(target.args[0], names);
        if (owner.sort == Sort::None) {
            throw PlayEnds{"gap.undefined"};
        }
        if (const Field* field = vocabulary_->field(owner.type, target.name)) {
            return field->base + static_cast<std::size_t>(owner.number);
        }
    }
    throw OutsideSubset("the target " + target.name);
}

Value Evaluator::field(const ast::Expr& expr, const Names& names) const {
    return state_->cells[cell(expr, names)];
}

Value Evaluator::call(const ast::Expr& expr, const Names& names) const {
    if (expr.name == "size") {
        return number(
            __builtin_popcountll(static_cast<unsigned long long>(value(expr.args[0], names).number)));
    }
    if (expr.name == "min" || expr.name == "max") {
        const std::int64_t a = amount(expr.args[0], names);
        const std::int64_t b = amount(expr.args[1], names);
        return number(expr.name == "min" ? std::min(a, b) : std::max(a, b));
    }
    const ast::Item* definition = vocabulary_->definition(expr.name);
    if (definition == nullptr) {
        throw OutsideSubset("the function " + expr.name);
    }
    Names inner;
    for (std::size_t i = 0; i < expr.args.size(); ++i) {
        inner[definition->binders[i].name] = value(expr.args[i], names);
    }
    return value(definition->exprs[0], inner);
}

Value Evaluator::compared(const ast::Expr& expr, const Names& names) const {
    const Value a = value(expr.args.at(0), names);
    const Value b = value(expr.args.at(1), names);
    switch (expr.kind) {
        case ExprKind::Equal:
        case ExprKind::Is:
            return truth(a == b);
        case ExprKind::NotEqual:
        case ExprKind::IsNot:
            return truth(a != b);
        case ExprKind::Less:
            return truth(a.number < b.number);
        case ExprKind::LessEqual:
            return truth(a.number <= b.number);
        case ExprKind::Greater:
            return truth(a.number > b.number);
        case ExprKind::GreaterEqual:
            return truth(a.number >= b.number);
        case ExprKind::In:
            return truth((b.number & bit(a)) != 0);
        case ExprKind::NotIn:
            return truth((b.number & bit(a)) == 0);
        default:
            throw OutsideSubset("an expression that is not in the subset");
    }
}

Value Evaluator::arithmetic(const ast::Expr& expr, const Names& names) const {
    const Value a = value(expr.args[0], names);
    if (expr.kind == ExprKind::Negate) {
        return number(-a.number);
    }
    const Value b = value(expr.args[1], names);
    if (a.sort == Sort::Set) {
        const std::int64_t bits = b.sort == Sort::Set ? b.number : bit(b);
        return set_of(expr.kind == ExprKind::Add ? a.number | bits : a.number & ~bits);
    }
    switch (expr.kind) {
        case ExprKind::Add:
            return number(a.number + b.number);
        case ExprKind::Subtract:
            return number(a.number - b.number);
        default:
            return number(a.number * b.number);
    }
}

Value Evaluator::literal_set(const ast::Expr& expr, const Names& names) const {
    std::int64_t bits = 0;
    for (const ast::Expr& part : expr.args) {
        bits |= bit(value(part, names));
    }
    return set_of(bits);
}

std::int64_t Evaluator::amount(const ast::Expr& expr, const Names& names) const {
    return value(expr, names).number;
}

Value Evaluator::counted(const ast::Expr& expr, const Names& names) const {
    const std::vector<Names> found = bindings(expr.binders, &expr.args[0], names);
    switch (expr.kind) {
        case ExprKind::Some:
            return truth(!found.empty());
        case ExprKind::No:
            return truth(found.empty());
        case ExprKind::NumberOf:
            return number(static_cast<std::int64_t>(found.size()));
        case ExprKind::First:
            return found.empty() ? Value{} : found[0].at(expr.binders[0].name);
        case ExprKind::Every:
            return truth(
                std::ranges::all_of(found, [&](const Names& bound) { return holds(expr.args[1], bound); }));
        default:
            break;
    }
    std::int64_t total = 0;
    for (const Names& bound : found) {
        total += amount(expr.args[1], bound);
    }
    return number(total);
}

std::vector<Value> Evaluator::range(const ast::TypeExpr& type) const {
    std::vector<Value> values = vocabulary_->every(vocabulary_->shape(type));
    std::erase_if(values, [&](const Value& value) {
        return value.sort == Sort::Element &&
               !state_->there[static_cast<std::size_t>(value.type)][static_cast<std::size_t>(value.number)];
    });
    return values;
}

std::vector<Names> Evaluator::bindings(const std::vector<ast::Binder>& binders, const ast::Expr* condition,
                                       const Names& names) const {
    std::vector<Names> all{names};
    for (const ast::Binder& binder : binders) {
        std::vector<Names> longer;
        for (const Names& bound : all) {
            for (const Value& value : range(binder.type)) {
                longer.push_back(bound);
                longer.back()[binder.name] = value;
            }
        }
        all = std::move(longer);
    }
    if (condition != nullptr) {
        std::erase_if(all, [&](const Names& bound) { return !holds(*condition, bound); });
    }
    return all;
}

Names Evaluator::roles(const ast::Item& action, const std::vector<ast::Expr>& arguments,
                       const Names& names) const {
    Names roles;
    for (std::size_t i = 0; i < action.binders.size(); ++i) {
        const ast::Binder& role = action.binders[i];
        const Value given =
            i < arguments.size() ? value(arguments[i], names) : value(role.initial.at(0), roles);
        const Shape shape = vocabulary_->shape(role.type);
        if (given.sort == Sort::None && !shape.optional) {
            throw PlayEnds{"gap.undefined"};
        }
        if (shape.sort == Sort::Number && shape.bounded &&
            (given.number < shape.low || given.number > shape.high)) {
            throw PlayEnds{"contradiction.invariant"};
        }
        roles[role.name] = given;
    }
    return roles;
}

std::optional<Names> Evaluator::match(const std::vector<ast::Expr>& pattern, const ast::Item& action,
                                      const Names& roles) const {
    Names bound;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const ast::Expr& part = pattern[i];
        const Value& role = roles.at(action.binders.at(i).name);
        const bool name = part.kind == ExprKind::Name && vocabulary_->field(-1, part.name) == nullptr &&
                          !vocabulary_->element_named(part.name).has_value();
        if (!name) {
            if (value(part, {}) != role) {
                return std::nullopt;
            }
        } else if (part.name != "_") {
            bound[part.name] = role;
        }
    }
    return bound;
}

bool Evaluator::forbidden(const ast::Item& action, const Names& roles) const {
    return std::ranges::any_of(vocabulary_->abilities, [&](const RuleAbility& entry) {
        const ast::Ability& ability = *entry.ability;
        if (ability.kind != ast::AbilityKind::Prohibition || ability.name != action.name) {
            return false;
        }
        const std::optional<Names> bound = match(ability.params, action, roles);
        return bound.has_value() && holds(ability.exprs, *bound);
    });
}

}  // namespace errata::oracle
