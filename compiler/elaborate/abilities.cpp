#include "compiler/elaborate/abilities.h"

#include <algorithm>

#include "compiler/elaborate/equations.h"
#include "compiler/elaborate/expressions.h"
#include "compiler/elaborate/lines.h"
#include "compiler/elaborate/open_statements.h"
#include "compiler/elaborate/source_words.h"
#include "compiler/elaborate/statements.h"
#include "compiler/elaborate/text.h"
#include "compiler/elaborate/triggers.h"
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

}  // namespace

void place(World& world, const PlacedAbility& placed) {
    const ast::Ability& ability = *placed.ability;
    // A role may be given any new name; these two would look as if they meant something.
    for (const ast::Expr& role : ability.params) {
        const bool is_bearer = role.kind == ast::ExprKind::Name && (role.name == "this" || role.name == "it");
        if (is_bearer && !placed.bearer) world.unknown(role.span, "name", role.name, {});
    }
    switch (ability.kind) {
        case AbilityKind::Trigger:
            if (Action* action = world.find_action(ability.name, ability.span)) {
                if (ability.params.size() != action->params.size()) {
                    world.error(DiagnosticKind::argument_count,
                                narrowed(world.sources, ability.span, ability.name),
                                "'" + ability.name + "' has " + dsl::count_of(action->params.size(), "role") +
                                    ", found " + std::to_string(ability.params.size()),
                                "write '_' for a role that does not matter");
                    break;
                }
                const ActionTrigger made = make_trigger(world, placed, action->params);
                world.actions.at(ability.name).triggers.push_back(made);
            }
            break;
        case AbilityKind::PhaseHook: {
            if (!world.find_phase(ability.name, ability.span)) break;
            world.hook_triggers[ability.name].push_back(make_trigger(world, placed, {}));
            break;
        }
        case AbilityKind::Prohibition:
            if (Action* action = world.find_action(ability.name, ability.span)) {
                for (std::size_t i = 0; i < ability.except_to.size(); ++i)
                    check_known_rule(world, ability.except_to[i], ability.except_spans[i]);
                if (!ability.except_to.empty()) world.excepted[placed.clause] = ability.except_to;
                action->prohibitions.push_back(placed);
            }
            break;
        case AbilityKind::CountsAs:
            add_counting(world, placed);
            break;
        case AbilityKind::During:
            if (Action* action = world.find_action(ability.name, ability.span))
                action->parts.push_back(placed);
            break;
        case AbilityKind::Replacement:
            if (ability.of_phase) {
                if (world.find_phase(ability.name, ability.span))
                    world.phase_replacements[ability.name].push_back(placed);
            } else if (Action* action = world.find_action(ability.name, ability.span))
                action->replacements.push_back(placed);
            break;
        case AbilityKind::StateCheck:
        case AbilityKind::Ending:
            world.state_checks.push_back(placed);
            break;
        case AbilityKind::StateTrigger:
            place_state_trigger(world, placed);
            break;
        case AbilityKind::May:
            place_play(world, placed);
            break;
        case AbilityKind::Ignores:
            if (Action* action = world.find_action(ability.name, ability.span)) {
                check_known_rule(world, ability.title, ability.span);
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
        case AbilityKind::Effect:  // placed before, for open statements ask for what they change
        case AbilityKind::Effects:
        case AbilityKind::Insert:
        case AbilityKind::Error:
            break;
    }
}

void place_abilities(World& world, const Modules& modules, const std::vector<CardText>& texts) {
    Expressions expressions(world);
    std::vector<PlacedAbility> all;
    const auto add_written = [&](const std::vector<ast::Ability>& abilities, const std::string& name,
                                 const std::vector<std::string>& rows, TermId reading) {
        for (const ast::Ability& ability : abilities) {
            if (ability.kind == AbilityKind::Error) continue;
            PlacedAbility where;
            where.clause = world.add_clause(name, "rule", world.excerpt(ability.span),
                                            joined(rows, ability.rows), ability.span);
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
            const TermId in_force = world.model.terms.equal(
                terms.cell(var->second, {}), world.model.terms.constant(static_cast<Value>(i)));
            const std::string name = item.title + " (" + item.alternatives[i].name + ")";
            add_written(item.alternatives[i].abilities, name, item.rows, in_force);
        }
    });
    Meanings meanings(world);
    std::vector<Bearer> bearers;  // of the printed items
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
        for (const ast::TextLine& line : text.card->lines) {
            const ClauseId clause = world.add_clause(text.card->name, text.printed->name, line.text,
                                                     joined(text.card->rows, line.rows), line.span);
            printed.clauses.push_back(clause);
            for (PlacedAbility& placed : read_line(world, meanings, text, line, clause, bearer))
                all.push_back(std::move(placed));
        }
        if (text.card->lines.empty()) {
            // An item without text is still a place to point at.
            printed.clauses.push_back(world.add_clause(text.card->name, text.printed->name,
                                                       world.excerpt(text.card->span), text.card->rows,
                                                       text.card->span));
        }
        world.model.printed_items.push_back(std::move(printed));
        bearers.push_back(bearer);
    }
    for (const auto& [name, window] : world.windows) {
        if (!world.player_type.is_valid()) {
            if (world.sink->has_errors()) continue;  // it may be what could not be read
            world.error(DiagnosticKind::missing_part, window->span,
                        "a window asks players, and this game declares none",
                        "add a line such as 'player Ann, Bob'");
            continue;
        }
        window_item(world, *window, ast::Side::Alone, "");
    }
    add_fallbacks(world, modules);
    for (const PlacedAbility& placed : all) {
        if (placed.ability->kind == AbilityKind::Effect || placed.ability->kind == AbilityKind::Effects)
            place_effect(world, placed);
    }
    arrange_equations(world, modules, all);
    for (const PlacedAbility& placed : all) place(world, placed);
    world.knows_prohibitions = true;
    define_equations(world);
    // Only now is it known what derived values are, and so who has which text.
    for (std::size_t i = 0; i < bearers.size(); ++i) {
        Scope scope;
        const std::uint32_t level = scope.level;
        const TermId self = expressions.bind(scope, "this", bearers[i].on);
        const auto functioning = expressions.functioning(bearers[i], self, scope);
        if (functioning)
            world.model.printed_items[i].functions =
                expressions.quantified(TermKind::Exists, {*functioning}, level, bearers[i].on);
    }

    for_items(modules, ItemKind::Ruling, [&](const ast::Item& item) {
        if (item.name.empty()) return;
        Action* action = world.find_action(item.name, item.name_span);
        if (!action) return;
        const ClauseId clause =
            world.add_clause(item.title, "ruling", world.excerpt(item.span), item.rows, item.span);
        Incident incident;
        incident.code = FindingCode::ContradictionRuling;
        incident.title = "ruling \"" + item.title + "\" fails";
        incident.subject = "The rules lead to something else than this ruling says.";
        incident.clauses = {clause};
        incident.span = item.span;
        action->rulings.push_back({&item, clause, world.add_incident(std::move(incident))});
    });
}

}  // namespace errata::compiler
