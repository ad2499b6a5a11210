#include "compiler/lower/replacements.h"

#include <algorithm>

#include "compiler/lower/body.h"
#include "compiler/lower/items.h"
#include "compiler/lower/perform.h"

namespace errata::compiler {

bool is_decided(const Lowering& l, const std::vector<PlacedAbility>& replacements) {
    if (replacements.size() != 1 || l.arranged.is_recurring(replacements[0])) return false;
    return !replacements[0].bearer || bearer_is_role(replacements[0]);
}

// --- who applies

namespace {

std::optional<std::size_t> place_among_recurring(const Lowering& l, const PlacedAbility& placed) {
    const auto& recurring = l.arranged.recurring;
    const auto found = std::find(recurring.begin(), recurring.end(), &placed);
    if (found == recurring.end()) return std::nullopt;
    return static_cast<std::size_t>(found - recurring.begin());
}

TermId self_of(const Place& place) { return place.find(typed::this_local)->value.term; }

TermId is_used_up(const Lowering& l, const PlacedAbility& placed, const Place& place) {
    const auto number = place_among_recurring(l, placed);
    if (!number || place.replaced.empty()) return l.pool().truth(false);
    const TermId used = place.replaced[*number];
    return placed.bearer ? l.pool().make(TermKind::SetHas, {used, self_of(place)}) : used;
}

}  // namespace

std::vector<TermId> used_up(const Lowering& l, const Place& place) {
    if (l.names.meta.replaces_again || !place.replaced.empty()) return place.replaced;
    return std::vector<TermId>(l.arranged.recurring.size(), l.pool().constant(0));
}

TypeId type_of_used_up(const Lowering& l, const PlacedAbility& placed) {
    return placed.bearer ? l.model.types.set_of(placed.bearer->on) : l.names.vocabulary.bool_type;
}

std::vector<TermId> used_up_with(const Lowering& l, const PlacedAbility& placed, const Place& place) {
    if (l.names.meta.replaces_again) return {};
    std::vector<TermId> result = used_up(l, place);
    const auto number = place_among_recurring(l, placed);
    if (!number) return result;
    TermId& used = result[*number];
    used = placed.bearer ? l.pool().make(TermKind::SetInsert, {used, self_of(place)}) : l.pool().truth(true);
    return result;
}

TermId replaces(const Lowering& l, const Event& event, const PlacedAbility& placed, Place& inner) {
    std::vector<TermId> conjuncts{l.pool().lnot(is_used_up(l, placed, inner)),
                                  applies(l, *placed.ability, event.roles, inner)};
    if (event.action)
        conjuncts.push_back(l.pool().lnot(ignored(l, *event.action, placed, event.roles, inner)));
    return l.pool().land(conjuncts);
}

Event event_of(const Lowering& l, ActionId action, std::vector<TypedTerm> roles) {
    Event event;
    event.name = action_name(l, action);
    event.clause = l.arranged.actions[action.index].clause;
    event.replacements = &l.arranged.actions[action.index].replacements;
    event.roles = std::move(roles);
    event.action = action;
    for (const typed::Binder& param : l.program.actions[action.index].params)
        event.params.emplace_back(param.name, param.domain.type);
    return event;
}

// --- events

std::vector<TermId> event_arguments(const Lowering& l, const Event& event, const Place& place) {
    std::vector<TermId> arguments = used_up(l, place);
    for (const TypedTerm& role : event.roles) arguments.push_back(role.term);
    return arguments;
}

namespace {

// Who chooses among the replacements of the event.
std::optional<TermId> chooser(const Lowering& l, const Event& event, const Place& place) {
    if (!event.action) {
        const auto& player = l.program.phase_replacement_chooser;
        return player.empty() ? std::nullopt : std::optional(l.terms.term(player[0], inside(place)));
    }
    const typed::ActionBody& body = l.program.actions[event.action->index];
    if (body.replacement_chooser.empty()) return std::nullopt;
    Place inner = inside(place);
    for (std::size_t i = 0; i < event.roles.size(); ++i)
        inner.add(body.params[i].local, body.params[i].name, event.roles[i]);
    if (!event.roles.empty()) inner.add(body.affected, "affected", event.roles[0]);
    return l.terms.term(body.replacement_chooser[0], inner);
}

// Where the item of an event waits, for one of the replacements to be chosen.
PointId event_point(const Lowering& l, const Event& event, const Place& place) {
    const PointId entry = rules_point(l, place.name, place);
    const auto player = chooser(l, event, place);
    Incident none;
    none.code = FindingCode::GapNoOption;
    none.title = "nothing replaces " + event.name;
    none.subject = "What was to be replaced is not replaced by anything any more.";
    none.clauses = {event.clause};
    const IncidentId no_option = add_incident(l, std::move(none));
    Point& point = l.model.flow.points[entry.index];
    point.settled = false;
    point.orders = OrderKind::Replacements;
    point.owner = player ? OwnerKind::Player : OwnerKind::Nobody;
    if (player) point.player = *player;
    point.no_option = no_option;
    return entry;
}

TriggerId event_item(const Lowering& l, const Event& event) {
    const auto known = l.memory.event_items.find(event.name);
    if (known != l.memory.event_items.end()) return known->second;
    Trigger trigger;
    trigger.name = "replacing " + event.name;
    trigger.clause = event.clause;
    if (!l.names.meta.replaces_again) {
        for (const PlacedAbility* placed : l.arranged.recurring)
            add_parameter(l, trigger, "(used up)", type_of_used_up(l, *placed));
    }
    for (const auto& [name, type] : event.params) add_parameter(l, trigger, name, type);
    const TriggerId id = add_trigger(l, std::move(trigger));
    l.memory.event_items[event.name] = id;

    PlacedAbility nobody;
    nobody.clause = event.clause;
    std::vector<typed::LocalId> arguments(l.model.rules.triggers[id.index].params.size() -
                                          event.params.size());
    if (event.action) {
        for (const typed::Binder& param : l.program.actions[event.action->index].params)
            arguments.push_back(param.local);
    }
    Place place = item_place(l, id, nobody, arguments);
    place.name = l.model.rules.triggers[id.index].name;
    place.ends_event = true;
    Event own = event;
    const std::size_t first_role = place.locals.size() - event.params.size();
    for (std::size_t i = 0; i < event.params.size(); ++i) {
        TypedTerm& role = place.locals[first_role + i].value;
        role.type = event.params[i].second;
        own.roles[i] = role;
    }
    for (std::size_t i = 0; i < first_role; ++i) {
        place.replaced.push_back(place.locals[i].value.term);
        place.live[i].internal = true;
    }
    const PointId entry = event_point(l, own, place);
    l.model.rules.triggers[id.index].entry = entry;
    // Its code is made when nothing else is: it stands at the end of no other.
    l.to_do.items.push_back({own, place, entry});
    return id;
}

// The running item goes on as that of this event. All arguments are known before the first of them is written
// over.
CodeId become(const Lowering& l, const Event& event, const Place& place) {
    const TriggerId item = event_item(l, event);
    const std::vector<TermId> arguments = event_arguments(l, event, place);
    Place inner = place;
    std::vector<CodeId> parts;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const TermId value = l.terms.bind(inner, {}, "", l.model.rules.triggers[item.index].params[i]);
        parts.push_back(set_register(l, static_cast<std::uint32_t>(i), value));
    }
    parts.push_back(stop(l, l.model.rules.triggers[item.index].entry));
    CodeId code = sequence(l, std::move(parts));
    for (std::size_t i = arguments.size(); i-- > 0;)
        code = let(l, place.level + static_cast<std::uint32_t>(i), arguments[i], code);
    return code;
}

// An item for the event, above what performs it. Nothing settles before that goes on, and it still knows what
// it spoke about.
CodeId call_event(const Lowering& l, const Event& event, const Place& place, const Place& outside,
                  const Continuation& next) {
    Code call;
    call.kind = CodeKind::Call;
    call.trigger = event_item(l, event);
    call.clause = place.clause;
    call.terms = event_arguments(l, event, place);
    call.point = rules_point(l, outside.name, outside);
    l.model.flow.points[call.point.index].settled = false;
    l.model.flow.points[call.point.index].remembers = true;
    goes_on(l, call.point, outside.name + ": goes on", next());
    return l.model.flow.code.add(std::move(call));
}

PointOption replacing_option(const Lowering& l, const Event& event, const PlacedAbility& placed,
                             const Place& place) {
    Place inner = at_ability(placed, place);
    inner.name = l.clause_name(placed.clause);
    PointOption option;
    option.clause = placed.clause;
    // A scenario names it by the words before the first hole.
    option.text = inner.name + " instead of " + event.name;
    for (std::size_t i = 0; i < event.params.size(); ++i)
        option.text += (i == 0 ? " {" : ", {") + event.params[i].first + "}";
    std::vector<TermId> conjuncts{enabling(l, placed)};
    if (placed.bearer) {
        const TypeId on = placed.bearer->on;
        const auto known = bearer_among(placed, event.roles);
        TermId self = known ? known->term : TermId{};
        if (!known) {
            const std::uint32_t reg = claim_register(l, inner, {}, "this", on);
            self = last_claimed(l, inner);
            option.binders.push_back({reg, on, "this"});
            option.text += event.params.empty() ? " {this}" : " ({this})";
        }
        l.terms.add_bearer(inner, *placed.bearer, self);
        conjuncts.push_back(l.terms.functioning(*placed.bearer, self, inner));
    }
    const std::vector<TermId> used_up = used_up_with(l, placed, inner);
    conjuncts.push_back(replaces(l, event, placed, inner));
    option.guard = l.pool().land(conjuncts);
    for (std::size_t i = 0; i < event.params.size(); ++i)
        option.shown.push_back(
            {event.params[i].first, event.roles[i].term, kept(l.terms, event.roles[i].type)});
    std::vector<CodeId> parts;
    for (std::size_t i = 0; i < used_up.size(); ++i) {
        if (used_up[i] != place.replaced[i])
            parts.push_back(set_register(l, static_cast<std::uint32_t>(i), used_up[i]));
    }
    parts.push_back(tail(l, placed.ability->body, inner, returns(l)));
    option.target = add_label(l, option.text, sequence(l, std::move(parts)));
    return option;
}

TermId some_replaces(const Lowering& l, const Event& event, const Place& place) {
    std::vector<TermId> cases;
    for (const PlacedAbility& placed : *event.replacements) {
        cases.push_back(for_some_bearer(l, placed, place, event.roles,
                                        [&](Place inner) { return replaces(l, event, placed, inner); }));
    }
    return l.pool().lor(cases);
}

}  // namespace

CodeId replaced(const Lowering& l, const Event& event, const Place& place, const Place& outside,
                const Ways& ways, const Continuation* next) {
    if (!next || is_decided(l, *event.replacements))
        return indivisible(l, event, place, ways, next != nullptr);
    const CodeId by_item =
        place.ends_event ? become(l, event, place) : call_event(l, event, place, outside, *next);
    return if_else(l, some_replaces(l, event, place), by_item, ways.act(), place.clause);
}

void lower_event(const Lowering& l, const Event& event, const Place& place, PointId entry) {
    std::vector<PointOption> options;
    for (const PlacedAbility& placed : *event.replacements)
        options.push_back(replacing_option(l, event, placed, place));
    std::optional<LabelId> otherwise;
    if (event.action) {
        // It depended on what nobody decides, and that has turned out otherwise.
        Place around = place;
        around.ends_event = false;
        const Continuation done = returns(l);
        const Performing performing(l, *event.action);
        otherwise = add_label(l, event.name + " happens", act(l, *event.action, event.roles, around, &done));
    }
    Point& point = l.model.flow.points[entry.index];
    point.options = std::move(options);
    point.otherwise = otherwise;
}

}  // namespace errata::compiler
