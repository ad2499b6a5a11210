#include "compiler/lower/perform.h"

#include <algorithm>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/lower/body.h"
#include "compiler/lower/counting.h"
#include "compiler/lower/loops.h"
#include "compiler/lower/parts.h"
#include "compiler/lower/pending.h"
#include "compiler/lower/replacements.h"
#include "compiler/lower/success.h"
#include "compiler/lower/units.h"
#include "compiler/lower/windows.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// What `as ACTION(...)` abilities add to an action's own body.

// One ability, as far as it concerns this event.
struct Part {
    const PlacedAbility* placed = nullptr;
    Place place;  // of its body
    TermId condition;
    std::optional<std::uint32_t> searched;  // the binder of `this`, where the bearer is not among the roles
    bool stops = false;
};

// All parts that do not stop, and whether one of them applies.
struct StraightParts {
    CodeId code;
    TermId applies;
};

std::optional<Part> part_of(const Lowering& l, ActionId action, const PlacedAbility& placed,
                            const std::vector<TypedTerm>& roles, const Place& place) {
    Part result;
    result.placed = &placed;
    Place& inner = result.place;
    inner = at_ability(placed, place);
    inner.name = l.clause_name(placed.clause);
    std::vector<TermId> conjuncts{enabling(l, placed)};
    if (placed.bearer) {
        const auto known = bearer_among(placed, roles);
        if (!known) result.searched = inner.level;
        const TermId self = known ? known->term : l.terms.bind(inner, {}, "this", placed.bearer->on);
        l.terms.add_bearer(inner, *placed.bearer, self);
        conjuncts.push_back(l.terms.functioning(*placed.bearer, self, inner));
    }
    conjuncts.push_back(applies(l, *placed.ability, roles, inner));
    result.condition = l.pool().land(conjuncts);
    // Several bearers act one after the other, without a stop between.
    result.stops = has_stop(l, placed.ability->body, inner, result.searched.has_value());
    if (!result.stops || !result.searched) return result;
    l.reporter.error(DiagnosticKind::choice_in_simultaneous, placed.ability->span,
                     "a choice in 'as " + action_name(l, action) + "(...)' needs 'this' among its roles",
                     "use 'when' instead: then each bearer acts by itself");
    return std::nullopt;
}

// A text that adds something has parts of its own. A rule says what the action does in this game: that
// belongs to the statement that performs the action.
PartId part_of_addition(const Lowering& l, const PlacedAbility& placed) {
    return placed.bearer ? PartId{} : l.model.flow.code.part();
}

CodeId added(const Lowering& l, const Part& part, const Continuation& next) {
    const Continuation behind = [&l, &next, around = l.model.flow.code.part()]() {
        const InPart again(l, around);
        return next();
    };
    const InPart of_the_addition(l, part_of_addition(l, *part.placed));
    return tail(l, part.placed->ability->body, part.place, behind);
}

// A child of an AnyOrder.
CodeId instance(const Lowering& l, const Part& part) {
    const InPart of_the_addition(l, part_of_addition(l, *part.placed));
    Code node;
    node.kind = part.searched ? CodeKind::ForEach : CodeKind::If;
    if (part.searched) {
        node.level = *part.searched;
        node.domain = part.placed->bearer->on;
    }
    node.terms = {part.condition};
    node.children = {straight(l, part.placed->ability->body, part.place)};
    node.clause = part.placed->clause;
    return l.model.flow.code.add(std::move(node));
}

TermId some_applies(const Lowering& l, const std::vector<CodeId>& instances) {
    std::vector<TermId> conditions;
    for (const CodeId id : instances) {
        const Code node = l.model.flow.code[id];
        const TermId condition = node.terms[0];
        conditions.push_back(node.kind == CodeKind::If ? condition
                                                       : l.terms.quantified(TermKind::Exists, {condition},
                                                                            node.level, node.domain));
    }
    return l.pool().lor(conditions);
}

CodeId in_any_order(const Lowering& l, const std::vector<CodeId>& instances, ActionId action) {
    if (instances.empty()) return nothing(l);
    if (instances.size() == 1 && l.model.flow.code[instances[0]].kind == CodeKind::If) return instances[0];
    const AnyOrder asked{OrderKind::Additions, IncidentKind::FirstAddition, action_name(l, action)};
    return any_order(l, instances, asked, l.arranged.actions[action.index].clause);
}

// Abilities that stop, and all others together, each a unit. Where several could be next nobody says which;
// one alone goes on without a moment of its own. One whose condition does not hold while others have their
// turn may get it later.
CodeId stopping_parts(const Lowering& l, ActionId action, const std::vector<TypedTerm>& roles,
                      std::size_t stopping, const StraightParts& others, const Place& place,
                      const Continuation& next) {
    const std::string& name = action_name(l, action);
    const ActionRules& rules = l.arranged.actions[action.index];
    Units units(l, place, stopping + 1, name, l.clause_name(rules.clause) + ": what is added first",
                OrderKind::Additions, next);
    units.add("what needs no choice", others.applies, rules.clause,
              sequence(l, {others.code, units.again()()}));
    for (const PlacedAbility& placed : rules.parts) {
        const auto made = part_of(l, action, placed, roles, units.inside());
        if (!made || !made->stops) continue;
        units.add(made->place.name, made->condition, placed.clause, added(l, *made, units.again()));
    }
    return units.make();
}

// What `as ACTION(...)` abilities add to an action's own body. No rule says which of them comes first: where
// they do not commute every order is explored, and what comes of it is compared.
CodeId parts(const Lowering& l, ActionId action, const std::vector<TypedTerm>& roles, const Place& place,
             const Continuation* next) {
    std::vector<Part> stopping;
    std::vector<CodeId> instances;
    for (const PlacedAbility& placed : l.arranged.actions[action.index].parts) {
        auto made = part_of(l, action, placed, roles, place);
        if (!made) continue;
        if (made->stops && next) {
            stopping.push_back(std::move(*made));
        } else {
            instances.push_back(instance(l, *made));
        }
    }
    const StraightParts others{in_any_order(l, instances, action), some_applies(l, instances)};
    if (!next) return others.code;
    if (stopping.empty()) return sequence(l, {others.code, (*next)()});
    if (stopping.size() > 1 || !instances.empty())
        return stopping_parts(l, action, roles, stopping.size(), others, place, *next);
    const Part& only = stopping.front();
    const Continuation after = shared(l, action_name(l, action) + ": part", *next);
    return if_else(l, only.condition, added(l, only, after), after(), only.placed->clause);
}

IncidentId must_cannot(const Lowering& l, ActionId action, ClauseId demand, ClauseId prohibition) {
    const auto key = std::make_tuple(demand, action, prohibition);
    const auto found = l.memory.must_cannot.find(key);
    if (found != l.memory.must_cannot.end()) return found->second;
    const std::string demanding = l.clause_name(demand);
    const std::string forbidding = l.clause_name(prohibition);
    const std::string& name = action_name(l, action);
    Incident incident;
    incident.code = FindingCode::ContradictionMustCannot;
    incident.kind = IncidentKind::DemandedAndForbidden;
    incident.names = {name};
    incident.clauses = {demand, prohibition};
    incident.outcomes = {"by " + demanding + ": '" + name + "' happens",
                         "by " + forbidding + ": '" + name + "' does not happen"};
    incident.span = l.model.clause(demand).span;
    const IncidentId id = add_incident(l, std::move(incident));
    l.memory.must_cannot[key] = id;
    return id;
}

// Is the prohibition written as an exception to what demands the event?
bool overrules(const Lowering& l, ClauseId prohibition, ClauseId demand) {
    const auto exceptions = l.arranged.excepted.find(prohibition);
    return exceptions != l.arranged.excepted.end() &&
           std::any_of(exceptions->second.begin(), exceptions->second.end(),
                       [&](const std::string& id) { return is_called(l.model.clause(demand), id); });
}

// What forbids it, around what happens if nothing does.
CodeId unless_forbidden(const Lowering& l, const typed::Stmt& stmt, const std::vector<TypedTerm>& roles,
                        const Place& place, const Ways& ways) {
    const auto obstacles = prohibitions(l, stmt.action, roles, place, stmt.span);
    CodeId code = ways.act();
    const Precedence precedence = l.names.meta.precedence;
    const bool is_unstated = precedence == Precedence::Unstated;
    const bool gives_way =
        stmt.attempt || precedence == Precedence::Cannot || (is_unstated && place.as_far_as_possible);
    for (auto it = obstacles.rbegin(); it != obstacles.rend(); ++it) {
        const auto& [forbidden, clause] = *it;
        if (gives_way || overrules(l, clause, place.clause)) {
            code = if_else(l, forbidden, ways.skip(), code, clause);
        } else if (is_unstated) {
            const IncidentId incident = must_cannot(l, stmt.action, place.clause, clause);
            const CodeId undecided = fork(l, incident, {ways.act(), ways.skip()}, place.clause);
            code = if_else(l, forbidden, undecided, code, clause);
        }
    }
    return code;
}

// What the event counts as, fixed with its roles; these are asked for only where the condition holds.
void keep_counted(const Lowering& l, CountedAs& other, Fixed& known) {
    const std::string& name = action_name(l, other.action);
    const TypeId truth = l.names.vocabulary.bool_type;
    other.condition = known.keep({}, "counts as " + name, {other.condition, truth}, truth).term;
    const auto& params = l.program.actions[other.action.index].params;
    for (std::size_t i = 0; i < other.roles.size(); ++i) {
        TypedTerm role = other.roles[i];
        const TypeId type = params[i].domain.type;
        if (!l.pool()[role.term].total) {
            const TermId otherwise = l.pool().constant(l.type(type).lo);
            role.term = l.pool().make(TermKind::Ite, {other.condition, role.term, otherwise});
        }
        other.roles[i] = known.keep({}, params[i].name + " of " + name, role, type);
    }
}

// One event as what it is and as everything that it counts as, with what was known of each before it.
struct Happening {
    std::vector<CountedAs> events;
    std::vector<std::vector<Caught>> before;
    std::vector<std::optional<TermId>> awaiting;
};

CodeId heard(const Lowering& l, const Happening& happening, const Place& place) {
    std::vector<CodeId> parts;
    for (std::size_t i = 0; i < happening.events.size(); ++i) {
        const CountedAs& event = happening.events[i];
        const auto& listeners = l.arranged.actions[event.action.index].listeners;
        const CodeId catches = sequence(
            l, {pend(l, listeners, event.roles, happening.before[i], place),
                pend_waiting(l, {false, event.action.index}, event.roles, happening.awaiting[i], place),
                rulings(l, event.action, event.roles, place)});
        parts.push_back(i == 0 ? catches : if_else(l, event.condition, catches, nothing(l), event.clause));
    }
    return sequence(l, std::move(parts));
}

// The windows behind the event, then `next`.
Continuation windows_after(const Lowering& l, const Happening& happening, const Place& place,
                           const Place& inner, const Continuation& next) {
    Continuation then = next;
    for (std::size_t i = happening.events.size(); i-- > 0;) {
        const CountedAs& event = happening.events[i];
        const auto& after = l.arranged.actions[event.action.index].after;
        if (!after) continue;
        const WindowItem& window = l.arranged.windows[*after];
        const Continuation rest =
            i == 0 ? then : shared(l, action_name(l, happening.events[0].action) + ": goes on", then);
        if (i == 0) {
            then = [&l, &window, &event, &place, rest]() {
                return call_window(l, window, event.roles, place, rest);
            };
        } else {
            then = [&l, &window, &event, &inner, rest]() {
                return if_else(l, event.condition, call_window(l, window, event.roles, inner, rest), rest(),
                               event.clause);
            };
        }
    }
    return then;
}

}  // namespace

CodeId act(const Lowering& l, ActionId action, const std::vector<TypedTerm>& roles, const Place& place,
           const Continuation* next) {
    Place inner = place;
    // An action's own changes are reported as those of the clause that demanded it; the turn as a whole is no
    // place to point at.
    const ClauseKind demanding = l.model.clause(place.clause).kind;
    const ActionRules& rules = l.arranged.actions[action.index];
    if (demanding == ClauseKind::Turn || demanding == ClauseKind::Phase) inner.clause = rules.clause;
    // What it performs are events of their own.
    inner.replaced.clear();
    inner.inlined.clear();
    inner.ends_event = false;
    inner.again.clear();
    Fixed past(l, inner, next != nullptr);
    // What it counts as is settled before it happens; the action comes first.
    Happening happening;
    happening.events = counted(l, action, roles, inner);
    for (CountedAs& other : happening.events) keep_counted(l, other, past);
    happening.events.insert(happening.events.begin(), {action, roles, l.pool().truth(true), rules.clause});
    for (const CountedAs& event : happening.events) {
        const auto& listeners = l.arranged.actions[event.action.index].listeners;
        happening.before.push_back(look_back(l, listeners, event.roles, past));
        happening.awaiting.push_back(watch(l, event.action, event.roles, past));
    }
    inner.under_way.insert(inner.under_way.end(), happening.events.begin(), happening.events.end());
    const typed::Block& body = l.program.actions[action.index].block;
    if (!next) {
        const CodeId happens = straight(l, body, inner);
        const CodeId added = parts(l, action, roles, inner, nullptr);
        const CodeId code =
            sequence(l, {happens, behind_moment(l, inner, Behind::Parts, added),
                         behind_moment(l, inner, Behind::Listeners, heard(l, happening, inner))});
        return past.around(code);
    }
    const Continuation listen = [&]() {
        const CodeId catches = heard(l, happening, inner);
        const Continuation then = windows_after(l, happening, place, inner, *next);
        // What is carried out at once comes before whatever follows.
        const bool at_once =
            l.names.meta.immediate && (l.names.callables.has_later || l.arranged.is_heard(action));
        if (!at_once) return sequence(l, {catches, then()});
        // At the end of an effect there is nothing that would have to wait.
        const CodeId after = then();
        if (!place.control && is_return(l, after)) return sequence(l, {catches, after});
        return sequence(l, {catches, settle(l, action_name(l, action), place, [after]() { return after; })});
    };
    return past.around(tail(l, body, inner, [&]() { return parts(l, action, roles, inner, &listen); }));
}

namespace {

// Those who may act before the event; it happens unless somebody cancels it.
CodeId asked_before(const Lowering& l, std::size_t window, const std::vector<TypedTerm>& about,
                    const std::string& name, const Place& place, const Ways& ways, CodeId happens) {
    const auto unless_cancelled = [&l, &place, &ways, happens]() {
        if (!l.names.store.cancelled) return happens;
        const VarId cancelled = *l.names.store.cancelled;
        const CodeId again = set(l, cancelled, {}, l.pool().truth(false), place.clause);
        const CodeId skips = sequence(l, {again, count_failed(l, place), ways.skip()});
        return if_else(l, l.terms.cell(cancelled, {}), skips, happens, place.clause);
    };
    return call_window(l, l.arranged.windows[window], about, place,
                       shared(l, name + ": goes on", unless_cancelled));
}

// Whoever a role cannot do without is asked for: what is gone takes no part in anything.
std::vector<CodeId> those_are_there(const Lowering& l, ActionId action, const std::vector<TypedTerm>& roles,
                                    const Place& place) {
    std::vector<CodeId> result;
    for (std::size_t i = 0; i < roles.size(); ++i) {
        const TypeId type = l.program.actions[action.index].params[i].domain.type;
        if (l.type(type).form != TypeForm::Enum || l.type(type).optional) continue;
        TermId asked = not_none(l, "part in '" + action_name(l, action) + "'", type, roles[i].term);
        if (asked == roles[i].term) continue;
        // Objects that come and go are told apart by nothing: a table of them would do so.
        const auto exists = l.names.store.exists.find(l.model.types.base(type));
        if (exists != l.names.store.exists.end()) asked = l.terms.cell(exists->second, {roles[i].term});
        const TermId is_none = l.pool().equal(roles[i].term, l.pool().constant(none_value));
        Code node;
        node.kind = CodeKind::If;
        node.terms = {l.pool().land({is_none, l.pool().equal(asked, l.pool().constant(none_value))})};
        node.children = {nothing(l)};
        node.clause = place.clause;
        result.push_back(l.model.flow.code.add(std::move(node)));
    }
    return result;
}

}  // namespace

CodeId perform(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation* next) {
    const ActionId action = stmt.action;
    const std::string& name = action_name(l, action);
    const ActionRules& rules = l.arranged.actions[action.index];
    const std::vector<TypedTerm> roles = l.terms.roles(action, stmt.exprs, place);
    const auto& underway = l.memory.underway.performing;
    if (std::find(underway.begin(), underway.end(), action) != underway.end()) {
        l.reporter.error(DiagnosticKind::recursive_definition, stmt.span,
                         "action '" + name + "' performs itself",
                         "let a trigger ('when " + name + "(...)') do the next one");
        return next ? (*next)() : nothing(l);
    }
    const Performing performing(l, action);
    // The roles are fixed before anything happens.
    const bool stops = next != nullptr;
    Place inner = inside(place);
    Fixed known(l, inner, stops);
    std::vector<TypedTerm> fixed;
    for (std::size_t i = 0; i < roles.size(); ++i) {
        const typed::Binder& param = l.program.actions[action.index].params[i];
        fixed.push_back(known.keep(param.local, param.name, roles[i], param.domain.type));
    }
    std::vector<CodeId> parts = those_are_there(l, action, fixed, place);
    Ways ways;
    if (stops) {
        ways.skip =
            shared(l, name + ": after", [&l, action, next]() { return outside_of(l, action, *next); });
        ways.act = shared(l, name, [&]() { return act(l, action, fixed, inner, &ways.skip); });
    } else {
        ways.skip = [&l]() { return nothing(l); };
        ways.act = [&]() { return act(l, action, fixed, inner, nullptr); };
    }
    Ways replaceable = ways;
    const Event event = event_of(l, action, fixed);
    if (!rules.replacements.empty()) {
        replaceable.act = [&]() {
            return replaced(l, event, inner, place, ways, stops ? &ways.skip : nullptr);
        };
        if (stops) replaceable.act = shared(l, name + ": replaced", replaceable.act);
    }
    CodeId code = unless_forbidden(l, stmt, fixed, inner, replaceable);
    for (const CountedAs& other : counted(l, action, fixed, inner)) {
        const auto& before = l.arranged.actions[other.action.index].before;
        if (!before) continue;
        const CodeId asked = asked_before(l, *before, other.roles, name, inner, ways, code);
        code = if_else(l, other.condition, asked, code, other.clause);
    }
    if (rules.before) code = asked_before(l, *rules.before, fixed, name, inner, ways, code);
    parts.push_back(code);
    return known.around(sequence(l, std::move(parts)));
}

// A hole that holds statements: the body of the phrase that fills it. Like arguments, what is handed over is
// fixed before anything happens.
CodeId insert(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation* next) {
    const Hole& hole = place.holes->by_name.at(stmt.name);
    const typed::PhraseBody& phrase = *l.terms.filler(hole, stmt.exprs, place);
    Place inner = inside_hole(hole, place);
    Fixed handed(l, inner, next != nullptr);
    for (std::size_t i = 0; i < stmt.exprs.size(); ++i) {
        TypedTerm value = l.terms.value(stmt.exprs[i], place);
        if (const TypeId type = phrase.given[i].domain.type; type.is_valid())
            value.term = l.terms.within(value.term, type);
        handed.keep(phrase.given[i].local, phrase.given[i].name, value, value.type);
    }
    return handed.around(next ? tail(l, phrase.block, inner, *next) : straight(l, phrase.block, inner));
}

}  // namespace errata::compiler
