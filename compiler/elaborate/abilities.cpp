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

// A trigger's arguments: its bearer, then the roles it gives a name.
ActionTrigger make_trigger(World& world, const PlacedAbility& placed, const std::vector<TypeId>& params) {
    ActionTrigger made;
    made.placed = placed;
    Trigger trigger;
    trigger.name = world.model.clause(placed.clause).name;
    trigger.clause = placed.clause;
    if (placed.bearer) {
        made.has_this = true;
        trigger.params.push_back(placed.bearer->on);
        trigger.param_names.emplace_back("this");
    }
    const auto& written = placed.ability->params;
    for (std::size_t i = 0; i < params.size() && i < written.size(); ++i) {
        const ast::Expr& param = written[i];
        const bool is_name = param.kind == ast::ExprKind::Name && param.name != "_" && param.name != "this";
        const bool is_hole = is_name && placed.holes && placed.holes->by_name.count(param.name) > 0;
        if (!is_name || is_hole) continue;
        trigger.params.push_back(params[i] == world.number_type ? world.counter_type : params[i]);
        trigger.param_names.push_back(param.name);
        made.roles.push_back(i);
    }
    world.model.layout.pending_arguments = std::max(world.model.layout.pending_arguments, trigger.params.size());
    world.model.layout.registers = std::max(world.model.layout.registers, trigger.params.size());
    made.trigger = world.add_trigger(std::move(trigger));
    return made;
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
        case AbilityKind::If:
        case AbilityKind::OnlyIf:
        case AbilityKind::Iff:
        case AbilityKind::NotIf: {
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

void lower_abilities(World& world) {
    Statements statements(world);
    Expressions& expressions = statements.expressions();
    const auto lower_trigger = [&](const ActionTrigger& made) {
        Scope scope;
        scope.control = false;
        scope.stage = Stage::Resolution;
        scope.holes = made.placed.holes;
        scope.clause = made.placed.clause;
        scope.place = world.model.clause(made.placed.clause).name;
        const Trigger trigger = world.model.triggers[made.trigger.index];
        Point entry;
        entry.name = trigger.name;
        entry.control = false;
        entry.stage = Stage::Resolution;
        entry.clause = made.placed.clause;
        for (std::size_t i = 0; i < trigger.params.size(); ++i) {
            const auto reg = static_cast<std::uint32_t>(i);
            const TermId term = world.model.terms.make_leaf(TermKind::Register, reg, {}, world.type(trigger.params[i]));
            scope.add(trigger.param_names[i], {term, trigger.params[i]});
            scope.live.push_back({reg, trigger.params[i], trigger.param_names[i]});
        }
        if (made.placed.bearer) scope.add("it", made.placed.bearer->identity);
        scope.next_register = static_cast<std::uint32_t>(trigger.params.size());
        entry.live_registers = scope.live;
        const PointId point = world.add_point(entry);
        const CodeId code = statements.tail(made.placed.ability->body, scope, [&]() {
            Code node;
            node.kind = CodeKind::Return;
            return world.model.code.add(std::move(node));
        });
        PointOption option;
        option.guard = world.model.terms.truth(true);
        option.clause = made.placed.clause;
        option.target = world.add_label(trigger.name, code);
        world.model.points[point.index].options.push_back(option);
        world.model.triggers[made.trigger.index].entry = point;
        if (world.trigger_order) {
            Scope order;
            for (std::size_t i = 0; i < trigger.params.size(); ++i) {
                expressions.bind(order, trigger.param_names[i], trigger.params[i]);
            }
            const auto player = expressions.as(*world.trigger_order, order, world.player_type);
            if (player) world.model.triggers[made.trigger.index].player = *player;
        }
    };
    for (const auto& [name, action] : world.actions) {
        for (const ActionTrigger& made : action.triggers) lower_trigger(made);
    }
    for (const auto& [name, hooks] : world.hook_triggers) {
        for (const ActionTrigger& made : hooks) lower_trigger(made);
    }
    for (const PlacedAbility& placed : world.state_checks) {
        const ast::Ability& ability = *placed.ability;
        const auto condition = expressions.for_some_bearer(placed, Scope{}, {}, [&](const Scope& inner) {
            return expressions.conditions(ability.exprs, inner);
        });
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
        } else if (placed.bearer) {
            Code each;
            each.kind = CodeKind::ForEach;
            each.level = scope.level;
            each.domain = placed.bearer->on;
            each.clause = placed.clause;
            const TermId self = expressions.bind(scope, "this", placed.bearer->on);
            scope.add("it", placed.bearer->identity);
            const auto active = expressions.functioning(*placed.bearer, self, scope);
            const auto test = expressions.conditions(ability.exprs, scope);
            if (!active || !test) continue;
            each.terms = {world.model.terms.land({*active, *test})};
            each.children = {statements.straight(ability.body, scope)};
            body = world.model.code.add(std::move(each));
        } else {
            body = statements.straight(ability.body, scope);
        }
        world.model.state_checks.push_back({*condition, body, placed.clause});
    }
}

}  // namespace errata::compiler
