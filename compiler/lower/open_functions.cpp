#include "compiler/lower/open_functions.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "compiler/ir/definitions.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "compiler/lower/events.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using typed::Says;

namespace {

// For some arguments.
TermId for_some(const Lowering& l, const std::vector<TypeId>& params, TermId term) {
    for (std::size_t i = params.size(); i-- > 0;)
        term = l.terms.quantified(TermKind::Exists, {term}, static_cast<std::uint32_t>(i), params[i]);
    return term;
}

}  // namespace

void add_fallbacks(const Lowering& l) {
    for (std::size_t i = 0; i < l.program.opens.size(); ++i) {
        const typed::OpenBody& body = l.program.opens[i];
        if (body.fallback.empty()) continue;
        Scope scope;
        for (const typed::Binder& param : body.params)
            l.terms.bind(scope, param.local, param.name, param.domain.type);
        const TermId fallback =
            l.terms.within(l.terms.term(body.fallback[0], scope), l.model.functions.open[i].type);
        l.model.functions.open[i].fallback = fallback;
    }
}

void add_statement(const Lowering& l, const PlacedAbility& placed) {
    const typed::Ability& ability = *placed.ability;
    const std::vector<TypeId> params = l.model.functions.open[ability.said.open.index].params;
    Scope scope;
    const std::vector<TypedTerm> roles = parameters(l, params, scope);
    TermId value = l.pool().truth(true);
    if (!ability.said.value.empty()) {
        Scope inner = at_ability(placed, scope);
        if (placed.bearer) {
            // A value speaks of the bearer only where that is one of the roles.
            const auto known = bearer_among(placed, roles);
            l.terms.add_bearer(inner, *placed.bearer, known ? known->term : l.pool().constant(none_value));
        }
        l.terms.match(ability.params, roles, inner);
        const TypeId type = l.model.functions.open[ability.said.open.index].type;
        value = l.terms.within(l.terms.term(ability.said.value[0], inner), type);
    }
    const auto add = [&](bool positive, bool negated) {
        const TermId condition = for_some_bearer(l, placed, scope, roles, [&](Scope inner) {
            const TermId fits = l.terms.match(ability.params, roles, inner);
            const TermId guard = l.terms.all(ability.guard, inner);
            return l.pool().land({fits, negated ? l.pool().lnot(guard) : guard});
        });
        auto& statements = l.model.functions.open[ability.said.open.index].statements;
        for (const std::string& id : ability.except_to)
            l.memory.exceptions.push_back({ability.said.open, statements.size(), id});
        statements.push_back({positive, condition, value, placed.clause});
    };
    if (ability.said.says == Says::If || ability.said.says == Says::Iff) add(true, false);
    if (ability.said.says == Says::NotIf) add(false, false);
    if (ability.said.says == Says::OnlyIf || ability.said.says == Says::Iff) add(false, true);
}

namespace {

// The condition of each statement, without where an exception to it applies. An exception that is itself
// overruled does not count; exceptions in a circle all count as written.
class Exceptions {
public:
    Exceptions(const Lowering& l, std::size_t open) : l_(l), open_(open) {
        for (const Statement& statement : statements()) written_.push_back(statement.condition);
        counting_.resize(written_.size());
    }

    void apply() {
        for (std::size_t i = 0; i < written_.size(); ++i) note_circle(i);
        for (std::size_t i = 0; i < written_.size(); ++i) {
            const TermId condition = counting(i);
            statements()[i].condition = condition;
        }
        for (std::size_t i = 0; i < written_.size(); ++i) note_what_overrules(i);
    }

private:
    std::vector<Statement>& statements() const { return l_.model.functions.open[open_].statements; }

    // The statements that are exceptions to this one.
    std::vector<std::size_t> exceptions_to(std::size_t statement) const {
        const ClauseId own = statements()[statement].clause;
        std::vector<std::size_t> result;
        for (const OpenException& exception : l_.memory.exceptions) {
            const bool concerns = exception.open.index == open_ &&
                                  statements()[exception.statement].clause != own &&
                                  is_called(l_.model.clause(own), exception.to);
            if (concerns) result.push_back(exception.statement);
        }
        return result;
    }

    bool is_overruled_by(std::size_t statement, std::size_t other) const {
        std::vector<bool> seen(written_.size());
        std::vector<std::size_t> open{statement};
        while (!open.empty()) {
            const std::size_t at = open.back();
            open.pop_back();
            if (at == other) return true;
            if (seen[at]) continue;
            seen[at] = true;
            for (const std::size_t next : exceptions_to(at)) open.push_back(next);
        }
        return false;
    }

    // A shortest circle of exceptions from this statement back to it, if all others in it come later.
    std::vector<std::size_t> circle(std::size_t statement) const {
        std::map<std::size_t, std::size_t> gives_way;  // from each exception, to what it is one to
        std::deque<std::size_t> open{statement};
        while (!open.empty()) {
            const std::size_t at = open.front();
            open.pop_front();
            for (const std::size_t next : exceptions_to(at)) {
                if (next < statement || !gives_way.emplace(next, at).second) continue;
                if (next != statement) {
                    open.push_back(next);
                    continue;
                }
                std::vector<std::size_t> result;
                for (std::size_t back = at; back != statement; back = gives_way.at(back))
                    result.push_back(back);
                result.push_back(statement);
                return {result.rbegin(), result.rend()};
            }
        }
        return {};
    }

    void note_circle(std::size_t statement) {
        const std::vector<std::size_t> members = circle(statement);
        if (members.empty()) return;
        const OpenFunction& open = l_.model.functions.open[open_];
        std::vector<ClauseId> clauses;
        std::vector<TermId> all;
        for (const std::size_t member : members) {
            clauses.push_back(statements()[member].clause);
            all.push_back(written_[member]);
        }
        l_.model.rules.exception_circles.push_back(
            {std::move(clauses), for_some(l_, open.params, l_.pool().land(all)), open.name});
    }

    bool is_exception_to(std::size_t exception, std::size_t statement) const {
        return std::ranges::count(exceptions_to(statement), exception) > 0;
    }

    TermId counting(std::size_t statement) {
        if (counting_[statement].is_valid()) return counting_[statement];
        std::vector<TermId> conjuncts{written_[statement]};
        for (const std::size_t exception : exceptions_to(statement)) {
            const TermId applies =
                is_overruled_by(exception, statement) ? written_[exception] : counting(exception);
            conjuncts.push_back(l_.pool().lnot(applies));
        }
        counting_[statement] = l_.pool().land(conjuncts);
        return counting_[statement];
    }

    // Where the exception counts itself, and the statement would apply without it.
    void note_what_overrules(std::size_t statement) {
        const OpenFunction& open = l_.model.functions.open[open_];
        for (const std::size_t exception : exceptions_to(statement)) {
            if (is_exception_to(statement, exception)) continue;  // note_circle
            const TermId both = l_.pool().land({written_[statement], counting(exception)});
            l_.model.rules.overrulings.push_back({statements()[statement].clause,
                                                  statements()[exception].clause,
                                                  for_some(l_, open.params, both), open.name});
        }
    }

    const Lowering& l_;
    std::size_t open_;
    std::vector<TermId> written_;
    std::vector<TermId> counting_;  // invalid: not yet known
};

// Arguments that a quantifier can go through without slowing every state down.
constexpr Value most_arguments = 4096;

bool is_small(const Lowering& l, const std::vector<TypeId>& params) {
    Value count = 1;
    for (const TypeId param : params) {
        if (!l.type(param).is_finite() || l.type(param).size() > most_arguments) return false;
        count *= l.type(param).size();
        if (count > most_arguments) return false;
    }
    return true;
}

void add_incidents(const Lowering& l, OpenFunction& open) {
    const Type& type = l.type(open.type);
    const bool is_predicate = open.type == l.names.vocabulary.bool_type;
    Incident both;
    both.code = FindingCode::ContradictionDefinition;
    both.kind = is_predicate ? IncidentKind::HoldsAndNot : IncidentKind::NoAnswerFits;
    both.names = {open.name};
    if (!is_predicate) both.detail = type.name;
    for (Value value = type.lo; value <= type.hi; ++value)
        both.outcomes.push_back(open.name + ": " + l.model.types.named(open.type, value));
    both.span = open.span;
    for (const Statement& statement : open.statements) add_once(both.clauses, statement.clause);
    Incident neither = both;
    neither.code = FindingCode::GapUndefined;
    neither.kind = IncidentKind::LeftOpen;
    open.contradiction = add_incident(l, std::move(both));
    open.gap = add_incident(l, std::move(neither));
}

}  // namespace

void note_ignored(const Lowering& l) {
    for (const auto& [name, action] : l.names.callables.action_named) {
        const std::vector<TypeId>& params = l.names.callables.actions[action.index].params;
        const ActionRules& rules = l.arranged.actions[action.index];
        if (!is_small(l, params)) continue;
        for (const PlacedAbility& prohibition : rules.prohibitions) {
            for (const PlacedAbility& ignoring : rules.ignoring) {
                if (!is_called(l.model.clause(prohibition.clause), ignoring.ability->ignored)) continue;
                Scope scope;
                const std::vector<TypedTerm> roles = parameters(l, params, scope);
                const auto applied = [&](const PlacedAbility& placed) {
                    return for_some_bearer(l, placed, scope, roles, [&](Scope inner) {
                        return applies(l, *placed.ability, roles, inner);
                    });
                };
                const TermId both = l.pool().land({applied(prohibition), applied(ignoring)});
                l.model.rules.overrulings.push_back(
                    {prohibition.clause, ignoring.clause, for_some(l, params, both), name});
            }
        }
    }
}

void finish_open_functions(const Lowering& l) {
    for (std::size_t i = 0; i < l.model.functions.open.size(); ++i) {
        Exceptions(l, i).apply();
        OpenFunction& open = l.model.functions.open[i];
        const bool is_of_computed = open.contradiction.is_valid();
        if (!is_of_computed) add_incidents(l, open);
    }
}

void find_open_circles(const Lowering& l) {
    const std::size_t count = l.model.functions.open.size();
    std::vector<std::set<std::size_t>> leans_on(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<TermId> behind;
        for_each_definition(l.model.functions.open[i], [&](TermId term) { behind.push_back(term); });
        walk_terms(l.pool(), behind, [&](TermId, const Term& term) {
            if (term.kind == TermKind::Open) leans_on[i].insert(static_cast<std::size_t>(term.payload));
        });
    }
    for (std::size_t round = 0; round < count; ++round) {
        for (auto& set : leans_on) {
            const std::set<std::size_t> direct = set;
            for (const std::size_t next : direct) set.insert(leans_on[next].begin(), leans_on[next].end());
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (leans_on[i].count(i) == 0) continue;
        const OpenFunction& open = l.model.functions.open[i];
        l.reporter.error(DiagnosticKind::recursive_definition, open.span,
                         "the statements about '" + open.name + "' lean on '" + open.name + "' itself",
                         "state it by what is on the table: fields and state");
    }
}

}  // namespace errata::compiler
