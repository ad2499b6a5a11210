#include "compiler/lower/triggers.h"

#include <algorithm>

#include "compiler/lower/targets.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// The roles of an event that a pattern gives a name.
std::vector<std::size_t> named_roles(const typed::Ability& ability) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < ability.params.size(); ++i) {
        if (ability.params[i].local.is_valid()) result.push_back(i);
    }
    return result;
}

// How often an ability may be used, counted in a variable of its own: per bearer where there is one.
std::optional<VarId> make_limit(const Lowering& l, const PlacedAbility& placed) {
    const typed::Ability& ability = *placed.ability;
    if (ability.limit.uses == 0) return std::nullopt;
    std::vector<TypeId> params;
    if (placed.bearer) params.push_back(placed.bearer->on);
    const VarId var = add_kept(l, "uses of " + l.clause_name(placed.clause), params,
                               l.model.types.range(0, ability.limit.uses), 0, ability.span);
    if (ability.limit.per == ast::LimitPer::Turn) l.memory.reset_by_turn.push_back(var);
    if (ability.limit.per == ast::LimitPer::Phase)
        l.memory.reset_by_phase[ability.limit.phase].push_back(var);
    return var;
}

// Of several events at one moment.
IncidentId which_are_caught(const Lowering& l, const PlacedAbility& placed) {
    const typed::Ability& ability = *placed.ability;
    Incident order;
    order.code = FindingCode::OrderUnowned;
    order.order = OrderKind::Events;
    order.title = l.clause_name(placed.clause) + ": which of several at one moment it is for";
    order.subject =
        "More happens at one moment than the limit lets through, no rule says which of it counts, "
        "and what comes of it differs.";
    order.clauses = {placed.clause};
    order.outcomes = {"the first is taken", "the second is taken", "the third is taken",
                      "the fourth is taken"};
    order.span = ability.span;
    return add_incident(l, std::move(order));
}

}  // namespace

Listener make_listener(const Lowering& l, const PlacedAbility& placed, const std::vector<TypeId>& params) {
    const typed::Ability& ability = *placed.ability;
    Listener made;
    made.placed = placed;
    Trigger trigger;
    trigger.name = l.clause_name(placed.clause);
    trigger.clause = placed.clause;
    if (placed.bearer) add_parameter(l, trigger, "this", placed.bearer->on);
    made.roles = named_roles(ability);
    for (const std::size_t i : made.roles) add_parameter(l, trigger, ability.params[i].name, params[i]);
    for (const typed::Given& given : ability.given) add_parameter(l, trigger, given.name, given.value.type);
    made.limit = make_limit(l, placed);
    made.most = ability.limit.uses;
    if (made.limit) trigger.limit = TriggerLimit{*made.limit, made.most, which_are_caught(l, placed)};
    made.trigger = add_trigger(l, std::move(trigger));
    return made;
}

std::size_t window_item(const Lowering& l, WindowId window, ast::Side side, ActionId action) {
    std::vector<WindowItem>& items = l.arranged.windows;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].window == window && items[i].side == side && items[i].action == action) return i;
    }
    const ast::Item& written = *l.names.callables.windows[window.index].item;
    WindowItem item;
    item.window = window;
    item.side = side;
    item.action = action;
    Trigger trigger;
    trigger.name = written.name;
    std::string part;
    if (side != ast::Side::Alone)
        part = (side == ast::Side::Before ? "before " : "after ") + action_name(l, action);
    trigger.clause = add_clause(l, written.name, ClauseKind::Window, l.reporter.excerpt(written.span),
                                written.rows, written.span, part);
    if (side != ast::Side::Alone) {
        for (const typed::Binder& param : l.program.actions[action.index].params)
            add_parameter(l, trigger, param.name, param.domain.type);
    }
    add_parameter(l, trigger, "asked", l.names.vocabulary.player_type);
    item.trigger = add_trigger(l, std::move(trigger));
    items.push_back(std::move(item));
    return items.size() - 1;
}

namespace {

// What is played around an event belongs to one window on each side.
bool belongs(const Lowering& l, const typed::Ability& ability, std::size_t index) {
    ActionRules& rules = l.arranged.actions[ability.event.action.index];
    std::optional<std::size_t>& place = ability.play.side == ast::Side::Before ? rules.before : rules.after;
    if (!place) place = index;
    if (*place == index) return true;
    const WindowId other = l.arranged.windows[*place].window;
    const std::string side = ability.play.side == ast::Side::Before ? "before" : "after";
    l.reporter.error(DiagnosticKind::duplicate_name, ability.span,
                     "what is played " + side + " '" + action_name(l, ability.event.action) +
                         "' belongs to one window, and that is '" +
                         l.names.callables.windows[other.index].item->name + "'");
    return false;
}

}  // namespace

void place_play(const Lowering& l, const PlacedAbility& placed) {
    const typed::Ability& ability = *placed.ability;
    const bool around = ability.play.side != ast::Side::Alone;
    const std::size_t index =
        window_item(l, ability.play.window, ability.play.side, around ? ability.event.action : ActionId{});
    if (around && !belongs(l, ability, index)) return;
    Play play;
    play.placed = placed;
    play.roles = named_roles(ability);
    // What is played around an event is played once for each anyway.
    if (ability.limit.per != ast::LimitPer::Event) {
        play.limit = make_limit(l, placed);
        play.most = ability.limit.uses;
    }
    if (!ability.play.at_once) {
        Trigger trigger;
        trigger.name = l.clause_name(placed.clause);
        trigger.clause = placed.clause;
        if (placed.bearer) add_parameter(l, trigger, "this", placed.bearer->on);
        for (const std::size_t i : play.roles)
            add_parameter(l, trigger, ability.params[i].name,
                          l.names.callables.actions[ability.event.action.index].params[i]);
        for (const typed::Binder& binder : ability.play.binders)
            add_parameter(l, trigger, binder.name, binder.domain.type);
        for (const KeptTarget& target : kept_targets(l, ability))
            add_parameter(l, trigger, target.name, target.type);
        play.effect = add_trigger(l, std::move(trigger));
    }
    l.arranged.windows[index].plays.push_back(std::move(play));
}

void place_state_trigger(const Lowering& l, const PlacedAbility& placed) {
    Listener made = make_listener(l, placed, {});
    std::vector<TypeId> params;
    if (placed.bearer) params.push_back(placed.bearer->on);
    made.limit = add_kept(l, l.clause_name(placed.clause) + " is under way", params,
                          l.names.vocabulary.bool_type, 0, placed.ability->span);
    made.most = 1;
    l.arranged.state_triggers.push_back({placed, made});
    l.arranged.state_checks.push_back(placed);
}

}  // namespace errata::compiler
