#include "compiler/typed/expressions.h"

#include "compiler/resolve/written_types.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;
using Kind = ast::ExprKind;

namespace {

Expr literal(Value value, TypeId type, dsl::Span span) {
    Expr expr;
    expr.span = span;
    expr.type = type;
    expr.value = value;
    return expr;
}

}  // namespace

Expr negated(Expr condition) {
    Expr expr;
    expr.kind = ExprKind::Not;
    expr.span = condition.span;
    expr.type = condition.type;
    expr.args.push_back(std::move(condition));
    return expr;
}

std::optional<Expr> Expressions::as(const ast::Expr& expr, const Scope& scope, TypeId type) {
    auto result = typed(expr, scope, type);
    if (!result || types_.fits(result->type, type)) return result;
    reporter_.error(DiagnosticKind::type_mismatch, expr.span,
                    "expected " + types_.name(type) + ", found " + types_.name(result->type));
    return std::nullopt;
}

std::optional<Expr> Expressions::player(const ast::Expr& expr, const Scope& scope) {
    if (names_.vocabulary.player_type.is_valid()) return as(expr, scope, names_.vocabulary.player_type);
    reporter_.error(DiagnosticKind::missing_part, expr.span, "this game declares no players",
                    "add a line such as 'player Ann, Bob'");
    return std::nullopt;
}

std::optional<std::vector<Expr>> Expressions::conditions(const std::vector<ast::Expr>& exprs,
                                                         const Scope& scope) {
    std::vector<Expr> result;
    bool good = true;
    for (const ast::Expr& expr : exprs) {
        auto one = condition(expr, scope);
        good = good && one.has_value();
        if (one) result.push_back(std::move(*one));
    }
    if (!good) return std::nullopt;
    return result;
}

std::optional<Domain> Expressions::domain(const ast::TypeExpr& written, const Scope& scope) {
    WrittenTypes types(names_, types_, reporter_);
    if (written.kind != ast::TypeKind::Range) {
        const TypeId type = types.domain_of(written);
        if (!type.is_valid()) return std::nullopt;
        return Domain{type, {}, written.span};
    }
    auto lo = as(written.bounds[0], scope, typing_.number_type());
    auto hi = as(written.bounds[1], scope, typing_.number_type());
    if (!lo || !hi) return std::nullopt;
    const auto from = constant_of(typing_.program, *lo);
    const auto to = constant_of(typing_.program, *hi);
    if (from && to) {
        const TypeId type = types.checked_domain(types.range(*from, *to, written.span), written.span);
        if (!type.is_valid()) return std::nullopt;
        return Domain{type, {}, written.span};
    }
    Domain result{typing_.number_type(), {}, written.span};
    result.bounds.push_back(std::move(*lo));
    result.bounds.push_back(std::move(*hi));
    return result;
}

std::optional<Binder> Expressions::bind(const ast::Binder& binder, Scope& scope) {
    auto range = domain(binder.type, scope);
    if (!range) return std::nullopt;
    const LocalId local = typing_.add(scope, binder.name, range->type);
    return Binder{local, binder.name, std::move(*range), binder.span};
}

// Sums and products of a few such numbers are still far from the largest that there are.
std::optional<Expr> Expressions::number(Value value, dsl::Span span) {
    const Type& all = types_[typing_.number_type()];
    if (all.contains(value)) return literal(value, typing_.number_type(), span);
    reporter_.error(DiagnosticKind::value_out_of_range, span, "this number is too large",
                    "numbers go from " + std::to_string(all.lo) + " to " + std::to_string(all.hi));
    return std::nullopt;
}

std::optional<Expr> Expressions::none(const ast::Expr& expr, TypeId expected) {
    if (!expected.is_valid()) {
        reporter_.error(DiagnosticKind::type_mismatch, expr.span, "'none' of what is not clear here");
        return std::nullopt;
    }
    const TypeId type = types_[expected].form == TypeForm::Enum ? types_.optional(types_.base(expected))
                                                                : typing_.number_type();
    return literal(none_value, type, expr.span);
}

std::optional<Expr> Expressions::typed(const ast::Expr& expr, const Scope& scope, TypeId expected) {
    auto result = meaning(expr, scope, expected);
    if (result) result->span = expr.span;
    return result;
}

std::optional<Expr> Expressions::meaning(const ast::Expr& expr, const Scope& scope, TypeId expected) {
    switch (expr.kind) {
        case Kind::Error:
            return std::nullopt;
        case Kind::Number:
            return number(expr.number, expr.span);
        case Kind::Bool:
            return literal(expr.number != 0 ? 1 : 0, typing_.bool_type(), expr.span);
        case Kind::None:
            return none(expr, expected);
        case Kind::Any:
            reporter_.error(DiagnosticKind::misplaced_statement, expr.span,
                            "'any' is only for the values of a setup",
                            "give a value here; where chance decides, write 'choose ... by chance'");
            return std::nullopt;
        case Kind::Name:
            return name(expr, scope, expected);
        case Kind::Quoted:
            return constant(expr.name, expr.span, expected, true);
        case Kind::Field:
            return field(expr, scope);
        case Kind::Call:
            return call(expr, scope);
        case Kind::Can:
            return can(expr, scope);
        case Kind::SetLiteral:
            return set_literal(expr, scope, expected);
        case Kind::Not: {
            auto a = condition(expr.args[0], scope);
            if (!a) return std::nullopt;
            return negated(std::move(*a));
        }
        case Kind::Negate: {
            auto a = as(expr.args[0], scope, typing_.number_type());
            if (!a) return std::nullopt;
            // -2..4 has constant bounds
            if (const auto value = constant_of(typing_.program, *a)) return number(-*value, expr.span);
            Expr result;
            result.kind = ExprKind::Operator;
            result.op = TermKind::Subtract;
            result.type = typing_.number_type();
            result.args = {literal(0, result.type, expr.span), std::move(*a)};
            return result;
        }
        case Kind::Equal:
        case Kind::NotEqual:
        case Kind::Is:
        case Kind::IsNot:
            return equality(expr, scope);
        case Kind::In:
        case Kind::NotIn:
            return membership(expr, scope);
#define ERRATA_OPERATOR(written, shape, term, swapped) case Kind::written:
#include "compiler/typed/operators.def"
#undef ERRATA_OPERATOR
            return operation(expr, scope);
        case Kind::If:
            return conditional(expr, scope, expected);
        case Kind::Some:
        case Kind::No:
        case Kind::Every:
        case Kind::NumberOf:
        case Kind::Sum:
        case Kind::First:
            return quantifier(expr, scope);
        case Kind::Path:
            return path(expr, scope);
        case Kind::Solutions:
            return solutions(expr);
    }
    return std::nullopt;
}

}  // namespace errata::compiler::typed
