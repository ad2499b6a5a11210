// What `as ACTION(...)` abilities add to an action's own body.
#include "compiler/lower/body.h"
#include "compiler/lower/loops.h"
#include "compiler/lower/perform.h"
#include "compiler/lower/units.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// One ability, as far as it concerns this event.
struct Part {
    const PlacedAbility* placed = nullptr;
    Place place;  // of its body
    TermId condition;
    std::optional<std::uint32_t> searched;  // the binder of `this`, where the bearer is not among the roles
    bool stops = false;
};

// All parts that do not stop, and whether one of them applies.
struct StraightParts {
    CodeId code;
    TermId applies;
};

std::optional<Part> part_of(const Lowering& l, ActionId action, const PlacedAbility& placed,
                            const std::vector<TypedTerm>& roles, const Place& place) {
    Part result;
    result.placed = &placed;
    Place& inner = result.place;
    inner = at_ability(placed, place);
    inner.name = l.clause_name(placed.clause);
    std::vector<TermId> conjuncts{enabling(l, placed)};
    if (placed.bearer) {
        const auto known = bearer_among(placed, roles);
        if (!known) result.searched = inner.level;
        const TermId self = known ? known->term : l.terms.bind(inner, {}, "this", placed.bearer->on);
        l.terms.add_bearer(inner, *placed.bearer, self);
        conjuncts.push_back(l.terms.functioning(*placed.bearer, self, inner));
    }
    conjuncts.push_back(applies(l, *placed.ability, roles, inner));
    result.condition = l.pool().land(conjuncts);
    // Several bearers act one after the other, without a stop between.
    result.stops = has_stop(l, placed.ability->body, inner, result.searched.has_value());
    if (!result.stops || !result.searched) return result;
    l.reporter.error(DiagnosticKind::choice_in_simultaneous, placed.ability->span,
                     "a choice in 'as " + action_name(l, action) + "(...)' needs 'this' among its roles",
                     "use 'when' instead: then each bearer acts by itself");
    return std::nullopt;
}

// A child of an AnyOrder.
CodeId instance(const Lowering& l, const Part& part) {
    Code node;
    node.kind = part.searched ? CodeKind::ForEach : CodeKind::If;
    if (part.searched) {
        node.level = *part.searched;
        node.domain = part.placed->bearer->on;
    }
    node.terms = {part.condition};
    node.children = {straight(l, part.placed->ability->body, part.place)};
    node.clause = part.placed->clause;
    return l.model.flow.code.add(std::move(node));
}

TermId some_applies(const Lowering& l, const std::vector<CodeId>& instances) {
    std::vector<TermId> conditions;
    for (const CodeId id : instances) {
        const Code node = l.model.flow.code[id];
        const TermId condition = node.terms[0];
        conditions.push_back(node.kind == CodeKind::If ? condition
                                                       : l.terms.quantified(TermKind::Exists, {condition},
                                                                            node.level, node.domain));
    }
    return l.pool().lor(conditions);
}

CodeId in_any_order(const Lowering& l, const std::vector<CodeId>& instances, ActionId action) {
    if (instances.empty()) return nothing(l);
    if (instances.size() == 1 && l.model.flow.code[instances[0]].kind == CodeKind::If) return instances[0];
    const std::string question = "what is added to " + action_name(l, action) + " first";
    return any_order(l, instances, {.kind = OrderKind::Additions, .question = question},
                     l.arranged.actions[action.index].clause);
}

// Abilities that stop, and all others together, each a unit. Where several could be next nobody says which;
// one alone goes on without a moment of its own. One whose condition does not hold while others have their
// turn may get it later.
CodeId stopping_parts(const Lowering& l, ActionId action, const std::vector<TypedTerm>& roles,
                      std::size_t stopping, const StraightParts& others, const Place& place,
                      const Continuation& next) {
    const std::string& name = action_name(l, action);
    const ActionRules& rules = l.arranged.actions[action.index];
    Units units(l, place, stopping + 1, name, l.clause_name(rules.clause) + ": what is added first",
                OrderKind::Additions, next);
    units.add("what needs no choice", others.applies, rules.clause,
              sequence(l, {others.code, units.again()()}));
    for (const PlacedAbility& placed : rules.parts) {
        const auto made = part_of(l, action, placed, roles, units.inside());
        if (!made || !made->stops) continue;
        const CodeId body = tail(l, placed.ability->body, made->place, units.again());
        units.add(made->place.name, made->condition, placed.clause, body);
    }
    return units.make();
}

}  // namespace

CodeId parts(const Lowering& l, ActionId action, const std::vector<TypedTerm>& roles, const Place& place,
             const Continuation* next) {
    std::vector<Part> stopping;
    std::vector<CodeId> instances;
    for (const PlacedAbility& placed : l.arranged.actions[action.index].parts) {
        auto made = part_of(l, action, placed, roles, place);
        if (!made) continue;
        if (made->stops && next) {
            stopping.push_back(std::move(*made));
        } else {
            instances.push_back(instance(l, *made));
        }
    }
    const StraightParts others{in_any_order(l, instances, action), some_applies(l, instances)};
    if (!next) return others.code;
    if (stopping.empty()) return sequence(l, {others.code, (*next)()});
    if (stopping.size() > 1 || !instances.empty())
        return stopping_parts(l, action, roles, stopping.size(), others, place, *next);
    const Part& only = stopping.front();
    const Continuation after = shared(l, action_name(l, action) + ": part", *next);
    return if_else(l, only.condition, tail(l, only.placed->ability->body, only.place, after), after(),
                   only.placed->clause);
}

}  // namespace errata::compiler
