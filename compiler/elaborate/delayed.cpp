// `later`: an ability that waits for one event. Waiting instances lie in slots, with what was in sight when they were made; when the
// event comes, each goes to the pending bag and its slot is free again.
#include <algorithm>

#include "compiler/elaborate/mentions.h"
#include "compiler/elaborate/statements.h"
#include "dsl/base/check.h"

namespace errata::compiler {

using ast::AbilityKind;
using dsl::DiagnosticKind;

namespace {

constexpr std::int64_t default_slots = 2;

std::string awaited_by(const ast::Ability& ability) {
    return (ability.kind == AbilityKind::Trigger ? "when " : "at ") + ability.name;
}

}  // namespace

std::size_t Statements::declare_delayed(const ast::Ability& ability, const Scope& scope) {
    const auto key = std::make_pair(&ability, scope.holes.get());
    const auto known = world_.delayed_known.find(key);
    if (known != world_.delayed_known.end()) return known->second;

    DelayedTrigger made;
    made.ability = &ability;
    made.holes = scope.holes;
    made.clause = scope.clause;
    const auto bound = world_.scope.find("later");
    const Value slots = std::max<Value>(1, bound == world_.scope.end() ? default_slots : bound->second);
    made.slots = world_.range_type(0, slots - 1);
    const std::string name = "later " + std::to_string(world_.delayed.size() + 1);
    made.waiting = world_.add_kept(name + ": waiting", {made.slots}, world_.bool_type, 0, ability.span);

    Trigger trigger;
    trigger.name = world_.model.clause(scope.clause).name;
    trigger.clause = scope.clause;
    Mentions mentions;
    mentions.read(ability);
    const auto matters = [&](const Local& local) {
        // What a hole is filled with may speak of the bearer.
        return mentions.names.count(local.name) > 0 || (scope.holes && local.name == "this");
    };
    for (const Local& local : scope.locals) {
        if (scope.find(local.name)->value.term != local.value.term || !matters(local)) continue;
        if (world_.model.terms.is_constant(local.value.term)) {
            made.captured.push_back(local);
            made.values.emplace_back();
            continue;
        }
        const TypeId type = world_.kept(storable(local.value));
        made.captured.push_back({local.name, {{}, local.value.type}});
        made.values.push_back(world_.add_kept(name + ": " + local.name, {made.slots}, type,
                                              initial_value(world_.type(type)), ability.span));
        world_.add_parameter(trigger, local.name, type);
    }
    if (ability.kind == AbilityKind::Trigger) {
        const Action* action = world_.find_action(ability.name, ability.span);
        for (std::size_t i = 0; action && i < ability.params.size() && i < action->params.size(); ++i) {
            if (ability.params[i].name == "_" ||
                !expressions_.binds(ability.params[i], action->params[i], scope))
                continue;
            made.roles.push_back(i);
            world_.add_parameter(trigger, ability.params[i].name, action->params[i]);
        }
    }
    made.trigger = world_.add_trigger(std::move(trigger));
    const std::size_t index = world_.delayed.size();
    world_.delayed.push_back(made);
    world_.delayed_known[key] = index;
    world_.delayed_by_event[awaited_by(ability)].push_back(index);

    PlacedAbility placed;
    placed.ability = &ability;
    placed.clause = scope.clause;
    placed.holes = scope.holes;
    Scope inside = item_scope(made.trigger, placed);
    for (const Local& local : made.captured) {
        if (local.value.term.is_valid()) {
            inside.add(local.name, local.value);
        } else {
            for (Local& kept : inside.locals) {
                if (kept.name == local.name) kept.value.type = local.value.type;
            }
        }
    }
    lower_item(made.trigger, placed, std::move(inside), false, returns());
    return index;
}

CodeId Statements::later(const ast::Stmt& stmt, const Scope& scope, const Continuation& next) {
    TermPool& terms = world_.model.terms;
    const ast::Ability& ability = stmt.abilities.front();
    if (ability.kind == AbilityKind::Error) return next();
    if (ability.kind == AbilityKind::PhaseHook && !world_.find_phase(ability.name, ability.span))
        return next();
    const DelayedTrigger waiting = world_.delayed[declare_delayed(ability, scope)];
    Scope inner = scope;
    const std::uint32_t level = inner.level;
    const TermId candidate = expressions_.bind(inner, "", waiting.slots);
    const TermId is_free = terms.lnot(expressions_.cell(waiting.waiting, {candidate}));
    const TermId free = expressions_.quantified(TermKind::First, {is_free}, level, waiting.slots);
    const TermId slot = candidate;  // the binder of this level
    std::vector<CodeId> parts{set(waiting.waiting, {slot}, terms.truth(true), scope.clause)};
    for (std::size_t i = 0; i < waiting.captured.size(); ++i) {
        if (!waiting.values[i].is_valid()) continue;
        const Local* local = scope.find(waiting.captured[i].name);
        ERRATA_CHECK(local != nullptr);
        parts.push_back(set(waiting.values[i], {slot}, local->value.term, scope.clause));
    }
    parts.push_back(shared(scope.place + ": later", next)());
    const TermId none = terms.equal(slot, terms.constant(none_value));
    const CodeId waits = if_else(none, leaf(CodeKind::Cut), sequence(std::move(parts)), scope.clause);
    return let(level, free, waits);
}

CodeId Statements::pend_delayed(const std::string& event, const std::vector<Typed>& roles,
                                const Scope& scope) {
    if (!world_.has_later) return nothing();
    const CodeId place = world_.model.code.add({});
    World& world = world_;
    world_.unfinished.push_back([&world, place, event, roles, scope]() {
        Statements statements(world);
        Code node;
        node.children = {statements.fire_delayed(event, roles, scope)};
        world.model.code.replace(place, std::move(node));
    });
    return place;
}

CodeId Statements::fire_delayed(const std::string& event, const std::vector<Typed>& roles,
                                const Scope& scope) {
    TermPool& terms = world_.model.terms;
    std::vector<CodeId> parts;
    const auto listening = world_.delayed_by_event.find(event);
    if (listening == world_.delayed_by_event.end()) return nothing();
    for (const std::size_t index : listening->second) {
        const DelayedTrigger waiting = world_.delayed[index];
        Scope inner = scope.inside();
        inner.holes = waiting.holes;
        inner.clause = waiting.clause;
        const std::uint32_t level = inner.level;
        const TermId slot = expressions_.bind(inner, "", waiting.slots);
        Code instance;
        instance.kind = CodeKind::Pend;
        instance.trigger = waiting.trigger;
        instance.clause = waiting.clause;
        std::vector<CodeId> emptied;
        for (std::size_t i = 0; i < waiting.captured.size(); ++i) {
            if (!waiting.values[i].is_valid()) {
                inner.add(waiting.captured[i].name, waiting.captured[i].value);
                continue;
            }
            const TermId value = expressions_.cell(waiting.values[i], {slot});
            inner.add(waiting.captured[i].name, {value, waiting.captured[i].value.type});
            instance.terms.push_back(value);
            emptied.push_back(clear(waiting.values[i], {slot}, waiting.clause));
        }
        emptied.push_back(clear(waiting.waiting, {slot}, waiting.clause));
        std::vector<TermId> conjuncts{expressions_.cell(waiting.waiting, {slot})};
        if (waiting.ability->kind == AbilityKind::Trigger) {
            const auto equalities = expressions_.match(*waiting.ability, roles, inner);
            if (!equalities) continue;
            conjuncts.push_back(*equalities);
        }
        const auto guard = expressions_.conditions(waiting.ability->exprs, inner);
        if (!guard) continue;
        conjuncts.push_back(*guard);
        for (const std::size_t role : waiting.roles)
            instance.terms.push_back(alive(roles[role].term, roles[role].type));
        emptied.insert(emptied.begin(), world_.model.code.add(std::move(instance)));
        parts.push_back(for_each(level, waiting.slots, terms.land(conjuncts), sequence(std::move(emptied)),
                                 waiting.clause));
    }
    return sequence(std::move(parts));
}

}  // namespace errata::compiler
