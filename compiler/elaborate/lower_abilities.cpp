#include <algorithm>

#include "compiler/elaborate/abilities.h"
#include "compiler/elaborate/statements.h"

namespace errata::compiler {

using ast::AbilityKind;

namespace {

// An ending that a state check brings about.
struct DueEnding {
    const ast::Ability* ability = nullptr;
    ClauseId clause;
    TermId condition;
    std::size_t check = 0;  // in Model::state_checks
};

// Two different endings at the same moment: the game cannot end both ways. Met where the first of them is
// carried out.
void report_rival_endings(World& world, Statements& statements, const std::vector<DueEnding>& endings) {
    for (std::size_t i = 0; i < endings.size(); ++i) {
        std::vector<CodeId> parts;
        for (std::size_t k = i + 1; k < endings.size(); ++k) {
            if (endings[i].ability->name == endings[k].ability->name) continue;
            Incident incident;
            incident.code = FindingCode::ContradictionSetSet;
            incident.title =
                "\"" + endings[i].ability->name + "\" and \"" + endings[k].ability->name + "\" at once";
            incident.subject =
                "Two endings are due at the same moment, and nothing says which of them counts.";
            incident.clauses = {endings[i].clause, endings[k].clause};
            incident.outcomes = {endings[i].ability->name, endings[k].ability->name};
            incident.span = endings[i].ability->span;
            const CodeId both = statements.report(world.add_incident(std::move(incident)), endings[i].clause);
            parts.push_back(
                statements.if_else(endings[k].condition, both, statements.nothing(), endings[i].clause));
        }
        if (parts.empty()) continue;
        parts.push_back(world.model.state_checks[endings[i].check].body);
        const CodeId all = statements.sequence(std::move(parts));
        world.model.state_checks[endings[i].check].body = all;
    }
}

}  // namespace

void lower_abilities(World& world) {
    Statements statements(world);
    Expressions& expressions = statements.expressions();
    const auto lower_trigger = [&](const ActionTrigger& made, const Statements::Continuation& finish) {
        statements.lower_item(made.trigger, made.placed, statements.item_scope(made.trigger, made.placed),
                              true, finish);
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
            scope.may_cancel = play.placed.ability->side == ast::Side::Before;
            statements.lower_item(play.effect, play.placed, std::move(scope), false, statements.returns());
        }
        statements.lower_window(item);
    }
    std::vector<DueEnding> endings;
    for (const PlacedAbility& placed : world.state_checks) {
        const ast::Ability& ability = *placed.ability;
        const auto state_trigger =
            std::find_if(world.state_triggers.begin(), world.state_triggers.end(), [&](const auto& entry) {
                // One ability stands twice in a clause where a line has several readings.
                return entry.second.placed.clause == placed.clause && entry.first.ability == placed.ability &&
                       entry.first.holes == placed.holes;
            });
        const bool catches = state_trigger != world.state_triggers.end();
        const auto applies = [&](const Scope& inner) -> std::optional<TermId> {
            const auto test = expressions.conditions(ability.exprs, inner);
            if (!test || !catches) return test;
            const std::vector<TermId> whose =
                placed.bearer ? std::vector<TermId>{inner.find("this")->value.term} : std::vector<TermId>{};
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
        const auto carry_out = [&](const Scope& inner) {
            return catches ? statements.catch_state_trigger(state_trigger->second, inner)
                           : statements.straight(ability.body, inner);
        };
        CodeId body;
        if (ability.kind == AbilityKind::Ending) {
            Code node;
            node.kind = CodeKind::Finish;
            node.ending = world.ending(ability.name, ability.span);
            node.clause = placed.clause;
            body = world.model.code.add(std::move(node));
            endings.push_back({&ability, placed.clause, *condition, world.model.state_checks.size()});
        } else if (placed.bearer) {
            const std::uint32_t level = scope.level;
            const TermId self = expressions.bind(scope, "this", placed.bearer->on);
            scope.add("it", placed.bearer->identity);
            const auto active = expressions.functioning(*placed.bearer, self, scope);
            const auto test = applies(scope);
            if (!active || !test) continue;
            const CodeId each = carry_out(scope);
            body = statements.for_each(level, placed.bearer->on, world.model.terms.land({*active, *test}),
                                       each, placed.clause);
        } else {
            body = carry_out(scope);
        }
        world.model.state_checks.push_back({*condition, body, placed.clause});
    }
    report_rival_endings(world, statements, endings);
}

}  // namespace errata::compiler
