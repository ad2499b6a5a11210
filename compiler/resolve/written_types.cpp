#include "compiler/resolve/written_types.h"

#include <algorithm>

namespace errata::compiler {

using ast::ExprKind;
using ast::TypeKind;
using dsl::DiagnosticKind;

namespace {

constexpr int deepest_definition = 100;

}  // namespace

TypeId WrittenTypes::type_of(const ast::TypeExpr& type) {
    switch (type.kind) {
        case TypeKind::Bool:
            return names_.vocabulary.bool_type;
        case TypeKind::Number:
            return names_.vocabulary.number_type;
        case TypeKind::Counter:
            return names_.vocabulary.counter_type;
        case TypeKind::Missing:
            return {};
        case TypeKind::Order: {
            // A game may have a type of that name of its own.
            const auto own = names_.vocabulary.named.find("order");
            if (own != names_.vocabulary.named.end()) return own->second;
            reporter_.error(DiagnosticKind::wrong_kind_of_name, type.span,
                            "only a field of a kind can be an order");
            return {};
        }
        case TypeKind::Named:
            return named(type);
        case TypeKind::Optional:
            return optional(type);
        case TypeKind::Set:
            return set(type);
        case TypeKind::Range: {
            const auto lo = number(type.bounds[0], 0);
            const auto hi = number(type.bounds[1], 0);
            if (!lo || !hi) return {};
            return range(*lo, *hi, type.span);
        }
    }
    return {};
}

TypeId WrittenTypes::range(Value lo, Value hi, dsl::Span span) {
    if (lo <= hi) return types_.range(lo, hi);
    reporter_.error(DiagnosticKind::value_out_of_range, span, "this range is empty",
                    "write the smaller bound first");
    return {};
}

TypeId WrittenTypes::named(const ast::TypeExpr& type) {
    const auto found = names_.vocabulary.named.find(type.name);
    if (found != names_.vocabulary.named.end()) return found->second;
    std::vector<std::string> known{"bool", "number", "counter"};
    for (const auto& [name, id] : names_.vocabulary.named) known.push_back(name);
    reporter_.unknown(type.span, "type", type.name, known);
    return {};
}

TypeId WrittenTypes::optional(const ast::TypeExpr& type) {
    const TypeId base = type_of(type.args[0]);
    if (!base.is_valid()) return {};
    if (types_[base].form == TypeForm::Enum) return types_.optional(base);
    reporter_.error(DiagnosticKind::not_finite, type.span,
                    "only a thing or a named value can be missing ('?')", "write a plain type, or an enum");
    return {};
}

TypeId WrittenTypes::set(const ast::TypeExpr& type) {
    const TypeId element = type_of(type.args[0]);
    if (!element.is_valid()) return {};
    const Type& of = types_[element];
    if (of.is_finite() && !of.optional && of.size() <= most_set_elements) return types_.set_of(element);
    reporter_.error(
        DiagnosticKind::not_finite, type.span,
        "a set needs an element type with at most " + std::to_string(most_set_elements) + " values");
    return types_.set_of(element);  // so that whoever uses it is not told again
}

TypeId WrittenTypes::domain_of(const ast::TypeExpr& type) {
    if (type.kind == TypeKind::Missing) {
        reporter_.error(DiagnosticKind::not_finite, type.span, "a type is needed here", "write 'name: type'");
        return {};
    }
    return checked_domain(type_of(type), type.span);
}

TypeId WrittenTypes::checked_domain(TypeId id, dsl::Span span) {
    if (!id.is_valid()) return {};
    const Type& domain = types_[id];
    if (!domain.is_finite() || id == names_.vocabulary.number_type) {
        reporter_.error(DiagnosticKind::not_finite, span, "cannot go through all values of " + domain.name,
                        "give a range, for example 0..9");
        return {};
    }
    if (domain.size() <= widest_domain) return id;
    reporter_.error(DiagnosticKind::too_large, span,
                    domain.name + " has " + std::to_string(domain.size()) + " values; at most " +
                        std::to_string(widest_domain) + " can be gone through");
    return {};
}

std::optional<Value> WrittenTypes::number(const ast::Expr& expr, int depth) {
    const auto both = [&](auto combine) -> std::optional<Value> {
        const auto a = number(expr.args[0], depth);
        const auto b = number(expr.args[1], depth);
        if (!a || !b) return std::nullopt;
        return combine(*a, *b);
    };
    const Type& all = types_[names_.vocabulary.number_type];
    std::optional<Value> result;
    if (expr.kind == ExprKind::Error) return std::nullopt;
    if (expr.kind == ExprKind::Number) {
        result = expr.number;
    } else if (expr.kind == ExprKind::Negate) {
        if (const auto a = number(expr.args[0], depth)) result = -*a;
    } else if (expr.kind == ExprKind::Add) {
        result = both([](Value a, Value b) { return a + b; });
    } else if (expr.kind == ExprKind::Subtract) {
        result = both([](Value a, Value b) { return a - b; });
    } else if (expr.kind == ExprKind::Multiply) {
        result = both([](Value a, Value b) { return a * b; });
    } else if (expr.kind == ExprKind::Name) {
        result = named_number(expr, depth);
    } else {  // no number that is known now
        reporter_.error(DiagnosticKind::not_finite, expr.span, "the bounds of a range must be constant");
        return std::nullopt;
    }
    if (!result || all.contains(*result)) return result;
    reporter_.error(DiagnosticKind::value_out_of_range, expr.span, "this number is too large",
                    "numbers go from " + std::to_string(all.lo) + " to " + std::to_string(all.hi));
    return std::nullopt;
}

std::optional<Value> WrittenTypes::named_number(const ast::Expr& expr, int depth) {
    const auto& callables = names_.callables;
    const auto define = callables.define_named.find(expr.name);
    const bool is_plain =
        define != callables.define_named.end() && callables.defines[define->second.index].params.empty();
    if (is_plain && depth < deepest_definition)
        return number(callables.defines[define->second.index].item->exprs[0], depth + 1);
    const auto setting = names_.vocabulary.scope.find(expr.name);
    if (setting != names_.vocabulary.scope.end()) return setting->second;
    const bool is_known = names_.store.named.count(expr.name) + callables.computed_named.count(expr.name) +
                              callables.open_named.count(expr.name) +
                              names_.vocabulary.constants.count(expr.name) >
                          0;
    if (is_known || define != callables.define_named.end()) {
        reporter_.error(DiagnosticKind::not_finite, expr.span, "the bounds of a range must be constant");
        return std::nullopt;
    }
    std::vector<std::string> known;
    for (const auto& [name, values] : names_.vocabulary.constants) known.push_back(name);
    for (const auto& [name, var] : names_.store.named) known.push_back(name);
    for (const auto& [name, id] : callables.define_named) known.push_back(name);
    reporter_.unknown(expr.span, "name", expr.name, known);
    return std::nullopt;
}

}  // namespace errata::compiler
