#include "compiler/lower/abilities.h"

#include <algorithm>

#include "compiler/lower/body.h"
#include "compiler/lower/endings.h"
#include "compiler/lower/items.h"
#include "compiler/lower/pending.h"
#include "compiler/lower/windows.h"

namespace errata::compiler {

using typed::AbilityKind;

namespace {

// An ending that a state check brings about.
struct DueEnding {
    const typed::Ability* ability = nullptr;
    ClauseId clause;
    TermId condition;
    std::size_t check = 0;  // in Model::state_checks
};

// Two different endings at the same moment: the game cannot end both ways, and nothing says which counts. Met
// where the first of them is carried out: it ends so, or leaves it to the others.
void report_rival_endings(const Lowering& l, const std::vector<DueEnding>& endings) {
    for (std::size_t i = 0; i < endings.size(); ++i) {
        std::vector<CodeId> parts;
        const CodeId ends = l.model.rules.state_checks[endings[i].check].body;
        CodeId decided = ends;
        const std::string& name = endings[i].ability->name;
        for (std::size_t k = i + 1; k < endings.size(); ++k) {
            const std::string& other = endings[k].ability->name;
            if (name == other) continue;
            Incident incident;
            incident.code = FindingCode::ContradictionSetSet;
            incident.title = "\"" + name + "\" and \"" + other + "\" at once";
            incident.subject =
                "Two endings are due at the same moment, and nothing says which of them counts.";
            incident.clauses = {endings[i].clause, endings[k].clause};
            incident.outcomes = {name, other};
            incident.span = endings[i].ability->span;
            const ClauseId clause = endings[i].clause;
            const IncidentId both = add_incident(l, std::move(incident));
            parts.push_back(if_else(l, endings[k].condition, report(l, both, clause), nothing(l), clause));
            const CodeId either = fork(l, both, {ends, nothing(l)}, clause);
            decided = if_else(l, endings[k].condition, either, decided, clause);
        }
        if (parts.empty()) continue;
        parts.push_back(decided);
        l.model.rules.state_checks[endings[i].check].body = sequence(l, std::move(parts));
    }
}

// Of `as soon as` the listener that catches it; null for others. One ability stands twice in a clause where a
// line has several readings.
const Listener* catching(const Lowering& l, const PlacedAbility& placed) {
    const auto found = std::find_if(
        l.arranged.state_triggers.begin(), l.arranged.state_triggers.end(), [&](const StateTrigger& one) {
            return one.placed.clause == placed.clause && one.placed.ability == placed.ability &&
                   one.placed.holes == placed.holes;
        });
    return found == l.arranged.state_triggers.end() ? nullptr : &found->listener;
}

// What a state check does where its condition holds: for each bearer, at the same moment.
void lower_check(const Lowering& l, const PlacedAbility& placed, std::vector<DueEnding>& endings) {
    const typed::Ability& ability = *placed.ability;
    const Listener* const catches = catching(l, placed);
    const auto applies_now = [&](const Scope& inner) {
        const TermId test = l.terms.all(ability.guard, inner);
        if (!catches) return test;
        std::vector<TermId> whose;
        if (placed.bearer) whose.push_back(inner.find(typed::this_local)->value.term);
        return l.pool().land({test, l.pool().lnot(l.terms.cell(*catches->limit, whose))});
    };
    const TermId condition = for_some_bearer(l, placed, Scope{}, {}, applies_now);
    const auto carry_out = [&](const Place& inner) {
        return catches ? catch_state_trigger(l, *catches, inner) : straight(l, ability.body, inner);
    };
    Place place = at_ability(placed, Place{});
    place.stage = Stage::Settle;
    place.at_once = true;
    place.name = l.clause_name(placed.clause);
    const auto for_bearers = [&](const auto& effect) {
        if (!placed.bearer) return effect(place);
        Place inner = place;
        const TermId self = l.terms.bind(inner, {}, "this", placed.bearer->on);
        l.terms.add_bearer(inner, *placed.bearer, self);
        const TermId active = l.terms.functioning(*placed.bearer, self, inner);
        const TermId here = l.pool().land({active, applies_now(inner)});
        return for_each(l, place.level, placed.bearer->on, here, effect(inner), placed.clause);
    };
    CodeId body;
    if (ability.kind == AbilityKind::Ending) {
        const WrittenEnding written{ability.name, ability.player, ability.span, placed.clause};
        body = for_bearers([&](const Place& inner) { return tell_winner(l, written, inner); });
        body = sequence(l, {body, finish(l, written)});
        endings.push_back({&ability, placed.clause, condition, l.model.rules.state_checks.size()});
    } else {
        body = for_bearers(carry_out);
    }
    l.model.rules.state_checks.push_back({condition, body, placed.clause});
}

void lower_listener(const Lowering& l, const Listener& listener, const Continuation& finish_item) {
    lower_item(l, listener.trigger, listener.placed,
               item_place(l, listener.trigger, listener.placed, arguments_of(listener)), true, finish_item);
}

}  // namespace

void lower_abilities(const Lowering& l) {
    for (const auto& [name, action] : l.names.callables.action_named) {
        for (const Listener& listener : l.arranged.actions[action.index].listeners)
            lower_listener(l, listener, returns(l));
    }
    for (const auto& [phase, hooks] : l.arranged.hooks) {
        for (const Listener& listener : hooks) lower_listener(l, listener, returns(l));
    }
    for (const StateTrigger& one : l.arranged.state_triggers)
        lower_listener(l, one.listener, [&]() { return end_state_trigger(l, one.listener); });
    for (const WindowItem& item : l.arranged.windows) {
        for (const Play& play : item.plays) {
            if (!play.effect.is_valid()) continue;
            Place place = item_place(l, play.effect, play.placed, arguments_of(play));
            place.may_cancel = item.side == ast::Side::Before;
            lower_item(l, play.effect, play.placed, std::move(place), false, returns(l));
        }
        lower_window(l, item);
    }
    std::vector<DueEnding> endings;
    for (const PlacedAbility& placed : l.arranged.state_checks) lower_check(l, placed, endings);
    report_rival_endings(l, endings);
}

}  // namespace errata::compiler
