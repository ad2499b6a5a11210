// Operators of expressions: arithmetic and sets, comparisons, membership, cases, quantifiers, paths.
#include "compiler/typed/operators.h"

#include <array>

#include "compiler/ir/term_kinds.h"
#include "compiler/resolve/written_types.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;

static std::optional<Expr> arithmetic(const Typing& t, const ast::Expr& expr, TermKind op,
                                      const Scope& scope);
static std::optional<Expr> change_of_set(const Typing& t, const ast::Expr& expr, Expr set,
                                         const Scope& scope);
static Expr set_position(const Typing& t, Expr member, TypeId element);
static std::optional<Expr> order(const Typing& t, const ast::Expr& expr, TermKind op, bool swapped,
                                 const Scope& scope);

namespace {

enum class Shape { Arithmetic, Order, Logic };

struct OperatorRow {
    ast::ExprKind written;
    Shape shape;
    TermKind term;
    bool swapped;
};

constexpr OperatorRow operator_rows[] = {
#define ERRATA_OPERATOR(written, shape, term, swapped) \
    {ast::ExprKind::written, Shape::shape, TermKind::term, swapped},
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

std::optional<Expr> operation(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    for (const OperatorRow& row : operator_rows) {
        if (row.written != expr.kind) continue;
        if (row.shape == Shape::Arithmetic) return arithmetic(t, expr, row.term, scope);
        if (row.shape == Shape::Order) return order(t, expr, row.term, row.swapped, scope);
        auto a = condition(t, expr.args[0], scope);
        auto b = condition(t, expr.args[1], scope);
        if (!a || !b) return std::nullopt;
        if (row.swapped) std::swap(*a, *b);
        return applied(row.term, t.bool_type(), std::move(*a), std::move(*b));
    }
    return std::nullopt;
}

static std::optional<Expr> arithmetic(const Typing& t, const ast::Expr& expr, TermKind op,
                                      const Scope& scope) {
    auto a = expression(t, expr.args[0], scope);
    if (!a) {
        expression(t, expr.args[1], scope);
        return std::nullopt;
    }
    const bool is_set = t.type(a->type).form == TypeForm::Set;
    if (is_set && (op == TermKind::Add || op == TermKind::Subtract))
        return change_of_set(t, expr, std::move(*a), scope);
    auto b = of_type(t, expr.args[1], scope, t.number_type());
    if (!t.program.types.is_numeric(a->type)) {
        t.reporter.error(DiagnosticKind::type_mismatch, expr.args[0].span,
                         "expected a number, found " + t.program.types.name(a->type));
        return std::nullopt;
    }
    if (!b) return std::nullopt;
    Expr result = applied(op, t.number_type(), std::move(*a), std::move(*b));
    // So that bounds can be computed: 0..2*n.
    if (const auto value = constant_of(t.program, result)) return number(t, *value, expr.span);
    return result;
}

// a + b is the union, a - b the difference; a single element counts as a set of one.
static std::optional<Expr> change_of_set(const Typing& t, const ast::Expr& expr, Expr set,
                                         const Scope& scope) {
    const bool adds = expr.kind == ast::ExprKind::Add;
    const TypeId type = set.type;
    auto b = expression(t, expr.args[1], scope, type);
    if (!b) return std::nullopt;
    if (t.program.types.fits(b->type, type))
        return applied(adds ? TermKind::SetUnion : TermKind::SetMinus, type, std::move(set), std::move(*b));
    const TypeId element = t.type(type).element;
    if (t.program.types.fits(b->type, element))
        return applied(adds ? TermKind::SetInsert : TermKind::SetErase, type, std::move(set),
                       set_position(t, std::move(*b), element));
    t.reporter.error(DiagnosticKind::type_mismatch, expr.args[1].span,
                     "expected " + t.program.types.name(type) + " or " + t.program.types.name(element) +
                         ", found " + t.program.types.name(b->type));
    return std::nullopt;
}

static Expr set_position(const Typing& t, Expr member, TypeId element) {
    const Value lo = t.type(element).lo;
    if (lo == 0) return member;
    Expr least;
    least.span = member.span;
    least.type = t.number_type();
    least.value = lo;
    return applied(TermKind::Subtract, t.number_type(), std::move(member), std::move(least));
}

static bool needs_context(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    if (expr.kind == ast::ExprKind::None || expr.kind == ast::ExprKind::Quoted ||
        expr.kind == ast::ExprKind::SetLiteral)
        return true;
    return expr.kind == ast::ExprKind::Name && !scope.find(expr.name) &&
           t.names.vocabulary.constants.count(expr.name) > 0;
}

static std::string hint_for_sides(const Typing& t, TypeId a, TypeId b) {
    if (t.type(a).optional || t.type(b).optional)
        return "'is none' and 'is not none' ask whether something is there; its fields are behind a '.'";
    const TypeId truth = t.names.vocabulary.bool_type;
    if (a == truth && t.program.types.is_numeric(b))
        return "both sides need values of one type; 'number of ...' and 'sum of ...' go as far as they can: "
               "put "
               "brackets around them";
    return "both sides need values of one type";
}

static std::optional<std::pair<Expr, Expr>> comparable(const Typing& t, const ast::Expr& expr,
                                                       const Scope& scope) {
    std::optional<Expr> a;
    std::optional<Expr> b;
    if (needs_context(t, expr.args[0], scope)) {
        b = expression(t, expr.args[1], scope);
        a = expression(t, expr.args[0], scope, b ? b->type : TypeId{});
    } else {
        a = expression(t, expr.args[0], scope);
        b = expression(t, expr.args[1], scope, a ? a->type : TypeId{});
    }
    if (!a || !b) return std::nullopt;
    if (t.program.types.fits(a->type, b->type)) return std::pair(std::move(*a), std::move(*b));
    t.reporter.error(
        DiagnosticKind::type_mismatch, expr.span,
        "cannot compare " + t.program.types.name(a->type) + " with " + t.program.types.name(b->type),
        hint_for_sides(t, a->type, b->type));
    return std::nullopt;
}

// In a phrase about things of any kind, `u != this` is asked of things of other kinds than the bearer's too:
// none of them is the bearer.
static bool compares_with_bearer(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    if (!scope.phrase) return false;
    std::array<const InSight*, 2> sides{};
    for (std::size_t i = 0; i < 2; ++i) {
        if (expr.args[i].kind == ast::ExprKind::Name) sides[i] = scope.find(expr.args[i].name);
        if (!sides[i] || t.type(sides[i]->type).labels.empty()) return false;
    }
    return (sides[0]->local == this_local || sides[1]->local == this_local) &&
           !t.program.types.fits(sides[0]->type, sides[1]->type);
}

std::optional<Expr> equality(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    if (compares_with_bearer(t, expr, scope)) {
        Expr result;
        result.kind = ExprKind::Constant;
        result.span = expr.span;
        result.type = t.bool_type();
        result.value = expr.kind == ast::ExprKind::NotEqual || expr.kind == ast::ExprKind::IsNot ? 1 : 0;
        return result;
    }
    auto sides = comparable(t, expr, scope);
    if (!sides) return std::nullopt;
    Expr result;
    result.kind = ExprKind::Equal;
    result.span = expr.span;
    result.type = t.bool_type();
    result.args.push_back(std::move(sides->first));
    result.args.push_back(std::move(sides->second));
    const bool denied = expr.kind == ast::ExprKind::NotEqual || expr.kind == ast::ExprKind::IsNot;
    return denied ? negated(std::move(result)) : std::move(result);
}

static std::optional<Expr> order(const Typing& t, const ast::Expr& expr, TermKind op, bool swapped,
                                 const Scope& scope) {
    auto sides = comparable(t, expr, scope);
    if (!sides) return std::nullopt;
    if (!t.program.types.is_numeric(sides->first.type)) {
        t.reporter.error(DiagnosticKind::type_mismatch, expr.span,
                         "only numbers have an order, found " + t.program.types.name(sides->first.type));
        return std::nullopt;
    }
    if (swapped) std::swap(sides->first, sides->second);
    return applied(op, t.bool_type(), std::move(sides->first), std::move(sides->second));
}

std::optional<Expr> membership(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    Expr result;
    result.span = expr.span;
    result.type = t.bool_type();
    if (expr.args[1].kind == ast::ExprKind::SetLiteral) {
        auto a = expression(t, expr.args[0], scope);
        if (!a) return std::nullopt;
        result.kind = ExprKind::OneOf;
        const TypeId type = a->type;
        result.args.push_back(std::move(*a));
        bool good = true;
        for (const ast::Expr& member : expr.args[1].args) {
            auto value = of_type(t, member, scope, type);
            good = good && value.has_value();
            if (value) result.args.push_back(std::move(*value));
        }
        if (!good) return std::nullopt;
    } else {
        auto set = expression(t, expr.args[1], scope);
        if (!set) return std::nullopt;
        if (t.type(set->type).form != TypeForm::Set) {
            t.reporter.error(DiagnosticKind::type_mismatch, expr.args[1].span,
                             "expected a set, found " + t.program.types.name(set->type));
            return std::nullopt;
        }
        const TypeId element = t.type(set->type).element;
        auto member = of_type(t, expr.args[0], scope, element);
        if (!member) return std::nullopt;
        result = applied(TermKind::SetHas, t.bool_type(), std::move(*set),
                         set_position(t, std::move(*member), element));
        result.span = expr.span;
    }
    return expr.kind == ast::ExprKind::In ? std::move(result) : negated(std::move(result));
}

std::optional<Expr> set_literal(const Typing& t, const ast::Expr& expr, const Scope& scope, TypeId expected) {
    TypeId element;
    if (expected.is_valid() && t.type(expected).form == TypeForm::Set) element = t.type(expected).element;
    if (!element.is_valid() && expr.args.empty()) {
        t.reporter.error(DiagnosticKind::type_mismatch, expr.span, "the empty set of what is not clear here");
        return std::nullopt;
    }
    Expr result;
    result.kind = ExprKind::SetLiteral;
    bool good = true;
    for (const ast::Expr& member : expr.args) {
        auto value = expression(t, member, scope, element);
        good = good && value.has_value();
        if (!value) continue;
        const bool is_told = element.is_valid();  // where its type was written
        if (!is_told) element = t.program.types.base(value->type);
        if (t.type(element).size() > most_set_elements) {
            if (!is_told)
                t.reporter.error(DiagnosticKind::not_finite, member.span,
                                 "a set needs an element type with at most " +
                                     std::to_string(most_set_elements) + " values, and " +
                                     t.program.types.name(element) + " has more");
            return std::nullopt;
        }
        if (!t.program.types.fits(value->type, element)) {
            t.reporter.error(
                DiagnosticKind::type_mismatch, member.span,
                "expected " + t.program.types.name(element) + ", found " + t.program.types.name(value->type));
            good = false;
            continue;
        }
        result.args.push_back(set_position(t, std::move(*value), element));
    }
    if (!good) return std::nullopt;
    result.type = t.program.types.set_of(element);
    return result;
}

std::optional<Expr> conditional(const Typing& t, const ast::Expr& expr, const Scope& scope, TypeId expected) {
    auto test = condition(t, expr.args[0], scope);
    std::optional<Expr> a;
    std::optional<Expr> b;
    if (!expected.is_valid() && needs_context(t, expr.args[1], scope)) {
        b = expression(t, expr.args[2], scope);
        a = expression(t, expr.args[1], scope, b ? b->type : TypeId{});
    } else {
        a = expression(t, expr.args[1], scope, expected);
        b = expression(t, expr.args[2], scope, expected.is_valid() ? expected : a ? a->type : TypeId{});
    }
    if (!test || !a || !b) return std::nullopt;
    if (!t.program.types.fits(a->type, b->type)) {
        t.reporter.error(DiagnosticKind::type_mismatch, expr.span,
                         "the two cases differ: " + t.program.types.name(a->type) + " and " +
                             t.program.types.name(b->type));
        return std::nullopt;
    }
    Expr result;
    result.kind = ExprKind::If;
    result.type = t.type(b->type).optional ? b->type : a->type;
    if (t.program.types.is_numeric(result.type)) result.type = t.number_type();
    result.args = {std::move(*test), std::move(*a), std::move(*b)};
    return result;
}

std::optional<Expr> quantifier(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    Scope inner = scope;
    Expr result;
    bool good = true;
    for (const ast::Binder& written : expr.binders) {
        auto binder = bind(t, written, inner);
        good = good && binder.has_value();
        if (binder) result.binders.push_back(std::move(*binder));
    }
    if (!good) return std::nullopt;
    const bool sums = expr.kind == ast::ExprKind::Sum;
    for (std::size_t i = 0; i < expr.args.size(); ++i) {
        auto arg = of_type(t, expr.args[i], inner, sums && i == 1 ? t.number_type() : t.bool_type());
        if (!arg) return std::nullopt;
        result.args.push_back(std::move(*arg));
    }
    result.type = t.bool_type();
    if (expr.kind == ast::ExprKind::Some) result.kind = ExprKind::Some;
    if (expr.kind == ast::ExprKind::No) result.kind = ExprKind::No;
    if (expr.kind == ast::ExprKind::Every) result.kind = ExprKind::Every;
    if (sums || expr.kind == ast::ExprKind::NumberOf) {
        result.kind = sums ? ExprKind::Sum : ExprKind::NumberOf;
        result.type = t.number_type();
    }
    if (expr.kind != ast::ExprKind::First) return result;
    result.kind = ExprKind::First;
    if (result.binders.size() != 1) {
        t.reporter.error(DiagnosticKind::argument_count, expr.span, "'first' looks for one thing at a time");
        return std::nullopt;
    }
    const TypeId type = result.binders[0].domain.type;
    result.type = t.type(type).form == TypeForm::Enum ? t.program.types.optional(t.program.types.base(type))
                                                      : t.number_type();
    return result;
}

// `path from a to b through q: square with C`: adjacent squares lead from a to b, and C holds of each but a.
std::optional<Expr> path(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    Scope inner = scope;
    auto through = bind(t, expr.binders[0], inner);
    if (!through) return std::nullopt;
    const TypeId site = through->domain.type;
    const auto adjacent = t.names.store.attributes.find({site, "adjacent"});
    if (adjacent == t.names.store.attributes.end()) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, expr.binders[0].span,
                         "there are no paths through a " + t.program.types.name(site),
                         "a path goes through the squares of a grid or the places of 'sites'");
        return std::nullopt;
    }
    auto from = of_type(t, expr.args[0], scope, site);
    auto to = of_type(t, expr.args[1], scope, site);
    auto free = condition(t, expr.args[2], inner);
    if (!from || !to || !free) return std::nullopt;
    Expr result;
    result.kind = ExprKind::Path;
    result.type = t.bool_type();
    result.id = adjacent->second.index;
    result.binders.push_back(std::move(*through));
    result.args = {std::move(*from), std::move(*to), std::move(*free)};
    return result;
}

std::optional<Expr> solutions(const Typing& t, const ast::Expr& expr) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < t.names.callables.computed.size(); ++i) {
        const Computed& what = t.names.callables.computed[i];
        known.push_back(what.item->name);
        if (what.item->name != expr.name) continue;
        Expr result;
        result.kind = ExprKind::Solutions;
        result.type = t.number_type();
        result.id = static_cast<std::uint32_t>(i);
        return result;
    }
    t.reporter.unknown(expr.span, "system of equations", expr.name, known);
    return std::nullopt;
}

}  // namespace errata::compiler::typed
