#include "compiler/elaborate/abilities.h"

#include <algorithm>

#include "compiler/elaborate/expressions.h"
#include "compiler/elaborate/statements.h"
#include "compiler/elaborate/text.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::AbilityKind;
using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Action* find_action(World& world, const ast::Ability& ability) {
    const auto found = world.actions.find(ability.name);
    if (found != world.actions.end()) return &found->second;
    std::vector<std::string> known;
    for (const auto& [name, action] : world.actions) known.push_back(name);
    world.unknown(ability.span, "action", ability.name, known);
    return nullptr;
}

// Adds a parameter to a trigger.
void add_parameter(World& world, Trigger& trigger, const std::string& name, TypeId type) {
    trigger.params.push_back(world.kept(type));
    trigger.param_names.push_back(name);
    world.model.layout.pending_arguments = std::max(world.model.layout.pending_arguments, trigger.params.size());
    world.model.layout.registers = std::max(world.model.layout.registers, trigger.params.size());
}

// The roles of an event that a pattern gives a name.
std::vector<std::size_t> named_roles(const World& world, const PlacedAbility& placed, const std::vector<TypeId>& params) {
    std::vector<std::size_t> result;
    const auto& written = placed.ability->params;
    for (std::size_t i = 0; i < params.size() && i < written.size(); ++i) {
        const ast::Expr& param = written[i];
        if (param.kind != ast::ExprKind::Name || param.name == "_" || param.name == "this") continue;
        if (placed.holes && placed.holes->by_name.count(param.name) > 0) continue;
        const auto constants = world.constants.find(param.name);
        const bool is_value = constants != world.constants.end() &&
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
std::size_t window_item(World& world, const ast::Item& window, const std::string& side, const std::string& action) {
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
    trigger.clause = world.add_clause(window.name, "window", world.excerpt(window.span), window.rows, window.span);
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
                        "'" + ability.name + "' has " + dsl::count_of(action->params.size(), "role") + ", found " +
                            std::to_string(ability.params.size()),
                        "write '_' for a role that does not matter");
            return;
        }
        params = action->params;
    }
    if (ability.limit_per == "event" && ability.side.empty()) {
        world.error(DiagnosticKind::wrong_kind_of_name, ability.span, "there is no event here that a limit could be for",
                    "what is played before or after an event is played once for each anyway; elsewhere write 'per turn' or a phase");
        return;
    }
    const std::size_t index = window_item(world, *window->second, ability.side, ability.side.empty() ? "" : ability.name);
    if (!ability.side.empty()) {
        Action& action = world.actions.at(ability.name);
        std::optional<std::size_t>& place = ability.side == "before" ? action.before : action.after;
        if (place && *place != index) {
            world.error(DiagnosticKind::duplicate_name, ability.span,
                        "what is played " + ability.side + " '" + ability.name + "' belongs to one window, and that is '" +
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
        for (const std::size_t i : play.roles) add_parameter(world, trigger, ability.params[i].name, params[i]);
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
    made.limit = world.add_variable(world.model.clause(placed.clause).name + " is under way", params, world.bool_type, 0, false,
                                    placed.ability->span);
    made.most = 1;
    world.state_triggers.emplace_back(placed, made);
    world.state_checks.push_back(placed);
}

void add_statement(World& world, const PlacedAbility& placed, OpenId open) {
    Expressions expressions(world);
    const ast::Ability& ability = *placed.ability;
    const std::vector<TypeId> params = world.model.open_predicates[open.index].params;
    // The parameters of the predicate are the binders 0.. of the condition.
    Scope scope;
    std::vector<Typed> roles;
    for (const TypeId param : params) {
        const TermId term = expressions.bind(scope, "", param);
        roles.push_back({term, param});
    }
    const auto condition = [&](bool negated) {
        return expressions.for_some_bearer(placed, scope, roles, [&](Scope inner) -> std::optional<TermId> {
            TermPool& terms = world.model.terms;
            // A parameter that is the bearer itself, or a name: `match` decides.
            const auto equalities = expressions.match(ability, roles, inner);
            const auto test = expressions.conditions(ability.exprs, inner);
            if (!equalities || !test) return std::nullopt;
            return terms.land({*equalities, negated ? terms.lnot(*test) : *test});
        });
    };
    const auto add = [&](bool positive, std::optional<TermId> term) {
        if (!term) return;
        world.model.open_predicates[open.index].statements.push_back({positive, *term, placed.clause});
    };
    switch (ability.kind) {
        case AbilityKind::If: add(true, condition(false)); break;
        case AbilityKind::NotIf: add(false, condition(false)); break;
        case AbilityKind::OnlyIf: add(false, condition(true)); break;
        default:
            add(true, condition(false));
            add(false, condition(true));
            break;
    }
}

void place(World& world, const PlacedAbility& placed) {
    const ast::Ability& ability = *placed.ability;
    switch (ability.kind) {
        case AbilityKind::Trigger:
            if (Action* action = find_action(world, ability)) {
                if (ability.params.size() != action->params.size()) {
                    world.error(DiagnosticKind::argument_count, ability.span,
                                "'" + ability.name + "' has " + dsl::count_of(action->params.size(), "role") + ", found " +
                                    std::to_string(ability.params.size()),
                                "write '_' for a role that does not matter");
                    break;
                }
                const ActionTrigger made = make_trigger(world, placed, action->params);
                world.actions.at(ability.name).triggers.push_back(made);
            }
            break;
        case AbilityKind::PhaseHook: {
            const auto constants = world.constants.find(ability.name);
            const bool is_phase = world.phase_type.is_valid() && constants != world.constants.end() &&
                                  std::any_of(constants->second.begin(), constants->second.end(),
                                              [&](const auto& entry) { return entry.first == world.phase_type; });
            if (!is_phase) {
                world.unknown(ability.span, "phase", ability.name,
                              world.phase_type.is_valid() ? world.type(world.phase_type).labels : std::vector<std::string>{});
                break;
            }
            world.hook_triggers[ability.name].push_back(make_trigger(world, placed, {}));
            break;
        }
        case AbilityKind::Prohibition:
            if (Action* action = find_action(world, ability)) action->prohibitions.push_back(placed);
            break;
        case AbilityKind::During:
            if (Action* action = find_action(world, ability)) action->parts.push_back(placed);
            break;
        case AbilityKind::Replacement:
            if (Action* action = find_action(world, ability)) action->replacements.push_back(placed);
            break;
        case AbilityKind::StateCheck:
        case AbilityKind::Ending: world.state_checks.push_back(placed); break;
        case AbilityKind::StateTrigger: place_state_trigger(world, placed); break;
        case AbilityKind::May: place_play(world, placed); break;
        case AbilityKind::Ignores:
            if (Action* action = find_action(world, ability)) {
                const auto& clauses = world.model.clauses;
                const bool is_known = std::any_of(clauses.begin(), clauses.end(),
                                                  [&](const Clause& clause) { return clause.name == ability.title; });
                if (!is_known) {
                    std::vector<std::string> known;
                    for (const Clause& clause : clauses) known.push_back(clause.name);
                    world.unknown(ability.span, "rule or printed item", ability.title, known);
                }
                action->ignoring.push_back(placed);
            }
            break;
        case AbilityKind::If:
        case AbilityKind::OnlyIf:
        case AbilityKind::Iff:
        case AbilityKind::NotIf: {
            // Who may do something, said the other way round.
            const auto action = world.actions.find(ability.name);
            if (ability.kind == AbilityKind::OnlyIf && action != world.actions.end()) {
                action->second.prohibitions.push_back(placed);
                break;
            }
            const auto found = world.opens.find(ability.name);
            if (found != world.opens.end()) {
                add_statement(world, placed, found->second);
                break;
            }
            std::vector<std::string> known;
            for (const auto& [name, open] : world.opens) known.push_back(name);
            world.unknown(ability.span, "open predicate", ability.name, known);
            break;
        }
        case AbilityKind::Insert:
        case AbilityKind::Error: break;
    }
}

}  // namespace

void place_abilities(World& world, const Modules& modules, const std::vector<CardText>& texts) {
    Expressions expressions(world);
    std::vector<PlacedAbility> all;
    const auto add_written = [&](const std::vector<ast::Ability>& abilities, const std::string& name,
                                 const std::vector<std::string>& rows, TermId reading) {
        for (const ast::Ability& ability : abilities) {
            if (ability.kind == AbilityKind::Error) continue;
            PlacedAbility where;
            where.clause = world.add_clause(name, "rule", world.excerpt(ability.span), joined(rows, ability.rows), ability.span);
            where.reading = reading;
            const auto expanded = expand(world, {ability}, where);
            for (PlacedAbility placed : expanded) {
                placed.ability = &ability;  // `expand` was given a copy
                all.push_back(std::move(placed));
            }
        }
    };
    for_items(modules, ItemKind::Rule,
              [&](const ast::Item& item) { add_written(item.abilities, item.title, item.rows, {}); });
    for_items(modules, ItemKind::Reading, [&](const ast::Item& item) {
        const auto var = world.variables.find("reading " + item.title);
        if (var == world.variables.end()) return;
        Expressions terms(world);
        for (std::size_t i = 0; i < item.alternatives.size(); ++i) {
            const TermId in_force = world.model.terms.equal(terms.cell(var->second, {}),
                                                            world.model.terms.constant(static_cast<Value>(i)));
            const std::string name = item.title + " (" + item.alternatives[i].name + ")";
            add_written(item.alternatives[i].abilities, name, item.rows, in_force);
        }
    });
    for (const CardText& text : texts) {
        PrintedItem printed;
        printed.name = text.card->name;
        printed.kind = text.printed->name;
        printed.identity = world.model.terms[text.identity.term].payload;
        printed.identity_type = text.identity.type;
        printed.span = text.card->span;
        Scope scope;
        const TypeId on = expressions.domain_of(text.printed->type, scope);
        if (!on.is_valid()) continue;
        const Bearer bearer{text.printed, on, text.identity};
        const std::uint32_t level = scope.level;
        const TermId self = expressions.bind(scope, "this", on);
        const auto functioning = expressions.functioning(bearer, self, scope);
        if (functioning) printed.functions = expressions.quantified(TermKind::Exists, {*functioning}, level, on);
        for (const ast::TextLine& line : text.card->lines) {
            const ClauseId clause = world.add_clause(text.card->name, text.printed->name, line.text,
                                                     joined(text.card->rows, line.rows), line.span);
            printed.clauses.push_back(clause);
            for (PlacedAbility placed : read_line(world, text, line, clause)) {
                placed.bearer = bearer;
                all.push_back(std::move(placed));
            }
        }
        if (text.card->lines.empty()) {
            // An item without text is still a place to point at.
            printed.clauses.push_back(world.add_clause(text.card->name, text.printed->name, world.excerpt(text.card->span),
                                                       text.card->rows, text.card->span));
        }
        if (functioning) world.model.printed_items.push_back(std::move(printed));
    }
    for (const auto& [name, window] : world.windows) {
        if (!world.player_type.is_valid()) {
            world.error(DiagnosticKind::missing_part, window->span, "a window asks players, and this game declares none",
                        "add a line such as 'player Ann, Bob'");
            return;
        }
        window_item(world, *window, "", "");
    }
    for (const PlacedAbility& placed : all) place(world, placed);

    for_items(modules, ItemKind::Ruling, [&](const ast::Item& item) {
        if (item.name.empty()) return;
        const auto found = world.actions.find(item.name);
        if (found == world.actions.end()) {
            std::vector<std::string> known;
            for (const auto& [name, action] : world.actions) known.push_back(name);
            world.unknown(item.name_span, "action", item.name, known);
            return;
        }
        const ClauseId clause = world.add_clause(item.title, "ruling", world.excerpt(item.span), item.rows, item.span);
        Incident incident;
        incident.code = "contradiction.ruling";
        incident.title = "ruling \"" + item.title + "\" fails";
        incident.subject = "The rules lead to something else than this ruling says.";
        incident.clauses = {clause};
        incident.span = item.span;
        found->second.rulings.push_back({&item, clause, world.add_incident(std::move(incident))});
    });
}

namespace {

// An ending that a state check brings about.
struct DueEnding {
    const ast::Ability* ability = nullptr;
    ClauseId clause;
    TermId condition;
    std::size_t check = 0;  // in Model::state_checks
};

// Two different endings at the same moment: the game cannot end both ways. Met where the first of them is carried out.
void report_rival_endings(World& world, const std::vector<DueEnding>& endings) {
    for (std::size_t i = 0; i < endings.size(); ++i) {
        std::vector<CodeId> parts;
        for (std::size_t k = i + 1; k < endings.size(); ++k) {
            if (endings[i].ability->name == endings[k].ability->name) continue;
            Incident incident;
            incident.code = "contradiction.set-set";
            incident.title = "\"" + endings[i].ability->name + "\" and \"" + endings[k].ability->name + "\" at once";
            incident.subject = "Two endings are due at the same moment, and nothing says which of them counts.";
            incident.clauses = {endings[i].clause, endings[k].clause};
            incident.outcomes = {endings[i].ability->name, endings[k].ability->name};
            incident.span = endings[i].ability->span;
            Code report;
            report.kind = CodeKind::Report;
            report.incident = world.add_incident(std::move(incident));
            report.clause = endings[i].clause;
            Code both;
            both.kind = CodeKind::If;
            both.terms = {endings[k].condition};
            both.children = {world.model.code.add(std::move(report))};
            both.clause = endings[i].clause;
            parts.push_back(world.model.code.add(std::move(both)));
        }
        if (parts.empty()) continue;
        CodeId& body = world.model.state_checks[endings[i].check].body;
        parts.push_back(body);
        Code sequence;
        sequence.children = std::move(parts);
        body = world.model.code.add(std::move(sequence));
    }
}

}  // namespace

void lower_abilities(World& world) {
    Statements statements(world);
    Expressions& expressions = statements.expressions();
    const auto lower_trigger = [&](const ActionTrigger& made, const Statements::Continuation& finish) {
        statements.lower_item(made.trigger, made.placed, statements.item_scope(made.trigger, made.placed), true, finish);
    };
    for (const auto& [name, action] : world.actions) {
        for (const ActionTrigger& made : action.triggers) lower_trigger(made, statements.returns());
    }
    for (const auto& [name, hooks] : world.hook_triggers) {
        for (const ActionTrigger& made : hooks) lower_trigger(made, statements.returns());
    }
    for (const auto& [placed, made] : world.state_triggers) {
        lower_trigger(made, [&]() { return statements.end_state_trigger(made); });
    }
    for (const WindowItem& item : world.window_items) {
        for (const Play& play : item.plays) {
            if (!play.effect.is_valid()) continue;
            Scope scope = statements.item_scope(play.effect, play.placed);
            scope.may_cancel = play.placed.ability->side == "before";
            statements.lower_item(play.effect, play.placed, std::move(scope), false, statements.returns());
        }
        statements.lower_window(item);
    }
    std::vector<DueEnding> endings;
    for (const PlacedAbility& placed : world.state_checks) {
        const ast::Ability& ability = *placed.ability;
        const auto state_trigger = std::find_if(world.state_triggers.begin(), world.state_triggers.end(),
                                                [&](const auto& entry) {
                                                    return entry.second.placed.clause == placed.clause && entry.first.ability == placed.ability;
                                                });
        const bool catches = state_trigger != world.state_triggers.end();
        const auto applies = [&](const Scope& inner) -> std::optional<TermId> {
            const auto test = expressions.conditions(ability.exprs, inner);
            if (!test || !catches) return test;
            const std::vector<TermId> whose = placed.bearer ? std::vector<TermId>{inner.find("this")->value.term} : std::vector<TermId>{};
            const TermId under_way = expressions.cell(*state_trigger->second.limit, whose);
            return world.model.terms.land({*test, world.model.terms.lnot(under_way)});
        };
        const auto condition = expressions.for_some_bearer(placed, Scope{}, {}, applies);
        Scope scope;
        scope.holes = placed.holes;
        scope.clause = placed.clause;
        scope.stage = Stage::Settle;
        scope.place = world.model.clause(placed.clause).name;
        if (!condition) continue;
        CodeId body;
        if (ability.kind == AbilityKind::Ending) {
            Code node;
            node.kind = CodeKind::Finish;
            node.ending = world.ending(ability.name, ability.span);
            node.clause = placed.clause;
            body = world.model.code.add(std::move(node));
            endings.push_back({&ability, placed.clause, *condition, world.model.state_checks.size()});
        } else if (placed.bearer) {
            Code each;
            each.kind = CodeKind::ForEach;
            each.level = scope.level;
            each.domain = placed.bearer->on;
            each.clause = placed.clause;
            const TermId self = expressions.bind(scope, "this", placed.bearer->on);
            scope.add("it", placed.bearer->identity);
            const auto active = expressions.functioning(*placed.bearer, self, scope);
            const auto test = applies(scope);
            if (!active || !test) continue;
            each.terms = {world.model.terms.land({*active, *test})};
            each.children = {catches ? statements.catch_state_trigger(state_trigger->second, scope)
                                     : statements.straight(ability.body, scope)};
            body = world.model.code.add(std::move(each));
        } else {
            body = catches ? statements.catch_state_trigger(state_trigger->second, scope) : statements.straight(ability.body, scope);
        }
        world.model.state_checks.push_back({*condition, body, placed.clause});
    }
    report_rival_endings(world, endings);
}

}  // namespace errata::compiler
