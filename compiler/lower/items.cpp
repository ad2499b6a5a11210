#include "compiler/lower/items.h"

#include <algorithm>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/lower/body.h"
#include "compiler/lower/choices.h"
#include "compiler/lower/computed.h"
#include "compiler/lower/pending.h"
#include "compiler/lower/targets.h"
#include "compiler/lower/windows.h"

namespace errata::compiler {

using typed::AbilityKind;

namespace {

// Registers for what the text introduces and refers back to; code that empties them.
std::vector<CodeId> claim_antecedents(const Lowering& l, const PlacedAbility& placed, Place& place) {
    std::vector<CodeId> emptied;
    for (const std::size_t number : placed.antecedents) {
        const TypeId type = l.arranged.antecedents[number];
        const bool is_thing = l.type(type).form == TypeForm::Enum;
        const TypeId kept = is_thing ? l.model.types.optional(l.model.types.base(type)) : type;
        const std::uint32_t reg = claim_register(l, place, {}, "", kept);
        place.antecedents[number] = {last_claimed(l, place), kept};
        emptied.push_back(set_register(l, reg, l.pool().constant(is_thing ? none_value : l.type(type).lo)));
    }
    return emptied;
}

// What is done, as far as the targets are still right.
CodeId resolve(const Lowering& l, const PlacedAbility& placed, const Place& place,
               const Continuation& finish) {
    return as_far_as_legal(l, placed, place, [&](const Place& legal) {
        Place referring = legal;
        std::vector<CodeId> parts = claim_antecedents(l, placed, referring);
        parts.push_back(tail(l, placed.ability->body, referring, finish));
        return sequence(l, std::move(parts));
    });
}

// A way to choose targets, and what the item keeps of that.
struct Announced {
    PointOption option;
    std::vector<CodeId> keeps;
};

// The choice of targets when the item goes onto the agenda, before anything else happens. `place` gets the
// targets.
std::vector<Announced> announce(const Lowering& l, PointId point, const PlacedAbility& placed, Place& place) {
    const typed::Ability& ability = *placed.ability;
    const std::string name = l.model.flow.points[point.index].name;
    std::string targets;
    for (const typed::Targets& part : ability.targets) {
        for (const typed::Binder& target : part.binders)
            targets += (targets.empty() ? "{" : ", {") + target.name + "}";
    }
    const std::vector<KeptTarget> all = kept_targets(l, ability);
    // One that takes several is kept as their set.
    Place kept = place;
    std::vector<std::uint32_t> registers;
    for (const KeptTarget& target : all) {
        if (takes_several(ability))
            registers.push_back(claim_register(l, kept, target.local, target.name, target.type));
    }
    std::vector<Announced> result;
    for (const Numbers& numbers : numbers_of_targets(ability)) {
        Place inner = kept;
        Announced way;
        way.option.text = name + ": targets " + targets;
        way.option.clause = placed.clause;
        way.option.guard = aim(l, ability, numbers, inner,
                               [&](typed::LocalId local, const std::string& called, TypeId type) {
                                   const std::uint32_t reg = claim_register(l, inner, local, called, type);
                                   way.option.binders.push_back({reg, type, called});
                                   return last_claimed(l, inner);
                               });
        show_targets(l, way.option, ability, inner);
        for (std::size_t i = 0; i < registers.size(); ++i)
            way.keeps.push_back(set_register(l, registers[i], inner.find(all[i].local)->value.term));
        if (registers.empty()) kept = std::move(inner);
        result.push_back(std::move(way));
    }
    l.model.flow.points[point.index].owner = OwnerKind::Nobody;
    if (!ability.player.empty()) {
        const TermId player = who_chooses(l, l.terms.term(ability.player[0], place));
        l.model.flow.points[point.index].owner = OwnerKind::Player;
        l.model.flow.points[point.index].player = player;
    }
    // Nothing to aim at: the item leaves the agenda.
    l.model.flow.points[point.index].otherwise =
        add_label(l, name + ": no target", leaf(l, CodeKind::Return));
    place = std::move(kept);
    return result;
}

// When its bearer was marked, if the game says that triggers go by that. Who is gone has no mark.
void state_rank(const Lowering& l, TriggerId trigger, const PlacedAbility& placed) {
    const std::string& field = l.names.meta.trigger_rank;
    const TypeId on = placed.bearer ? placed.bearer->on : TypeId{};
    if (field.empty() || !on.is_valid() || !l.names.store.fields.contains({l.model.types.base(on), field}))
        return;
    const TypeId type = l.model.rules.triggers[trigger.index].params.front();
    const TermId self = l.pool().make_leaf(TermKind::Bound, 0, {}, l.type(type));
    const TermId is_gone = l.pool().equal(self, l.pool().constant(none_value));
    const TermId since = marked(l, field, on, self);
    const TermId rank = l.pool().make(TermKind::Ite, {is_gone, l.pool().constant(0), since});
    l.model.rules.triggers[trigger.index].rank = rank;
}

// Players place their triggers in turn. So who places first is carried out last on a stack. What belongs to
// nobody is carried out before all others.
void state_turn(const Lowering& l, TriggerId id) {
    Trigger& trigger = l.model.rules.triggers[id.index];
    if (l.program.first_to_place.empty() || !trigger.player.is_valid()) return;
    TermPool& pool = l.pool();
    const auto number = [&](Value value) { return pool.constant(value); };
    const Value players = l.type(l.names.vocabulary.player_type).size();
    const TermId first = l.terms.term(l.program.first_to_place[0], Scope{});
    const TermId ahead = pool.make(TermKind::Subtract, {trigger.player, first});
    const TermId round = pool.make(TermKind::Add, {ahead, number(players)});
    const TermId turn =
        pool.make(TermKind::Ite, {pool.make(TermKind::Less, {ahead, number(0)}), round, ahead});
    const bool is_stack = l.model.policies.agenda == Agenda::Stack;
    const TermId rank = is_stack ? pool.make(TermKind::Subtract, {number(players), turn})
                                 : pool.make(TermKind::Add, {turn, number(1)});
    const TermId nobody =
        pool.lor({pool.equal(trigger.player, number(none_value)), pool.equal(first, number(none_value))});
    const TermId own = pool.make(TermKind::Ite, {nobody, number(0), rank});
    if (trigger.rank.is_valid()) {
        const TermId by_mark = pool.make(TermKind::Multiply, {trigger.rank, number(players + 1)});
        trigger.rank = pool.make(TermKind::Add, {by_mark, own});
    } else {
        trigger.rank = own;
    }
}

// Who orders it among others, over its arguments.
void state_orderer(const Lowering& l, TriggerId trigger, const PlacedAbility& placed,
                   const Place& arguments) {
    if (placed.ability->orderer.empty()) return;
    const std::vector<TypeId> params = l.model.rules.triggers[trigger.index].params;
    Place place = inside(arguments);
    place.printed = arguments.printed;
    place.level = 0;
    for (std::size_t i = 0; i < params.size(); ++i)
        l.terms.bind(place, arguments.locals[i].local, arguments.locals[i].name, params[i]);
    const TermId player = l.terms.term(placed.ability->orderer[0], place);
    l.model.rules.triggers[trigger.index].player = player;
}

}  // namespace

std::vector<typed::LocalId> arguments_of(const Listener& listener) {
    std::vector<typed::LocalId> result;
    const typed::Ability& ability = *listener.placed.ability;
    if (listener.placed.bearer) result.push_back(typed::this_local);
    for (const std::size_t role : listener.roles) result.push_back(ability.params[role].local);
    for (const typed::Given& given : ability.given) result.push_back(given.local);
    return result;
}

std::vector<typed::LocalId> arguments_of(const Play& play) {
    std::vector<typed::LocalId> result;
    const typed::Ability& ability = *play.placed.ability;
    if (play.placed.bearer) result.push_back(typed::this_local);
    for (const std::size_t role : play.roles) result.push_back(ability.params[role].local);
    for (const typed::Binder& binder : ability.play.binders) result.push_back(binder.local);
    for (const typed::Targets& targets : ability.targets) {
        if (targets.takes_several()) {
            result.insert(result.end(), {targets.all, targets.number});
            continue;
        }
        for (const typed::Binder& binder : targets.binders) result.push_back(binder.local);
    }
    return result;
}

Place item_place(const Lowering& l, TriggerId trigger, const PlacedAbility& placed) {
    return item_place(l, trigger, placed, {placed.bearer ? typed::this_local : typed::LocalId{}});
}

Place item_place(const Lowering& l, TriggerId id, const PlacedAbility& placed,
                 const std::vector<typed::LocalId>& arguments) {
    const Trigger trigger = l.model.rules.triggers[id.index];
    Place place;
    place.control = false;
    place.stage = Stage::Resolution;
    place.holes = placed.holes;
    place.clause = placed.clause;
    place.ability = placed.ability;
    place.name = l.clause_name(placed.clause);
    for (std::size_t i = 0; i < trigger.params.size(); ++i) {
        const auto reg = static_cast<std::uint32_t>(i);
        const typed::LocalId local = i < arguments.size() ? arguments[i] : typed::LocalId{};
        place.add(local, trigger.param_names[i], {l.terms.reg(reg, trigger.params[i]), trigger.params[i]});
        place.live.push_back({reg, trigger.params[i], trigger.param_names[i]});
    }
    if (placed.bearer) {
        place.printed = placed.bearer->printed;
        place.add(typed::it_local, "it", {l.pool().constant(placed.bearer->identity), placed.bearer->of});
    }
    place.next_register = static_cast<std::uint32_t>(trigger.params.size());
    return place;
}

void lower_item(const Lowering& l, TriggerId id, const PlacedAbility& placed, Place place, bool announces,
                const Continuation& finish) {
    const Place arguments = place;
    Point entry;
    entry.name = l.model.rules.triggers[id.index].name;
    entry.control = false;
    entry.stage = Stage::Resolution;
    entry.clause = placed.clause;
    entry.span = placed.ability->span;
    entry.live_registers = place.live;
    const bool chooses_targets = announces && !placed.ability->targets.empty();
    if (chooses_targets) entry.settled = false;
    const std::string name = entry.name;
    const PointId point = add_point(l, std::move(entry));
    l.model.rules.triggers[id.index].entry = point;
    std::vector<Announced> ways(1);
    ways[0].option.guard = l.pool().truth(true);
    ways[0].option.clause = placed.clause;
    if (chooses_targets) ways = announce(l, point, placed, place);

    const Continuation resolves = [&]() { return resolve(l, placed, place, finish); };
    const Continuation responded = [&]() {
        const WindowId responses = l.names.meta.responses;
        const WindowItem* const window = responses.is_valid() ? l.arranged.item_of(responses) : nullptr;
        if (!window) return resolves();
        const Continuation after = shared(l, name + ": resolves", resolves);
        const TermId anybody = playable(l, *window, place);
        return if_else(l, anybody, call_window(l, *window, {}, place, after), after(), placed.clause);
    };
    // The others are announced before this one resolves.
    const Continuation announced = [&]() {
        return chooses_targets ? pause(l, name, place, Between::Others, responded) : responded();
    };
    const Continuation code = ways.size() > 1 ? shared(l, name + ": announced", announced) : announced;
    for (Announced& way : ways) {
        way.keeps.push_back(code());
        way.option.target = add_label(l, name, sequence(l, std::move(way.keeps)));
        l.model.flow.points[point.index].options.push_back(std::move(way.option));
    }
    state_orderer(l, id, placed, arguments);
    state_rank(l, id, placed);
    state_turn(l, id);
}

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
            incident.kind = IncidentKind::RivalEndings;
            incident.names = {name, other};
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
void lower_state_check(const Lowering& l, const PlacedAbility& placed, std::vector<DueEnding>& endings) {
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
    for (const auto& [moment, hooks] : l.arranged.hooks) {
        for (const Listener& listener : hooks) lower_listener(l, listener, returns(l));
    }
    for (const StateTrigger& one : l.arranged.state_triggers)
        lower_listener(l, one.listener, [&]() { return end_state_trigger(l, one.listener); });
    for (const WindowItem& item : l.arranged.windows) {
        for (const Play& play : item.plays) {
            if (!play.effect.is_valid() || play.is_again) continue;
            Place place = item_place(l, play.effect, play.placed, arguments_of(play));
            place.may_cancel = item.side == ast::Side::Before;
            lower_item(l, play.effect, play.placed, std::move(place), false, returns(l));
        }
        lower_window(l, item);
    }
    std::vector<DueEnding> endings;
    for (const PlacedAbility& placed : l.arranged.state_checks) lower_state_check(l, placed, endings);
    report_rival_endings(l, endings);
}

}  // namespace errata::compiler
