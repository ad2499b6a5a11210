#include "compiler/lower/items.h"

#include "compiler/lower/applied.h"
#include "compiler/lower/body.h"
#include "compiler/lower/targets.h"
#include "compiler/lower/windows.h"

namespace errata::compiler {

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
        const TermId player = l.terms.term(ability.player[0], place);
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
}

}  // namespace errata::compiler
