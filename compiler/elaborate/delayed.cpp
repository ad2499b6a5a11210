// `later`: an ability that waits for one event. Waiting instances lie in slots, with what was in sight when
// they were made; when the event comes, each goes to the pending bag and its slot is free again.
#include <algorithm>

#include "compiler/elaborate/fixed.h"
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

// The names in sight that the ability speaks about: a value that nothing changes, or the type of what is kept
// while it waits.
std::vector<Local> Statements::captured_by(const ast::Ability& ability, const Scope& scope) {
    const TermPool& terms = world_.model.terms;
    Mentions mentions;
    mentions.read(ability);
    const auto matters = [&](const Local& local) {
        // What a hole is filled with may speak of the bearer.
        return mentions.names.count(local.name) > 0 || (scope.holes && local.name == "this");
    };
    std::vector<Local> captured;
    for (const Local& local : scope.locals) {
        const TermId value = local.value.term;
        if (scope.find(local.name)->value.term != value || !matters(local)) continue;
        const bool may_leave = world_.is_mortal(local.value.type) && terms[value].payload != none_value;
        const bool lasts = terms.is_constant(value) && !may_leave;
        captured.push_back(lasts ? local : Local{local.name, {{}, storable(local.value)}});
    }
    return captured;
}

std::size_t Statements::declare_delayed(const ast::Ability& ability, const Scope& scope) {
    const std::vector<Local> captured = captured_by(ability, scope);
    DelayedKey key{&ability, scope.holes.get(), {}};
    for (const Local& local : captured) key.captured.emplace_back(local.value.term, local.value.type);
    const auto known = world_.delayed_known.find(key);
    if (known != world_.delayed_known.end()) return known->second;

    DelayedTrigger made;
    made.ability = &ability;
    made.captured = captured;
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
    for (const Local& local : captured) {
        made.values.emplace_back();
        if (local.value.term.is_valid()) continue;
        const TypeId type = world_.kept(local.value.type);
        made.values.back() = world_.add_kept(name + ": " + local.name, {made.slots}, type,
                                             initial_value(world_.type(type)), ability.span);
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
    // The binder of this level, which is none if all slots are taken.
    const Type& perhaps = world_.type(world_.optional(waiting.slots));
    const TermId slot = terms.make_leaf(TermKind::Bound, level, {}, perhaps);
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

std::optional<TermId> Statements::watch(const std::string& action, const std::vector<Typed>& roles,
                                        Fixed& fixed) {
    if (world_.awaited.count(action) == 0) return std::nullopt;
    const Scope scope = fixed.scope;
    World& world = world_;
    return fixed
        .keep_later("(awaiting)", world_.set_type(world_.range_type(0, most_set_elements - 1)),
                    [&world, action, roles, scope]() {
                        return Statements(world).awaiting("when " + action, roles, scope);
                    })
        .term;
}

// The instances are numbered through: the slots of the first `later` that waits for this, then those of the
// second.
TermId Statements::awaiting(const std::string& event, const std::vector<Typed>& roles, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    TermId set = terms.constant(0);
    Value number = 0;
    for (const std::size_t index : world_.delayed_by_event[event]) {
        const DelayedTrigger waiting = world_.delayed[index];
        for (Value slot = 0; slot < world_.type(waiting.slots).size(); ++slot, ++number) {
            if (number == most_set_elements) {
                world_.error(DiagnosticKind::too_large, waiting.ability->span,
                             "at most " + std::to_string(most_set_elements) + " can wait for one event",
                             "lower 'later' in the scope");
                return set;
            }
            Scope inner = scope.inside();
            inner.holes = waiting.holes;
            inner.clause = waiting.clause;
            for (std::size_t i = 0; i < waiting.captured.size(); ++i) {
                Typed value = waiting.captured[i].value;
                if (waiting.values[i].is_valid())
                    value.term = expressions_.cell(waiting.values[i], {terms.constant(slot)});
                inner.add(waiting.captured[i].name, value);
            }
            const auto fits = expressions_.match(*waiting.ability, roles, inner);
            if (!fits) return set;
            const TermId waits =
                terms.land({expressions_.cell(waiting.waiting, {terms.constant(slot)}), *fits});
            const TermId with = terms.make(TermKind::SetInsert, {set, terms.constant(number)});
            set = terms.make(TermKind::Ite, {waits, with, set});
        }
    }
    return set;
}

CodeId Statements::pend_delayed(const std::string& event, const std::vector<Typed>& roles,
                                std::optional<TermId> awaiting, const Scope& scope) {
    if (!world_.has_later) return nothing();
    const CodeId place = world_.model.code.add({});
    World& world = world_;
    world_.unfinished.push_back([&world, place, event, roles, awaiting, scope]() {
        Statements statements(world);
        Code node;
        node.children = {statements.fire_delayed(event, roles, awaiting, scope)};
        world.model.code.replace(place, std::move(node));
    });
    return place;
}

CodeId Statements::fire_delayed(const std::string& event, const std::vector<Typed>& roles,
                                std::optional<TermId> awaiting, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    std::vector<CodeId> parts;
    const auto listening = world_.delayed_by_event.find(event);
    if (listening == world_.delayed_by_event.end()) return nothing();
    Value first = 0;  // of its instances among all that wait for the event
    for (const std::size_t index : listening->second) {
        const DelayedTrigger waiting = world_.delayed[index];
        Scope inner = scope.inside();
        inner.holes = waiting.holes;
        inner.clause = waiting.clause;
        const std::uint32_t level = inner.level;
        const TermId slot = expressions_.bind(inner, "", waiting.slots);
        const auto role = [&](std::size_t i) { return alive(roles[i].term, roles[i].type); };
        // A name that the event was to be about means what it was about, wherever that is now.
        const auto known = [&](const std::string& name) -> std::optional<TermId> {
            const auto& params = waiting.ability->params;
            for (std::size_t i = 0; i < params.size() && i < roles.size(); ++i) {
                if (params[i].kind == ast::ExprKind::Name && params[i].name == name) return role(i);
            }
            return std::nullopt;
        };
        Code instance;
        instance.kind = CodeKind::Pend;
        instance.trigger = waiting.trigger;
        instance.clause = waiting.clause;
        std::vector<CodeId> emptied;
        for (std::size_t i = 0; i < waiting.captured.size(); ++i) {
            const Local& local = waiting.captured[i];
            if (!waiting.values[i].is_valid()) {
                inner.add(local.name, local.value);
                continue;
            }
            const TermId value = known(local.name).value_or(expressions_.cell(waiting.values[i], {slot}));
            inner.add(local.name, {value, local.value.type});
            instance.terms.push_back(value);
            emptied.push_back(clear(waiting.values[i], {slot}, waiting.clause));
        }
        emptied.push_back(clear(waiting.waiting, {slot}, waiting.clause));
        std::vector<TermId> conjuncts{expressions_.cell(waiting.waiting, {slot})};
        if (waiting.ability->kind == AbilityKind::Trigger) {
            if (!expressions_.match(*waiting.ability, roles, inner)) continue;
            const TermId number = terms.make(TermKind::Add, {slot, terms.constant(first)});
            conjuncts.push_back(terms.make(TermKind::SetHas, {*awaiting, number}));
        }
        first += world_.type(waiting.slots).size();
        const auto guard = expressions_.conditions(waiting.ability->exprs, inner);
        if (!guard) continue;
        conjuncts.push_back(*guard);
        for (const std::size_t i : waiting.roles) instance.terms.push_back(role(i));
        emptied.insert(emptied.begin(), world_.model.code.add(std::move(instance)));
        parts.push_back(for_each(level, waiting.slots, terms.land(conjuncts), sequence(std::move(emptied)),
                                 waiting.clause));
    }
    return sequence(std::move(parts));
}

}  // namespace errata::compiler
