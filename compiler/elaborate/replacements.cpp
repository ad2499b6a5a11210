// What happens in place of an event. An *instance* is a replacing ability together with its bearer. While
// some instance applies, one of them is carried out instead, chosen by the declared player or by nobody; what
// it performs is the event as changed, to which the others may apply in turn, and the same one only if the
// game says so.
//
// Where the rules can stop, an event with several possible instances is an agenda item of its own: it waits
// at one point whose options are the instances, with registers for the roles and for the instances used up.
// Its last act may be the changed event: then the item goes on as that one, so a redirection without end is
// an ordinary cycle of states. Indivisible code has no room for that: there all orders are written out, and
// nobody decides between them.
#include <algorithm>

#include "compiler/elaborate/statements.h"

namespace errata::compiler {

namespace {

bool is_recurring(const World& world, const PlacedAbility& placed) {
    return std::find(world.recurring.begin(), world.recurring.end(), &placed) != world.recurring.end();
}

}  // namespace

bool Statements::bearer_is_role(const PlacedAbility& placed, std::size_t roles) {
    return Expressions::bearer_among(placed, std::vector<Typed>(roles)).has_value();
}

bool Statements::is_decided(const std::vector<PlacedAbility>& replacements, std::size_t roles) const {
    if (replacements.size() != 1 || is_recurring(world_, replacements[0])) return false;
    return !replacements[0].bearer || bearer_is_role(replacements[0], roles);
}

// --- who applies
// ------------------------------------------------------------------------------------------------------

TermId Statements::is_used_up(const PlacedAbility& placed, const Scope& scope) {
    const auto place = std::find(world_.recurring.begin(), world_.recurring.end(), &placed);
    if (place == world_.recurring.end() || scope.replaced.empty()) return world_.model.terms.truth(false);
    const TermId used = scope.replaced[static_cast<std::size_t>(place - world_.recurring.begin())];
    if (!placed.bearer) return used;
    return world_.model.terms.make(TermKind::SetHas, {used, scope.find("this")->value.term});
}

std::vector<TermId> Statements::used_up_with(const PlacedAbility& placed, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    if (world_.replaces_again) return {};
    std::vector<TermId> result = scope.replaced;
    if (result.empty()) result.assign(world_.recurring.size(), terms.constant(0));
    const auto place = std::find(world_.recurring.begin(), world_.recurring.end(), &placed);
    if (place == world_.recurring.end()) return result;
    TermId& used = result[static_cast<std::size_t>(place - world_.recurring.begin())];
    used = placed.bearer ? terms.make(TermKind::SetInsert, {used, scope.find("this")->value.term})
                         : terms.truth(true);
    return result;
}

std::optional<TermId> Statements::replaces(const Event& event, const PlacedAbility& placed, Scope& inner) {
    TermPool& terms = world_.model.terms;
    const TermId used_up = is_used_up(placed, inner);
    const auto fits = expressions_.applies(*placed.ability, event.roles, inner);
    if (!fits) return std::nullopt;
    std::vector<TermId> conjuncts{terms.lnot(used_up), *fits};
    if (event.action)
        conjuncts.push_back(terms.lnot(expressions_.ignored(*event.action, placed, event.roles, inner)));
    return terms.land(conjuncts);
}

TermId Statements::some_replaces(const Event& event, std::size_t from, const Scope& scope) {
    std::vector<TermId> cases;
    for (std::size_t i = from; i < event.replacements.size(); ++i) {
        const auto term = expressions_.for_some_bearer(
            event.replacements[i], scope, event.roles,
            [&](Scope inner) { return replaces(event, event.replacements[i], inner); });
        if (term) cases.push_back(*term);
    }
    return world_.model.terms.lor(cases);
}

Statements::Event Statements::event_of(const Action& action, std::vector<Typed> roles) {
    Event event{action.item->name, action.clause, action.replacements, {}, std::move(roles), &action};
    for (std::size_t i = 0; i < action.params.size(); ++i)
        event.params.emplace_back(action.item->binders[i].name, action.params[i]);
    return event;
}

// --- events
// -----------------------------------------------------------------------------------------------------------

CodeId Statements::replaced(const Event& event, const Scope& scope, const Scope& outside, const Ways& ways,
                            const Continuation* next) {
    if (!next || is_decided(event.replacements, event.roles.size()))
        return written_out(event, {}, scope, ways, next != nullptr);
    const CodeId by_item = scope.ends_event ? become(event, scope) : call_event(event, scope, outside, *next);
    return if_else(some_replaces(event, 0, scope), by_item, ways.act(), scope.clause);
}

std::vector<TermId> Statements::event_arguments(const Event& event, const Scope& scope) {
    std::vector<TermId> arguments;
    if (!world_.replaces_again) {
        arguments = scope.replaced;
        if (arguments.empty()) arguments.assign(world_.recurring.size(), world_.model.terms.constant(0));
    }
    for (const Typed& role : event.roles) arguments.push_back(role.term);
    return arguments;
}

// The running item goes on as that of this event. All arguments are known before the first of them is written
// over.
CodeId Statements::become(const Event& event, const Scope& scope) {
    const TriggerId item = event_item(event);
    const std::vector<TermId> arguments = event_arguments(event, scope);
    Scope inner = scope;
    std::vector<CodeId> parts;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const TermId value = expressions_.bind(inner, "", world_.model.triggers[item.index].params[i]);
        parts.push_back(set_register(static_cast<std::uint32_t>(i), value));
    }
    parts.push_back(stop(world_.model.triggers[item.index].entry));
    CodeId code = sequence(std::move(parts));
    for (std::size_t i = arguments.size(); i-- > 0;)
        code = let(scope.level + static_cast<std::uint32_t>(i), arguments[i], code);
    return code;
}

// An item for the event, above what performs it. Nothing settles before that goes on, and it still knows what
// it spoke about.
CodeId Statements::call_event(const Event& event, const Scope& scope, const Scope& outside,
                              const Continuation& next) {
    Code call;
    call.kind = CodeKind::Call;
    call.trigger = event_item(event);
    call.clause = scope.clause;
    call.terms = event_arguments(event, scope);
    call.point = rules_point(outside.place, outside);
    world_.model.points[call.point.index].settled = false;
    world_.model.points[call.point.index].remembers = true;
    goes_on(call.point, outside.place + ": goes on", next());
    return world_.model.code.add(std::move(call));
}

// --- the item of an event
// ---------------------------------------------------------------------------------------------

TriggerId Statements::event_item(const Event& event) {
    const auto known = world_.event_items.find(event.name);
    if (known != world_.event_items.end()) return known->second;
    Trigger trigger;
    trigger.name = "replacing " + event.name;
    trigger.clause = event.clause;
    if (!world_.replaces_again) {
        for (const PlacedAbility* placed : world_.recurring) {
            const TypeId type = placed->bearer ? world_.set_type(placed->bearer->on) : world_.bool_type;
            world_.add_parameter(trigger, "(used up)", type);
        }
    }
    for (const auto& [name, type] : event.params) world_.add_parameter(trigger, name, type);
    const TriggerId id = world_.add_trigger(std::move(trigger));
    world_.event_items[event.name] = id;

    PlacedAbility nothing_placed;
    nothing_placed.clause = event.clause;
    Scope scope = item_scope(id, nothing_placed);
    scope.place = world_.model.triggers[id.index].name;
    scope.ends_event = true;
    Event own = event;
    const std::size_t first_role = scope.locals.size() - event.params.size();
    for (std::size_t i = 0; i < event.params.size(); ++i) {
        Typed& role = scope.locals[first_role + i].value;
        role.type = event.params[i].second;
        own.roles[i] = role;
    }
    for (std::size_t i = 0; i < first_role; ++i) scope.replaced.push_back(scope.locals[i].value.term);
    const PointId entry = rules_point(scope.place, scope);
    world_.model.triggers[id.index].entry = entry;
    Point& point = world_.model.points[entry.index];
    point.settled = false;
    point.orders = true;
    point.owner = OwnerKind::Nobody;
    if (const auto player = chooser(own, scope)) {
        world_.model.points[entry.index].owner = OwnerKind::Player;
        world_.model.points[entry.index].player = *player;
    }
    Incident none;
    none.code = FindingCode::GapNoOption;
    none.title = "nothing replaces " + event.name;
    none.subject = "What was to be replaced is not replaced by anything any more.";
    none.clauses = {event.clause};
    world_.model.points[entry.index].no_option = world_.add_incident(std::move(none));
    // Its code is made when nothing else is: it stands at the end of no other.
    World& world = world_;
    world_.events_to_lower.push_back(
        [&world, own, scope, entry]() { Statements(world).lower_event(own, scope, entry); });
    return id;
}

void Statements::lower_event(const Event& event, const Scope& scope, PointId entry) {
    std::vector<PointOption> options;
    for (const PlacedAbility& placed : event.replacements) {
        if (auto option = replacing_option(event, placed, scope)) options.push_back(std::move(*option));
    }
    std::optional<LabelId> otherwise;
    if (event.action) {
        // It depended on what nobody decides, and that has turned out otherwise.
        Scope around = scope;
        around.ends_event = false;
        const Continuation done = returns();
        world_.underway.enter(event.action->item);
        otherwise = world_.add_label(event.name + " happens", act(*event.action, event.roles, around, &done));
        world_.underway.leave(event.action->item);
    }
    Point& point = world_.model.points[entry.index];
    point.options = std::move(options);
    point.otherwise = otherwise;
}

std::optional<PointOption> Statements::replacing_option(const Event& event, const PlacedAbility& placed,
                                                        const Scope& scope) {
    Scope inner = scope.inside();
    inner.holes = placed.holes;
    inner.clause = placed.clause;
    inner.place = world_.model.clause(placed.clause).name;
    PointOption option;
    option.clause = placed.clause;
    // A scenario names it by the words before the first hole.
    option.text = inner.place + " instead of " + event.name;
    for (std::size_t i = 0; i < event.params.size(); ++i)
        option.text += (i == 0 ? " {" : ", {") + event.params[i].first + "}";
    std::vector<TermId> conjuncts{expressions_.enabling(placed)};
    if (placed.bearer) {
        const auto known = Expressions::bearer_among(placed, event.roles);
        if (known) {
            inner.add("this", {known->term, placed.bearer->on});
        } else {
            const std::uint32_t reg = claim_register(inner, "this", placed.bearer->on);
            option.binders.push_back({reg, placed.bearer->on, "this"});
            option.text += event.params.empty() ? " {this}" : " ({this})";
        }
        inner.add("it", placed.bearer->identity);
        const auto active = expressions_.functioning(*placed.bearer, inner.find("this")->value.term, inner);
        if (!active) return std::nullopt;
        conjuncts.push_back(*active);
    }
    const std::vector<TermId> used_up = used_up_with(placed, inner);
    const auto applies = replaces(event, placed, inner);
    if (!applies) return std::nullopt;
    conjuncts.push_back(*applies);
    option.guard = world_.model.terms.land(conjuncts);
    for (std::size_t i = 0; i < event.params.size(); ++i)
        option.shown.push_back(
            {event.params[i].first, event.roles[i].term, world_.kept(event.roles[i].type)});
    std::vector<CodeId> parts;
    for (std::size_t i = 0; i < used_up.size(); ++i) {
        if (used_up[i] != scope.replaced[i])
            parts.push_back(set_register(static_cast<std::uint32_t>(i), used_up[i]));
    }
    parts.push_back(tail(placed.ability->body, inner, returns()));
    option.target = world_.add_label(option.text, sequence(std::move(parts)));
    return option;
}

Scope Statements::chooser_scope(const Event& event, const Scope& scope) {
    Scope inner = scope.inside();
    for (std::size_t i = 0; i < event.roles.size(); ++i) inner.add(event.params[i].first, event.roles[i]);
    if (!event.roles.empty()) inner.add("affected", event.roles[0]);
    return inner;
}

std::optional<TermId> Statements::chooser(const Event& event, const Scope& scope) {
    if (!world_.replacement_order) return std::nullopt;
    // It may be said by what the event has not: then nobody chooses among its replacements.
    const Aside trial(world_);
    return expressions_.player(*world_.replacement_order, chooser_scope(event, scope));
}

void Statements::check_replacement_order() {
    if (!world_.replacement_order) return;
    Scope last;
    for (const auto& [name, action] : world_.actions) {
        if (action.replacements.empty()) continue;
        Scope scope;
        std::vector<Typed> roles;
        for (const TypeId param : action.params)
            roles.push_back({expressions_.bind(scope, "", param), param});
        const Event event = event_of(action, std::move(roles));
        if (chooser(event, scope)) return;
        last = chooser_scope(event, scope);
    }
    expressions_.player(*world_.replacement_order, last);
}

}  // namespace errata::compiler
