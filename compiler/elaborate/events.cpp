// Expressions about events: the values of an action's roles, what forbids it, what ignores that, how an
// ability's pattern fits, and whether its bearer's text is in function.
#include <algorithm>

#include "compiler/elaborate/expressions.h"
#include "compiler/elaborate/open_statements.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::ExprKind;
using dsl::DiagnosticKind;

namespace {

std::string arguments_text(std::size_t count) { return dsl::count_of(count, "argument"); }

}  // namespace

std::optional<std::vector<Typed>> Expressions::roles(const Action& action, const std::vector<ast::Expr>& args,
                                                     dsl::Span span, const Scope& scope) {
    std::size_t needed = action.params.size();
    while (needed > args.size() && !action.item->binders[needed - 1].initial.empty()) --needed;
    const std::vector<TypeId> given(action.params.begin(),
                                    action.params.begin() + static_cast<std::ptrdiff_t>(needed));
    auto values = arguments(args, given, "action '" + action.item->name + "'", span, scope);
    if (!values) return std::nullopt;
    Scope inner = scope.inside();
    for (std::size_t i = 0; i < values->size(); ++i) inner.add(action.item->binders[i].name, (*values)[i]);
    for (std::size_t i = needed; i < action.params.size(); ++i) {
        const ast::Expr& written = action.item->binders[i].initial[0];
        const auto value = elaborate(written, inner, action.params[i]);
        if (!value) return std::nullopt;
        if (!world_.fits(value->type, action.params[i])) {
            world_.error(DiagnosticKind::type_mismatch, written.span,
                         "expected " + world_.name(action.params[i]) + ", found " + world_.name(value->type));
            return std::nullopt;
        }
        inner.add(action.item->binders[i].name, *value);
        values->push_back(*value);
    }
    return values;
}

std::optional<Typed> Expressions::can(const ast::Expr& expr, const Scope& scope) {
    const Action* action = world_.find_action(expr.name, expr.span);
    if (!action) return std::nullopt;
    const auto values = roles(*action, expr.args, expr.span, scope);
    if (!values) return std::nullopt;
    if (world_.comparing) {
        // What forbids it is the same for both sides of the comparison, whatever it is.
        std::vector<TermId> asked;
        for (const Typed& value : *values) asked.push_back(value.term);
        const auto number = std::distance(world_.actions.begin(), world_.actions.find(expr.name));
        return truth(world_.model.terms.make(TermKind::Open, std::move(asked), -1 - number));
    }
    world_.at = expr.span;
    std::vector<TermId> obstacles;
    for (const auto& [term, clause] : prohibitions(*action, *values, scope)) obstacles.push_back(term);
    return truth(world_.model.terms.lnot(world_.model.terms.lor(obstacles)));
}

std::vector<Expressions::Counted> Expressions::counted(const Action& action, const std::vector<Typed>& args,
                                                       const Scope& scope) {
    std::vector<Counted> result;
    for (const PlacedAbility& placed : action.counts) {
        const ast::Ability& ability = *placed.ability;
        const Action& as = world_.actions.at(ability.as_name);
        const auto condition =
            for_some_bearer(placed, scope, args, [&](Scope inner) { return applies(ability, args, inner); });
        Scope inner = scope.inside();
        inner.holes = placed.holes;
        inner.clause = placed.clause;
        if (placed.bearer) {
            if (const auto known = bearer_among(placed, args))
                inner.add("this", {known->term, placed.bearer->on});
            inner.add("it", placed.bearer->identity);
        }
        if (!condition || !match(ability, args, inner)) continue;
        const auto as_roles = roles(as, ability.as_params, ability.span, inner);
        if (!as_roles) continue;
        result.push_back({&as, *as_roles, *condition, placed.clause});
        for (Counted& further : counted(as, *as_roles, scope)) {
            further.condition = world_.model.terms.land({*condition, further.condition});
            result.push_back(std::move(further));
        }
    }
    return result;
}

std::vector<std::pair<TermId, ClauseId>> Expressions::prohibitions(const Action& action,
                                                                   const std::vector<Typed>& args,
                                                                   const Scope& scope) {
    auto result = own_prohibitions(action, args, scope);
    for (const Counted& other : counted(action, args, scope)) {
        for (const auto& [term, clause] : own_prohibitions(*other.action, other.roles, scope))
            result.emplace_back(world_.model.terms.land({other.condition, term}), clause);
    }
    return result;
}

std::vector<std::pair<TermId, ClauseId>> Expressions::own_prohibitions(const Action& action,
                                                                       const std::vector<Typed>& args,
                                                                       const Scope& scope) {
    std::vector<std::pair<TermId, ClauseId>> result;
    TermPool& terms = world_.model.terms;
    if (action.prohibitions.empty()) return result;
    if (!world_.underway.enter(&action)) {
        world_.report_recursion(&action, world_.at,
                                "whether '" + action.item->name + "' can happen depends on whether it can",
                                "say what forbids it by what is on the table: fields and state");
        return result;
    }
    for (const PlacedAbility& placed : action.prohibitions) {
        const bool only = placed.ability->kind == ast::AbilityKind::OnlyIf;
        const auto term = for_some_bearer(
            placed, scope, args, [&](Scope inner) { return applies(*placed.ability, args, inner, only); });
        if (!term) continue;
        const TermId counts = terms.land({*term, terms.lnot(ignored(action, placed, args, scope))});
        if (!terms.is_false(counts)) result.emplace_back(counts, placed.clause);
    }
    world_.underway.leave(&action);
    return result;
}

TermId Expressions::ignored(const Action& action, const PlacedAbility& what, const std::vector<Typed>& args,
                            const Scope& scope) {
    std::vector<TermId> cases;
    for (const PlacedAbility& placed : action.ignoring) {
        if (!is_called(world_.model.clause(what.clause), placed.ability->title)) continue;
        const auto term = for_some_bearer(placed, scope, args,
                                          [&](Scope inner) { return applies(*placed.ability, args, inner); });
        if (term) cases.push_back(*term);
    }
    return world_.model.terms.lor(cases);
}

bool Expressions::binds(const ast::Expr& param, TypeId type, const Scope& scope) const {
    if (param.kind != ExprKind::Name || scope.find(param.name)) return false;
    if (scope.holes && scope.holes->by_name.count(param.name) > 0) return false;
    const auto constants = world_.constants.find(param.name);
    return constants == world_.constants.end() ||
           std::none_of(constants->second.begin(), constants->second.end(),
                        [&](const auto& entry) { return world_.base(entry.first) == world_.base(type); });
}

std::optional<TermId> Expressions::match(const ast::Ability& ability, const std::vector<Typed>& args,
                                         Scope& scope) {
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
        if (binds(param, args[i].type, scope)) {
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

std::optional<TermId> Expressions::applies(const ast::Ability& ability, const std::vector<Typed>& args,
                                           Scope& scope, bool negated) {
    const auto equalities = match(ability, args, scope);
    if (!equalities) return std::nullopt;  // the names of the roles may be missing
    const auto test = conditions(ability.exprs, scope);
    if (!test) return std::nullopt;
    return world_.model.terms.land({*equalities, negated ? world_.model.terms.lnot(*test) : *test});
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
    TermPool& terms = world_.model.terms;
    const TermId missing = terms.equal(self, terms.constant(none_value));  // of a role that is none
    return terms.land({terms.lnot(missing), existing(bearer.on, self), *test});
}

}  // namespace errata::compiler
