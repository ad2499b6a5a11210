// Performing an action: what prohibits it, what replaces it, what it does, what listens. The order is that of
// the kernel: prohibitions first (a forbidden event is not there to be replaced), then replacements
// (replacements.cpp), then the action's own body, then its triggers go to the bag and the rulings about it
// are held against the state.
#include <algorithm>

#include "compiler/elaborate/fixed.h"
#include "compiler/elaborate/open_statements.h"
#include "compiler/elaborate/statements.h"
#include "dsl/base/check.h"

namespace errata::compiler {

using ast::StmtKind;
using dsl::DiagnosticKind;

CodeId Statements::fork(IncidentId incident, std::vector<CodeId> outcomes, ClauseId clause) {
    Code node;
    node.kind = CodeKind::Fork;
    node.incident = incident;
    node.children = std::move(outcomes);
    node.clause = clause;
    return world_.model.code.add(std::move(node));
}

IncidentId Statements::must_cannot(const Action& action, ClauseId demand, ClauseId prohibition) {
    const auto key = std::make_tuple(demand, action.item->name, prohibition);
    const auto found = world_.must_cannot.find(key);
    if (found != world_.must_cannot.end()) return found->second;
    const std::string demanding = world_.model.clause(demand).name;
    const std::string forbidding = world_.model.clause(prohibition).name;
    Incident incident;
    incident.code = FindingCode::ContradictionMustCannot;
    incident.title = demanding + " against " + forbidding + ": " + action.item->name;
    incident.subject = demanding + " demands '" + action.item->name + "', " + forbidding +
                       " forbids it, and no precedence decides.";
    incident.clauses = {demand, prohibition};
    incident.outcomes = {"by " + demanding + ": '" + action.item->name + "' happens",
                         "by " + forbidding + ": '" + action.item->name + "' does not happen"};
    incident.span = world_.model.clause(demand).span;
    const IncidentId id = world_.add_incident(std::move(incident));
    world_.must_cannot[key] = id;
    return id;
}

// Is the prohibition written as an exception to what demands the event?
bool Statements::overrules(ClauseId prohibition, ClauseId demand) const {
    const auto exceptions = world_.excepted.find(prohibition);
    return exceptions != world_.excepted.end() &&
           std::any_of(exceptions->second.begin(), exceptions->second.end(),
                       [&](const std::string& id) { return is_called(world_.model.clause(demand), id); });
}

CodeId Statements::unreplaced(const Action& action, const std::vector<Typed>& roles, bool attempt,
                              const Scope& scope, const Ways& ways) {
    const auto obstacles = expressions_.prohibitions(action, roles, scope);
    CodeId code = ways.act();
    for (auto it = obstacles.rbegin(); it != obstacles.rend(); ++it) {
        const auto& [forbidden, clause] = *it;
        if (attempt || world_.precedence == Precedence::Cannot || overrules(clause, scope.clause)) {
            code = if_else(forbidden, ways.skip(), code, clause);
        } else if (world_.precedence == Precedence::Unstated) {
            const IncidentId incident = must_cannot(action, scope.clause, clause);
            code = if_else(forbidden, fork(incident, {ways.act(), ways.skip()}, scope.clause), code, clause);
        }
    }
    return code;
}

// The event happens: the action's own body and its parts, then what listens to it.
CodeId Statements::act(const Action& action, const std::vector<Typed>& roles, const Scope& scope,
                       const Continuation* next) {
    Scope inner = scope;
    // An action's own changes are reported as those of the clause that demanded it; the turn as a whole is no
    // place to point at.
    const std::string& demanding = world_.model.clause(scope.clause).kind;
    if (demanding == "turn" || demanding == "phase") inner.clause = action.clause;
    // What it performs are events of their own.
    inner.replaced.clear();
    inner.inlined.clear();
    inner.ends_event = false;
    Fixed past{*this, inner, next != nullptr};
    // What it counts as is settled before it happens; the action comes first.
    std::vector<Expressions::Counted> events = expressions_.counted(action, roles, inner);
    for (Expressions::Counted& other : events) keep_counted(other, past);
    events.insert(events.begin(), {&action, roles, world_.model.terms.truth(true), action.clause});
    std::vector<std::vector<Caught>> before;
    std::vector<std::optional<TermId>> awaiting;
    for (const Expressions::Counted& event : events) {
        before.push_back(look_back(event.action->triggers, event.roles, past));
        awaiting.push_back(watch(event.action->item->name, event.roles, past));
    }
    const auto caught = [&]() {
        std::vector<CodeId> parts;
        for (std::size_t i = 0; i < events.size(); ++i) {
            const Expressions::Counted& event = events[i];
            const CodeId heard =
                sequence({pend(event.action->triggers, event.roles, before[i], inner),
                          pend_delayed("when " + event.action->item->name, event.roles, awaiting[i], inner),
                          rulings(*event.action, event.roles, inner)});
            parts.push_back(i == 0 ? heard : if_else(event.condition, heard, nothing(), event.clause));
        }
        return sequence(std::move(parts));
    };
    if (!next) {
        const CodeId body =
            sequence({straight(action.item->body, inner), parts(action, roles, inner, nullptr), caught()});
        return past.around(body);
    }
    const Continuation listen = [&]() {
        const CodeId heard = caught();
        Continuation then = *next;
        for (std::size_t i = events.size(); i-- > 0;) {
            if (!events[i].action->after) continue;
            const Continuation rest = i == 0 ? then : shared(action.item->name + ": goes on", then);
            then = [this, &events, &scope, &inner, i, rest]() {
                const Expressions::Counted& event = events[i];
                const WindowItem& window = world_.window_items[*event.action->after];
                if (i == 0) return call_window(window, event.roles, scope, rest);
                return if_else(event.condition, call_window(window, event.roles, inner, rest), rest(),
                               event.clause);
            };
        }
        // What is carried out at once comes before whatever follows.
        if (world_.immediate && (world_.has_later || world_.is_heard(action)))
            return sequence({heard, settle(action.item->name, scope, then)});
        return sequence({heard, then()});
    };
    return past.around(
        tail(action.item->body, inner, [&]() { return parts(action, roles, inner, &listen); }));
}

CodeId Statements::perform(const ast::Stmt& stmt, const Scope& scope, const Continuation* next) {
    if (scope.holes && scope.holes->by_name.count(stmt.name) > 0) return insert(stmt, scope, next);
    const auto go_on = [&]() { return next ? (*next)() : nothing(); };
    const Action* known_action = world_.find_action(stmt.name, stmt.span);
    if (!known_action) return go_on();
    const Action& action = *known_action;
    const auto roles = expressions_.roles(action, stmt.exprs, stmt.span, scope);
    if (!roles) return go_on();
    if (!world_.underway.enter(action.item)) {
        world_.report_recursion(action.item, stmt.span, "action '" + stmt.name + "' performs itself",
                                "let a trigger ('when " + stmt.name + "(...)') do the next one");
        return go_on();
    }

    // The roles are fixed before anything happens.
    const bool stops = next != nullptr;
    Scope inner = scope.inside();
    Fixed known{*this, inner, stops};
    std::vector<Typed> fixed;
    for (std::size_t i = 0; i < roles->size(); ++i) {
        fixed.push_back(known.keep(action.item->binders[i].name, (*roles)[i], action.params[i]));
    }

    const bool attempt = stmt.kind == StmtKind::Try;
    Ways ways;
    if (stops) {
        // What follows is no part of the action: it may well perform it again.
        const Continuation outside = [this, &action, next]() {
            const bool was_underway = world_.underway.leave(action.item);
            const CodeId code = (*next)();
            if (was_underway) world_.underway.enter(action.item);
            return code;
        };
        ways.skip = shared(stmt.name + ": after", outside);
        ways.act = shared(stmt.name, [&]() { return act(action, fixed, inner, &ways.skip); });
    } else {
        ways.skip = [this]() { return nothing(); };
        ways.act = [&]() { return act(action, fixed, inner, nullptr); };
    }
    CodeId code;
    if (action.replacements.empty()) {
        code = unreplaced(action, fixed, attempt, inner, ways);
    } else {
        const Event event = event_of(action, fixed);
        Ways replaceable = ways;
        replaceable.act = [&]() { return replaced(event, inner, scope, ways, stops ? &ways.skip : nullptr); };
        if (stops) replaceable.act = shared(stmt.name + ": replaced", replaceable.act);
        code = unreplaced(action, fixed, attempt, inner, replaceable);
    }
    // Those who may act before the event; it happens unless somebody cancels it.
    const auto asked_before = [&](std::size_t window, const std::vector<Typed>& about, CodeId happens) {
        return call_window(world_.window_items[window], about, inner,
                           shared(stmt.name + ": goes on", [&, happens]() {
                               if (!world_.cancelled) return happens;
                               const CodeId clear =
                                   set(*world_.cancelled, {}, world_.model.terms.truth(false), scope.clause);
                               return if_else(expressions_.cell(*world_.cancelled, {}),
                                              sequence({clear, ways.skip()}), happens, scope.clause);
                           }));
    };
    for (const Expressions::Counted& other : expressions_.counted(action, fixed, inner)) {
        if (!other.action->before) continue;
        code = if_else(other.condition, asked_before(*other.action->before, other.roles, code), code,
                       other.clause);
    }
    if (action.before) code = asked_before(*action.before, fixed, code);
    world_.underway.leave(action.item);
    return known.around(code);
}

// What the event counts as, fixed with its roles; these are asked for only where the condition holds.
void Statements::keep_counted(Expressions::Counted& other, Fixed& known) {
    TermPool& terms = world_.model.terms;
    const std::string name = other.action->item->name;
    other.condition =
        known.keep("counts as " + name, {other.condition, world_.bool_type}, world_.bool_type).term;
    for (std::size_t i = 0; i < other.roles.size(); ++i) {
        Typed role = other.roles[i];
        const TypeId type = other.action->params[i];
        if (!terms[role.term].total) {
            const Value other_value = world_.type(type).lo;
            role.term = terms.make(TermKind::Ite, {other.condition, role.term, terms.constant(other_value)});
        }
        other.roles[i] = known.keep(other.action->item->binders[i].name + " of " + name, role, type);
    }
}

Typed Statements::Fixed::keep(const std::string& name, const Typed& value, TypeId type) {
    World& world = statements.world_;
    // An object that is named may leave before what stops goes on: then it is a reference like any other.
    const TermPool& terms = world.model.terms;
    const bool may_leave = stops && world.is_mortal(type) && terms.is_constant(value.term) &&
                           terms[value.term].payload != none_value;
    if (statements.is_fixed_value(value.term) && !may_leave) {
        scope.add(name, {value.term, type});
        return {value.term, type};
    }
    const TypeId stored = statements.storable({value.term, world.is_numeric(type) ? value.type : type});
    const TypeId optional = world.type(value.type).optional ? world.optional(world.base(stored)) : stored;
    if (stops) {
        const std::uint32_t reg = statements.claim_register(scope, name, optional);
        before.push_back(statements.set_register(reg, value.term));
    } else {
        Code let;
        let.kind = CodeKind::Let;
        let.level = scope.level;
        let.terms = {value.term};
        statements.expressions_.bind(scope, name, optional);
        lets.push_back(std::move(let));
    }
    return scope.locals.back().value;
}

Typed Statements::Fixed::keep_later(const std::string& name, TypeId type,
                                    const std::function<TermId()>& value) {
    if (stops) {
        const std::uint32_t reg = statements.claim_register(scope, name, type);
        const CodeId place = statements.set_register(reg, statements.world_.model.terms.constant(0));
        before.push_back(place);
        complete(place, value);
    } else {
        open_lets[lets.size()] = value;
        Code let;
        let.kind = CodeKind::Let;
        let.level = scope.level;
        let.terms = {statements.world_.model.terms.constant(0)};
        statements.expressions_.bind(scope, name, type);
        lets.push_back(std::move(let));
    }
    return scope.locals.back().value;
}

void Statements::Fixed::complete(CodeId place, const std::function<TermId()>& value) {
    World& world = statements.world_;
    world.unfinished.push_back([&world, place, value]() {
        const TermId term = value();
        Code node = world.model.code[place];
        node.terms = {term};
        world.model.code.replace(place, std::move(node));
    });
}

CodeId Statements::Fixed::around(CodeId code) {
    for (std::size_t i = lets.size(); i-- > 0;) {
        lets[i].children = {code};
        code = statements.world_.model.code.add(std::move(lets[i]));
        if (const auto open = open_lets.find(i); open != open_lets.end()) complete(code, open->second);
    }
    before.push_back(code);
    return statements.sequence(std::move(before));
}

bool Statements::is_fixed_value(TermId term) const {
    const TermKind kind = world_.model.terms[term].kind;
    return kind == TermKind::Const || kind == TermKind::Bound || kind == TermKind::Register;
}

}  // namespace errata::compiler
