// Objects come, leave a zone, leave the game; what refers to them then, and the order in which they were marked.
#include "compiler/elaborate/statements.h"

#include <algorithm>

namespace errata::compiler {

using ast::StmtKind;
using dsl::DiagnosticKind;

CodeId Statements::create(const ast::Stmt& stmt, Scope scope, const Continuation& next) {
    TermPool& terms = world_.model.terms;
    const ast::Binder& binder = stmt.binders[0];
    const TypeId domain = expressions_.domain_of(binder.type, scope);
    if (!domain.is_valid()) return next();
    const auto exists = world_.exists.find(domain);
    if (exists == world_.exists.end()) {
        world_.error(DiagnosticKind::wrong_kind_of_name, binder.span,
                     "a " + world_.name(domain) + " cannot be created",
                     "only objects of a kind declared with 'kind' can");
        return next();
    }
    Scope search = scope;
    const std::uint32_t level = search.level;
    const TermId candidate = expressions_.bind(search, binder.name, domain);
    const TermId is_free = terms.lnot(expressions_.cell(exists->second, {candidate}));
    const TermId slot = expressions_.quantified(TermKind::First, {is_free}, level, domain);

    Scope inner = scope;
    const std::uint32_t reg = claim_register(inner, binder.name, world_.optional(domain));
    const TermId object = inner.locals.back().value.term;
    inner.locals.back().value.type = domain;
    Code appear;
    appear.kind = CodeKind::Set;
    appear.var = exists->second;
    appear.terms = {object, terms.truth(true)};
    appear.clause = scope.clause;
    const CodeId made = world_.model.code.add(std::move(appear));
    const CodeId body = sequence({made, tail(stmt.blocks[0], inner, next)});
    const CodeId full = leaf(CodeKind::Cut);
    const TermId none = terms.equal(object, terms.constant(none_value));
    return sequence({set_register(reg, slot), if_else(none, full, body, scope.clause)});
}

// An object leaves the game: all its fields return to their initial values and every reference to it dies.
CodeId Statements::destroy(const ast::Stmt& stmt, const Scope& scope) {
    const auto object = expressions_.elaborate(stmt.exprs[0], scope);
    if (!object) return nothing();
    const TypeId kind = world_.base(object->type);
    if (world_.exists.count(kind) == 0) {
        world_.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span,
                     "a " + world_.name(kind) + " cannot be destroyed",
                     "only objects of a kind that some statement creates come and go");
        return nothing();
    }
    Scope inner = scope;
    Code let;
    let.kind = CodeKind::Let;
    let.level = inner.level;
    let.terms = {object->term};
    const TermId gone = expressions_.bind(inner, "", object->type);
    let.children = {leave(gone, kind, true, inner)};
    return world_.model.code.add(std::move(let));
}

CodeId Statements::move(Code assignment, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const Variable variable = world_.model.variable(assignment.var);
    Scope inner = scope;
    Code mover;
    mover.kind = CodeKind::Let;
    mover.level = inner.level;
    mover.terms = {assignment.terms[0]};
    const TermId object = expressions_.bind(inner, "", variable.params[0]);
    Code goal;
    goal.kind = CodeKind::Let;
    goal.level = inner.level;
    goal.terms = {assignment.terms[1]};
    const TermId zone = expressions_.bind(inner, "", variable.type);
    const TermId stays = terms.equal(expressions_.cell(assignment.var, {object}), zone);
    assignment.terms = {object, zone};
    const ClauseId clause = assignment.clause;
    const CodeId ends = leave(object, variable.params[0], false, inner);
    goal.children = {
        if_else(stays, nothing(), sequence({ends, world_.model.code.add(std::move(assignment))}), clause)};
    mover.children = {world_.model.code.add(std::move(goal))};
    return world_.model.code.add(std::move(mover));
}

// What ends when an object leaves, its zone or (`for_good`) the game: fields, entries of relations, references in fields, sets,
// and on the agenda.
CodeId Statements::leave(TermId object, TypeId kind, bool for_good, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const auto stay = world_.stays.find(kind);
    const std::vector<VarId> fleeting =
        stay == world_.stays.end() ? std::vector<VarId>{} : stay->second.fleeting;
    std::vector<CodeId> parts;
    for (std::size_t i = 0; i < world_.model.variables.size(); ++i) {
        const VarId var(i);
        const Variable variable = world_.model.variables[i];
        const bool own_field = variable.is_field && world_.base(variable.params[0]) == kind;
        const bool about = std::any_of(variable.params.begin(), variable.params.end(),
                                       [&](TypeId id) { return world_.base(id) == kind; });
        const bool refers = variable.type.is_valid() && world_.base(variable.type) == kind;
        const Type type = world_.type(variable.type);
        const bool contains = type.form == TypeForm::Set && world_.base(type.element) == kind;
        if (own_field ? for_good || std::find(fleeting.begin(), fleeting.end(), var) != fleeting.end()
                      : about) {
            parts.push_back(reset_about(object, kind, var, scope));
            continue;
        }
        if (!refers && !contains) continue;
        if (refers && !type.optional) {
            world_.error(
                DiagnosticKind::type_mismatch, variable.span,
                "'" + variable.name + "' may lose what it refers to, so it must be allowed to be none",
                "declare its type as '" + world_.name(kind) + "?'");
            continue;
        }
        const CodeId code = for_all_entries(var, scope, [&](const std::vector<TermId>& args, const Scope&) {
            const TermId present = expressions_.cell(var, args);
            Code clear;
            clear.kind = refers ? CodeKind::Set : CodeKind::Increase;
            clear.var = var;
            clear.terms = args;
            clear.clause = scope.clause;
            if (refers) {
                clear.terms.push_back(terms.constant(none_value));
                return if_else(terms.equal(present, object), world_.model.code.add(std::move(clear)),
                               nothing(), scope.clause);
            }
            // A relative change, so that several can leave at the same moment: their bits are taken from the mask.
            clear.terms.push_back(
                terms.make(TermKind::Subtract, {terms.constant(0), bit_of(object, type.element)}));
            return if_else(terms.make(TermKind::SetHas, {present, object}),
                           world_.model.code.add(std::move(clear)), nothing(), scope.clause);
        });
        parts.push_back(code);
    }
    Code forget;
    forget.kind = CodeKind::Forget;
    forget.domain = kind;
    forget.terms = {object};
    forget.clause = scope.clause;
    parts.push_back(world_.model.code.add(std::move(forget)));
    return sequence(std::move(parts));
}

TermId Statements::bit_of(TermId object, TypeId kind) {
    const auto known = world_.bits.find(kind);
    if (known == world_.bits.end()) {
        std::vector<Value> bits;
        for (Value i = 0; i < world_.type(kind).size(); ++i) bits.push_back(Value{1} << i);
        world_.bits[kind] = world_.add_table("bit", {kind}, world_.set_type(kind), std::move(bits));
    }
    const TypeId set = world_.set_type(kind);
    return world_.model.terms.make_leaf(TermKind::Table, world_.bits[kind].index, {object}, world_.type(set));
}

CodeId Statements::for_all_entries(
    VarId var, const Scope& scope,
    const std::function<CodeId(const std::vector<TermId>&, const Scope&)>& body) {
    Scope inner = scope;
    std::vector<TermId> args;
    std::vector<Code> loops;
    for (const TypeId param : world_.model.variable(var).params) {
        Code each;
        each.kind = CodeKind::ForEach;
        each.level = inner.level;
        each.domain = param;
        each.terms = {world_.model.terms.truth(true)};
        args.push_back(expressions_.bind(inner, "", param));
        loops.push_back(std::move(each));
    }
    CodeId code = body(args, inner);
    for (auto it = loops.rbegin(); it != loops.rend(); ++it) {
        it->children = {code};
        code = world_.model.code.add(std::move(*it));
    }
    return code;
}

// The entries of a variable that are about an object return to the initial value.
CodeId Statements::reset_about(TermId object, TypeId kind, VarId var, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const Variable variable = world_.model.variable(var);
    const auto clear = [&](const std::vector<TermId>& args) {
        Code set;
        set.kind = CodeKind::Set;
        set.var = var;
        set.terms = args;
        set.terms.push_back(terms.constant(variable.initial));
        set.clause = scope.clause;
        return world_.model.code.add(std::move(set));
    };
    if (variable.params.size() == 1) return clear({object});
    return for_all_entries(var, scope, [&](const std::vector<TermId>& args, const Scope&) {
        std::vector<TermId> cases;
        for (std::size_t i = 0; i < args.size(); ++i) {
            if (world_.base(variable.params[i]) == kind) cases.push_back(terms.equal(args[i], object));
        }
        return if_else(terms.lor(cases), clear(args), nothing(), scope.clause);
    });
}

CodeId Statements::reset(const std::vector<VarId>& variables, const Scope& scope) {
    std::vector<CodeId> parts;
    for (const VarId var : variables) {
        parts.push_back(for_all_entries(var, scope, [&](const std::vector<TermId>& args, const Scope&) {
            Code set;
            set.kind = CodeKind::Set;
            set.var = var;
            set.terms = args;
            set.terms.push_back(world_.model.terms.constant(world_.model.variable(var).initial));
            set.clause = scope.clause;
            return world_.model.code.add(std::move(set));
        }));
    }
    return sequence(std::move(parts));
}

CodeId Statements::mark(const ast::Stmt& stmt, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const auto target = expressions_.elaborate(stmt.exprs[0], scope);
    if (!target) return nothing();
    const Term cell = terms[target->term];
    if (cell.kind != TermKind::Cell || world_.orders.count(target->type) == 0) {
        world_.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span,
                     "only a field of type order is marked", "declare the field with the type 'order'");
        return nothing();
    }
    const VarId order(static_cast<std::size_t>(cell.payload));
    const TypeId kind = world_.model.variable(order).params[0];
    Scope inner = scope;
    Code let;
    let.kind = CodeKind::Let;
    let.level = inner.level;
    let.terms = {cell.children[0]};
    const TermId object = expressions_.bind(inner, "", kind);
    // How many others are marked, and before `rank`, if given.
    const auto marked = [&](const Scope& from, std::optional<TermId> rank) {
        Scope counting = from;
        const std::uint32_t level = counting.level;
        const TermId other = expressions_.bind(counting, "", kind);
        const TermId own = expressions_.cell(order, {other});
        std::vector<TermId> conjuncts{terms.lnot(terms.equal(other, object)),
                                      terms.make(TermKind::Less, {terms.constant(0), own})};
        if (rank) conjuncts.push_back(terms.make(TermKind::Less, {own, *rank}));
        const TermId count = expressions_.quantified(TermKind::Count, {terms.land(conjuncts)}, level, kind);
        return terms.make(TermKind::Add, {count, terms.constant(1)});
    };
    const auto set = [&](TermId whose, TermId rank) {
        Code node;
        node.kind = CodeKind::Set;
        node.var = order;
        node.terms = {whose, rank};
        node.clause = scope.clause;
        return world_.model.code.add(std::move(node));
    };
    // The others close the gaps that those who left have made, so that no rank only grows.
    Scope each_scope = inner;
    Code each;
    each.kind = CodeKind::ForEach;
    each.level = each_scope.level;
    each.domain = kind;
    const TermId other = expressions_.bind(each_scope, "", kind);
    const TermId rank = expressions_.cell(order, {other});
    each.terms = {terms.land(
        {terms.lnot(terms.equal(other, object)), terms.make(TermKind::Less, {terms.constant(0), rank})})};
    each.children = {set(other, marked(each_scope, rank))};
    Code at_once;
    at_once.kind = CodeKind::Simultaneously;
    at_once.clause = scope.clause;
    at_once.children = {sequence({world_.model.code.add(std::move(each)), set(object, marked(inner, {}))})};
    Incident incident;
    incident.code = "contradiction.set-set";
    incident.title = world_.model.clause(scope.clause).name + ": marked at the same moment";
    incident.subject = "Two are marked at the same moment, and nothing says which is the later one.";
    incident.clauses = {scope.clause};
    incident.span = stmt.span;
    at_once.incident = world_.add_incident(std::move(incident));
    let.children = {world_.model.code.add(std::move(at_once))};
    return world_.model.code.add(std::move(let));
}

}  // namespace errata::compiler
