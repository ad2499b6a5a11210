// Performing an action: what prohibits it, what replaces it, what it does, what listens. The order is that of the kernel:
// prohibitions first (a forbidden event is not there to be replaced), then replacements, each at most once per event,
// then the action's own body, then its triggers go to the bag and the rulings about it are held against the state.
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
    incident.code = "contradiction.must-cannot";
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

CodeId Statements::replaced(const Action& action, std::vector<PlacedAbility> replacements,
                            const std::vector<Typed>& roles, bool attempt, const Scope& scope,
                            const Ways& ways, bool stops) {
    std::erase_if(replacements, [&](const PlacedAbility& placed) {
        return std::find(scope.replaced.begin(), scope.replaced.end(), placed.ability) !=
               scope.replaced.end();
    });
    if (replacements.empty()) return ways.act();
    const auto applies = [&](const PlacedAbility& placed) {
        return expressions_.for_some_bearer(placed, scope, roles, [&](Scope inner) -> std::optional<TermId> {
            const auto fits = expressions_.applies(*placed.ability, roles, inner);
            if (!fits) return std::nullopt;
            const TermId ignored = expressions_.ignored(action, placed, roles, scope);
            return world_.model.terms.land({*fits, world_.model.terms.lnot(ignored)});
        });
    };
    const PlacedAbility first = replacements.front();
    replacements.erase(replacements.begin());
    const auto first_applies = applies(first);
    if (!first_applies) return ways.act();

    // The replacing body, with its own `this`; the event may recur inside it, without this replacement.
    Scope inner = scope.inside();
    inner.holes = first.holes;
    inner.clause = first.clause;
    inner.replaced.push_back(first.ability);
    world_.underway.erase(action.item);
    std::optional<TermId> bearer;
    const auto known = Expressions::bearer_among(first, roles);
    if (known) {
        bearer = known->term;
    } else if (first.bearer) {
        world_.told_apart.insert(world_.base(first.bearer->on));  // the first of several is taken
        Scope search = inner;
        const std::uint32_t level = search.level;
        const TermId self = expressions_.bind(search, "this", first.bearer->on);
        search.add("it", first.bearer->identity);
        const auto active = expressions_.functioning(*first.bearer, self, search);
        const auto fits = expressions_.applies(*first.ability, roles, search);
        if (active && fits) {
            const TermId acts = world_.model.terms.land({*active, *fits});
            bearer = expressions_.quantified(TermKind::First, {acts}, level, first.bearer->on);
        }
    }
    CodeId body;
    if (known) {
        inner.add("this", {*bearer, first.bearer->on});
        inner.add("it", first.bearer->identity);
        expressions_.match(*first.ability, roles, inner);
        body = stops ? tail(first.ability->body, inner, ways.skip) : straight(first.ability->body, inner);
    } else if (stops) {
        std::vector<CodeId> parts;
        if (bearer) {
            const std::uint32_t reg = claim_register(inner, "this", world_.optional(first.bearer->on));
            parts.push_back(set_register(reg, *bearer));
        }
        if (first.bearer) inner.add("it", first.bearer->identity);
        expressions_.match(*first.ability, roles, inner);
        parts.push_back(tail(first.ability->body, inner, ways.skip));
        body = sequence(std::move(parts));
    } else if (bearer) {
        const std::uint32_t level = inner.level;
        expressions_.bind(inner, "this", world_.optional(first.bearer->on));
        inner.add("it", first.bearer->identity);
        expressions_.match(*first.ability, roles, inner);
        body = let(level, *bearer, straight(first.ability->body, inner));
    } else {
        expressions_.match(*first.ability, roles, inner);
        body = straight(first.ability->body, inner);
    }
    world_.underway.insert(action.item);

    const CodeId without = replaced(action, replacements, roles, attempt, scope, ways, stops);
    if (!replacements.empty()) {
        std::vector<TermId> others;
        for (const PlacedAbility& other : replacements) {
            const auto term = applies(other);
            if (term) others.push_back(*term);
        }
        const std::string name = world_.model.clause(first.clause).name;
        Incident incident;
        incident.code = "order.unowned";
        std::string others_text = world_.model.clause(replacements.front().clause).name;
        if (replacements.size() > 1) others_text += " or another";
        incident.title = "replacing " + action.item->name + ": " + name + " or " + others_text + " first";
        incident.subject =
            "Several effects would replace one event, and nobody is said to choose which does.";
        incident.clauses = {first.clause};
        for (const PlacedAbility& other : replacements) incident.clauses.push_back(other.clause);
        incident.outcomes = {name + " first", others_text + " first"};
        const CodeId either = fork(world_.add_incident(std::move(incident)), {body, without}, first.clause);
        body = if_else(world_.model.terms.lor(others), either, body, first.clause);
    }
    return if_else(*first_applies, body, without, first.clause);
}

CodeId Statements::perform(const ast::Stmt& stmt, const Scope& scope, const Continuation* next) {
    if (scope.holes && scope.holes->by_name.count(stmt.name) > 0) return insert(stmt, scope, next);
    const auto go_on = [&]() { return next ? (*next)() : nothing(); };
    const Action* known_action = world_.find_action(stmt.name, stmt.span);
    if (!known_action) return go_on();
    const Action& action = *known_action;
    const auto roles = expressions_.roles(action, stmt.exprs, stmt.span, scope);
    if (!roles) return go_on();
    if (!world_.underway.insert(action.item).second) {
        world_.error(DiagnosticKind::recursive_definition, stmt.span,
                     "action '" + stmt.name + "' performs itself",
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

    // So is what else it is.
    std::vector<Expressions::Counted> counted = expressions_.counted(action, fixed, inner);
    for (Expressions::Counted& other : counted) keep_counted(other, known);

    const bool attempt = stmt.kind == StmtKind::Try;
    Scope body_scope = inner;
    // An action's own changes are reported as those of the clause that demanded it; the turn as a whole is no place to point at.
    const std::string& demanding = world_.model.clause(scope.clause).kind;
    if (demanding == "turn" || demanding == "phase") body_scope.clause = action.clause;
    Scope around = inner;
    around.replaced = scope.replaced;
    body_scope.replaced.clear();
    Fixed past{*this, body_scope, stops};
    const std::vector<Caught> before = look_back(action.triggers, fixed, past);
    std::vector<std::vector<Caught>> counted_before;
    for (const Expressions::Counted& other : counted)
        counted_before.push_back(look_back(other.action->triggers, other.roles, past));
    const auto heard = [&]() {
        std::vector<CodeId> parts{pend(action.triggers, fixed, before, body_scope),
                                  pend_delayed("when " + stmt.name, fixed, body_scope),
                                  rulings(action, fixed, body_scope)};
        for (std::size_t i = 0; i < counted.size(); ++i) {
            const Expressions::Counted& other = counted[i];
            const CodeId also =
                sequence({pend(other.action->triggers, other.roles, counted_before[i], body_scope),
                          pend_delayed("when " + other.action->item->name, other.roles, body_scope),
                          rulings(*other.action, other.roles, body_scope)});
            parts.push_back(if_else(other.condition, also, nothing(), other.clause));
        }
        return sequence(std::move(parts));
    };
    around.next_register = body_scope.next_register;
    Ways ways;
    if (stops) {
        // What follows is no part of the action: it may well perform it again.
        const Continuation outside = [this, &action, next]() {
            const bool was_underway = world_.underway.erase(action.item) > 0;
            const CodeId code = (*next)();
            if (was_underway) world_.underway.insert(action.item);
            return code;
        };
        const Continuation after = shared(stmt.name + ": after", outside);
        ways.skip = after;
        const Continuation listen = [&, after]() {
            const CodeId caught = heard();
            Continuation then = after;
            for (const Expressions::Counted& other : counted) {
                if (!other.action->after) continue;
                then = [this, &other, &inner, past_it = shared(stmt.name + ": afterwards", then)]() {
                    return if_else(other.condition,
                                   call_window(world_.window_items[*other.action->after], other.roles, inner, past_it),
                                   past_it(), other.clause);
                };
            }
            if (action.after)
                then = [&, others = then]() {
                    return call_window(world_.window_items[*action.after], fixed, inner, others);
                };
            // What is carried out at once comes before whatever follows.
            if (world_.immediate && (world_.has_later || world_.is_heard(action)))
                return sequence({caught, settle(stmt.name, inner, then)});
            return sequence({caught, then()});
        };
        ways.act = shared(stmt.name, [&, listen]() {
            const CodeId act = tail(action.item->body, body_scope, [&, listen]() {
                return parts_from(action, 0, fixed, body_scope, &listen);
            });
            return past.around(act);
        });
    } else {
        const CodeId act = past.around(sequence(
            {straight(action.item->body, body_scope), parts_from(action, 0, fixed, body_scope, nullptr), heard()}));
        ways.act = [act]() { return act; };
        ways.skip = [this]() { return nothing(); };
    }
    CodeId code;
    if (action.replacements.empty()) {
        code = unreplaced(action, fixed, attempt, around, ways);
    } else {
        Ways replaceable = ways;
        std::optional<CodeId> made;
        replaceable.act = [&]() {
            if (!made || stops)
                made = replaced(action, action.replacements, fixed, attempt, around, ways, stops);
            return *made;
        };
        if (stops) replaceable.act = shared(stmt.name + ": replaced", replaceable.act);
        code = unreplaced(action, fixed, attempt, around, replaceable);
    }
    // Those who may act before the event; it happens unless somebody cancels it.
    const auto asked_before = [&](std::size_t window, const std::vector<Typed>& about, CodeId happens) {
        return call_window(world_.window_items[window], about, around,
                           shared(stmt.name + ": goes on", [&, happens]() {
                               if (!world_.cancelled) return happens;
                               const CodeId clear =
                                   set(*world_.cancelled, {}, world_.model.terms.truth(false), scope.clause);
                               return if_else(expressions_.cell(*world_.cancelled, {}),
                                              sequence({clear, ways.skip()}), happens, scope.clause);
                           }));
    };
    for (const Expressions::Counted& other : counted) {
        if (!other.action->before) continue;
        code = if_else(other.condition, asked_before(*other.action->before, other.roles, code), code, other.clause);
    }
    if (action.before) code = asked_before(*action.before, fixed, code);
    world_.underway.erase(action.item);
    return known.around(code);
}

// What the event counts as, fixed with its roles; these are asked for only where the condition holds.
void Statements::keep_counted(Expressions::Counted& other, Fixed& known) {
    TermPool& terms = world_.model.terms;
    const std::string name = other.action->item->name;
    other.condition = known.keep("counts as " + name, {other.condition, world_.bool_type}, world_.bool_type).term;
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
    if (statements.is_fixed_value(value.term)) {
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

CodeId Statements::Fixed::around(CodeId code) {
    for (auto it = lets.rbegin(); it != lets.rend(); ++it) {
        it->children = {code};
        code = statements.world_.model.code.add(std::move(*it));
    }
    before.push_back(code);
    return statements.sequence(std::move(before));
}

// What `as ACTION(...)` abilities add to the action's own body, one after the other. With `next` the code goes on there.
CodeId Statements::parts_from(const Action& action, std::size_t from, const std::vector<Typed>& roles,
                              const Scope& scope, const Continuation* next) {
    if (from == action.parts.size()) return next ? (*next)() : nothing();
    const PlacedAbility& placed = action.parts[from];
    const Continuation rest = [&]() { return parts_from(action, from + 1, roles, scope, next); };
    Scope inner = scope.inside();
    inner.holes = placed.holes;
    inner.clause = placed.clause;
    inner.place = world_.model.clause(placed.clause).name;
    std::vector<TermId> conjuncts{expressions_.enabling(placed)};
    const auto known = Expressions::bearer_among(placed, roles);
    const std::uint32_t level = inner.level;
    if (placed.bearer) {
        const TermId self = known ? known->term : expressions_.bind(inner, "this", placed.bearer->on);
        if (known) inner.add("this", {self, placed.bearer->on});
        inner.add("it", placed.bearer->identity);
        const auto active = expressions_.functioning(*placed.bearer, self, inner);
        if (!active) return rest();
        conjuncts.push_back(*active);
    }
    const auto fits = expressions_.applies(*placed.ability, roles, inner);
    if (!fits) return rest();
    conjuncts.push_back(*fits);
    const TermId condition = world_.model.terms.land(conjuncts);
    if (placed.bearer && !known)
        world_.told_apart.insert(world_.base(placed.bearer->on));  // one after the other
    const bool stops = has_stop(placed.ability->body, inner);
    if (stops && placed.bearer && !known) {
        world_.error(DiagnosticKind::choice_in_simultaneous, placed.ability->span,
                     "a choice in 'as " + action.item->name + "(...)' needs 'this' among its roles",
                     "use 'when' instead: then each bearer acts by itself");
        return rest();
    }
    if (stops && next) {
        const Continuation after = shared(action.item->name + ": part", rest);
        return if_else(condition, tail(placed.ability->body, inner, after), after(), placed.clause);
    }
    CodeId code = straight(placed.ability->body, inner);
    if (placed.bearer && !known) {
        code = for_each(level, placed.bearer->on, condition, code, placed.clause);
    } else {
        code = if_else(condition, code, nothing(), placed.clause);
    }
    return sequence({code, rest()});
}

bool Statements::is_fixed_value(TermId term) const {
    const TermKind kind = world_.model.terms[term].kind;
    return kind == TermKind::Const || kind == TermKind::Bound || kind == TermKind::Register;
}

}  // namespace errata::compiler
