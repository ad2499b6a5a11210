// Objects come, leave a zone, leave the game; what refers to them then, and the order in which they were
// marked.
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
    const CodeId made = set(exists->second, {object}, terms.truth(true), scope.clause);
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
    const TermId gone = expressions_.bind(inner, "", object->type);
    return let(scope.level, object->term, leave(gone, kind, true, inner));
}

CodeId Statements::move(VarId zone_field, TermId mover, TermId goal, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const Variable variable = world_.model.variable(zone_field);
    Scope inner = scope;
    const TermId object = expressions_.bind(inner, "", variable.params[0]);
    const TermId zone = expressions_.bind(inner, "", variable.type);
    const TermId stays = terms.equal(expressions_.cell(zone_field, {object}), zone);
    const CodeId ends = leave(object, variable.params[0], false, inner);
    const CodeId moves = sequence({ends, set(zone_field, {object}, zone, scope.clause)});
    const CodeId body = if_else(stays, nothing(), moves, scope.clause);
    return let(scope.level, mover, let(scope.level + 1, goal, body));
}

// What ends when an object leaves, its zone or (`for_good`) the game. What keeps references is known when
// everything is lowered.
CodeId Statements::leave(TermId object, TypeId kind, bool for_good, const Scope& scope) {
    const CodeId place = world_.model.code.add({});
    World& world = world_;
    world_.unfinished.push_back([&world, place, object, kind, for_good, scope]() {
        Code node;
        node.children = {Statements(world).forget(object, kind, for_good, scope)};
        world.model.code.replace(place, std::move(node));
    });
    return place;
}

// Fields and entries of relations about the object; references to it in fields, sets, and on the agenda.
CodeId Statements::forget(TermId object, TypeId kind, bool for_good, const Scope& scope) {
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
        const bool ends = own_field
                              ? for_good || std::find(fleeting.begin(), fleeting.end(), var) != fleeting.end()
                              : about;
        parts.push_back(lose(var, object, kind, ends, scope));
        if (ends) parts.push_back(reset_about(object, kind, var, scope));
    }
    if (for_good) parts.push_back(no_more_to_come(object, kind, scope));
    Code forget;
    forget.kind = CodeKind::Forget;
    forget.domain = kind;
    forget.terms = {object};
    forget.clause = scope.clause;
    parts.push_back(world_.model.code.add(std::move(forget)));
    return sequence(std::move(parts));
}

// References to an object in a variable; `elsewhere`: but for its entries about the object, which are reset.
CodeId Statements::lose(VarId var, TermId object, TypeId kind, bool elsewhere, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const Variable variable = world_.model.variable(var);
    const Type type = world_.type(variable.type);
    const bool refers = world_.base(variable.type) == kind;
    const bool contains = type.form == TypeForm::Set && world_.base(type.element) == kind;
    if (!refers && !contains) return nothing();
    if (refers && !type.optional) {
        world_.error(DiagnosticKind::type_mismatch, variable.span,
                     "'" + variable.name + "' may lose what it refers to, so it must be allowed to be none",
                     "declare its type as '" + world_.name(kind) + "?'");
        return nothing();
    }
    return for_all_entries(var, scope, [&](const std::vector<TermId>& args) {
        const TermId here = terms.lnot(elsewhere ? is_about(object, kind, var, args) : terms.truth(false));
        const TermId alone = terms.make(TermKind::SetInsert, {terms.constant(0), object});
        const CodeId loses = write(CodeKind::Lose, var, args, refers ? object : alone, scope.clause);
        return if_else(here, loses, nothing(), scope.clause);
    });
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

CodeId Statements::for_all_entries(VarId var, const Scope& scope,
                                   const std::function<CodeId(const std::vector<TermId>&)>& body) {
    Scope inner = scope;
    const std::vector<TypeId> params = world_.model.variable(var).params;
    std::vector<TermId> args;
    for (const TypeId param : params) args.push_back(expressions_.bind(inner, "", param));
    CodeId code = body(args);
    for (std::size_t i = params.size(); i-- > 0;) {
        const auto level = scope.level + static_cast<std::uint32_t>(i);
        code = for_each(level, params[i], world_.model.terms.truth(true), code, {});
    }
    return code;
}

CodeId Statements::clear(VarId var, const std::vector<TermId>& arguments, ClauseId clause) {
    return set(var, arguments, world_.model.terms.constant(world_.model.variable(var).initial), clause);
}

// The entries of a variable that are about an object return to the initial value.
CodeId Statements::reset_about(TermId object, TypeId kind, VarId var, const Scope& scope) {
    if (world_.model.variable(var).params.size() == 1) return clear(var, {object}, scope.clause);
    return for_all_entries(var, scope, [&](const std::vector<TermId>& args) {
        return if_else(is_about(object, kind, var, args), clear(var, args, scope.clause), nothing(),
                       scope.clause);
    });
}

TermId Statements::is_about(TermId object, TypeId kind, VarId var, const std::vector<TermId>& args) {
    std::vector<TermId> cases;
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (world_.base(world_.model.variable(var).params[i]) == kind)
            cases.push_back(world_.model.terms.equal(args[i], object));
    }
    return world_.model.terms.lor(cases);
}

CodeId Statements::reset(const std::vector<VarId>& variables, const Scope& scope) {
    std::vector<CodeId> parts;
    for (const VarId var : variables) {
        parts.push_back(for_all_entries(
            var, scope, [&](const std::vector<TermId>& args) { return clear(var, args, scope.clause); }));
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
    // The others close the gaps that those who left have made, so that no rank only grows.
    Scope each_scope = inner;
    const TermId other = expressions_.bind(each_scope, "", kind);
    const TermId rank = expressions_.cell(order, {other});
    const TermId is_marked = terms.land(
        {terms.lnot(terms.equal(other, object)), terms.make(TermKind::Less, {terms.constant(0), rank})});
    const CodeId closes = for_each(inner.level, kind, is_marked,
                                   set(order, {other}, marked(each_scope, rank), scope.clause), {});
    Code at_once;
    at_once.kind = CodeKind::Simultaneously;
    at_once.clause = scope.clause;
    at_once.children = {sequence({closes, set(order, {object}, marked(inner, {}), scope.clause)})};
    Incident incident;
    incident.code = FindingCode::ContradictionSetSet;
    incident.title = world_.model.clause(scope.clause).name + ": marked at the same moment";
    incident.subject = "Two are marked at the same moment, and nothing says which is the later one.";
    incident.clauses = {scope.clause};
    incident.span = stmt.span;
    at_once.incident = world_.add_incident(std::move(incident));
    return let(scope.level, cell.children[0], world_.model.code.add(std::move(at_once)));
}

}  // namespace errata::compiler
