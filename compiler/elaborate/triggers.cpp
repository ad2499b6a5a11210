#include "compiler/elaborate/triggers.h"

#include <algorithm>

#include "compiler/elaborate/expressions.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// Adds a parameter to a trigger.
void add_parameter(World& world, Trigger& trigger, const std::string& name, TypeId type) {
    trigger.params.push_back(world.kept(type));
    trigger.param_names.push_back(name);
    world.model.layout.pending_arguments =
        std::max(world.model.layout.pending_arguments, trigger.params.size());
    world.model.layout.registers = std::max(world.model.layout.registers, trigger.params.size());
}

// The roles of an event that a pattern gives a name.
std::vector<std::size_t> named_roles(const World& world, const PlacedAbility& placed,
                                     const std::vector<TypeId>& params) {
    std::vector<std::size_t> result;
    const auto& written = placed.ability->params;
    for (std::size_t i = 0; i < params.size() && i < written.size(); ++i) {
        const ast::Expr& param = written[i];
        if (param.kind != ast::ExprKind::Name || param.name == "_" || param.name == "this") continue;
        if (placed.holes && placed.holes->by_name.count(param.name) > 0) continue;
        const auto constants = world.constants.find(param.name);
        const bool is_value =
            constants != world.constants.end() &&
            std::any_of(constants->second.begin(), constants->second.end(),
                        [&](const auto& entry) { return world.base(entry.first) == world.base(params[i]); });
        if (!is_value) result.push_back(i);
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
    const VarId var = world.add_variable(name, params, world.range_type(0, most), 0, false, ability.span);
    if (ability.limit_per == "turn") {
        world.reset_by_turn.push_back(var);
    } else if (ability.limit_per != "game") {
        const std::vector<std::string> phases =
            world.phase_type.is_valid() ? world.type(world.phase_type).labels : std::vector<std::string>{};
        if (std::find(phases.begin(), phases.end(), ability.limit_per) == phases.end()) {
            world.unknown(ability.span, "phase", ability.limit_per, phases);
        }
        world.reset_by_phase[ability.limit_per].push_back(var);
    }
    return var;
}

}  // namespace

Action* find_action(World& world, const ast::Ability& ability) {
    const auto found = world.actions.find(ability.name);
    if (found != world.actions.end()) return &found->second;
    std::vector<std::string> known;
    for (const auto& [name, action] : world.actions) known.push_back(name);
    world.unknown(ability.span, "action", ability.name, known);
    return nullptr;
}

// A trigger's arguments: its bearer, then the roles it gives a name, then what it is given.
ActionTrigger make_trigger(World& world, const PlacedAbility& placed, const std::vector<TypeId>& params) {
    Expressions expressions(world);
    ActionTrigger made;
    made.placed = placed;
    Trigger trigger;
    trigger.name = world.model.clause(placed.clause).name;
    trigger.clause = placed.clause;
    Scope scope;
    scope.holes = placed.holes;
    if (placed.bearer) {
        add_parameter(world, trigger, "this", placed.bearer->on);
        expressions.bind(scope, "this", placed.bearer->on);
        scope.add("it", placed.bearer->identity);
    }
    made.roles = named_roles(world, placed, params);
    for (const std::size_t i : made.roles) {
        add_parameter(world, trigger, placed.ability->params[i].name, params[i]);
        expressions.bind(scope, placed.ability->params[i].name, params[i]);
    }
    for (const ast::Given& given : placed.ability->given) {
        const auto value = expressions.elaborate(given.value, scope);
        if (!value) continue;
        add_parameter(world, trigger, given.name, value->type);
    }
    made.limit = make_limit(world, placed, made.most);
    made.trigger = world.add_trigger(std::move(trigger));
    return made;
}

// The item of a window: by itself, or before or after an event.
std::size_t window_item(World& world, const ast::Item& window, const std::string& side,
                        const std::string& action) {
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
    if (!side.empty()) {
        const Action& event = world.actions.at(action);
        for (std::size_t i = 0; i < event.params.size(); ++i) {
            add_parameter(world, trigger, event.item->binders[i].name, event.params[i]);
        }
    }
    add_parameter(world, trigger, "asked", world.player_type);
    item.trigger = world.add_trigger(std::move(trigger));
    world.window_items.push_back(std::move(item));
    return world.window_items.size() - 1;
}

void place_play(World& world, const PlacedAbility& placed) {
    Expressions expressions(world);
    const ast::Ability& ability = *placed.ability;
    const auto window = world.windows.find(ability.window);
    if (window == world.windows.end()) {
        std::vector<std::string> known;
        for (const auto& [name, item] : world.windows) known.push_back(name);
        world.unknown(ability.span, "window", ability.window, known);
        return;
    }
    Play play;
    play.placed = placed;
    std::vector<TypeId> params;
    if (!ability.side.empty()) {
        Action* action = find_action(world, ability);
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
    if (ability.limit_per == "event" && ability.side.empty()) {
        world.error(DiagnosticKind::wrong_kind_of_name, ability.span,
                    "there is no event here that a limit could be for",
                    "what is played before or after an event is played once for each anyway; elsewhere write "
                    "'per turn' or a phase");
        return;
    }
    const std::size_t index =
        window_item(world, *window->second, ability.side, ability.side.empty() ? "" : ability.name);
    if (!ability.side.empty()) {
        Action& action = world.actions.at(ability.name);
        std::optional<std::size_t>& place = ability.side == "before" ? action.before : action.after;
        if (place && *place != index) {
            world.error(DiagnosticKind::duplicate_name, ability.span,
                        "what is played " + ability.side + " '" + ability.name +
                            "' belongs to one window, and that is '" +
                            world.window_items[*place].window->name + "'");
            return;
        }
        place = index;
    }
    play.roles = named_roles(world, placed, params);
    play.limit = ability.limit_per == "event" ? std::nullopt : make_limit(world, placed, play.most);
    if (!ability.at_once) {
        Trigger trigger;
        trigger.name = world.model.clause(placed.clause).name;
        trigger.clause = placed.clause;
        if (placed.bearer) add_parameter(world, trigger, "this", placed.bearer->on);
        for (const std::size_t i : play.roles)
            add_parameter(world, trigger, ability.params[i].name, params[i]);
        Scope scope;
        for (const auto* binders : {&ability.binders, &ability.targets}) {
            for (const ast::Binder& binder : *binders) {
                const TypeId domain = expressions.domain_of(binder.type, scope);
                if (!domain.is_valid()) return;
                add_parameter(world, trigger, binder.name, domain);
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
    made.limit = world.add_variable(world.model.clause(placed.clause).name + " is under way", params,
                                    world.bool_type, 0, false, placed.ability->span);
    made.most = 1;
    world.state_triggers.emplace_back(placed, made);
    world.state_checks.push_back(placed);
}

}  // namespace errata::compiler
