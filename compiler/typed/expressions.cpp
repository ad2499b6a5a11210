#include "compiler/typed/expressions.h"

#include "compiler/ir/term_kinds.h"
#include "compiler/resolve/written_types.h"
#include "compiler/typed/named.h"
#include "compiler/typed/operators.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;

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

bool is_in_range(const Typing& t, const Expr& value, TypeId type) {
    if (!type.is_valid() || !value.type.is_valid()) return true;  // it is said where they are written
    if (!t.program.types.is_numeric(type) || !t.program.types.is_numeric(value.type)) return true;
    const auto known = constant_of(t.program, value);
    if (!known || t.type(type).contains(*known)) return true;
    t.reporter.error(DiagnosticKind::value_out_of_range, value.span,
                     std::to_string(*known) + " is not in " + t.program.types.name(type));
    return false;
}

void report_out_of_range(const Typing& t, const ast::Expr& written, Value value, TypeId type) {
    const std::string name = t.program.types.name(type);
    const bool missing = written.kind == ast::ExprKind::None;
    const bool is_thing = t.type(type).form == TypeForm::Enum;
    t.reporter.error(DiagnosticKind::value_out_of_range, written.span,
                     missing ? "this always holds a " + (is_thing ? name : std::string("number"))
                             : std::to_string(value) + " is not in " + name,
                     missing && is_thing ? "declare its type as '" + name + "?' if it may be none" : "");
}

void report_mismatch(const Typing& t, const ast::Expr& written, TypeId wanted, TypeId found) {
    const bool is_digit = wanted == t.bool_type() && written.kind == ast::ExprKind::Number;
    t.reporter.error(DiagnosticKind::type_mismatch, written.span,
                     "expected " + t.program.types.name(wanted) + ", found " + t.program.types.name(found),
                     is_digit ? "write 'no' or 'yes'" : "");
}

std::optional<Expr> of_type(const Typing& t, const ast::Expr& expr, const Scope& scope, TypeId type) {
    auto result = expression(t, expr, scope, type);
    if (!result || t.program.types.fits(result->type, type)) return result;
    report_mismatch(t, expr, type, result->type);
    return std::nullopt;
}

std::optional<Expr> condition(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    return of_type(t, expr, scope, t.bool_type());
}

std::optional<Expr> player(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    if (t.names.vocabulary.player_type.is_valid())
        return of_type(t, expr, scope, t.names.vocabulary.player_type);
    if (!t.reporter.may_be_declared("player"))
        t.reporter.error(DiagnosticKind::missing_part, expr.span, "this game declares no players",
                         "add a line such as 'player Ann, Bob'");
    return std::nullopt;
}

std::optional<std::vector<Expr>> conditions(const Typing& t, const std::vector<ast::Expr>& exprs,
                                            const Scope& scope) {
    std::vector<Expr> result;
    bool good = true;
    for (const ast::Expr& expr : exprs) {
        auto one = condition(t, expr, scope);
        good = good && one.has_value();
        if (one) result.push_back(std::move(*one));
    }
    if (!good) return std::nullopt;
    return result;
}

std::optional<Domain> domain(const Typing& t, const ast::TypeExpr& written, const Scope& scope) {
    WrittenTypes types(t.names, t.program.types, t.reporter);
    if (written.kind != ast::TypeKind::Range) {
        const TypeId type = types.domain_of(written);
        if (!type.is_valid()) return std::nullopt;
        return Domain{type, {}, written.span};
    }
    auto lo = of_type(t, written.bounds[0], scope, t.number_type());
    auto hi = of_type(t, written.bounds[1], scope, t.number_type());
    if (!lo || !hi) return std::nullopt;
    const auto from = constant_of(t.program, *lo);
    const auto to = constant_of(t.program, *hi);
    if (from && to) {
        const TypeId type = types.checked_domain(types.range(*from, *to, written.span), written.span);
        if (!type.is_valid()) return std::nullopt;
        return Domain{type, {}, written.span};
    }
    Domain result{t.number_type(), {}, written.span};
    result.bounds.push_back(std::move(*lo));
    result.bounds.push_back(std::move(*hi));
    return result;
}

std::optional<Binder> bind(const Typing& t, const ast::Binder& binder, Scope& scope) {
    auto range = domain(t, binder.type, scope);
    if (!range) return std::nullopt;
    const LocalId local = t.add(scope, binder.name, range->type);
    return Binder{local, binder.name, std::move(*range), binder.span};
}

// Sums and products of a few such numbers are still far from the largest that there are.
std::optional<Expr> number(const Typing& t, Value value, dsl::Span span) {
    const Type& all = t.type(t.number_type());
    if (all.contains(value)) return literal(value, t.number_type(), span);
    t.reporter.error(DiagnosticKind::value_out_of_range, span, "this number is too large",
                     "numbers go from " + std::to_string(all.lo) + " to " + std::to_string(all.hi));
    return std::nullopt;
}

static std::optional<Expr> none(const Typing& t, const ast::Expr& expr, TypeId expected) {
    if (!expected.is_valid()) {
        t.reporter.error(DiagnosticKind::type_mismatch, expr.span, "'none' of what is not clear here");
        return std::nullopt;
    }
    const TypeId type = t.type(expected).form == TypeForm::Enum
                            ? t.program.types.optional(t.program.types.base(expected))
                            : t.number_type();
    return literal(none_value, type, expr.span);
}

static std::optional<Expr> misplaced_any(const Typing& t, const ast::Expr& expr) {
    t.reporter.error(DiagnosticKind::misplaced_statement, expr.span,
                     "'any' is only for the values of a setup",
                     "give a value here; where chance decides, write 'choose ... by chance'");
    return std::nullopt;
}

std::optional<Expr> negation(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    auto condition = typed::condition(t, expr.args[0], scope);
    if (!condition) return std::nullopt;
    return negated(std::move(*condition));
}

std::optional<Expr> negative(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    auto of = of_type(t, expr.args[0], scope, t.number_type());
    if (!of) return std::nullopt;
    // -2..4 has constant bounds
    if (const auto value = constant_of(t.program, *of)) return number(t, -*value, expr.span);
    Expr result;
    result.kind = ExprKind::Operator;
    result.op = TermKind::Subtract;
    result.type = t.number_type();
    result.args = {literal(0, result.type, expr.span), std::move(*of)};
    return result;
}

static std::optional<Expr> meaning(const Typing& t, const ast::Expr& expr, const Scope& scope,
                                   TypeId expected) {
    switch (expr.kind) {
        case ast::ExprKind::Error:
            return std::nullopt;
        case ast::ExprKind::Number:
            return number(t, expr.number, expr.span);
        case ast::ExprKind::Bool:
            return literal(expr.number != 0 ? 1 : 0, t.bool_type(), expr.span);
        case ast::ExprKind::None:
            return none(t, expr, expected);
        case ast::ExprKind::Any:
            return misplaced_any(t, expr);
        case ast::ExprKind::Name:
            return name(t, expr, scope, expected);
        case ast::ExprKind::Quoted:
            return constant(t, expr.name, expr.span, expected, true);
        case ast::ExprKind::Field:
            return field(t, expr, scope);
        case ast::ExprKind::Call:
            return call(t, expr, scope);
        case ast::ExprKind::Can:
            return can(t, expr, scope);
        case ast::ExprKind::SetLiteral:
            return set_literal(t, expr, scope, expected);
        case ast::ExprKind::Not:
            return negation(t, expr, scope);
        case ast::ExprKind::Negate:
            return negative(t, expr, scope);
        case ast::ExprKind::Equal:
        case ast::ExprKind::NotEqual:
        case ast::ExprKind::Is:
        case ast::ExprKind::IsNot:
            return equality(t, expr, scope);
        case ast::ExprKind::In:
        case ast::ExprKind::NotIn:
            return membership(t, expr, scope);
#define ERRATA_OPERATOR(written, shape, term, swapped) case ast::ExprKind::written:
#include "compiler/typed/operators.def"
#undef ERRATA_OPERATOR
            return operation(t, expr, scope);
        case ast::ExprKind::If:
            return conditional(t, expr, scope, expected);
        case ast::ExprKind::Some:
        case ast::ExprKind::No:
        case ast::ExprKind::Every:
        case ast::ExprKind::NumberOf:
        case ast::ExprKind::Sum:
        case ast::ExprKind::First:
            return quantifier(t, expr, scope);
        case ast::ExprKind::Path:
            return path(t, expr, scope);
        case ast::ExprKind::Solutions:
            return solutions(t, expr);
    }
    return std::nullopt;
}

std::optional<Expr> expression(const Typing& t, const ast::Expr& expr, const Scope& scope, TypeId expected) {
    auto result = meaning(t, expr, scope, expected);
    if (result) result->span = expr.span;
    return result;
}

}  // namespace errata::compiler::typed
