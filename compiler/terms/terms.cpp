#include "compiler/terms/terms.h"

#include <algorithm>

#include "compiler/resolve/written_types.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using typed::Expr;

namespace {

// Terms that one evaluation of an expression may look at: about a second.
constexpr double most_looks = 50'000'000;

}  // namespace

TypeId Terms::domain(const typed::Domain& domain, const Scope& scope) {
    if (domain.bounds.empty()) return domain.type;
    const TermId lo = term(domain.bounds[0], scope);
    const TermId hi = term(domain.bounds[1], scope);
    WrittenTypes written(names(), model().types, reporter());
    if (pool().is_constant(lo) && pool().is_constant(hi)) {
        const TypeId found = written.checked_domain(
            written.range(pool()[lo].payload, pool()[hi].payload, domain.span), domain.span);
        if (found.is_valid()) return found;
    } else {
        reporter().error(DiagnosticKind::not_finite, domain.span, "the bounds of a range must be constant");
    }
    return model().types.range(0, 0);
}

TermId Terms::all(const std::vector<Expr>& conditions, const Scope& scope) {
    return pool().land(terms(conditions, scope));
}

std::vector<TypedTerm> Terms::values(const std::vector<Expr>& exprs, const Scope& scope) {
    return dsl::mapped(exprs, [&](const Expr& expr) { return value(expr, scope); });
}

std::vector<TermId> Terms::terms(const std::vector<Expr>& exprs, const Scope& scope) {
    return dsl::mapped(exprs, [&](const Expr& expr) { return term(expr, scope); });
}

TypedTerm Terms::value(const Expr& expr, const Scope& scope) {
    if (!effort_.has_room(expr.span)) return {pool().constant(0), expr.type};
    if (expr.span.is_valid()) speak_of(expr.span);
    const TypedTerm result = meaning(expr, scope);
    if (pool()[result.term].cost <= most_looks) return result;
    reporter().error(DiagnosticKind::too_large, expr.span, "to evaluate this takes too long",
                     "quantify over fewer things within each other, or over smaller pools; what does not "
                     "depend on a thing that is looked for costs nothing if it stands by itself");
    return {pool().constant(0), result.type};
}

const typed::PhraseBody* Terms::filler(const Hole& hole, const std::vector<Expr>& given,
                                       const Scope& scope) const {
    if (hole.filler->kind != dsl::Derivation::Kind::Phrase) return nullptr;
    return &phrases_.known(static_cast<std::size_t>(hole.filler->tag), scope.printed,
                           dsl::mapped(given, &Expr::type));
}

std::vector<TypedTerm> Terms::roles(ActionId id, const std::vector<Expr>& args, const Scope& scope) {
    const typed::ActionBody& action = program().actions[id.index];
    std::vector<TypedTerm> result = values(args, scope);
    Scope inner = inside(scope);
    for (std::size_t i = 0; i < action.params.size(); ++i) {
        if (i >= result.size()) {
            const auto& written = action.defaults[i];
            result.push_back(written.empty() ? TypedTerm{pool().constant(0), action.params[i].domain.type}
                                             : value(written[0], inner));
        }
        inner.add(action.params[i].local, action.params[i].name, result[i]);
    }
    return result;
}

TermId Terms::functioning(const Bearer& bearer, TermId self, const Scope& scope) {
    Scope inner = inside(scope);
    add_bearer(inner, bearer, self);
    const TermId test = all(program().functions[bearer.printed.index], inner);
    const TermId missing = pool().equal(self, pool().constant(none_value));  // of a role that is none
    return pool().land({pool().lnot(missing), existing(bearer.on, self), test});
}

void Terms::add_bearer(Scope& scope, const Bearer& bearer, TermId self) {
    scope.printed = bearer.printed;
    scope.add(typed::this_local, "this", {self, bearer.on});
    scope.add(typed::it_local, "it", {pool().constant(bearer.identity), bearer.of});
}

TermId Terms::match(const std::vector<typed::Param>& params, const std::vector<TypedTerm>& values,
                    Scope& scope) {
    std::vector<TermId> equalities;
    for (std::size_t i = 0; i < params.size(); ++i) {
        if (params[i].local.is_valid()) scope.add(params[i].local, params[i].name, values[i]);
        if (!params[i].value.empty())
            equalities.push_back(pool().equal(values[i].term, term(params[i].value[0], scope)));
    }
    return pool().land(equalities);
}

}  // namespace errata::compiler
