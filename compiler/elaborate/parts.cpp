// What `as ACTION(...)` abilities add to an action's own body. No rule says which of them comes first: where
// they do not commute every order is explored, and what comes of it is compared.
#include "compiler/elaborate/statements.h"
#include "dsl/base/check.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

// One ability, as far as it concerns this event.
struct Statements::Part {
    const PlacedAbility* placed = nullptr;
    Scope scope;  // of its body
    TermId condition;
    std::optional<std::uint32_t> searched;  // the binder of `this`, where the bearer is not among the roles
    bool stops = false;
};

// All parts that do not stop, and whether one of them applies.
struct Statements::StraightParts {
    CodeId code;
    TermId applies;
};

std::optional<Statements::Part> Statements::part(const Action& action, const PlacedAbility& placed,
                                                 const std::vector<Typed>& roles, const Scope& scope) {
    Part result;
    result.placed = &placed;
    Scope& inner = result.scope;
    inner = scope.inside();
    inner.holes = placed.holes;
    inner.clause = placed.clause;
    inner.place = world_.model.clause(placed.clause).name;
    std::vector<TermId> conjuncts{expressions_.enabling(placed)};
    const auto known = Expressions::bearer_among(placed, roles);
    const std::uint32_t level = inner.level;
    if (placed.bearer) {
        const TermId self = known ? known->term : expressions_.bind(inner, "this", placed.bearer->on);
        if (known) inner.add("this", {self, placed.bearer->on});
        inner.add("it", placed.bearer->identity);
        const auto active = expressions_.functioning(*placed.bearer, self, inner);
        if (!active) return std::nullopt;
        conjuncts.push_back(*active);
        if (!known) result.searched = level;
    }
    const auto fits = expressions_.applies(*placed.ability, roles, inner);
    if (!fits) return std::nullopt;
    conjuncts.push_back(*fits);
    result.condition = world_.model.terms.land(conjuncts);
    Scope asked = inner;
    asked.indivisible = result.searched.has_value();  // one after the other, without a stop between
    result.stops = has_stop(placed.ability->body, asked);
    if (result.stops && result.searched) {
        world_.error(DiagnosticKind::choice_in_simultaneous, placed.ability->span,
                     "a choice in 'as " + action.item->name + "(...)' needs 'this' among its roles",
                     "use 'when' instead: then each bearer acts by itself");
        return std::nullopt;
    }
    return result;
}

// Abilities that stop, and all others together, each a unit. Where several could be next nobody says which;
// one alone goes on without a moment of its own. One whose condition does not hold while others have their
// turn may get it later.
CodeId Statements::stopping_parts(const Action& action, const std::vector<Typed>& roles, std::size_t stopping,
                                  const StraightParts& others, const Scope& scope, const Continuation& next) {
    TermPool& terms = world_.model.terms;
    const std::string name = action.item->name;
    const Continuation after = shared(name + ": goes on", next);
    Scope inner = scope;
    const std::uint32_t first = inner.next_register;
    for (std::size_t i = 0; i <= stopping; ++i) claim_register(inner, "(done)", world_.bool_type);

    const PointId head =
        rules_point(world_.model.clause(action.clause).name + ": what is added first", inner);
    std::vector<CodeId> begin;
    std::vector<PointOption> options;
    const auto ready = [&]() {
        std::vector<TermId> guards;
        for (const PointOption& option : options) guards.push_back(option.guard);
        return guards;
    };
    // When all units are known.
    const auto again_label = world_.add_label(name + ": what is added next", {});
    const Continuation again = [&]() { return go(again_label); };
    const auto unit = [&](const std::string& text, std::uint32_t reg, TermId condition, ClauseId clause,
                          CodeId body) {
        const TermId done = terms.make_leaf(TermKind::Register, reg, {}, world_.type(world_.bool_type));
        PointOption option;
        option.text = text;
        option.guard = terms.land({terms.lnot(done), condition});
        option.clause = clause;
        option.target =
            world_.add_label(name + ": " + text, sequence({set_register(reg, terms.truth(true)), body}));
        options.push_back(option);
        begin.push_back(set_register(reg, terms.truth(false)));
    };
    unit("what needs no choice", first, others.applies, action.clause, sequence({others.code, again()}));
    std::uint32_t reg = first;
    for (const PlacedAbility& placed : action.parts) {
        const auto made = part(action, placed, roles, inner);
        if (!made || !made->stops) continue;
        const CodeId body = tail(placed.ability->body, made->scope, again);
        unit(made->scope.place, ++reg, made->condition, placed.clause, body);
    }
    ERRATA_CHECK(reg == first + stopping);
    world_.model.labels[again_label.index].code =
        if_else(terms.lor(ready()), stop(head), after(), action.clause);
    begin.push_back(only_or_stop(options, head, after));
    Point& point = world_.model.points[head.index];
    point.owner = OwnerKind::Nobody;
    point.settled = false;
    point.orders = true;
    point.options = std::move(options);
    return sequence(std::move(begin));
}

// Up to one that is ready goes on at once, several wait for nobody's decision.
CodeId Statements::only_or_stop(const std::vector<PointOption>& units, PointId head,
                                const Continuation& after) {
    TermPool& terms = world_.model.terms;
    TermId count = terms.constant(0);
    CodeId only = after();
    for (auto it = units.rbegin(); it != units.rend(); ++it) {
        const TermId one = terms.make(TermKind::Ite, {it->guard, terms.constant(1), terms.constant(0)});
        count = terms.make(TermKind::Add, {count, one});
        only = if_else(it->guard, go(it->target), only, it->clause);
    }
    const TermId several = terms.make(TermKind::Less, {terms.constant(1), count});
    return if_else(several, stop(head), only, world_.model.points[head.index].clause);
}

CodeId Statements::parts(const Action& action, const std::vector<Typed>& roles, const Scope& scope,
                         const Continuation* next) {
    std::vector<Part> stopping;
    std::vector<CodeId> instances;
    for (const PlacedAbility& placed : action.parts) {
        const auto made = part(action, placed, roles, scope);
        if (!made) continue;
        if (made->stops && next) {
            stopping.push_back(*made);
        } else {
            instances.push_back(instance(*made));
        }
    }
    const StraightParts straight_ones{in_any_order(instances, action), some_applies(instances)};
    if (!next) return straight_ones.code;
    if (stopping.empty()) return sequence({straight_ones.code, (*next)()});
    if (stopping.size() > 1 || !instances.empty())
        return stopping_parts(action, roles, stopping.size(), straight_ones, scope, *next);
    const Part& only = stopping.front();
    const Continuation after = shared(action.item->name + ": part", *next);
    return if_else(only.condition, tail(only.placed->ability->body, only.scope, after), after(),
                   only.placed->clause);
}

CodeId Statements::instance(const Part& part) {
    Code node;
    node.kind = part.searched ? CodeKind::ForEach : CodeKind::If;
    if (part.searched) {
        node.level = *part.searched;
        node.domain = part.placed->bearer->on;
    }
    node.terms = {part.condition};
    node.children = {straight(part.placed->ability->body, part.scope)};
    node.clause = part.placed->clause;
    return world_.model.code.add(std::move(node));
}

TermId Statements::some_applies(const std::vector<CodeId>& instances) {
    std::vector<TermId> conditions;
    for (const CodeId id : instances) {
        const Code node = world_.model.code[id];
        const TermId condition = node.terms[0];
        conditions.push_back(
            node.kind == CodeKind::If
                ? condition
                : expressions_.quantified(TermKind::Exists, {condition}, node.level, node.domain));
    }
    return world_.model.terms.lor(conditions);
}

CodeId Statements::in_any_order(const std::vector<CodeId>& instances, const Action& action) {
    if (instances.empty()) return nothing();
    if (instances.size() == 1 && world_.model.code[instances[0]].kind == CodeKind::If) return instances[0];
    return any_order(instances, "what is added to " + action.item->name + " first", action.clause);
}

}  // namespace errata::compiler
