// Operators of expressions: arithmetic and sets, comparisons, membership, cases, quantifiers, paths.
#include "compiler/elaborate/expressions.h"

namespace errata::compiler {

using ast::ExprKind;
using dsl::DiagnosticKind;

std::optional<Typed> Expressions::binary(const ast::Expr& expr, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const auto a = elaborate(expr.args[0], scope, {});
    if (!a) {
        elaborate(expr.args[1], scope, {});
        return std::nullopt;
    }
    // Sets: a + b is the union, a - b the difference; a single element counts as a set of one.
    if (world_.type(a->type).form == TypeForm::Set && expr.kind != ExprKind::Multiply) {
        const auto b = elaborate(expr.args[1], scope, a->type);
        if (!b) return std::nullopt;
        if (world_.fits(b->type, a->type)) {
            return Typed{terms.make(expr.kind == ExprKind::Add ? TermKind::SetUnion : TermKind::SetMinus,
                                    {a->term, b->term}),
                         a->type};
        }
        const TypeId element = world_.type(a->type).element;
        if (world_.fits(b->type, element)) {
            const TermId position =
                world_.type(element).lo == 0
                    ? b->term
                    : terms.make(TermKind::Subtract, {b->term, terms.constant(world_.type(element).lo)});
            return Typed{terms.make(expr.kind == ExprKind::Add ? TermKind::SetInsert : TermKind::SetErase,
                                    {a->term, position}),
                         a->type};
        }
        world_.error(DiagnosticKind::type_mismatch, expr.args[1].span,
                     "expected " + world_.name(a->type) + " or " + world_.name(element) + ", found " +
                         world_.name(b->type));
        return std::nullopt;
    }
    const auto b = as(expr.args[1], scope, world_.number_type);
    if (!world_.is_numeric(a->type)) {
        world_.error(DiagnosticKind::type_mismatch, expr.args[0].span,
                     "expected a number, found " + world_.name(a->type));
        return std::nullopt;
    }
    if (!b) return std::nullopt;
    const TermKind kind = expr.kind == ExprKind::Add        ? TermKind::Add
                          : expr.kind == ExprKind::Subtract ? TermKind::Subtract
                                                            : TermKind::Multiply;
    // Constants are folded, so that bounds can be computed: 0..2*n.
    if (terms.is_constant(a->term) && terms.is_constant(*b)) {
        const Value x = terms[a->term].payload;
        const Value y = terms[*b].payload;
        const Value folded = kind == TermKind::Add ? x + y : kind == TermKind::Subtract ? x - y : x * y;
        return literal(folded, expr.span);
    }
    return number(terms.make(kind, {a->term, *b}));
}

// Does the meaning of this operand depend on the type of its neighbour?
bool Expressions::needs_context(const ast::Expr& expr, const Scope& scope) const {
    if (expr.kind == ExprKind::None || expr.kind == ExprKind::Quoted || expr.kind == ExprKind::SetLiteral)
        return true;
    return expr.kind == ExprKind::Name && !scope.find(expr.name) && world_.constants.count(expr.name) > 0;
}

std::optional<Typed> Expressions::comparison(const ast::Expr& expr, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    std::optional<Typed> a;
    std::optional<Typed> b;
    if (needs_context(expr.args[0], scope)) {
        b = elaborate(expr.args[1], scope);
        a = elaborate(expr.args[0], scope, b ? b->type : TypeId{});
    } else {
        a = elaborate(expr.args[0], scope);
        b = elaborate(expr.args[1], scope, a ? a->type : TypeId{});
    }
    if (!a || !b) return std::nullopt;
    if (!world_.fits(a->type, b->type)) {
        world_.error(
            DiagnosticKind::type_mismatch, expr.span,
            "cannot compare " + world_.name(a->type) + " with " + world_.name(b->type),
            world_.type(a->type).optional || world_.type(b->type).optional
                ? "'is none' and 'is not none' ask whether something is there; its fields are behind a '.'"
                : "both sides need values of one type");
        return std::nullopt;
    }
    switch (expr.kind) {
        case ExprKind::Equal:
        case ExprKind::Is:
            return truth(terms.equal(a->term, b->term));
        case ExprKind::NotEqual:
        case ExprKind::IsNot:
            return truth(terms.lnot(terms.equal(a->term, b->term)));
        default:
            break;
    }
    if (!world_.is_numeric(a->type)) {
        world_.error(DiagnosticKind::type_mismatch, expr.span,
                     "only numbers have an order, found " + world_.name(a->type));
        return std::nullopt;
    }
    switch (expr.kind) {
        case ExprKind::Less:
            return truth(terms.make(TermKind::Less, {a->term, b->term}));
        case ExprKind::LessEqual:
            return truth(terms.make(TermKind::LessEqual, {a->term, b->term}));
        case ExprKind::Greater:
            return truth(terms.make(TermKind::Less, {b->term, a->term}));
        default:
            return truth(terms.make(TermKind::LessEqual, {b->term, a->term}));
    }
}

std::optional<Typed> Expressions::membership(const ast::Expr& expr, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const auto finish = [&](TermId term) {
        return truth(expr.kind == ExprKind::In ? term : terms.lnot(term));
    };
    if (expr.args[1].kind == ExprKind::SetLiteral) {
        const auto a = elaborate(expr.args[0], scope);
        if (!a) return std::nullopt;
        std::vector<TermId> cases;
        bool good = true;
        for (const ast::Expr& member : expr.args[1].args) {
            const auto value = as(member, scope, a->type);
            if (value) cases.push_back(terms.equal(a->term, *value));
            good = good && value.has_value();
        }
        if (!good) return std::nullopt;
        return finish(terms.lor(cases));
    }
    const auto set = elaborate(expr.args[1], scope);
    if (!set) return std::nullopt;
    if (world_.type(set->type).form != TypeForm::Set) {
        world_.error(DiagnosticKind::type_mismatch, expr.args[1].span,
                     "expected a set, found " + world_.name(set->type));
        return std::nullopt;
    }
    const TypeId element = world_.type(set->type).element;
    const auto member = as(expr.args[0], scope, element);
    if (!member) return std::nullopt;
    const Value lo = world_.type(element).lo;
    const TermId position = lo == 0 ? *member : terms.make(TermKind::Subtract, {*member, terms.constant(lo)});
    return finish(terms.make(TermKind::SetHas, {set->term, position}));
}

std::optional<Typed> Expressions::set_literal(const ast::Expr& expr, const Scope& scope, TypeId expected) {
    TermPool& terms = world_.model.terms;
    TypeId element;
    if (expected.is_valid() && world_.type(expected).form == TypeForm::Set)
        element = world_.type(expected).element;
    if (!element.is_valid() && expr.args.empty()) {
        world_.error(DiagnosticKind::type_mismatch, expr.span, "the empty set of what is not clear here");
        return std::nullopt;
    }
    TermId set = terms.constant(0);
    bool good = true;
    for (const ast::Expr& member : expr.args) {
        const auto value = elaborate(member, scope, element);
        good = good && value.has_value();
        if (!value) continue;
        if (!element.is_valid()) element = world_.base(value->type);
        if (!world_.fits(value->type, element) || world_.type(element).size() > most_set_elements) {
            world_.error(DiagnosticKind::type_mismatch, member.span,
                         "expected " + world_.name(element) + ", found " + world_.name(value->type));
            good = false;
            continue;
        }
        const Value lo = world_.type(element).lo;
        if (terms.is_constant(set) && terms.is_constant(value->term)) {
            set = terms.constant(terms[set].payload | (Value{1} << (terms[value->term].payload - lo)));
        } else {
            const TermId position =
                lo == 0 ? value->term : terms.make(TermKind::Subtract, {value->term, terms.constant(lo)});
            set = terms.make(TermKind::SetInsert, {set, position});
        }
    }
    if (!good) return std::nullopt;
    return Typed{set, world_.set_type(element)};
}

std::optional<Typed> Expressions::conditional(const ast::Expr& expr, const Scope& scope, TypeId expected) {
    const auto test = condition(expr.args[0], scope);
    std::optional<Typed> a;
    std::optional<Typed> b;
    if (!expected.is_valid() && needs_context(expr.args[1], scope)) {
        b = elaborate(expr.args[2], scope);
        a = elaborate(expr.args[1], scope, b ? b->type : TypeId{});
    } else {
        a = elaborate(expr.args[1], scope, expected);
        b = elaborate(expr.args[2], scope, expected.is_valid() ? expected : a ? a->type : TypeId{});
    }
    if (!test || !a || !b) return std::nullopt;
    if (!world_.fits(a->type, b->type)) {
        world_.error(DiagnosticKind::type_mismatch, expr.span,
                     "the two cases differ: " + world_.name(a->type) + " and " + world_.name(b->type));
        return std::nullopt;
    }
    TypeId type = a->type;
    if (world_.type(b->type).optional) type = b->type;
    if (world_.is_numeric(type)) type = world_.number_type;
    return Typed{world_.model.terms.make(TermKind::Ite, {*test, a->term, b->term}), type};
}

std::optional<Typed> Expressions::quantifier(const ast::Expr& expr, const Scope& scope, TypeId) {
    TermPool& terms = world_.model.terms;
    Scope inner = scope;
    struct Bound {
        std::uint32_t level;
        TypeId type;
    };
    std::vector<Bound> bounds;
    std::vector<TermId> conjuncts;
    bool good = true;
    for (const ast::Binder& binder : expr.binders) {
        const TypeId type = domain_of(binder.type, inner);
        if (!type.is_valid()) {
            good = false;
            continue;
        }
        bounds.push_back({inner.level, type});
        const TermId object = bind(inner, binder.name, type);
        conjuncts.push_back(existing(type, object));
    }
    if (!good) return std::nullopt;
    const auto test = condition(expr.args[0], inner);
    if (!test) return std::nullopt;
    conjuncts.push_back(*test);
    const TermId all = terms.land(conjuncts);
    const auto nest = [&](TermKind kind, TermId body) {
        for (auto it = bounds.rbegin(); it != bounds.rend(); ++it)
            body = quantified(kind, {body}, it->level, it->type);
        return body;
    };
    switch (expr.kind) {
        case ExprKind::Some:
            return truth(nest(TermKind::Exists, all));
        case ExprKind::No:
            return truth(terms.lnot(nest(TermKind::Exists, all)));
        case ExprKind::Every: {
            const auto body = condition(expr.args[1], inner);
            if (!body) return std::nullopt;
            return truth(nest(TermKind::Forall, terms.make(TermKind::Implies, {all, *body})));
        }
        case ExprKind::NumberOf: {
            if (bounds.size() == 1) {
                return number(quantified(TermKind::Count, {all}, bounds[0].level, bounds[0].type));
            }
            TermId body = quantified(TermKind::Count, {all}, bounds.back().level, bounds.back().type);
            for (std::size_t i = bounds.size() - 1; i-- > 0;) {
                body = quantified(TermKind::Sum, {terms.truth(true), body}, bounds[i].level, bounds[i].type);
            }
            return number(body);
        }
        case ExprKind::Sum: {
            const auto value = as(expr.args[1], inner, world_.number_type);
            if (!value) return std::nullopt;
            TermId body = quantified(TermKind::Sum, {all, *value}, bounds.back().level, bounds.back().type);
            for (std::size_t i = bounds.size() - 1; i-- > 0;) {
                body = quantified(TermKind::Sum, {terms.truth(true), body}, bounds[i].level, bounds[i].type);
            }
            return number(body);
        }
        default: {
            if (bounds.size() != 1) {
                world_.error(DiagnosticKind::argument_count, expr.span,
                             "'first' looks for one thing at a time");
                return std::nullopt;
            }
            const TypeId type = bounds[0].type;
            world_.told_apart.insert(world_.base(type));  // by their order
            const TypeId result = world_.type(type).form == TypeForm::Enum
                                      ? world_.optional(world_.base(type))
                                      : world_.number_type;
            return Typed{quantified(TermKind::First, {all}, bounds[0].level, type), result};
        }
    }
}

// `path from a to b through q: square with C`: adjacent squares lead from a to b, and C holds of each but a.
std::optional<Typed> Expressions::path(const ast::Expr& expr, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const TypeId site = domain_of(expr.binders[0].type, scope);
    if (!site.is_valid()) return std::nullopt;
    const auto adjacent = world_.attributes.find({site, "adjacent"});
    if (adjacent == world_.attributes.end()) {
        world_.error(DiagnosticKind::wrong_kind_of_name, expr.binders[0].span,
                     "there are no paths through a " + world_.name(site),
                     "a path goes through the squares of a grid or the places of 'sites'");
        return std::nullopt;
    }
    const auto from = as(expr.args[0], scope, site);
    const auto to = as(expr.args[1], scope, site);
    Scope inner = scope;
    const std::uint32_t level = inner.level;
    const TermId here = bind(inner, "", site);
    const TermId there = bind(inner, expr.binders[0].name, site);
    const auto through = condition(expr.args[2], inner);
    if (!from || !to || !through) return std::nullopt;
    const TermId next = terms.make_leaf(TermKind::Table, adjacent->second.index, {here, there},
                                        world_.type(world_.bool_type));
    return truth(quantified(TermKind::Reach, {*from, *to, terms.land({next, *through})}, level, site));
}

}  // namespace errata::compiler
