#include "compiler/elaborate/open_statements.h"

#include <algorithm>
#include <tuple>

#include "compiler/elaborate/expressions.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::AbilityKind;
using ast::ItemKind;
using dsl::DiagnosticKind;

bool is_called(const Clause& clause, const std::string& id) {
    return clause.name == id || std::find(clause.rows.begin(), clause.rows.end(), id) != clause.rows.end();
}

void check_known_rule(World& world, const std::string& id, dsl::Span span) {
    std::vector<std::string> known;
    for (const Clause& clause : world.model.clauses) {
        if (is_called(clause, id)) return;
        known.push_back(clause.name);
        known.insert(known.end(), clause.rows.begin(), clause.rows.end());
    }
    world.unknown(span, "rule or printed item", id, known);
}

void add_fallbacks(World& world, const Modules& modules) {
    Expressions expressions(world);
    for_items(modules, ItemKind::Open, [&](const ast::Item& item) {
        const auto found = world.opens.find(item.name);
        if (item.exprs.empty() || found == world.opens.end()) return;
        const OpenFunction open = world.model.open_functions[found->second.index];
        Scope scope;
        for (std::size_t i = 0; i < open.params.size(); ++i)
            expressions.bind(scope, item.binders[i].name, open.params[i]);
        if (const auto value = expressions.as(item.exprs[0], scope, open.type))
            world.model.open_functions[found->second.index].fallback = *value;
    });
}

namespace {

// The parameters of a function as the binders 0.. of its statements.
std::vector<Typed> parameters(Expressions& expressions, Scope& scope, const std::vector<TypeId>& params) {
    std::vector<Typed> result;
    for (const TypeId param : params) result.push_back({expressions.bind(scope, "", param), param});
    return result;
}

// The value that a statement speaks of, in the scope where its pattern has matched. A text's bearer is looked
// for by a quantifier around the condition, so a value cannot speak of it unless it is one of the roles.
std::optional<TermId> stated_value(World& world, const PlacedAbility& placed, const Scope& outer,
                                   const std::vector<Typed>& roles, TypeId type) {
    const ast::Ability& ability = *placed.ability;
    if (ability.value.empty()) {
        if (type == world.bool_type) return world.model.terms.truth(true);
        world.error(DiagnosticKind::type_mismatch, ability.span,
                    "'" + ability.name + "' is a " + world.name(type) + ": a statement has to say which",
                    "write '" + ability.name + "(...) = VALUE if ...'");
        return std::nullopt;
    }
    Expressions expressions(world);
    Scope scope = outer.inside();
    scope.holes = placed.holes;
    scope.clause = placed.clause;
    if (placed.bearer) {
        if (const auto known = Expressions::bearer_among(placed, roles))
            scope.add("this", {known->term, placed.bearer->on});
        scope.add("it", placed.bearer->identity);
    }
    if (!expressions.match(ability, roles, scope)) return std::nullopt;
    return expressions.as(ability.value[0], scope, type);
}

}  // namespace

void add_statement(World& world, const PlacedAbility& placed, OpenId open) {
    Expressions expressions(world);
    const ast::Ability& ability = *placed.ability;
    const TypeId type = world.model.open_functions[open.index].type;
    Scope scope;
    const std::vector<Typed> roles =
        parameters(expressions, scope, world.model.open_functions[open.index].params);
    const auto value = stated_value(world, placed, scope, roles, type);
    if (!value) return;
    const auto add = [&](bool positive, bool negated) {
        // A parameter that is the bearer itself, or a name: the pattern decides.
        const auto condition = expressions.for_some_bearer(placed, scope, roles, [&](Scope inner) {
            return expressions.applies(ability, roles, inner, negated);
        });
        if (!condition) return;
        auto& statements = world.model.open_functions[open.index].statements;
        for (std::size_t i = 0; i < ability.except_to.size(); ++i)
            world.exceptions.push_back({open, statements.size(), ability.except_to[i]});
        statements.push_back({positive, *condition, *value, placed.clause});
    };
    for (std::size_t i = 0; i < ability.except_to.size(); ++i)
        check_known_rule(world, ability.except_to[i], ability.except_spans[i]);
    switch (ability.kind) {
        case AbilityKind::If:
            return add(true, false);
        case AbilityKind::NotIf:
            return add(false, false);
        case AbilityKind::OnlyIf:
            return add(false, true);
        default:
            add(true, false);
            add(false, true);
    }
}

namespace {

// The types of what a predicate is about: an open predicate, a relation or a definition.
std::optional<std::vector<TypeId>> predicate(World& world, const std::string& name) {
    if (const auto open = world.opens.find(name); open != world.opens.end()) {
        const OpenFunction& function = world.model.open_functions[open->second.index];
        return function.type == world.bool_type ? std::optional(function.params) : std::nullopt;
    }
    if (const auto var = world.variables.find(name); var != world.variables.end()) {
        const Variable& variable = world.model.variable(var->second);
        return variable.type == world.bool_type ? std::optional(variable.params) : std::nullopt;
    }
    if (const auto define = world.defines.find(name); define != world.defines.end())
        return define->second.params;
    return std::nullopt;
}

// `A(x, y) counts as B(x) if C` is the statement `B(x) if some y: T with A(x, y) and C`.
void add_predicate_counting(World& world, const PlacedAbility& placed, OpenId open,
                            const std::vector<TypeId>& of) {
    const ast::Ability& ability = *placed.ability;
    Expressions expressions(world);
    if (of.size() != ability.params.size()) {
        world.error(DiagnosticKind::argument_count, ability.span,
                    "'" + ability.name + "' takes " + dsl::count_of(of.size(), "argument") + ", found " +
                        std::to_string(ability.params.size()));
        return;
    }
    ast::Ability statement = ability;
    statement.kind = AbilityKind::If;
    statement.name = ability.as_name;
    statement.params = ability.as_params;
    ast::Expr asked;
    asked.kind = ast::ExprKind::Call;
    asked.span = ability.span;
    asked.name = ability.name;
    asked.args = ability.params;
    Scope text;
    text.holes = placed.holes;
    std::vector<ast::Binder> others;
    for (std::size_t i = 0; i < of.size(); ++i) {
        ast::Expr& param = asked.args[i];
        if (!expressions.binds(param, of[i], text)) continue;
        if (param.name == "this" || param.name == "it") continue;
        const bool is_shared =
            std::any_of(ability.as_params.begin(), ability.as_params.end(), [&](const ast::Expr& other) {
                return other.kind == ast::ExprKind::Name && other.name == param.name && param.name != "_";
            });
        if (is_shared) continue;
        if (param.name == "_") param.name = "any " + std::to_string(i);
        ast::Binder binder;
        binder.span = param.span;
        binder.name = param.name;
        binder.type.kind = ast::TypeKind::Named;
        binder.type.span = param.span;
        binder.type.name = world.name(of[i]);
        others.push_back(std::move(binder));
    }
    ast::Expr condition = asked;
    if (!ability.exprs.empty()) {
        condition = {};
        condition.kind = ast::ExprKind::And;
        condition.span = ability.span;
        condition.args = {asked, ability.exprs[0]};
    }
    if (!others.empty()) {
        ast::Expr some;
        some.kind = ast::ExprKind::Some;
        some.span = ability.span;
        some.binders = std::move(others);
        some.args = {std::move(condition)};
        condition = std::move(some);
    }
    statement.exprs = {std::move(condition)};
    PlacedAbility as_statement = placed;
    as_statement.ability = &world.keep(std::move(statement));
    add_statement(world, as_statement, open);
}

// Does what counts as `from` end up as `to`?
bool counts_as(const World& world, const std::string& from, const std::string& to) {
    if (from == to) return true;
    const std::vector<PlacedAbility>& counts = world.actions.at(from).counts;
    return std::any_of(counts.begin(), counts.end(), [&](const PlacedAbility& placed) {
        return counts_as(world, placed.ability->as_name, to);
    });
}

void add_action_counting(World& world, const PlacedAbility& placed, Action& action) {
    const ast::Ability& ability = *placed.ability;
    if (counts_as(world, ability.as_name, ability.name)) {
        world.error(DiagnosticKind::recursive_definition, ability.span,
                    "'" + ability.name + "' counts as itself",
                    "of two actions one counts as the other, not each as the other");
        return;
    }
    const Action& as = world.actions.at(ability.as_name);
    for (const auto& [name, params, takes] :
         {std::tuple(&ability.name, &ability.params, action.params.size()),
          std::tuple(&ability.as_name, &ability.as_params, as.params.size())}) {
        if (params->size() == takes) continue;
        world.error(DiagnosticKind::argument_count, ability.span,
                    "'" + *name + "' has " + dsl::count_of(takes, "role") + ", found " +
                        std::to_string(params->size()));
        return;
    }
    const auto names_bearer = [](const std::vector<ast::Expr>& params) {
        return std::any_of(params.begin(), params.end(), [](const ast::Expr& param) {
            return param.kind == ast::ExprKind::Name && param.name == "this";
        });
    };
    if (placed.bearer && names_bearer(ability.as_params) && !names_bearer(ability.params)) {
        world.error(DiagnosticKind::wrong_kind_of_name, ability.span,
                    "'this' is none of the roles of '" + ability.name + "'",
                    "write it in the brackets of '" + ability.name + "', too");
        return;
    }
    action.counts.push_back(placed);
}

}  // namespace

void add_counting(World& world, const PlacedAbility& placed) {
    const ast::Ability& ability = *placed.ability;
    const auto action = world.actions.find(ability.name);
    const bool to_action = world.actions.count(ability.as_name) > 0;
    if (action != world.actions.end()) {
        if (to_action) return add_action_counting(world, placed, action->second);
        if (!predicate(world, ability.as_name)) {
            world.find_action(ability.as_name, ability.span);
            return;
        }
    }
    const auto of = predicate(world, ability.name);
    if (!of && action == world.actions.end()) {
        std::vector<std::string> known;
        for (const auto& [name, open] : world.opens) known.push_back(name);
        for (const auto& [name, define] : world.defines) known.push_back(name);
        for (const auto& [name, made] : world.actions) known.push_back(name);
        world.unknown(ability.span, "predicate or action", ability.name, known);
        return;
    }
    if (to_action || !of) {
        world.error(DiagnosticKind::wrong_kind_of_name, ability.span,
                    "'" + (to_action ? ability.as_name : ability.name) + "' is an action, '" +
                        (to_action ? ability.name : ability.as_name) +
                        "' is something that holds or does not",
                    "an action counts as an action, and what holds as what holds");
        return;
    }
    const auto open = world.opens.find(ability.as_name);
    if (open != world.opens.end()) return add_predicate_counting(world, placed, open->second, *of);
    if (predicate(world, ability.as_name)) {
        world.error(DiagnosticKind::wrong_kind_of_name, ability.span,
                    "'" + ability.as_name + "' is not open: what it means is settled where it is declared",
                    "declare 'open " + ability.as_name + "(...)' and let rules say when it holds");
        return;
    }
    std::vector<std::string> known;
    for (const auto& [name, made] : world.opens) known.push_back(name);
    world.unknown(ability.span, "open predicate", ability.as_name, known);
}

namespace {

// For some arguments.
TermId for_some(World& world, const std::vector<TypeId>& params, TermId term) {
    Expressions expressions(world);
    for (std::size_t i = params.size(); i-- > 0;)
        term = expressions.quantified(TermKind::Exists, {term}, static_cast<std::uint32_t>(i), params[i]);
    return term;
}

// The condition of each statement, without where an exception to it applies. An exception that is itself
// overruled does not count; exceptions in a circle all count as written.
class Exceptions {
public:
    Exceptions(World& world, std::size_t open) : world_(world), open_(open) {
        const auto& statements = world.model.open_functions[open].statements;
        for (const Statement& statement : statements) written_.push_back(statement.condition);
        counting_.resize(written_.size());
    }

    void apply() {
        for (std::size_t i = 0; i < written_.size(); ++i) {
            world_.model.open_functions[open_].statements[i].condition = counting(i);
        }
    }

private:
    // The statements that are exceptions to this one.
    std::vector<std::size_t> exceptions_to(std::size_t statement) const {
        const auto& statements = world_.model.open_functions[open_].statements;
        const ClauseId own = statements[statement].clause;
        std::vector<std::size_t> result;
        for (const OpenException& exception : world_.exceptions) {
            const bool concerns = exception.open.index == open_ &&
                                  statements[exception.statement].clause != own &&
                                  is_called(world_.model.clause(own), exception.to);
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

    TermId counting(std::size_t statement) {
        if (counting_[statement].is_valid()) return counting_[statement];
        TermPool& terms = world_.model.terms;
        const ClauseId own = world_.model.open_functions[open_].statements[statement].clause;
        std::vector<TermId> conjuncts{written_[statement]};
        for (const std::size_t exception : exceptions_to(statement)) {
            const ClauseId by = world_.model.open_functions[open_].statements[exception].clause;
            const TermId applies =
                is_overruled_by(exception, statement) ? written_[exception] : counting(exception);
            conjuncts.push_back(terms.lnot(applies));
            const OpenFunction& open = world_.model.open_functions[open_];
            world_.model.overrulings.push_back(
                {own, by, for_some(world_, open.params, terms.land({written_[statement], applies})),
                 open.name});
        }
        counting_[statement] = terms.land(conjuncts);
        return counting_[statement];
    }

    World& world_;
    std::size_t open_;
    std::vector<TermId> written_;
    std::vector<TermId> counting_;  // invalid: not yet known
};

// Arguments that a quantifier can go through without slowing every state down.
constexpr Value most_arguments = 4096;

bool is_small(const World& world, const std::vector<TypeId>& params) {
    Value count = 1;
    for (const TypeId param : params) {
        if (!world.type(param).is_finite() || world.type(param).size() > most_arguments) return false;
        count *= world.type(param).size();
        if (count > most_arguments) return false;
    }
    return true;
}

std::string label_of(const World& world, const Type& type, Value value) {
    if (type.optional && value == none_value) return "none";
    if (type.form == TypeForm::Set) {
        const Type& element = world.type(type.element);
        std::vector<std::string> members;
        for (Value v = std::max<Value>(0, element.lo); v <= element.hi; ++v) {
            const Value bit = v - std::max<Value>(0, element.lo);
            if ((value >> bit & 1) != 0) members.push_back(label_of(world, element, v));
        }
        return "{" + dsl::join(members, ", ") + "}";
    }
    const auto position = static_cast<std::size_t>(value);
    if (value >= 0 && position < type.labels.size()) return type.labels[position];
    return std::to_string(value);
}

}  // namespace

void note_ignored(World& world) {
    Expressions expressions(world);
    for (const auto& [name, action] : world.actions) {
        if (!is_small(world, action.params)) continue;
        for (const PlacedAbility& prohibition : action.prohibitions) {
            for (const PlacedAbility& ignoring : action.ignoring) {
                if (!is_called(world.model.clause(prohibition.clause), ignoring.ability->title)) continue;
                Scope scope;
                const std::vector<Typed> roles = parameters(expressions, scope, action.params);
                const bool only = prohibition.ability->kind == AbilityKind::OnlyIf;
                const auto forbidden =
                    expressions.for_some_bearer(prohibition, scope, roles, [&](Scope inner) {
                        return expressions.applies(*prohibition.ability, roles, inner, only);
                    });
                const auto ignored = expressions.for_some_bearer(ignoring, scope, roles, [&](Scope inner) {
                    return expressions.applies(*ignoring.ability, roles, inner);
                });
                if (!forbidden || !ignored) continue;
                const TermId both = world.model.terms.land({*forbidden, *ignored});
                world.model.overrulings.push_back(
                    {prohibition.clause, ignoring.clause, for_some(world, action.params, both), name});
            }
        }
    }
}

void finish_open_functions(World& world) {
    for (std::size_t i = 0; i < world.model.open_functions.size(); ++i) {
        Exceptions(world, i).apply();
        OpenFunction& open = world.model.open_functions[i];
        if (open.contradiction.is_valid()) continue;  // of a computed value
        const Type& type = world.type(open.type);
        const bool is_predicate = open.type == world.bool_type;
        Incident both;
        both.code = FindingCode::ContradictionDefinition;
        both.title = "'" + open.name +
                     (is_predicate ? "' both holds and does not" : "' cannot be all that is said of it");
        both.subject =
            is_predicate
                ? "Some statements say that '" + open.name + "' holds, others that it does not."
                : "No " + type.name + " satisfies everything that is said about '" + open.name + "' here.";
        for (Value value = type.lo; value <= type.hi; ++value)
            both.outcomes.push_back(open.name + ": " + label_of(world, type, value));
        both.span = open.span;
        for (const Statement& statement : open.statements) {
            if (std::find(both.clauses.begin(), both.clauses.end(), statement.clause) == both.clauses.end()) {
                both.clauses.push_back(statement.clause);
            }
        }
        Incident neither = both;
        neither.code = FindingCode::GapUndefined;
        neither.title = "'" + open.name + "' is left open";
        neither.subject = is_predicate
                              ? "No statement says whether '" + open.name + "' holds here."
                              : "What is said about '" + open.name + "' leaves several values possible here.";
        open.contradiction = world.add_incident(std::move(both));
        open.gap = world.add_incident(std::move(neither));
    }
}

}  // namespace errata::compiler
