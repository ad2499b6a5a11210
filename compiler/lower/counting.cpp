#include "compiler/lower/counting.h"

#include <algorithm>

#include "compiler/ir/term_kinds.h"
#include "compiler/lower/events.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using typed::Says;

namespace {

const std::vector<TypeId>& params_of(const Lowering& l, ActionId action) {
    return l.names.callables.actions[action.index].params;
}

// Does what counts as `from` end up as `to`?
bool counts_as(const Lowering& l, ActionId from, ActionId to) {
    if (from == to) return true;
    const auto& counts = l.arranged.actions[from.index].counts;
    return std::any_of(counts.begin(), counts.end(), [&](const PlacedAbility& placed) {
        return counts_as(l, placed.ability->as.action, to);
    });
}

}  // namespace

void add_counting(const Lowering& l, const PlacedAbility& placed) {
    const typed::Ability& ability = *placed.ability;
    ActionRules& rules = l.arranged.actions[ability.event.action.index];
    if (ability.said.says != Says::If) {
        rules.denials.push_back(placed);
        return;
    }
    if (!counts_as(l, ability.as.action, ability.event.action)) {
        rules.counts.push_back(placed);
        return;
    }
    l.reporter.error(DiagnosticKind::recursive_definition, ability.span,
                     "'" + action_name(l, ability.event.action) + "' counts as itself",
                     "of two actions one counts as the other, not each as the other");
}

namespace {

// A question is about each of its roles' values, and what overrules what is looked for among all of them.
constexpr Value most_values = 4096;

bool has_bounds(const Lowering& l, ActionId action, const PlacedAbility& denial) {
    const auto& params = params_of(l, action);
    for (std::size_t i = 0; i < params.size(); ++i) {
        if (l.type(params[i]).is_finite() && l.type(params[i]).size() <= most_values) continue;
        l.reporter.error(DiagnosticKind::not_finite, denial.ability->span,
                         "'" + l.program.actions[action.index].params[i].name + "' of '" +
                             action_name(l, action) +
                             "' needs bounds: whether the event counts as another "
                             "may depend on it",
                         "give it a range where the action is declared");
        return false;
    }
    return true;
}

void pose(const Lowering& l, ActionId action, const PlacedAbility& denial) {
    const ActionId as = denial.ability->as.action;
    if (l.arranged.questions.count({action, as}) > 0 || !counts_as(l, action, as)) return;
    if (!has_bounds(l, action, denial) || !has_bounds(l, as, denial)) return;
    OpenFunction question;
    question.name = action_name(l, action) + " counts as " + action_name(l, as);
    question.params = params_of(l, action);
    question.params.insert(question.params.end(), params_of(l, as).begin(), params_of(l, as).end());
    question.type = l.names.vocabulary.bool_type;
    question.fallback = l.pool().truth(false);
    question.span = denial.ability->span;
    l.arranged.questions.emplace(std::pair(action, as), OpenId(l.model.functions.open.size()));
    l.model.functions.open.push_back(std::move(question));
}

// The actions that this one counts as.
void find_reached(const Lowering& l, ActionId action, std::vector<ActionId>& reached) {
    for (const PlacedAbility& placed : l.arranged.actions[action.index].counts) {
        const ActionId as = placed.ability->as.action;
        if (std::find(reached.begin(), reached.end(), as) != reached.end()) continue;
        reached.push_back(as);
        find_reached(l, as, reached);
    }
}

}  // namespace

void pose_questions(const Lowering& l) {
    for (std::size_t i = 0; i < l.arranged.actions.size(); ++i) {
        std::vector<ActionId> reached{ActionId(i)};
        find_reached(l, ActionId(i), reached);
        for (const ActionId through : reached) {
            for (const PlacedAbility& denial : l.arranged.actions[through.index].denials)
                pose(l, ActionId(i), denial);
        }
    }
}

namespace {

// An event on its way through what it counts as.
struct Way {
    CountedAs at;
    std::vector<ClauseId> clauses;  // that lead there
};

// `E counts as F` at an event E: the condition, and the roles of F.
CountedAs step(const Lowering& l, const PlacedAbility& placed, const std::vector<TypedTerm>& roles,
               const Scope& scope) {
    const typed::Ability& ability = *placed.ability;
    CountedAs result;
    result.action = ability.as.action;
    result.clause = placed.clause;
    result.condition = for_some_bearer(l, placed, scope, roles,
                                       [&](Scope inner) { return applies(l, ability, roles, inner); });
    Scope inner = at_ability(placed, scope);
    if (placed.bearer) {
        const auto known = bearer_among(placed, roles);
        l.terms.add_bearer(inner, *placed.bearer, known ? known->term : l.pool().constant(none_value));
    }
    l.terms.match(ability.params, roles, inner);
    std::vector<typed::Expr> written;
    for (const typed::Param& param : ability.as.params) written.push_back(param.value[0]);
    result.roles = l.terms.arguments(written, l.names.callables.actions[result.action.index].params, inner);
    return result;
}

// Calls `visit(way)` for everything that the event counts as, in whatever way.
template <class Visit>
void go_through(const Lowering& l, const CountedAs& event, const Way& from, const Scope& scope,
                const Visit& visit) {
    for (const PlacedAbility& placed : l.arranged.actions[from.at.action.index].counts) {
        Way way{step(l, placed, from.at.roles, scope), from.clauses};
        way.clauses.push_back(placed.clause);
        TermId& condition = way.at.condition;
        condition = l.pool().land({from.at.condition, condition});
        const auto question = l.arranged.questions.find({event.action, way.at.action});
        if (question != l.arranged.questions.end()) {
            std::vector<TermId> arguments = dsl::mapped(event.roles, &TypedTerm::term);
            for (const TypedTerm& role : way.at.roles) arguments.push_back(role.term);
            const TermId counts =
                l.pool().make_leaf(TermKind::Open, question->second.index, std::move(arguments),
                                   l.type(l.names.vocabulary.bool_type));
            condition = l.pool().land({condition, counts});
        }
        visit(way);
        go_through(l, event, way, scope, visit);
    }
}

TermId same_roles(const Lowering& l, const CountedAs& a, const CountedAs& b) {
    std::vector<TermId> equalities;
    for (std::size_t i = 0; i < a.roles.size(); ++i)
        equalities.push_back(l.pool().equal(a.roles[i].term, b.roles[i].term));
    return l.pool().land(equalities);
}

}  // namespace

std::vector<CountedAs> counted(const Lowering& l, ActionId action, const std::vector<TypedTerm>& roles,
                               const Scope& scope) {
    std::vector<CountedAs> result;
    const CountedAs event{action, roles, l.pool().truth(true), {}};
    go_through(l, event, {event, {}}, scope, [&](const Way& way) { result.push_back(way.at); });
    for (std::size_t i = result.size(); i-- > 0;) {
        std::vector<TermId> conjuncts{result[i].condition};
        for (std::size_t before = 0; before < i; ++before) {
            if (result[before].action != result[i].action) continue;
            const TermId already =
                l.pool().land({result[before].condition, same_roles(l, result[before], result[i])});
            conjuncts.push_back(l.pool().lnot(already));
        }
        result[i].condition = l.pool().land(conjuncts);
    }
    return result;
}

namespace {

// An exception to one of the rules on a way is one to what all of them say together.
void except_whole_ways(const Lowering& l, OpenId question, const std::vector<Way>& ways) {
    const std::vector<OpenException> written = l.memory.exceptions;
    for (const OpenException& exception : written) {
        if (exception.open != question) continue;
        for (const Way& way : ways) {
            const auto is_meant = [&](ClauseId clause) {
                return is_called(l.model.clause(clause), exception.to);
            };
            if (std::ranges::none_of(way.clauses, is_meant)) continue;
            for (const ClauseId clause : way.clauses) {
                if (!is_meant(clause))
                    l.memory.exceptions.push_back({question, exception.statement, l.clause_name(clause)});
            }
        }
    }
}

// What is said, at one event on the way, about whether it counts as the action that the question is about.
void add_statements(const Lowering& l, OpenId question, ActionId about, const std::vector<TypedTerm>& as,
                    const Way& way, const Scope& scope) {
    std::vector<Statement>& statements = l.model.functions.open[question.index].statements;
    const ActionRules& rules = l.arranged.actions[way.at.action.index];
    for (const auto* said : {&rules.counts, &rules.denials}) {
        for (const PlacedAbility& placed : *said) {
            const typed::Ability& ability = *placed.ability;
            if (ability.as.action != about) continue;
            const TermId said_of_it = for_some_bearer(l, placed, scope, way.at.roles, [&](Scope inner) {
                const TermId fits = l.terms.match(ability.params, way.at.roles, inner);
                const TermId fits_too = l.terms.match(ability.as.params, as, inner);
                const TermId guard = l.terms.all(ability.guard, inner);
                const bool is_negated = ability.said.says == Says::OnlyIf;
                return l.pool().land({fits, fits_too, is_negated ? l.pool().lnot(guard) : guard});
            });
            for (const std::string& id : ability.except_to)
                l.memory.exceptions.push_back({question, statements.size(), id});
            const TermId condition = l.pool().land({way.at.condition, said_of_it});
            const bool is_said = ability.said.says == Says::If;
            statements.push_back({is_said, condition, l.pool().truth(true), placed.clause});
            // It holds only where all on the way take part: what it says, each of them says.
            for (const ClauseId clause : way.clauses)
                statements.push_back({is_said, condition, l.pool().truth(true), clause});
        }
    }
}

}  // namespace

void answer_questions(const Lowering& l) {
    for (const auto& [pair, question] : l.arranged.questions) {
        const auto& [action, about] = pair;
        Scope scope;
        const std::vector<TypedTerm> roles = parameters(l, params_of(l, action), scope);
        const std::vector<TypedTerm> as = parameters(l, params_of(l, about), scope);
        const CountedAs event{action, roles, l.pool().truth(true), {}};
        std::vector<Way> ways;  // that lead there
        const auto add = [&, &question = question, &about = about](const Way& way) {
            if (way.at.action != about) {
                add_statements(l, question, about, as, way, scope);
            } else if (way.clauses.size() > 1) {
                ways.push_back(way);
            }
        };
        add({event, {}});
        go_through(l, event, {event, {}}, scope, add);
        except_whole_ways(l, question, ways);
    }
}

}  // namespace errata::compiler
