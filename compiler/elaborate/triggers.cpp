#include "compiler/elaborate/triggers.h"

#include <algorithm>

#include "compiler/elaborate/expressions.h"
#include "dsl/ast/spelling.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// What the words `this` and `it` and the holes of a text mean, for asking about types.
Scope text_scope(Expressions& expressions, const PlacedAbility& placed) {
    Scope scope;
    scope.holes = placed.holes;
    if (!placed.bearer) return scope;
    expressions.bind(scope, "this", placed.bearer->on);
    scope.add("it", placed.bearer->identity);
    return scope;
}

// The roles of an event that a pattern gives a name; in `scope` are the words that mean something already.
std::vector<std::size_t> named_roles(const Expressions& expressions, const ast::Ability& ability,
                                     const std::vector<TypeId>& params, const Scope& scope) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < params.size() && i < ability.params.size(); ++i) {
        const ast::Expr& param = ability.params[i];
        if (param.name != "_" && expressions.binds(param, params[i], scope)) result.push_back(i);
    }
    return result;
}

// How often an ability may be used, counted in a variable of its own: per bearer where there is one.
std::optional<VarId> make_limit(World& world, const PlacedAbility& placed, Value& most) {
    const ast::Ability& ability = *placed.ability;
    if (ability.limit.empty()) return std::nullopt;
    Expressions expressions(world);
    const auto term = expressions.as(ability.limit[0], Scope{}, world.number_type);
    if (!term) return std::nullopt;
    if (!world.model.terms.is_constant(*term) || world.model.terms[*term].payload < 1) {
        world.error(DiagnosticKind::value_out_of_range, ability.limit[0].span, "a limit is a number from 1");
        return std::nullopt;
    }
    most = world.model.terms[*term].payload;
    std::vector<TypeId> params;
    if (placed.bearer) params.push_back(placed.bearer->on);
    const std::string name = "uses of " + world.model.clause(placed.clause).name;
    const VarId var = world.add_kept(name, params, world.range_type(0, most), 0, ability.span);
    if (ability.limit_per != ast::LimitPer::Game)
        world.reset_per(dsl::ast::limit_moment(ability), var, ability.span);
    return var;
}

}  // namespace

// A trigger's arguments: its bearer, then the roles it gives a name, then what it is given.
ActionTrigger make_trigger(World& world, const PlacedAbility& placed, const std::vector<TypeId>& params) {
    Expressions expressions(world);
    ActionTrigger made;
    made.placed = placed;
    Trigger trigger;
    trigger.name = world.model.clause(placed.clause).name;
    trigger.clause = placed.clause;
    Scope scope = text_scope(expressions, placed);
    if (placed.bearer) world.add_parameter(trigger, "this", placed.bearer->on);
    made.roles = named_roles(expressions, *placed.ability, params, scope);
    for (const std::size_t i : made.roles) {
        world.add_parameter(trigger, placed.ability->params[i].name, params[i]);
        expressions.bind(scope, placed.ability->params[i].name, params[i]);
    }
    for (const ast::Given& given : placed.ability->given) {
        const auto value = expressions.elaborate(given.value, scope);
        if (!value) continue;
        world.add_parameter(trigger, given.name, value->type);
    }
    made.limit = make_limit(world, placed, made.most);
    made.trigger = world.add_trigger(std::move(trigger));
    return made;
}

// The item of a window: by itself, or before or after an event.
std::size_t window_item(World& world, const ast::Item& window, ast::Side side, const std::string& action) {
    for (std::size_t i = 0; i < world.window_items.size(); ++i) {
        const WindowItem& item = world.window_items[i];
        if (item.window == &window && item.side == side && item.action == action) return i;
    }
    WindowItem item;
    item.window = &window;
    item.side = side;
    item.action = action;
    Trigger trigger;
    trigger.name = window.name;
    trigger.clause =
        world.add_clause(window.name, "window", world.excerpt(window.span), window.rows, window.span);
    if (side != ast::Side::Alone) {
        const Action& event = world.actions.at(action);
        for (std::size_t i = 0; i < event.params.size(); ++i) {
            world.add_parameter(trigger, event.item->binders[i].name, event.params[i]);
        }
    }
    world.add_parameter(trigger, "asked", world.player_type);
    item.trigger = world.add_trigger(std::move(trigger));
    world.window_items.push_back(std::move(item));
    return world.window_items.size() - 1;
}

void place_play(World& world, const PlacedAbility& placed) {
    Expressions expressions(world);
    const ast::Ability& ability = *placed.ability;
    const ast::Item* window = world.find_window(ability.window, ability.span);
    if (!window || !world.player_type.is_valid()) return;  // said already
    Play play;
    play.placed = placed;
    std::vector<TypeId> params;
    if (ability.side != ast::Side::Alone) {
        const Action* action = world.find_action(ability.name, ability.span);
        if (!action) return;
        if (ability.params.size() != action->params.size()) {
            world.error(DiagnosticKind::argument_count, ability.span,
                        "'" + ability.name + "' has " + dsl::count_of(action->params.size(), "role") +
                            ", found " + std::to_string(ability.params.size()),
                        "write '_' for a role that does not matter");
            return;
        }
        params = action->params;
    }
    if (ability.limit_per == ast::LimitPer::Event && ability.side == ast::Side::Alone) {
        world.error(DiagnosticKind::wrong_kind_of_name, ability.span,
                    "there is no event here that a limit could be for",
                    "what is played before or after an event is played once for each anyway; elsewhere write "
                    "'per turn' or a phase");
        return;
    }
    const std::size_t index =
        window_item(world, *window, ability.side, ability.side == ast::Side::Alone ? "" : ability.name);
    if (ability.side != ast::Side::Alone) {
        Action& action = world.actions.at(ability.name);
        std::optional<std::size_t>& place = ability.side == ast::Side::Before ? action.before : action.after;
        if (place && *place != index) {
            world.error(DiagnosticKind::duplicate_name, ability.span,
                        "what is played " + dsl::ast::spelling(ability.side) + " '" + ability.name +
                            "' belongs to one window, and that is '" +
                            world.window_items[*place].window->name + "'");
            return;
        }
        place = index;
    }
    play.roles = named_roles(expressions, ability, params, text_scope(expressions, placed));
    play.limit =
        ability.limit_per == ast::LimitPer::Event ? std::nullopt : make_limit(world, placed, play.most);
    if (!ability.at_once) {
        Trigger trigger;
        trigger.name = world.model.clause(placed.clause).name;
        trigger.clause = placed.clause;
        if (placed.bearer) world.add_parameter(trigger, "this", placed.bearer->on);
        for (const std::size_t i : play.roles)
            world.add_parameter(trigger, ability.params[i].name, params[i]);
        Scope scope;
        for (const auto* binders : {&ability.binders, &ability.targets}) {
            for (const ast::Binder& binder : *binders) {
                const TypeId domain = expressions.domain_of(binder.type, scope);
                if (!domain.is_valid()) return;
                world.add_parameter(trigger, binder.name, domain);
            }
        }
        play.effect = world.add_trigger(std::move(trigger));
    }
    world.window_items[index].plays.push_back(std::move(play));
}

// `as soon as C`: caught by a state check when C holds and it is not under way already.
void place_state_trigger(World& world, const PlacedAbility& placed) {
    ActionTrigger made = make_trigger(world, placed, {});
    std::vector<TypeId> params;
    if (placed.bearer) params.push_back(placed.bearer->on);
    made.limit = world.add_kept(world.model.clause(placed.clause).name + " is under way", params,
                                world.bool_type, 0, placed.ability->span);
    made.most = 1;
    world.state_triggers.emplace_back(placed, made);
    world.state_checks.push_back(placed);
}

}  // namespace errata::compiler
