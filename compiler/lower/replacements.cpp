#include "compiler/lower/replacements.h"

#include <algorithm>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/lower/body.h"
#include "compiler/lower/choices.h"
#include "compiler/lower/items.h"
#include "compiler/lower/loops.h"
#include "compiler/lower/perform.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

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

// By Arranged::recurring, unless replacements may apply again: which instances have replaced the event; and
// with this one.
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

// Parts of both ways.
TermId replaces(const Lowering& l, const Event& event, const PlacedAbility& placed, Place& inner) {
    std::vector<TermId> conjuncts{l.pool().lnot(is_used_up(l, placed, inner)),
                                  applies(l, *placed.ability, event.roles, inner)};
    if (event.action)
        conjuncts.push_back(l.pool().lnot(ignored(l, *event.action, placed, event.roles, inner)));
    return l.pool().land(conjuncts);
}

}  // namespace

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

namespace {

// What has to be known of an event under way: who is used up, and its roles.
std::vector<TermId> event_arguments(const Lowering& l, const Event& event, const Place& place) {
    std::vector<TermId> arguments = used_up(l, place);
    for (const TypedTerm& role : event.roles) arguments.push_back(role.term);
    return arguments;
}

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
    none.kind = IncidentKind::NothingReplaces;
    none.names = {event.name};
    none.clauses = {event.clause};
    const IncidentId no_option = add_incident(l, std::move(none));
    Point& point = l.model.flow.points[entry.index];
    point.settled = false;
    point.orders = OrderKind::Replacements;
    point.owner = player ? OwnerKind::Player : OwnerKind::Nobody;
    if (player) point.player = who_chooses(l, *player);
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

CodeId indivisible(const Lowering& l, const Event& event, const Place& place, const Ways& ways, bool stops);

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

namespace {

// Replacements of an event inside something indivisible (`simultaneously`, `whenever`, `for each`), where
// nobody can be asked and nothing can be put off: rounds, in each of which one of the instances that apply
// replaces the event, and nobody decides which. Where the last thing that it does is the event as changed,
// the next round is about that. What it does before its last act is an event of its own.

// With more replacing bodies than this written out, compiling takes longer than anybody waits.
constexpr std::size_t most_written_out = 5000;

constexpr const char* outside_of_it =
    "let it happen outside of 'simultaneously', 'whenever' and 'for each': 'as soon as' is a 'whenever' that "
    "may stop";

class EventRounds {
public:
    EventRounds(const Lowering& l, const Event& event, const Place& place)
        : l_(l), event_(event), place_(place), round_(place), changed_(event) {}

    CodeId code() {
        // All that could replace it are used up on the way here.
        if (std::ranges::none_of(*event_.replacements, [&](const auto& placed) { return is_left(placed); }))
            return act(l_, *event_.action, event_.roles, place_, nullptr);
        Code node;
        node.kind = CodeKind::Rounds;
        node.level = place_.level;
        node.clause = place_.clause;
        node.terms = event_arguments(l_, event_, place_);
        bind_carried();
        for (const PlacedAbility& placed : *event_.replacements) {
            if (is_left(placed)) node.children.push_back(instance(placed));
        }
        node.incident = which_first(node.children);
        node.children.push_back(act(l_, *event_.action, changed_.roles, round_, nullptr));
        return l_.model.flow.code.add(std::move(node));
    }

private:
    // How many instances a replacement has at most.
    Value instances_of(const PlacedAbility& placed) const {
        return placed.bearer ? l_.type(placed.bearer->on).size() : 1;
    }

    bool is_left(const PlacedAbility& placed) const {
        return std::count(place_.inlined.begin(), place_.inlined.end(), &placed) < instances_of(placed);
    }

    // What changes from round to round: who has replaced the event, and its roles.
    void bind_carried() {
        round_.replaced = used_up(l_, place_);
        for (std::size_t i = 0; i < round_.replaced.size(); ++i)
            round_.replaced[i] =
                l_.terms.bind(round_, {}, "", type_of_used_up(l_, *l_.arranged.recurring[i]));
        for (std::size_t i = 0; i < changed_.roles.size(); ++i) {
            const typed::Binder& param = l_.program.actions[event_.action->index].params[i];
            const TypeId type = param.domain.type;
            changed_.roles[i] = {l_.terms.bind(round_, param.local, param.name, type), type};
        }
        round_.again.push_back({*event_.action, place_.level});
    }

    CodeId instance(const PlacedAbility& placed) {
        if (is_too_much(placed)) return never(placed);
        Place inner = at_ability(placed, round_);
        const auto known = placed.bearer ? bearer_among(placed, changed_.roles) : std::nullopt;
        std::vector<TermId> conjuncts{enabling(l_, placed)};
        Code node;
        node.kind = placed.bearer && !known ? CodeKind::ForEach : CodeKind::If;
        if (placed.bearer) {
            const TypeId on = placed.bearer->on;
            node.level = inner.level;
            node.domain = known ? TypeId{} : on;
            const TermId self = known ? known->term : l_.terms.bind(inner, {}, "this", on);
            l_.terms.add_bearer(inner, *placed.bearer, self);
            conjuncts.push_back(l_.terms.functioning(*placed.bearer, self, inner));
        }
        Place asking = inner;
        conjuncts.push_back(replaces(l_, changed_, placed, asking));
        node.terms = {l_.pool().land(conjuncts)};
        node.children = {body(placed, inner)};
        node.clause = placed.clause;
        return l_.model.flow.code.add(std::move(node));
    }

    // An instance that does not apply.
    CodeId never(const PlacedAbility& placed) const {
        Code node;
        node.kind = CodeKind::If;
        node.terms = {l_.pool().truth(false)};
        node.children = {nothing(l_)};
        node.clause = placed.clause;
        return l_.model.flow.code.add(std::move(node));
    }

    bool is_too_much(const PlacedAbility& placed) {
        if (++l_.memory.written_out <= most_written_out) return false;
        if (l_.memory.written_out == most_written_out + 1)
            l_.reporter.error(DiagnosticKind::too_large, placed.ability->span,
                              "there are too many orders in which the replacements of '" + event_.name +
                                  "' could follow one another inside something indivisible",
                              "let the changed event be the last thing that each of them does");
        return true;
    }

    // What a replacement does in place of the event; `inner` knows its bearer. The event may recur in here.
    CodeId body(const PlacedAbility& placed, Place inner) {
        inner.replaced = used_up_with(l_, placed, inner);
        inner.inlined.push_back(&placed);
        l_.terms.match(placed.ability->params, changed_.roles, inner);
        return outside_of(l_, *event_.action, [&]() { return straight(l_, placed.ability->body, inner); });
    }

    // One incident, however often the code is written out.
    IncidentId which_first(const std::vector<CodeId>& instances) {
        std::vector<ClauseId> clauses;
        for (const CodeId id : instances) add_once(clauses, l_.model.flow.code[id].clause);
        const auto key = std::make_pair(event_.name, clauses);
        const auto known = l_.memory.replaced_first.find(key);
        if (known != l_.memory.replaced_first.end()) return known->second;
        Incident incident;
        incident.code = FindingCode::OrderUnowned;
        incident.order = OrderKind::Replacements;
        incident.kind = IncidentKind::ReplacedFirst;
        incident.names = {event_.name};
        incident.clauses = clauses;
        incident.outcomes = who_is_next(l_, instances);
        incident.span = event_.replacements->front().ability->span;
        const IncidentId id = add_incident(l_, std::move(incident));
        l_.memory.replaced_first[key] = id;
        return id;
    }

    const Lowering& l_;
    const Event& event_;
    const Place& place_;
    Place round_;    // with the names of what is carried
    Event changed_;  // by these names
};

// The only instance, whose bearer is known, and which does not meet the event again.
CodeId by_the_only_one(const Lowering& l, const Event& event, const Place& place, const Ways& ways,
                       bool stops) {
    const PlacedAbility& placed = event.replacements->front();
    const TermId applies = for_some_bearer(l, placed, place, event.roles,
                                           [&](Place inner) { return replaces(l, event, placed, inner); });
    Place inner = at_ability(placed, place);
    if (placed.bearer) l.terms.add_bearer(inner, *placed.bearer, bearer_among(placed, event.roles)->term);
    inner.replaced = used_up_with(l, placed, inner);
    l.terms.match(placed.ability->params, event.roles, inner);
    const auto make = [&]() {
        return stops ? tail(l, placed.ability->body, inner, ways.skip)
                     : straight(l, placed.ability->body, inner);
    };
    const CodeId body = event.action ? outside_of(l, *event.action, make) : make();
    return if_else(l, applies, body, ways.act(), placed.clause);
}

// The round under way is over, and the event as changed is replaced in the next one.
CodeId next_round(const Lowering& l, const Event& event, const Place& place, std::uint32_t level) {
    Code node;
    node.kind = CodeKind::Again;
    node.level = level;
    node.terms = event_arguments(l, event, place);
    node.clause = place.clause;
    return l.model.flow.code.add(std::move(node));
}

// `stops`: what replaces it may do so; then it is decided.
CodeId indivisible(const Lowering& l, const Event& event, const Place& place, const Ways& ways, bool stops) {
    if (is_decided(l, *event.replacements)) return by_the_only_one(l, event, place, ways, stops);
    const bool is_inside = std::any_of(place.inlined.begin(), place.inlined.end(), [&](const auto* placed) {
        return std::any_of(event.replacements->begin(), event.replacements->end(),
                           [&](const PlacedAbility& own) { return &own == placed; });
    });
    if (is_inside && l.names.meta.replaces_again) {
        l.reporter.error(DiagnosticKind::recursive_definition, place.inlined.back()->ability->span,
                         "'" + event.name + "' is replaced by what leads to '" + event.name +
                             "' again, in something indivisible, and replacements may apply again",
                         outside_of_it);
        return nothing(l);
    }
    for (const EventRound& round : place.again) {
        if (round.action == *event.action) return next_round(l, event, place, round.level);
    }
    return EventRounds(l, event, place).code();
}

}  // namespace

}  // namespace errata::compiler
