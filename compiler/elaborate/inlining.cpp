// Definitions are written out where they are asked, once for the same arguments.
#include <algorithm>
#include <array>

#include "compiler/elaborate/expressions.h"
#include "compiler/ir/walk.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// The lowest binder level above all quantifiers of the term; 0 if it has none.
std::uint32_t level_above(const TermPool& pool, TermId root) {
    std::uint32_t level = 0;
    walk_terms(pool, std::array{root}, [&](TermId, const Term& term) {
        if (!term.domain.is_valid()) return;
        const std::uint32_t own = term.kind == TermKind::Reach ? 2 : 1;
        level = std::max(level, static_cast<std::uint32_t>(term.payload) + own);
    });
    return level;
}

bool has_quantifier(const TermPool& pool, const Typed& value) {
    return !pool[value.term].children.empty() && level_above(pool, value.term) > 0;
}

}  // namespace

std::optional<Typed> Expressions::inline_define(const Define& define, const std::vector<ast::Expr>& args,
                                                dsl::Span span, const Scope& scope) {
    const auto values = arguments(args, define.params, "'" + define.item->name + "'", span, scope);
    if (!values) return std::nullopt;
    // The same for the same arguments, once it is known what forbids what.
    const bool lasts = world_.knows_prohibitions && !world_.comparing && !world_.asked && !world_.in_setup &&
                       scope.layer == 0 && !scope.unapplied;
    if (!lasts) return written_out(define, *values, span, scope);
    World::Inlined key{define.item, scope.level, {}};
    for (const Typed& value : *values) key.arguments.emplace_back(value.term, value.type);
    const auto known = world_.inlined.find(key);
    if (known != world_.inlined.end()) return known->second;
    const auto result = written_out(define, *values, span, scope);
    world_.inlined.emplace(std::move(key), result);
    return result;
}

std::optional<Typed> Expressions::written_out(const Define& define, const std::vector<Typed>& values,
                                              dsl::Span span, const Scope& scope) {
    const std::string what = "'" + define.item->name + "'";
    if (!world_.underway.enter(define.item)) {
        world_.report_recursion(
            define.item, span, what + " is defined by itself",
            "a definition is written out where it is used; count with a quantifier or keep a field instead");
        return std::nullopt;
    }
    const auto body = [&](const std::vector<Typed>& terms) {
        Scope inner = scope.inside();
        for (std::size_t i = 0; i < terms.size(); ++i) inner.add(define.item->binders[i].name, terms[i]);
        return elaborate(define.item->exprs[0], inner, define.type);
    };
    auto result = body(lifted(values, scope, body));
    world_.underway.leave(define.item);
    if (result && define.type.is_valid()) {
        if (!world_.fits(result->type, define.type)) {
            world_.error(DiagnosticKind::type_mismatch, define.item->exprs[0].span,
                         what + " is declared as " + world_.name(define.type) + ", but this is " +
                             world_.name(result->type));
            return std::nullopt;
        }
        if (!world_.is_numeric(define.type)) result->type = define.type;
    }
    return result;
}

// Inner quantifiers have higher levels: those of the arguments are lifted above the definition's own, which
// show when it is written out for plain arguments.
std::vector<Typed> Expressions::lifted(
    const std::vector<Typed>& values, const Scope& scope,
    const std::function<std::optional<Typed>(const std::vector<Typed>&)>& body) {
    TermPool& terms = world_.model.terms;
    std::vector<Typed> result = values;
    const auto quantifies = [&](const Typed& value) { return has_quantifier(terms, value); };
    if (std::ranges::none_of(values, quantifies)) return result;
    std::vector<Typed> plain = values;
    for (Typed& value : plain)
        value.term = terms.make_leaf(TermKind::Bound, spare_level, {}, world_.type(value.type));
    const auto own = body(plain);
    const std::uint32_t height = own ? level_above(terms, own->term) : 0;
    if (height <= scope.level) return result;
    for (Typed& value : result) {
        const std::uint32_t below = level_above(terms, value.term);
        const std::uint32_t by = height - scope.level;
        if (below + by <= most_levels) {
            value.term = terms.raised(value.term, scope.level, below, by);
        } else {
            world_.error(
                DiagnosticKind::too_large, world_.at,
                "more than " + std::to_string(most_levels) + " names are bound around this",
                "quantify over fewer things within each other; keep in a field what is needed later");
        }
    }
    return result;
}

}  // namespace errata::compiler
