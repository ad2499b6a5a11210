#include "compiler/lower/events.h"

#include <algorithm>

#include "compiler/ir/term_kinds.h"
#include "compiler/lower/counting.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

TermId enabling(const Lowering& l, const PlacedAbility& placed) {
    const TermId enabled = l.pool().make(TermKind::Enabled, {}, placed.clause.index);
    return placed.reading.is_valid() ? l.pool().land({enabled, placed.reading}) : enabled;
}

bool bearer_is_role(const PlacedAbility& placed) {
    return bearer_among(placed, std::vector<TypedTerm>(placed.ability->params.size())).has_value();
}

TermId functions(const Lowering& l, const PlacedAbility& placed, const Bearing& bearing, const Scope& scope) {
    if (!placed.bearer) return l.pool().truth(true);
    return bearing.lender.is_valid() ? l.terms.lends(*placed.bearer, bearing.lender, bearing.self, scope)
                                     : l.terms.functioning(*placed.bearer, bearing.self, scope);
}

std::optional<TypedTerm> bearer_among(const PlacedAbility& placed, const std::vector<TypedTerm>& roles) {
    const auto& params = placed.ability->params;
    for (std::size_t i = 0; placed.bearer && i < params.size() && i < roles.size(); ++i) {
        if (params[i].is_bearer()) return roles[i];
    }
    return std::nullopt;
}

TermId applies(const Lowering& l, const typed::Ability& ability, const std::vector<TypedTerm>& roles,
               Scope& scope) {
    const TermId fits = l.terms.match(ability.params, roles, scope);
    const TermId guard = l.terms.all(ability.guard, scope);
    return l.pool().land({fits, ability.negated ? l.pool().lnot(guard) : guard});
}

std::vector<TypedTerm> parameters(const Lowering& l, const std::vector<TypeId>& types, Scope& scope) {
    const auto bound = [&](TypeId type) { return TypedTerm{l.terms.bind(scope, {}, "", type), type}; };
    return dsl::mapped(types, bound);
}

Scope at_ability(const PlacedAbility& placed, const Scope& scope) {
    Scope inner = inside(scope);
    inner.holes = placed.holes;
    if (placed.bearer) inner.printed = placed.bearer->printed;
    return inner;
}

Place at_ability(const PlacedAbility& placed, const Place& place) {
    Place inner = inside(place);
    inner.holes = placed.holes;
    if (placed.bearer) inner.printed = placed.bearer->printed;
    inner.clause = placed.clause;
    inner.ability = placed.ability;
    return inner;
}

namespace {

std::vector<std::pair<TermId, ClauseId>> own_prohibitions(const Lowering& l, ActionId action,
                                                          const std::vector<TypedTerm>& roles,
                                                          const Scope& scope, dsl::Span span) {
    std::vector<std::pair<TermId, ClauseId>> result;
    const ActionRules& rules = l.arranged.actions[action.index];
    if (rules.prohibitions.empty()) return result;
    auto& underway = l.memory.underway.asking;
    if (std::find(underway.begin(), underway.end(), action) != underway.end()) {
        l.reporter.error(DiagnosticKind::recursive_definition, span,
                         "whether '" + action_name(l, action) + "' can happen depends on whether it can",
                         "say what forbids it by what is on the table: fields and state");
        return result;
    }
    underway.push_back(action);
    const Effort::Deeper deeper(l.effort);
    for (const PlacedAbility& placed : rules.prohibitions) {
        const TermId applied = for_some_bearer(
            l, placed, scope, roles, [&](Scope inner) { return applies(l, *placed.ability, roles, inner); });
        const TermId counts =
            l.pool().land({applied, l.pool().lnot(ignored(l, action, placed, roles, scope))});
        if (!l.pool().is_false(counts)) result.emplace_back(counts, placed.clause);
    }
    underway.pop_back();
    return result;
}

}  // namespace

std::vector<std::pair<TermId, ClauseId>> prohibitions(const Lowering& l, ActionId action,
                                                      const std::vector<TypedTerm>& roles, const Scope& scope,
                                                      dsl::Span span) {
    auto result = own_prohibitions(l, action, roles, scope, span);
    for (const CountedAs& other : counted(l, action, roles, scope)) {
        for (const auto& [term, clause] : own_prohibitions(l, other.action, other.roles, scope, span))
            result.emplace_back(l.pool().land({other.condition, term}), clause);
    }
    return result;
}

TermId ignored(const Lowering& l, ActionId action, const PlacedAbility& what,
               const std::vector<TypedTerm>& roles, const Scope& scope) {
    std::vector<TermId> cases;
    for (const PlacedAbility& placed : l.arranged.actions[action.index].ignoring) {
        if (!is_called(l.model.clause(what.clause), placed.ability->ignored)) continue;
        cases.push_back(for_some_bearer(
            l, placed, scope, roles, [&](Scope inner) { return applies(l, *placed.ability, roles, inner); }));
    }
    return l.pool().lor(cases);
}

}  // namespace errata::compiler
