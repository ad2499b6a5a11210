// Operators of expressions: arithmetic and sets, comparisons, membership, cases, quantifiers, paths.
#include "compiler/resolve/written_types.h"
#include "compiler/typed/expressions.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;
using Kind = ast::ExprKind;

namespace {

enum class Shape { Arithmetic, Order, Logic };

struct OperatorRow {
    Kind written;
    Shape shape;
    TermKind term;
    bool swapped;
};

constexpr OperatorRow operator_rows[] = {
#define ERRATA_OPERATOR(written, shape, term, swapped) {Kind::written, Shape::shape, TermKind::term, swapped},
#include "compiler/typed/operators.def"
#undef ERRATA_OPERATOR
};

Expr applied(TermKind op, TypeId type, Expr a, Expr b) {
    Expr result;
    result.kind = ExprKind::Operator;
    result.op = op;
    result.type = type;
    result.args.push_back(std::move(a));
    result.args.push_back(std::move(b));
    return result;
}

}  // namespace

std::optional<Expr> Expressions::operation(const ast::Expr& expr, const Scope& scope) {
    for (const OperatorRow& row : operator_rows) {
        if (row.written != expr.kind) continue;
        if (row.shape == Shape::Arithmetic) return arithmetic(expr, row.term, scope);
        if (row.shape == Shape::Order) return order(expr, row.term, row.swapped, scope);
        auto a = condition(expr.args[0], scope);
        auto b = condition(expr.args[1], scope);
        if (!a || !b) return std::nullopt;
        if (row.swapped) std::swap(*a, *b);
        return applied(row.term, typing_.bool_type(), std::move(*a), std::move(*b));
    }
    return std::nullopt;
}

std::optional<Expr> Expressions::arithmetic(const ast::Expr& expr, TermKind op, const Scope& scope) {
    auto a = typed(expr.args[0], scope);
    if (!a) {
        typed(expr.args[1], scope);
        return std::nullopt;
    }
    const bool is_set = types_[a->type].form == TypeForm::Set;
    if (is_set && (op == TermKind::Add || op == TermKind::Subtract))
        return change_of_set(expr, std::move(*a), scope);
    auto b = as(expr.args[1], scope, typing_.number_type());
    if (!types_.is_numeric(a->type)) {
        reporter_.error(DiagnosticKind::type_mismatch, expr.args[0].span,
                        "expected a number, found " + types_.name(a->type));
        return std::nullopt;
    }
    if (!b) return std::nullopt;
    Expr result = applied(op, typing_.number_type(), std::move(*a), std::move(*b));
    // So that bounds can be computed: 0..2*n.
    if (const auto value = constant_of(typing_.program, result)) return number(*value, expr.span);
    return result;
}

// a + b is the union, a - b the difference; a single element counts as a set of one.
std::optional<Expr> Expressions::change_of_set(const ast::Expr& expr, Expr set, const Scope& scope) {
    const bool adds = expr.kind == Kind::Add;
    const TypeId type = set.type;
    auto b = typed(expr.args[1], scope, type);
    if (!b) return std::nullopt;
    if (types_.fits(b->type, type))
        return applied(adds ? TermKind::SetUnion : TermKind::SetMinus, type, std::move(set), std::move(*b));
    const TypeId element = types_[type].element;
    if (types_.fits(b->type, element))
        return applied(adds ? TermKind::SetInsert : TermKind::SetErase, type, std::move(set),
                       position(std::move(*b), element));
    reporter_.error(
        DiagnosticKind::type_mismatch, expr.args[1].span,
        "expected " + types_.name(type) + " or " + types_.name(element) + ", found " + types_.name(b->type));
    return std::nullopt;
}

Expr Expressions::position(Expr member, TypeId element) const {
    const Value lo = types_[element].lo;
    if (lo == 0) return member;
    Expr least;
    least.span = member.span;
    least.type = typing_.number_type();
    least.value = lo;
    return applied(TermKind::Subtract, typing_.number_type(), std::move(member), std::move(least));
}

bool Expressions::needs_context(const ast::Expr& expr, const Scope& scope) const {
    if (expr.kind == Kind::None || expr.kind == Kind::Quoted || expr.kind == Kind::SetLiteral) return true;
    return expr.kind == Kind::Name && !scope.find(expr.name) &&
           names_.vocabulary.constants.count(expr.name) > 0;
}

std::optional<std::pair<Expr, Expr>> Expressions::comparable(const ast::Expr& expr, const Scope& scope) {
    std::optional<Expr> a;
    std::optional<Expr> b;
    if (needs_context(expr.args[0], scope)) {
        b = typed(expr.args[1], scope);
        a = typed(expr.args[0], scope, b ? b->type : TypeId{});
    } else {
        a = typed(expr.args[0], scope);
        b = typed(expr.args[1], scope, a ? a->type : TypeId{});
    }
    if (!a || !b) return std::nullopt;
    if (types_.fits(a->type, b->type)) return std::pair(std::move(*a), std::move(*b));
    reporter_.error(
        DiagnosticKind::type_mismatch, expr.span,
        "cannot compare " + types_.name(a->type) + " with " + types_.name(b->type),
        types_[a->type].optional || types_[b->type].optional
            ? "'is none' and 'is not none' ask whether something is there; its fields are behind a '.'"
            : "both sides need values of one type");
    return std::nullopt;
}

std::optional<Expr> Expressions::equality(const ast::Expr& expr, const Scope& scope) {
    auto sides = comparable(expr, scope);
    if (!sides) return std::nullopt;
    Expr result;
    result.kind = ExprKind::Equal;
    result.span = expr.span;
    result.type = typing_.bool_type();
    result.args.push_back(std::move(sides->first));
    result.args.push_back(std::move(sides->second));
    const bool denied = expr.kind == Kind::NotEqual || expr.kind == Kind::IsNot;
    return denied ? negated(std::move(result)) : std::move(result);
}

std::optional<Expr> Expressions::order(const ast::Expr& expr, TermKind op, bool swapped, const Scope& scope) {
    auto sides = comparable(expr, scope);
    if (!sides) return std::nullopt;
    if (!types_.is_numeric(sides->first.type)) {
        reporter_.error(DiagnosticKind::type_mismatch, expr.span,
                        "only numbers have an order, found " + types_.name(sides->first.type));
        return std::nullopt;
    }
    if (swapped) std::swap(sides->first, sides->second);
    return applied(op, typing_.bool_type(), std::move(sides->first), std::move(sides->second));
}

std::optional<Expr> Expressions::membership(const ast::Expr& expr, const Scope& scope) {
    Expr result;
    result.span = expr.span;
    result.type = typing_.bool_type();
    if (expr.args[1].kind == Kind::SetLiteral) {
        auto a = typed(expr.args[0], scope);
        if (!a) return std::nullopt;
        result.kind = ExprKind::OneOf;
        const TypeId type = a->type;
        result.args.push_back(std::move(*a));
        bool good = true;
        for (const ast::Expr& member : expr.args[1].args) {
            auto value = as(member, scope, type);
            good = good && value.has_value();
            if (value) result.args.push_back(std::move(*value));
        }
        if (!good) return std::nullopt;
    } else {
        auto set = typed(expr.args[1], scope);
        if (!set) return std::nullopt;
        if (types_[set->type].form != TypeForm::Set) {
            reporter_.error(DiagnosticKind::type_mismatch, expr.args[1].span,
                            "expected a set, found " + types_.name(set->type));
            return std::nullopt;
        }
        const TypeId element = types_[set->type].element;
        auto member = as(expr.args[0], scope, element);
        if (!member) return std::nullopt;
        result = applied(TermKind::SetHas, typing_.bool_type(), std::move(*set),
                         position(std::move(*member), element));
        result.span = expr.span;
    }
    return expr.kind == Kind::In ? std::move(result) : negated(std::move(result));
}

std::optional<Expr> Expressions::set_literal(const ast::Expr& expr, const Scope& scope, TypeId expected) {
    TypeId element;
    if (expected.is_valid() && types_[expected].form == TypeForm::Set) element = types_[expected].element;
    if (!element.is_valid() && expr.args.empty()) {
        reporter_.error(DiagnosticKind::type_mismatch, expr.span, "the empty set of what is not clear here");
        return std::nullopt;
    }
    Expr result;
    result.kind = ExprKind::SetLiteral;
    bool good = true;
    for (const ast::Expr& member : expr.args) {
        auto value = typed(member, scope, element);
        good = good && value.has_value();
        if (!value) continue;
        if (!element.is_valid()) element = types_.base(value->type);
        if (!types_.fits(value->type, element) || types_[element].size() > most_set_elements) {
            reporter_.error(DiagnosticKind::type_mismatch, member.span,
                            "expected " + types_.name(element) + ", found " + types_.name(value->type));
            good = false;
            continue;
        }
        result.args.push_back(position(std::move(*value), element));
    }
    if (!good) return std::nullopt;
    result.type = types_.set_of(element);
    return result;
}

std::optional<Expr> Expressions::conditional(const ast::Expr& expr, const Scope& scope, TypeId expected) {
    auto test = condition(expr.args[0], scope);
    std::optional<Expr> a;
    std::optional<Expr> b;
    if (!expected.is_valid() && needs_context(expr.args[1], scope)) {
        b = typed(expr.args[2], scope);
        a = typed(expr.args[1], scope, b ? b->type : TypeId{});
    } else {
        a = typed(expr.args[1], scope, expected);
        b = typed(expr.args[2], scope, expected.is_valid() ? expected : a ? a->type : TypeId{});
    }
    if (!test || !a || !b) return std::nullopt;
    if (!types_.fits(a->type, b->type)) {
        reporter_.error(DiagnosticKind::type_mismatch, expr.span,
                        "the two cases differ: " + types_.name(a->type) + " and " + types_.name(b->type));
        return std::nullopt;
    }
    Expr result;
    result.kind = ExprKind::If;
    result.type = types_[b->type].optional ? b->type : a->type;
    if (types_.is_numeric(result.type)) result.type = typing_.number_type();
    result.args = {std::move(*test), std::move(*a), std::move(*b)};
    return result;
}

std::optional<Expr> Expressions::quantifier(const ast::Expr& expr, const Scope& scope) {
    Scope inner = scope;
    Expr result;
    bool good = true;
    for (const ast::Binder& written : expr.binders) {
        auto binder = bind(written, inner);
        good = good && binder.has_value();
        if (binder) result.binders.push_back(std::move(*binder));
    }
    if (!good) return std::nullopt;
    const bool sums = expr.kind == Kind::Sum;
    for (std::size_t i = 0; i < expr.args.size(); ++i) {
        auto arg = as(expr.args[i], inner, sums && i == 1 ? typing_.number_type() : typing_.bool_type());
        if (!arg) return std::nullopt;
        result.args.push_back(std::move(*arg));
    }
    result.type = typing_.bool_type();
    if (expr.kind == Kind::Some) result.kind = ExprKind::Some;
    if (expr.kind == Kind::No) result.kind = ExprKind::No;
    if (expr.kind == Kind::Every) result.kind = ExprKind::Every;
    if (sums || expr.kind == Kind::NumberOf) {
        result.kind = sums ? ExprKind::Sum : ExprKind::NumberOf;
        result.type = typing_.number_type();
    }
    if (expr.kind != Kind::First) return result;
    result.kind = ExprKind::First;
    if (result.binders.size() != 1) {
        reporter_.error(DiagnosticKind::argument_count, expr.span, "'first' looks for one thing at a time");
        return std::nullopt;
    }
    const TypeId type = result.binders[0].domain.type;
    result.type =
        types_[type].form == TypeForm::Enum ? types_.optional(types_.base(type)) : typing_.number_type();
    return result;
}

// `path from a to b through q: square with C`: adjacent squares lead from a to b, and C holds of each but a.
std::optional<Expr> Expressions::path(const ast::Expr& expr, const Scope& scope) {
    Scope inner = scope;
    auto through = bind(expr.binders[0], inner);
    if (!through) return std::nullopt;
    const TypeId site = through->domain.type;
    const auto adjacent = names_.store.attributes.find({site, "adjacent"});
    if (adjacent == names_.store.attributes.end()) {
        reporter_.error(DiagnosticKind::wrong_kind_of_name, expr.binders[0].span,
                        "there are no paths through a " + types_.name(site),
                        "a path goes through the squares of a grid or the places of 'sites'");
        return std::nullopt;
    }
    auto from = as(expr.args[0], scope, site);
    auto to = as(expr.args[1], scope, site);
    auto free = condition(expr.args[2], inner);
    if (!from || !to || !free) return std::nullopt;
    Expr result;
    result.kind = ExprKind::Path;
    result.type = typing_.bool_type();
    result.id = adjacent->second.index;
    result.binders.push_back(std::move(*through));
    result.args = {std::move(*from), std::move(*to), std::move(*free)};
    return result;
}

std::optional<Expr> Expressions::solutions(const ast::Expr& expr) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < names_.callables.computed.size(); ++i) {
        const Computed& what = names_.callables.computed[i];
        known.push_back(what.item->name);
        if (what.item->name != expr.name) continue;
        Expr result;
        result.kind = ExprKind::Solutions;
        result.type = typing_.number_type();
        result.id = static_cast<std::uint32_t>(i);
        return result;
    }
    reporter_.unknown(expr.span, "system of equations", expr.name, known);
    return std::nullopt;
}

}  // namespace errata::compiler::typed
