// What listens to an event: triggers that go to the pending bag, rulings that are held against the state
// after it. And holes of phrases that hold statements.
#include <algorithm>

#include "compiler/elaborate/fixed.h"
#include "compiler/elaborate/statements.h"

#include "dsl/base/check.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::StmtKind;
using dsl::DiagnosticKind;

// Triggers that look back are asked before the event; what they were given is fixed then, too.
std::vector<Statements::Caught> Statements::look_back(const std::vector<ActionTrigger>& triggers,
                                                      const std::vector<Typed>& roles, Fixed& fixed) {
    TermPool& terms = world_.model.terms;
    std::vector<Caught> result;
    for (const ActionTrigger& listening : triggers) {
        result.emplace_back();
        const PlacedAbility& placed = listening.placed;
        if (!placed.ability->looking_back) continue;
        const auto known = Expressions::bearer_among(placed, roles);
        Scope inner = fixed.scope.inside();
        inner.level = fixed.scope.level;
        inner.holes = placed.holes;
        inner.clause = placed.clause;
        std::vector<TermId> conjuncts{expressions_.enabling(placed)};
        const std::uint32_t level = inner.level;
        if (placed.bearer) {
            const TermId self = known ? known->term : expressions_.bind(inner, "this", placed.bearer->on);
            if (known) inner.add("this", {self, placed.bearer->on});
            inner.add("it", placed.bearer->identity);
            const auto active = expressions_.functioning(*placed.bearer, self, inner);
            if (!active) continue;
            conjuncts.push_back(*active);
        }
        const auto fits = expressions_.applies(*placed.ability, roles, inner);
        if (!fits) continue;
        conjuncts.push_back(*fits);
        Typed condition{terms.land(conjuncts), world_.bool_type};
        if (placed.bearer && !known) {
            // The set of bearers that catch it.
            const TypeId set = world_.set_type(placed.bearer->on);
            const TermId bit = bit_of(inner.find("this")->value.term, placed.bearer->on);
            condition = {
                expressions_.quantified(TermKind::Sum, {condition.term, bit}, level, placed.bearer->on), set};
        }
        result.back().condition = fixed.keep("(caught)", condition, condition.type).term;
        // What is given may be about the bearer: where that has to be found, it is fixed for each that there
        // may be. It is asked for only where the trigger is caught.
        const bool unknown = placed.bearer && !known;
        const Value bearers =
            unknown && !placed.ability->given.empty() ? world_.type(placed.bearer->on).size() : 1;
        for (Value i = 0; i < bearers; ++i) {
            result.back().given.emplace_back();
            TermId caught = result.back().condition;
            if (unknown) caught = terms.make(TermKind::SetHas, {caught, terms.constant(i)});
            for (const ast::Given& given : placed.ability->given) {
                Scope about = inner;
                about.level = fixed.scope.level;
                if (unknown) about.add("this", {terms.constant(i), placed.bearer->on});
                const auto value = expressions_.elaborate(given.value, about);
                if (!value) continue;
                const TermId otherwise = terms.constant(initial_value(world_.type(value->type)));
                const TermId term = terms.make(TermKind::Ite, {caught, value->term, otherwise});
                result.back().given.back().push_back(fixed.keep("(given)", {term, value->type}, value->type));
            }
        }
    }
    return result;
}

CodeId Statements::pend(const std::vector<ActionTrigger>& triggers, const std::vector<Typed>& roles,
                        const std::vector<Caught>& before, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    std::vector<CodeId> parts;
    for (std::size_t index = 0; index < triggers.size(); ++index) {
        const ActionTrigger& listening = triggers[index];
        const PlacedAbility& placed = listening.placed;
        const bool looks_back =
            placed.ability->looking_back && index < before.size() && before[index].condition.is_valid();
        Scope inner = scope.inside();
        inner.holes = placed.holes;
        inner.clause = placed.clause;
        Code node;
        node.kind = CodeKind::Pend;
        node.trigger = listening.trigger;
        node.clause = placed.clause;
        Code each;
        std::vector<TermId> conjuncts;
        if (!looks_back) conjuncts.push_back(expressions_.enabling(placed));
        const auto known = Expressions::bearer_among(placed, roles);
        TermId self;
        if (placed.bearer) {
            if (known) {
                self = known->term;
                inner.add("this", {self, placed.bearer->on});
            } else {
                each.kind = CodeKind::ForEach;
                each.level = inner.level;
                each.domain = placed.bearer->on;
                each.clause = placed.clause;
                self = expressions_.bind(inner, "this", placed.bearer->on);
            }
            inner.add("it", placed.bearer->identity);
            if (!looks_back) {
                const auto active = expressions_.functioning(*placed.bearer, self, inner);
                if (!active) continue;
                conjuncts.push_back(*active);
            }
            node.terms.push_back(known ? alive(self, placed.bearer->on) : self);
        }
        if (placed.ability->kind == ast::AbilityKind::Trigger) {
            const auto equalities = expressions_.match(*placed.ability, roles, inner);
            if (!equalities) continue;
            if (!looks_back) conjuncts.push_back(*equalities);
        }
        if (looks_back) {
            const TermId caught = before[index].condition;
            conjuncts.push_back(placed.bearer && !known ? terms.make(TermKind::SetHas, {caught, self})
                                                        : caught);
        } else {
            const auto guard = expressions_.conditions(placed.ability->exprs, inner);
            if (!guard) continue;
            conjuncts.push_back(*guard);
        }
        for (const std::size_t role : listening.roles)
            node.terms.push_back(alive(roles[role].term, roles[role].type));
        const auto add_given = [&](Code& instance_code, std::size_t bearer) {
            for (const Typed& given : before[index].given[bearer])
                instance_code.terms.push_back(alive(given.term, given.type));
        };
        if (looks_back && before[index].given.size() > 1) {
            for (std::size_t bearer = 0; bearer < before[index].given.size(); ++bearer) {
                Code own = node;
                const TermId whose = terms.constant(static_cast<Value>(bearer));
                own.terms[0] = whose;
                add_given(own, bearer);
                std::vector<TermId> caught{terms.make(TermKind::SetHas, {before[index].condition, whose})};
                std::vector<CodeId> code;
                if (listening.limit) {
                    caught.push_back(is_below(*listening.limit, {whose}, listening.most));
                    code.push_back(increase(*listening.limit, {whose}, terms.constant(1), placed.clause));
                }
                code.push_back(world_.model.code.add(std::move(own)));
                parts.push_back(
                    if_else(terms.land(caught), sequence(std::move(code)), nothing(), placed.clause));
            }
            continue;
        }
        if (looks_back) {
            if (!before[index].given.empty()) add_given(node, 0);
        } else {
            for (const ast::Given& given : placed.ability->given) {
                const auto value = expressions_.elaborate(given.value, inner);
                if (value) node.terms.push_back(value->term);
            }
        }
        std::vector<CodeId> instance;
        if (listening.limit) {
            const std::vector<TermId> whose =
                placed.bearer ? std::vector<TermId>{self} : std::vector<TermId>{};
            conjuncts.push_back(is_below(*listening.limit, whose, listening.most));
            instance.push_back(increase(*listening.limit, whose, terms.constant(1), placed.clause));
        }
        instance.push_back(world_.model.code.add(std::move(node)));
        const TermId condition = terms.land(conjuncts);
        if (placed.bearer && !known) {
            each.terms = {condition};
            each.children = {sequence(std::move(instance))};
            parts.push_back(world_.model.code.add(std::move(each)));
        } else {
            parts.push_back(if_else(condition, sequence(std::move(instance)), nothing(), placed.clause));
        }
    }
    return sequence(std::move(parts));
}

// A reference that an event hands on: none if the object was destroyed by it.
TermId Statements::alive(TermId object, TypeId type) {
    TermPool& terms = world_.model.terms;
    if (!type.is_valid() || world_.exists.count(world_.base(type)) == 0) return object;
    const TermId none = terms.constant(none_value);
    const TermId gone =
        terms.lor({terms.equal(object, none), terms.lnot(expressions_.existing(type, object))});
    return terms.make(TermKind::Ite, {gone, none, object});
}

TermId Statements::is_below(VarId limit, const std::vector<TermId>& whose, Value most) {
    TermPool& terms = world_.model.terms;
    return terms.make(TermKind::Less, {expressions_.cell(limit, whose), terms.constant(most)});
}

CodeId Statements::pend_hooks(const std::string& phase, const Scope& scope) {
    const auto hooks = world_.hook_triggers.find(phase);
    const CodeId waiting = pend_delayed("at " + phase, {}, {}, scope);
    if (hooks == world_.hook_triggers.end()) return waiting;
    return sequence({pend(hooks->second, {}, {}, scope), waiting});
}

CodeId Statements::catch_state_trigger(const ActionTrigger& made, const Scope& scope) {
    Code instance;
    instance.kind = CodeKind::Pend;
    instance.trigger = made.trigger;
    instance.clause = scope.clause;
    std::vector<TermId> whose;
    if (const Local* self = scope.find("this")) whose.push_back(self->value.term);
    instance.terms = whose;
    for (const ast::Given& given : made.placed.ability->given) {
        const auto value = expressions_.elaborate(given.value, scope);
        if (value) instance.terms.push_back(value->term);
    }
    const CodeId under_way = set(*made.limit, whose, world_.model.terms.truth(true), scope.clause);
    return sequence({world_.model.code.add(std::move(instance)), under_way});
}

CodeId Statements::end_state_trigger(const ActionTrigger& made) {
    const Scope scope = item_scope(made.trigger, made.placed);
    const Local* self = made.placed.bearer ? scope.find("this") : nullptr;
    const std::vector<TermId> whose = self ? std::vector<TermId>{self->value.term} : std::vector<TermId>{};
    const CodeId over = set(*made.limit, whose, world_.model.terms.truth(false), made.placed.clause);
    const CodeId ends = leaf(CodeKind::Return);
    if (!self || !world_.is_mortal(made.placed.bearer->on)) return sequence({over, ends});
    const TermId gone = world_.model.terms.equal(self->value.term, world_.model.terms.constant(none_value));
    return sequence({if_else(gone, nothing(), over, made.placed.clause), ends});
}

// A ruling about an action is held against the state right after it.
CodeId Statements::rulings(const Action& action, const std::vector<Typed>& roles, const Scope& scope) {
    std::vector<CodeId> parts;
    for (const AfterRuling& ruling : action.rulings) {
        Scope inner = scope.inside();
        inner.clause = ruling.clause;
        ast::Ability pattern;
        pattern.name = ruling.item->name;
        pattern.params = ruling.item->params;
        pattern.span = ruling.item->span;
        const auto equalities = expressions_.match(pattern, roles, inner);
        const std::vector<ast::Expr> premise(ruling.item->exprs.begin() + 1, ruling.item->exprs.end());
        const auto guard = expressions_.conditions(premise, inner);
        const auto holds = expressions_.condition(ruling.item->exprs[0], inner);
        if (!equalities || !guard || !holds) continue;
        TermPool& terms = world_.model.terms;
        const TermId fails = terms.land({terms.make(TermKind::Enabled, {}, ruling.clause.index), *equalities,
                                         *guard, terms.lnot(*holds)});
        parts.push_back(if_else(fails, report(ruling.incident, ruling.clause), nothing(), ruling.clause));
    }
    return sequence(std::move(parts));
}

// A hole that holds statements: the body of the phrase that fills it.
CodeId Statements::insert(const ast::Stmt& stmt, const Scope& scope, const Continuation* next) {
    const auto go_on = [&]() { return next ? (*next)() : nothing(); };
    if (!scope.holes || scope.holes->by_name.count(stmt.name) == 0) {
        std::vector<std::string> known;
        if (scope.holes) {
            for (const auto& [name, hole] : scope.holes->by_name) known.push_back(name);
        }
        for (const auto& [name, action] : world_.actions) known.push_back(name + "(...)");
        world_.unknown(stmt.span, "statement", stmt.name, known);
        return go_on();
    }
    const Hole& hole = scope.holes->by_name.at(stmt.name);
    const bool is_phrase = hole.filler->kind == dsl::Derivation::Kind::Phrase;
    const ast::Item* phrase =
        is_phrase ? world_.phrases[static_cast<std::size_t>(hole.filler->tag)] : nullptr;
    const std::string& category_name = world_.grammar.category_name(hole.filler->category);
    const auto category = world_.category_of.find(category_name);
    if (!phrase || category == world_.category_of.end() ||
        world_.categories[category->second].sort != ast::CategorySort::Statements) {
        world_.error(DiagnosticKind::wrong_kind_of_name, stmt.span,
                     "this hole holds a value, not something to do");
        return go_on();
    }
    const std::vector<ast::Binder>& given = world_.categories[category->second].given;
    Scope inner = scope.inside();
    inner.holes = hole.holes;
    for (const char* word : {"this", "it"}) {
        if (const Local* local = scope.find(word)) inner.locals.push_back(*local);
    }
    if (stmt.exprs.size() != given.size()) {
        world_.error(DiagnosticKind::argument_count, stmt.span,
                     "category " + category_name + " is given " + std::to_string(given.size()) +
                         " things, found " + std::to_string(stmt.exprs.size()));
        return go_on();
    }
    // Like arguments, what is handed over is fixed before anything happens.
    Fixed handed{*this, inner, next != nullptr};
    for (std::size_t i = 0; i < given.size(); ++i) {
        const TypeId type = expressions_.type_of(given[i].type, inner);
        const auto value = expressions_.elaborate(stmt.exprs[i], scope, type);
        if (!value) return go_on();
        handed.keep(given[i].name, *value, value->type);
    }
    return handed.around(next ? tail(phrase->body, inner, *next) : straight(phrase->body, inner));
}

}  // namespace errata::compiler
