#include "compiler/elaborate/expressions.h"

namespace errata::compiler {

using ast::ExprKind;
using dsl::DiagnosticKind;

namespace {

// Wider domains make quantifiers and choices that no search could enumerate.
constexpr Value widest_domain = 4096;

// Terms that one evaluation of an expression may look at: about a second.
constexpr double most_looks = 50'000'000;

}  // namespace

TermId Expressions::cell(VarId var, std::vector<TermId> args) {
    const Variable& variable = world_.model.variable(var);
    return world_.model.terms.make_leaf(TermKind::Cell, var.index, std::move(args),
                                        world_.type(variable.type));
}

TermId Expressions::bind(Scope& scope, const std::string& name, TypeId type) {
    if (scope.level >= most_levels) {
        if (scope.level == most_levels)
            world_.error(
                DiagnosticKind::too_large, world_.at,
                "more than " + std::to_string(most_levels) + " names are bound around this",
                "quantify over fewer things within each other; keep in a field what is needed later");
        scope.level = most_levels;
    }
    const TermId bound = world_.model.terms.make_leaf(TermKind::Bound, scope.level, {}, world_.type(type));
    ++scope.level;
    scope.add(name, {bound, type});
    return bound;
}

TermId Expressions::existing(TypeId domain, TermId object) {
    const auto found = world_.exists.find(world_.base(domain));
    if (found == world_.exists.end()) return world_.model.terms.truth(true);
    return cell(found->second, {object});
}

std::optional<TermId> Expressions::as(const ast::Expr& expr, const Scope& scope, TypeId type) {
    const auto typed = elaborate(expr, scope, type);
    if (!typed) return std::nullopt;
    if (!world_.fits(typed->type, type)) {
        world_.error(DiagnosticKind::type_mismatch, expr.span,
                     "expected " + world_.name(type) + ", found " + world_.name(typed->type));
        return std::nullopt;
    }
    return typed->term;
}

std::optional<TermId> Expressions::player(const ast::Expr& expr, const Scope& scope) {
    if (world_.player_type.is_valid()) return as(expr, scope, world_.player_type);
    world_.error(DiagnosticKind::missing_part, expr.span, "this game declares no players",
                 "add a line such as 'player Ann, Bob'");
    return std::nullopt;
}

std::optional<TermId> Expressions::conditions(const std::vector<ast::Expr>& exprs, const Scope& scope) {
    std::vector<TermId> terms;
    bool good = true;
    for (const ast::Expr& expr : exprs) {
        const auto term = condition(expr, scope);
        if (term) terms.push_back(*term);
        good = good && term.has_value();
    }
    if (!good) return std::nullopt;
    return world_.model.terms.land(terms);
}

TypeId Expressions::type_of(const ast::TypeExpr& type, const Scope& scope) {
    switch (type.kind) {
        case ast::TypeKind::Bool:
            return world_.bool_type;
        case ast::TypeKind::Number:
            return world_.number_type;
        case ast::TypeKind::Counter:
            return world_.counter_type;
        case ast::TypeKind::Missing:
            return {};
        case ast::TypeKind::Order:
            if (const auto own = world_.types.find("order"); own != world_.types.end()) return own->second;
            world_.error(DiagnosticKind::wrong_kind_of_name, type.span,
                         "only a field of a kind can be an order");
            return {};
        case ast::TypeKind::Named: {
            const auto found = world_.types.find(type.name);
            if (found != world_.types.end()) return found->second;
            std::vector<std::string> known{"bool", "number", "counter"};
            for (const auto& [name, id] : world_.types) known.push_back(name);
            world_.unknown(type.span, "type", type.name, known);
            return {};
        }
        case ast::TypeKind::Optional: {
            const TypeId base = type_of(type.args[0], scope);
            if (!base.is_valid()) return {};
            if (world_.type(base).form != TypeForm::Enum) {
                world_.error(DiagnosticKind::not_finite, type.span,
                             "only a thing or a named value can be missing ('?')",
                             "write a plain type, or an enum");
                return {};
            }
            return world_.optional(base);
        }
        case ast::TypeKind::Set: {
            const TypeId element = type_of(type.args[0], scope);
            if (!element.is_valid()) return {};
            const Type& of = world_.type(element);
            if (!of.is_finite() || of.optional || of.size() > most_set_elements ||
                element == world_.number_type) {
                world_.error(DiagnosticKind::not_finite, type.span,
                             "a set needs an element type with at most " + std::to_string(most_set_elements) +
                                 " values");
                return {};
            }
            return world_.set_type(element);
        }
        case ast::TypeKind::Range: {
            const auto lo = as(type.bounds[0], scope, world_.number_type);
            const auto hi = as(type.bounds[1], scope, world_.number_type);
            if (!lo || !hi) return {};
            const TermPool& terms = world_.model.terms;
            const bool are_constant = terms.is_constant(*lo) && terms.is_constant(*hi);
            // they may be where it is used
            if (!are_constant && world_.trying) return world_.range_type(0, 1);
            if (!are_constant) {
                world_.error(DiagnosticKind::not_finite, type.span, "the bounds of a range must be constant");
                return {};
            }
            if (terms[*lo].payload > terms[*hi].payload) {
                world_.error(DiagnosticKind::value_out_of_range, type.span, "this range is empty",
                             "write the smaller bound first");
                return {};
            }
            return world_.range_type(terms[*lo].payload, terms[*hi].payload);
        }
    }
    return {};
}

TypeId Expressions::domain_of(const ast::TypeExpr& type, const Scope& scope) {
    const TypeId id = type_of(type, scope);
    if (type.kind == ast::TypeKind::Missing) {
        world_.error(DiagnosticKind::not_finite, type.span, "a type is needed here", "write 'name: type'");
        return {};
    }
    if (!id.is_valid()) return {};
    const Type& domain = world_.type(id);
    if (!domain.is_finite() || id == world_.number_type) {
        world_.error(DiagnosticKind::not_finite, type.span, "cannot go through all values of " + domain.name,
                     "give a range, for example 0..9");
        return {};
    }
    if (domain.size() > widest_domain) {
        world_.error(DiagnosticKind::too_large, type.span,
                     domain.name + " has " + std::to_string(domain.size()) + " values; at most " +
                         std::to_string(widest_domain) + " can be gone through");
        return {};
    }
    return id;
}

std::optional<Typed> Expressions::elaborate(const ast::Expr& expr, const Scope& scope, TypeId expected) {
    if (!world_.has_room(expr.span)) return std::nullopt;
    const auto typed = meaning(expr, scope, expected);
    if (!typed || world_.model.terms[typed->term].cost <= most_looks) return typed;
    world_.error(DiagnosticKind::too_large, expr.span, "to evaluate this takes too long",
                 "quantify over fewer things within each other, or over smaller pools; what does not depend "
                 "on a thing "
                 "that is looked for costs nothing if it stands by itself");
    return std::nullopt;
}

// Sums and products of a few such numbers are still far from the largest that there are.
std::optional<Typed> Expressions::literal(Value value, dsl::Span span) {
    const Type& all = world_.type(world_.number_type);
    if (all.contains(value)) return number(world_.model.terms.constant(value));
    world_.error(DiagnosticKind::value_out_of_range, span, "this number is too large",
                 "numbers go from " + std::to_string(all.lo) + " to " + std::to_string(all.hi));
    return std::nullopt;
}

std::optional<Typed> Expressions::meaning(const ast::Expr& expr, const Scope& scope, TypeId expected) {
    TermPool& terms = world_.model.terms;
    switch (expr.kind) {
        case ExprKind::Error:
            return std::nullopt;
        case ExprKind::Number:
            return literal(expr.number, expr.span);
        case ExprKind::Bool:
            return truth(terms.truth(expr.number != 0));
        case ExprKind::None:
            if (!expected.is_valid()) {
                world_.error(DiagnosticKind::type_mismatch, expr.span, "'none' of what is not clear here");
                return std::nullopt;
            }
            return Typed{terms.constant(none_value), world_.type(expected).form == TypeForm::Enum
                                                         ? world_.optional(world_.base(expected))
                                                         : world_.number_type};
        case ExprKind::Any:
            world_.error(DiagnosticKind::misplaced_statement, expr.span,
                         "'any' is only for the values of a setup",
                         "give a value here; where chance decides, write 'choose ... by chance'");
            return std::nullopt;
        case ExprKind::Name:
            return name(expr, scope, expected);
        case ExprKind::Quoted:
            return constant(expr.name, expr.span, expected, true);
        case ExprKind::Field:
            return field(expr, scope);
        case ExprKind::Call:
            return call(expr, scope, expected);
        case ExprKind::Can:
            return can(expr, scope);
        case ExprKind::SetLiteral:
            return set_literal(expr, scope, expected);
        case ExprKind::Not: {
            const auto a = condition(expr.args[0], scope);
            if (!a) return std::nullopt;
            return truth(terms.lnot(*a));
        }
        case ExprKind::Negate: {
            const auto a = as(expr.args[0], scope, world_.number_type);
            if (!a) return std::nullopt;
            // -2..4 has constant bounds
            if (terms.is_constant(*a)) return literal(-terms[*a].payload, expr.span);
            return number(terms.make(TermKind::Subtract, {terms.constant(0), *a}));
        }
        case ExprKind::And:
        case ExprKind::Or:
        case ExprKind::Implies: {
            const auto a = condition(expr.args[0], scope);
            const auto b = condition(expr.args[1], scope);
            if (!a || !b) return std::nullopt;
            if (expr.kind == ExprKind::And) return truth(terms.land({*a, *b}));
            if (expr.kind == ExprKind::Or) return truth(terms.lor({*a, *b}));
            return truth(terms.make(TermKind::Implies, {*a, *b}));
        }
        case ExprKind::Equal:
        case ExprKind::NotEqual:
        case ExprKind::Is:
        case ExprKind::IsNot:
        case ExprKind::Less:
        case ExprKind::LessEqual:
        case ExprKind::Greater:
        case ExprKind::GreaterEqual:
            return comparison(expr, scope);
        case ExprKind::In:
        case ExprKind::NotIn:
            return membership(expr, scope);
        case ExprKind::Add:
        case ExprKind::Subtract:
        case ExprKind::Multiply:
            return binary(expr, scope);
        case ExprKind::If:
            return conditional(expr, scope, expected);
        case ExprKind::Some:
        case ExprKind::No:
        case ExprKind::Every:
        case ExprKind::NumberOf:
        case ExprKind::Sum:
        case ExprKind::First:
            return quantifier(expr, scope, expected);
        case ExprKind::Path:
            return path(expr, scope);
        case ExprKind::Solutions: {
            const auto system = world_.systems.find(expr.name);
            if (system != world_.systems.end())
                return number(world_.model.terms.make(TermKind::Solutions, {}, system->second.index));
            std::vector<std::string> known;
            for (const auto& [text, id] : world_.systems) known.push_back(text);
            world_.unknown(expr.span, "system of equations", expr.name, known);
            return std::nullopt;
        }
    }
    return std::nullopt;
}

}  // namespace errata::compiler
