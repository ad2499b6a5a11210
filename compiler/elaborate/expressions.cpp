#include "compiler/elaborate/expressions.h"

#include <algorithm>

#include "compiler/elaborate/grid.h"

#include "dsl/base/check.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using ast::ExprKind;

namespace {

// Wider domains make quantifiers and choices that no search could enumerate.
constexpr Value widest_domain = 4096;
// A set is a mask of at most this many members (term_kinds.def).
constexpr Value largest_set = 30;

std::string arguments_text(std::size_t count) { return dsl::count_of(count, "argument"); }

}  // namespace

TermId Expressions::cell(VarId var, std::vector<TermId> args) {
    const Variable& variable = world_.model.variable(var);
    return world_.model.terms.make_leaf(TermKind::Cell, var.index, std::move(args), world_.type(variable.type));
}

TermId Expressions::bind(Scope& scope, const std::string& name, TypeId type) {
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
        case ast::TypeKind::Bool: return world_.bool_type;
        case ast::TypeKind::Number: return world_.number_type;
        case ast::TypeKind::Counter: return world_.counter_type;
        case ast::TypeKind::Missing: return {};
        case ast::TypeKind::Order:
            if (const auto own = world_.types.find("order"); own != world_.types.end()) return own->second;
            world_.error(DiagnosticKind::wrong_kind_of_name, type.span, "only a field of a kind can be an order");
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
                world_.error(DiagnosticKind::not_finite, type.span, "only a thing or a named value can be missing ('?')",
                             "write a plain type, or an enum");
                return {};
            }
            return world_.optional(base);
        }
        case ast::TypeKind::Set: {
            const TypeId element = type_of(type.args[0], scope);
            if (!element.is_valid()) return {};
            const Type& of = world_.type(element);
            if (!of.is_finite() || of.optional || of.size() > largest_set || element == world_.number_type) {
                world_.error(DiagnosticKind::not_finite, type.span,
                             "a set needs an element type with at most " + std::to_string(largest_set) + " values");
                return {};
            }
            return world_.set_type(element);
        }
        case ast::TypeKind::Range: {
            const auto lo = as(type.bounds[0], scope, world_.number_type);
            const auto hi = as(type.bounds[1], scope, world_.number_type);
            if (!lo || !hi) return {};
            const TermPool& terms = world_.model.terms;
            if (!terms.is_constant(*lo) || !terms.is_constant(*hi)) {
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
    TermPool& terms = world_.model.terms;
    switch (expr.kind) {
        case ExprKind::Error: return std::nullopt;
        case ExprKind::Number: return number(terms.constant(expr.number));
        case ExprKind::Bool: return truth(terms.truth(expr.number != 0));
        case ExprKind::None:
            if (!expected.is_valid()) {
                world_.error(DiagnosticKind::type_mismatch, expr.span, "'none' of what is not clear here");
                return std::nullopt;
            }
            return Typed{terms.constant(none_value), world_.type(expected).form == TypeForm::Enum
                                                         ? world_.optional(world_.base(expected))
                                                         : world_.number_type};
        case ExprKind::Any:
            world_.error(DiagnosticKind::misplaced_statement, expr.span, "'any' is only for the values of a setup");
            return std::nullopt;
        case ExprKind::Name: return name(expr, scope, expected);
        case ExprKind::Quoted: return constant(expr.name, expr.span, expected, true);
        case ExprKind::Field: return field(expr, scope);
        case ExprKind::Call: return call(expr, scope, expected);
        case ExprKind::Can: return can(expr, scope);
        case ExprKind::SetLiteral: return set_literal(expr, scope, expected);
        case ExprKind::Not: {
            const auto a = condition(expr.args[0], scope);
            if (!a) return std::nullopt;
            return truth(terms.lnot(*a));
        }
        case ExprKind::Negate: {
            const auto a = as(expr.args[0], scope, world_.number_type);
            if (!a) return std::nullopt;
            if (terms.is_constant(*a)) return number(terms.constant(-terms[*a].payload));  // -2..4 has constant bounds
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
        case ExprKind::GreaterEqual: return comparison(expr, scope);
        case ExprKind::In:
        case ExprKind::NotIn: return membership(expr, scope);
        case ExprKind::Add:
        case ExprKind::Subtract:
        case ExprKind::Multiply: return binary(expr, scope);
        case ExprKind::If: return conditional(expr, scope, expected);
        case ExprKind::Some:
        case ExprKind::No:
        case ExprKind::Every:
        case ExprKind::NumberOf:
        case ExprKind::Sum:
        case ExprKind::First: return quantifier(expr, scope, expected);
        case ExprKind::Path: return path(expr, scope);
    }
    return std::nullopt;
}

std::optional<Typed> Expressions::constant(const std::string& text, dsl::Span span, TypeId expected, bool quoted) {
    const auto found = world_.constants.find(text);
    if (found == world_.constants.end()) {
        if (quoted) {
            std::vector<std::string> known;
            for (const auto& [name, values] : world_.constants) known.push_back(name);
            world_.unknown(span, "name", text, known);
        }
        return std::nullopt;
    }
    const auto& candidates = found->second;
    if (expected.is_valid()) {
        TypeId wanted = world_.base(expected);
        if (world_.type(wanted).form == TypeForm::Set) wanted = world_.type(wanted).element;
        for (const auto& [type, value] : candidates) {
            if (world_.base(type) == wanted) return named(type, value);
        }
    }
    if (candidates.size() > 1) {
        std::vector<std::string> types;
        for (const auto& [type, value] : candidates) types.push_back(world_.name(type) + "." + text);
        world_.error(DiagnosticKind::wrong_kind_of_name, span, "'" + text + "' may mean " + dsl::join(types, " or "),
                     "write which, for example " + types.front());
        return std::nullopt;
    }
    return named(candidates.front().first, candidates.front().second);
}

Typed Expressions::named(TypeId type, Value value) {
    if (!world_.in_setup) world_.told_apart.insert(world_.base(type));
    return {world_.model.terms.constant(value), type};
}

std::optional<Typed> Expressions::name(const ast::Expr& expr, const Scope& scope, TypeId expected) {
    if (const Local* local = scope.find(expr.name)) return local->value;
    if (scope.holes) {
        const auto found = scope.holes->by_name.find(expr.name);
        if (found != scope.holes->by_name.end()) return hole(found->second, {}, expr.span, scope, expected);
    }
    // A constant of the expected type wins over a variable: the author wrote a value where one is wanted.
    const auto as_constant = world_.constants.find(expr.name);
    if (as_constant != world_.constants.end() && expected.is_valid()) {
        for (const auto& [type, value] : as_constant->second) {
            if (world_.base(type) == world_.base(expected)) return named(type, value);
        }
    }
    const auto variable = world_.variables.find(expr.name);
    if (variable != world_.variables.end() && world_.model.variable(variable->second).params.empty()) {
        return Typed{cell(variable->second, {}), world_.model.variable(variable->second).type};
    }
    const auto define = world_.defines.find(expr.name);
    if (define != world_.defines.end()) return inline_define(define->second, {}, expr.span, scope);
    const auto open = world_.opens.find(expr.name);
    if (open != world_.opens.end() && world_.model.open_predicates[open->second.index].params.empty()) {
        return truth(world_.model.terms.make(TermKind::Open, {}, open->second.index));
    }
    if (as_constant != world_.constants.end()) return constant(expr.name, expr.span, expected, false);
    const auto setting = world_.scope.find(expr.name);
    if (setting != world_.scope.end()) return number(world_.model.terms.constant(setting->second));

    std::vector<std::string> known;
    for (const Local& local : scope.locals) known.push_back(local.name);
    if (scope.holes) {
        for (const auto& [hole_name, filler] : scope.holes->by_name) known.push_back(hole_name);
    }
    for (const auto& [text, values] : world_.constants) known.push_back(text);
    for (const auto& [text, var] : world_.variables) known.push_back(text);
    for (const auto& [text, item] : world_.defines) known.push_back(text);
    world_.unknown(expr.span, "name", expr.name, known);
    return std::nullopt;
}

// A hole in an expression: the name or number it was filled with, or the body of the phrase that filled it.
std::optional<Typed> Expressions::hole(const Hole& hole, const std::vector<ast::Expr>& args, dsl::Span span,
                                       const Scope& scope, TypeId expected) {
    const dsl::Derivation& filler = *hole.filler;
    if (filler.kind == dsl::Derivation::Kind::Number) return number(world_.model.terms.constant(filler.number));
    const std::string& category_name = world_.grammar.category_name(filler.category);
    if (filler.kind == dsl::Derivation::Kind::Word) {
        return named(world_.types.at(category_name), filler.tag);
    }
    const Category& category = world_.categories[world_.category_of.at(category_name)];
    const ast::Item& phrase = *world_.phrases[static_cast<std::size_t>(filler.tag)];
    if (phrase.exprs.empty()) {
        world_.error(DiagnosticKind::wrong_kind_of_name, span, "this hole holds something to do, not a value");
        return std::nullopt;
    }
    if (args.size() != category.given.size()) {
        world_.error(DiagnosticKind::argument_count, span,
                     "category " + category.name + " is given " + arguments_text(category.given.size()) + ", found " +
                         std::to_string(args.size()));
        return std::nullopt;
    }
    Scope inner = scope.inside();
    for (const char* word : {"this", "it"}) {
        if (const Local* local = scope.find(word)) inner.locals.push_back(*local);
    }
    inner.holes = hole.holes;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const TypeId type = type_of(category.given[i].type, inner);
        const auto value = elaborate(args[i], scope, type);
        if (!value) return std::nullopt;
        inner.add(category.given[i].name, *value);
    }
    return elaborate(phrase.exprs[0], inner, category.sort == Category::Sort::Condition ? world_.bool_type : expected);
}

std::optional<Typed> Expressions::field(const ast::Expr& expr, const Scope& scope) {
    // `terrain.Void` names a constant of a type.
    const ast::Expr& object_expr = expr.args[0];
    if (object_expr.kind == ExprKind::Name && !scope.find(object_expr.name)) {
        const auto type = world_.types.find(object_expr.name);
        const auto values = world_.constants.find(expr.name);
        if (type != world_.types.end() && values != world_.constants.end()) {
            for (const auto& [of, value] : values->second) {
                if (of == type->second) return named(of, value);
            }
        }
    }
    const auto object = elaborate(object_expr, scope);
    if (!object) return std::nullopt;
    const TypeId base = world_.base(object->type);
    const auto field = world_.fields.find({base, expr.name});
    if (field != world_.fields.end()) {
        return Typed{cell(field->second, {object->term}), world_.model.variable(field->second).type};
    }
    const auto attribute = world_.attributes.find({base, expr.name});
    if (attribute != world_.attributes.end()) {
        const Table& table = world_.model.tables[attribute->second.index];
        const TypeId type = table.type;
        return Typed{world_.model.terms.make_leaf(TermKind::Table, attribute->second.index, {object->term},
                                                  world_.type(type)),
                     type};
    }
    std::vector<std::string> known;
    for (const auto& [key, var] : world_.fields) {
        if (key.first == base) known.push_back(key.second);
    }
    for (const auto& [key, table] : world_.attributes) {
        if (key.first == base) known.push_back(key.second);
    }
    world_.unknown(expr.span, "field of " + world_.name(base), expr.name, known);
    return std::nullopt;
}

std::optional<std::vector<Typed>> Expressions::arguments(const std::vector<ast::Expr>& args,
                                                         const std::vector<TypeId>& params, const std::string& what,
                                                         dsl::Span span, const Scope& scope) {
    if (args.size() != params.size()) {
        world_.error(DiagnosticKind::argument_count, span,
                     what + " takes " + arguments_text(params.size()) + ", found " + std::to_string(args.size()));
        return std::nullopt;
    }
    std::vector<Typed> result;
    bool good = true;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const auto value = elaborate(args[i], scope, params[i]);
        if (value && !world_.fits(value->type, params[i])) {
            world_.error(DiagnosticKind::type_mismatch, args[i].span,
                         "argument " + std::to_string(i + 1) + " of " + what + " is a " + world_.name(params[i]) +
                             ", found " + world_.name(value->type));
            good = false;
        }
        good = good && value.has_value();
        if (value) result.push_back(*value);
    }
    if (!good) return std::nullopt;
    return result;
}

std::optional<Typed> Expressions::inline_define(const Define& define, const std::vector<ast::Expr>& args, dsl::Span span,
                                                const Scope& scope) {
    const auto values = arguments(args, define.params, "'" + define.item->name + "'", span, scope);
    if (!values) return std::nullopt;
    if (!world_.underway.insert(define.item).second) {
        world_.error(DiagnosticKind::recursive_definition, span, "'" + define.item->name + "' is defined by itself",
                     "a definition is written out where it is used; count with a quantifier or keep a field instead");
        return std::nullopt;
    }
    Scope inner = scope.inside();
    for (std::size_t i = 0; i < values->size(); ++i) inner.add(define.item->binders[i].name, (*values)[i]);
    auto result = elaborate(define.item->exprs[0], inner, define.type);
    world_.underway.erase(define.item);
    if (result && define.type.is_valid()) {
        if (!world_.fits(result->type, define.type)) {
            world_.error(DiagnosticKind::type_mismatch, define.item->exprs[0].span,
                         "'" + define.item->name + "' is declared as " + world_.name(define.type) + ", but this is " +
                             world_.name(result->type));
            return std::nullopt;
        }
        if (!world_.is_numeric(define.type)) result->type = define.type;
    }
    return result;
}

std::optional<Typed> Expressions::call(const ast::Expr& expr, const Scope& scope, TypeId expected) {
    TermPool& terms = world_.model.terms;
    if (scope.holes) {
        const auto found = scope.holes->by_name.find(expr.name);
        if (found != scope.holes->by_name.end()) return hole(found->second, expr.args, expr.span, scope, expected);
    }
    const auto variable = world_.variables.find(expr.name);
    if (variable != world_.variables.end()) {
        const Variable about = world_.model.variable(variable->second);
        const auto values = arguments(expr.args, about.params, "'" + expr.name + "'", expr.span, scope);
        if (!values) return std::nullopt;
        std::vector<TermId> args;
        for (const Typed& value : *values) args.push_back(value.term);
        return Typed{cell(variable->second, std::move(args)), about.type};
    }
    const auto define = world_.defines.find(expr.name);
    if (define != world_.defines.end()) return inline_define(define->second, expr.args, expr.span, scope);
    const auto open = world_.opens.find(expr.name);
    if (open != world_.opens.end()) {
        const auto params = world_.model.open_predicates[open->second.index].params;
        const auto values = arguments(expr.args, params, "'" + expr.name + "'", expr.span, scope);
        if (!values) return std::nullopt;
        std::vector<TermId> args;
        for (const Typed& value : *values) args.push_back(value.term);
        return truth(terms.make(TermKind::Open, std::move(args), open->second.index));
    }
    return builtin(expr, scope);
}

std::optional<Typed> Expressions::builtin(const ast::Expr& expr, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    if (expr.name == "min" || expr.name == "max") {
        const auto values = arguments(expr.args, {world_.number_type, world_.number_type}, "'" + expr.name + "'",
                                      expr.span, scope);
        if (!values) return std::nullopt;
        return number(terms.make(expr.name == "min" ? TermKind::Minimum : TermKind::Maximum,
                                 {(*values)[0].term, (*values)[1].term}));
    }
    if (expr.name == "size" && expr.args.size() == 1) {
        const auto value = elaborate(expr.args[0], scope);
        if (!value) return std::nullopt;
        if (world_.type(value->type).form != TypeForm::Set) {
            world_.error(DiagnosticKind::type_mismatch, expr.args[0].span,
                         "'size' is of a set, found " + world_.name(value->type));
            return std::nullopt;
        }
        return number(terms.make(TermKind::SetSize, {value->term}));
    }
    // Tables of a board or a direction: the first argument's type says whose.
    if (!expr.args.empty()) {
        bool is_table = expr.name == "between";
        for (const auto& [key, table] : world_.attributes) is_table = is_table || key.second == expr.name;
        if (is_table) {
            const auto first = elaborate(expr.args[0], scope);
            if (!first) return std::nullopt;
            const TypeId whose = world_.base(first->type);
            if (expr.name == "between" && world_.attributes.count({whose, expr.name}) == 0) declare_between(world_, whose);
            const auto found = world_.attributes.find({whose, expr.name});
            if (found != world_.attributes.end()) {
                const Table table = world_.model.tables[found->second.index];
                const auto values = arguments(expr.args, table.params, "'" + expr.name + "'", expr.span, scope);
                if (!values) return std::nullopt;
                std::vector<TermId> args;
                for (const Typed& value : *values) args.push_back(value.term);
                return Typed{terms.make_leaf(TermKind::Table, found->second.index, std::move(args), world_.type(table.type)),
                             table.type};
            }
            world_.error(DiagnosticKind::type_mismatch, expr.args[0].span,
                         "'" + expr.name + "' is not for a " + world_.name(first->type));
            return std::nullopt;
        }
    }
    std::vector<std::string> known{"min", "max", "size"};
    for (const auto& [text, var] : world_.variables) known.push_back(text);
    for (const auto& [text, item] : world_.defines) known.push_back(text);
    for (const auto& [text, item] : world_.opens) known.push_back(text);
    for (const auto& [key, table] : world_.attributes) known.push_back(key.second);
    if (world_.actions.count(expr.name) > 0) {
        world_.error(DiagnosticKind::wrong_kind_of_name, expr.span, "'" + expr.name + "' is an action, not a value",
                     "ask 'can " + expr.name + "(...)', or write it as a statement");
        return std::nullopt;
    }
    world_.unknown(expr.span, "function", expr.name, known);
    return std::nullopt;
}

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
            const TermId position = world_.type(element).lo == 0
                                        ? b->term
                                        : terms.make(TermKind::Subtract, {b->term, terms.constant(world_.type(element).lo)});
            return Typed{terms.make(expr.kind == ExprKind::Add ? TermKind::SetInsert : TermKind::SetErase,
                                    {a->term, position}),
                         a->type};
        }
        world_.error(DiagnosticKind::type_mismatch, expr.args[1].span,
                     "expected " + world_.name(a->type) + " or " + world_.name(element) + ", found " + world_.name(b->type));
        return std::nullopt;
    }
    const auto b = as(expr.args[1], scope, world_.number_type);
    if (!world_.is_numeric(a->type)) {
        world_.error(DiagnosticKind::type_mismatch, expr.args[0].span, "expected a number, found " + world_.name(a->type));
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
        return number(terms.constant(kind == TermKind::Add ? x + y : kind == TermKind::Subtract ? x - y : x * y));
    }
    return number(terms.make(kind, {a->term, *b}));
}

// Does the meaning of this operand depend on the type of its neighbour?
bool Expressions::needs_context(const ast::Expr& expr, const Scope& scope) const {
    if (expr.kind == ExprKind::None || expr.kind == ExprKind::Quoted || expr.kind == ExprKind::SetLiteral) return true;
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
        world_.error(DiagnosticKind::type_mismatch, expr.span,
                     "cannot compare " + world_.name(a->type) + " with " + world_.name(b->type));
        return std::nullopt;
    }
    switch (expr.kind) {
        case ExprKind::Equal:
        case ExprKind::Is: return truth(terms.equal(a->term, b->term));
        case ExprKind::NotEqual:
        case ExprKind::IsNot: return truth(terms.lnot(terms.equal(a->term, b->term)));
        default: break;
    }
    if (!world_.is_numeric(a->type)) {
        world_.error(DiagnosticKind::type_mismatch, expr.span,
                     "only numbers have an order, found " + world_.name(a->type));
        return std::nullopt;
    }
    switch (expr.kind) {
        case ExprKind::Less: return truth(terms.make(TermKind::Less, {a->term, b->term}));
        case ExprKind::LessEqual: return truth(terms.make(TermKind::LessEqual, {a->term, b->term}));
        case ExprKind::Greater: return truth(terms.make(TermKind::Less, {b->term, a->term}));
        default: return truth(terms.make(TermKind::LessEqual, {b->term, a->term}));
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
        world_.error(DiagnosticKind::type_mismatch, expr.args[1].span, "expected a set, found " + world_.name(set->type));
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
    if (expected.is_valid() && world_.type(expected).form == TypeForm::Set) element = world_.type(expected).element;
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
        if (!world_.fits(value->type, element) || world_.type(element).size() > largest_set) {
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
        for (auto it = bounds.rbegin(); it != bounds.rend(); ++it) body = quantified(kind, {body}, it->level, it->type);
        return body;
    };
    switch (expr.kind) {
        case ExprKind::Some: return truth(nest(TermKind::Exists, all));
        case ExprKind::No: return truth(terms.lnot(nest(TermKind::Exists, all)));
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
                world_.error(DiagnosticKind::argument_count, expr.span, "'first' looks for one thing at a time");
                return std::nullopt;
            }
            const TypeId type = bounds[0].type;
            world_.told_apart.insert(world_.base(type));  // by their order
            const TypeId result = world_.type(type).form == TypeForm::Enum ? world_.optional(world_.base(type)) : world_.number_type;
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
        world_.error(DiagnosticKind::wrong_kind_of_name, expr.binders[0].span, "there are no paths through a " + world_.name(site),
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
    const TermId next = terms.make_leaf(TermKind::Table, adjacent->second.index, {here, there}, world_.type(world_.bool_type));
    return truth(quantified(TermKind::Reach, {*from, *to, terms.land({next, *through})}, level, site));
}

std::optional<std::vector<Typed>> Expressions::roles(const Action& action, const std::vector<ast::Expr>& args,
                                                     dsl::Span span, const Scope& scope) {
    std::size_t needed = action.params.size();
    while (needed > args.size() && !action.item->binders[needed - 1].initial.empty()) --needed;
    const std::vector<TypeId> given(action.params.begin(), action.params.begin() + static_cast<std::ptrdiff_t>(needed));
    auto values = arguments(args, given, "action '" + action.item->name + "'", span, scope);
    if (!values) return std::nullopt;
    Scope inner = scope.inside();
    for (std::size_t i = 0; i < values->size(); ++i) inner.add(action.item->binders[i].name, (*values)[i]);
    for (std::size_t i = needed; i < action.params.size(); ++i) {
        const auto value = elaborate(action.item->binders[i].initial[0], inner, action.params[i]);
        if (!value) return std::nullopt;
        inner.add(action.item->binders[i].name, *value);
        values->push_back(*value);
    }
    return values;
}

std::optional<Typed> Expressions::can(const ast::Expr& expr, const Scope& scope) {
    const auto found = world_.actions.find(expr.name);
    if (found == world_.actions.end()) {
        std::vector<std::string> known;
        for (const auto& [text, action] : world_.actions) known.push_back(text);
        world_.unknown(expr.span, "action", expr.name, known);
        return std::nullopt;
    }
    const auto values = roles(found->second, expr.args, expr.span, scope);
    if (!values) return std::nullopt;
    std::vector<TermId> obstacles;
    for (const auto& [term, clause] : prohibitions(found->second, *values, scope)) obstacles.push_back(term);
    return truth(world_.model.terms.lnot(world_.model.terms.lor(obstacles)));
}

std::vector<std::pair<TermId, ClauseId>> Expressions::prohibitions(const Action& action,
                                                                   const std::vector<Typed>& args, const Scope& scope) {
    std::vector<std::pair<TermId, ClauseId>> result;
    TermPool& terms = world_.model.terms;
    for (const PlacedAbility& placed : action.prohibitions) {
        const bool only = placed.ability->kind == ast::AbilityKind::OnlyIf;
        const auto term = for_some_bearer(placed, scope, args, [&](Scope inner) -> std::optional<TermId> {
            const auto equalities = match(*placed.ability, args, inner);
            const auto test = conditions(placed.ability->exprs, inner);
            if (!equalities || !test) return std::nullopt;
            return terms.land({*equalities, only ? terms.lnot(*test) : *test});
        });
        if (!term) continue;
        const TermId counts = terms.land({*term, terms.lnot(ignored(action, placed, args, scope))});
        if (!terms.is_false(counts)) result.emplace_back(counts, placed.clause);
    }
    return result;
}

TermId Expressions::ignored(const Action& action, const PlacedAbility& what, const std::vector<Typed>& args,
                            const Scope& scope) {
    std::vector<TermId> cases;
    for (const PlacedAbility& placed : action.ignoring) {
        if (placed.ability->title != world_.model.clause(what.clause).name) continue;
        const auto term = for_some_bearer(placed, scope, args, [&](Scope inner) -> std::optional<TermId> {
            const auto equalities = match(*placed.ability, args, inner);
            const auto test = conditions(placed.ability->exprs, inner);
            if (!equalities || !test) return std::nullopt;
            return world_.model.terms.land({*equalities, *test});
        });
        if (term) cases.push_back(*term);
    }
    return world_.model.terms.lor(cases);
}

std::optional<TermId> Expressions::match(const ast::Ability& ability, const std::vector<Typed>& args, Scope& scope) {
    if (ability.params.size() != args.size()) {
        world_.error(DiagnosticKind::argument_count, ability.span,
                     "'" + ability.name + "' takes " + arguments_text(args.size()) + ", found " +
                         std::to_string(ability.params.size()));
        return std::nullopt;
    }
    std::vector<TermId> equalities;
    bool good = true;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const ast::Expr& param = ability.params[i];
        bool binds = param.kind == ExprKind::Name && !scope.find(param.name);
        if (binds && scope.holes && scope.holes->by_name.count(param.name) > 0) binds = false;
        if (binds) {
            const auto constants = world_.constants.find(param.name);
            if (constants != world_.constants.end()) {
                for (const auto& [type, value] : constants->second) {
                    if (world_.base(type) == world_.base(args[i].type)) binds = false;
                }
            }
        }
        if (binds) {
            if (param.name != "_") scope.add(param.name, args[i]);
            continue;
        }
        const auto value = as(param, scope, args[i].type);
        good = good && value.has_value();
        if (value) equalities.push_back(world_.model.terms.equal(args[i].term, *value));
    }
    if (!good) return std::nullopt;
    return world_.model.terms.land(equalities);
}

std::optional<Typed> Expressions::bearer_among(const PlacedAbility& placed, const std::vector<Typed>& roles) {
    const auto& params = placed.ability->params;
    for (std::size_t i = 0; placed.bearer && i < params.size() && i < roles.size(); ++i) {
        if (params[i].kind == ExprKind::Name && params[i].name == "this") return roles[i];
    }
    return std::nullopt;
}

TermId Expressions::enabling(const PlacedAbility& placed) {
    const TermId enabled = world_.model.terms.make(TermKind::Enabled, {}, placed.clause.index);
    if (!placed.reading.is_valid()) return enabled;
    return world_.model.terms.land({enabled, placed.reading});
}

std::optional<TermId> Expressions::functioning(const Bearer& bearer, TermId self, const Scope& scope) {
    Scope inner = scope.inside();
    inner.add("this", {self, bearer.on});
    inner.add("it", bearer.identity);
    const auto test = conditions(bearer.printed->exprs, inner);
    if (!test) return std::nullopt;
    return world_.model.terms.land({existing(bearer.on, self), *test});
}

}  // namespace errata::compiler
