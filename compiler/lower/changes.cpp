#include "compiler/lower/changes.h"

#include <algorithm>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/lower/body.h"
#include "compiler/lower/loops.h"
#include "compiler/lower/success.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// The members that a set gains or loses, as a set.
TermId members(const Lowering& l, const TypedTerm& value, TypeId set) {
    if (l.type(value.type).form == TypeForm::Set) return value.term;
    const TermId position = position_in_set(l, value.term, l.type(set).element);
    return l.pool().make(TermKind::SetInsert, {l.pool().constant(0), position});
}

bool is_in_range(const Lowering& l, const typed::Expr& written, TermId value, const Type& type) {
    if (!l.pool().is_constant(value) || type.contains(l.pool()[value].payload)) return true;
    l.reporter.error(DiagnosticKind::value_out_of_range, written.span,
                     std::to_string(l.pool()[value].payload) + " is not in " + type.name);
    return false;
}

}  // namespace

CodeId introduce(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    const auto number = place.holes->antecedents.at(stmt.name);
    const auto kept = number ? place.antecedents.find(*number) : place.antecedents.end();
    if (kept == place.antecedents.end()) return nothing(l);  // no later word refers to it
    const auto reg = static_cast<std::uint32_t>(l.pool()[kept->second.term].payload);
    return set_register(l, reg, l.terms.term(stmt.exprs[0], place));
}

namespace {

CodeId changed(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    TermPool& pool = l.pool();
    const TypedTerm target = l.terms.value(stmt.exprs[0], place);
    const TypedTerm value = l.terms.value(stmt.exprs[1], place);
    const Term cell = pool[target.term];
    if (cell.kind != TermKind::Cell) {
        l.reporter.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span, "this cannot be changed",
                         "only fields, state and relations change");
        return nothing(l);
    }
    const VarId var(static_cast<std::size_t>(cell.payload));
    const Type type = l.type(target.type);
    const bool adds = stmt.change == ast::Change::Add;
    if (stmt.change != ast::Change::Set && type.form == TypeForm::Set) {
        return write(l, adds ? CodeKind::Gain : CodeKind::Lose, var, cell.children,
                     members(l, value, target.type), place.clause);
    }
    if (stmt.change != ast::Change::Set) {
        const TermId amount =
            adds ? value.term : pool.make(TermKind::Subtract, {pool.constant(0), value.term});
        return increase(l, var, cell.children, amount, place.clause);
    }
    if (!is_in_range(l, stmt.exprs[1], value.term, type)) return nothing(l);
    const bool ends_a_stay = l.names.store.zones.count(l.model.types.base(target.type)) > 0 &&
                             cell.children.size() == 1 &&
                             l.names.store.stays_end(l.model.types.base(l.model.variable(var).params[0]));
    if (ends_a_stay) return move(l, var, cell.children[0], value.term, place);
    return set(l, var, cell.children, value.term, place.clause);
}

}  // namespace

CodeId change(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    const CodeId code = changed(l, stmt, place);
    if (!place.as_far_as_possible) return code;
    return if_else(l, stays_in_range(l, stmt, place), code, nothing(l), place.clause);
}

namespace {

// What ends when an object leaves. What keeps references is known when everything is lowered.
CodeId leave(const Lowering& l, TermId object, TypeId kind, bool for_good, const Place& place) {
    const CodeId code = l.model.flow.code.add({});
    l.to_do.forgets.push_back({code, object, kind, for_good, place});
    return code;
}

TermId is_about(const Lowering& l, TermId object, TypeId kind, VarId var, const std::vector<TermId>& args) {
    std::vector<TermId> cases;
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (l.model.types.base(l.model.variable(var).params[i]) == kind)
            cases.push_back(l.pool().equal(args[i], object));
    }
    return l.pool().lor(cases);
}

// The write is nobody's doing: a life ends with it.
CodeId of_life(const Lowering& l, CodeId write, bool is_for_good = false) {
    Code node = l.model.flow.code[write];
    node.is_reset = true;
    node.is_for_good = is_for_good;
    l.model.flow.code.replace(write, std::move(node));
    return write;
}

// References to an object in a variable; `elsewhere`: but for its entries about the object, which are reset.
CodeId lose(const Lowering& l, VarId var, TermId object, TypeId kind, bool elsewhere, const Place& place) {
    const Variable variable = l.model.variable(var);
    const Type type = l.type(variable.type);
    const bool refers = l.model.types.base(variable.type) == kind;
    const bool contains = type.form == TypeForm::Set && l.model.types.base(type.element) == kind;
    if (!refers && !contains) return nothing(l);
    if (refers && !type.optional) {
        l.reporter.error(
            DiagnosticKind::type_mismatch, variable.span,
            "'" + variable.name + "' may lose what it refers to, so it must be allowed to be none",
            "declare its type as '" + l.type(kind).name + "?'");
        return nothing(l);
    }
    return for_all_entries(l, var, place, [&](const std::vector<TermId>& args) {
        const TermId here =
            l.pool().lnot(elsewhere ? is_about(l, object, kind, var, args) : l.pool().truth(false));
        const TermId alone = l.pool().make(TermKind::SetInsert, {l.pool().constant(0), object});
        const CodeId loses =
            of_life(l, write(l, CodeKind::Lose, var, args, refers ? object : alone, place.clause));
        return if_else(l, here, loses, nothing(l), place.clause);
    });
}

// The entries of a variable that are about an object return to the initial value. What else is said of them
// at the same moment is said of its new life; where it has none (`for_good`), of nothing.
CodeId reset_about(const Lowering& l, TermId object, TypeId kind, VarId var, bool for_good,
                   const Place& place) {
    if (l.model.variable(var).params.size() == 1)
        return of_life(l, clear(l, var, {object}, place.clause), for_good);
    return for_all_entries(l, var, place, [&](const std::vector<TermId>& args) {
        const CodeId begins = of_life(l, clear(l, var, args, place.clause), for_good);
        return if_else(l, is_about(l, object, kind, var, args), begins, nothing(l), place.clause);
    });
}

}  // namespace

CodeId create(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation& next) {
    const typed::Binder& binder = stmt.binders[0];
    const TypeId domain = l.terms.domain(binder.domain, place);
    const VarId exists = l.names.store.exists.at(domain);
    Place search = place;
    const std::uint32_t level = search.level;
    const TermId candidate = l.terms.bind(search, binder.local, binder.name, domain);
    const TermId is_free = l.pool().lnot(l.terms.cell(exists, {candidate}));
    const TermId slot = l.terms.quantified(TermKind::First, {is_free}, level, domain);

    Place inner = place;
    const std::uint32_t reg =
        claim_register(l, inner, binder.local, binder.name, l.model.types.optional(domain));
    const TermId object = last_claimed(l, inner);
    inner.locals.back().value.type = domain;
    const CodeId made = set(l, exists, {object}, l.pool().truth(true), place.clause);
    const CodeId body = sequence(l, {made, tail(l, stmt.blocks[0], inner, next)});
    const TermId none = l.pool().equal(object, l.pool().constant(none_value));
    return sequence(
        l, {set_register(l, reg, slot), if_else(l, none, leaf(l, CodeKind::Cut), body, place.clause)});
}

CodeId destroy(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    const TypedTerm object = l.terms.value(stmt.exprs[0], place);
    Place inner = place;
    const TermId gone = l.terms.bind(inner, {}, "", object.type);
    const CodeId ends = leave(l, gone, l.model.types.base(object.type), true, inner);
    return let(l, place.level, object.term, ends);
}

namespace {

// Are both zones of those in which one life is spent?
TermId goes_on_living(const Lowering& l, TypeId zones, TermId from, TermId to) {
    const auto found = l.names.store.lives.find(l.model.types.base(zones));
    if (found == l.names.store.lives.end()) return l.pool().truth(false);
    std::vector<TermId> cases;
    for (const std::vector<Value>& together : found->second) {
        std::vector<TermId> from_here;
        std::vector<TermId> to_here;
        for (const Value zone : together) {
            from_here.push_back(l.pool().equal(from, l.pool().constant(zone)));
            to_here.push_back(l.pool().equal(to, l.pool().constant(zone)));
        }
        cases.push_back(l.pool().land({l.pool().lor(from_here), l.pool().lor(to_here)}));
    }
    return l.pool().lor(cases);
}

}  // namespace

CodeId move(const Lowering& l, VarId zone_field, TermId mover, TermId goal, const Place& place) {
    const Variable variable = l.model.variable(zone_field);
    Place inner = place;
    const TermId object = l.terms.bind(inner, {}, "", variable.params[0]);
    const TermId zone = l.terms.bind(inner, {}, "", variable.type);
    const TermId here = l.terms.cell(zone_field, {object});
    const TermId stays = l.pool().equal(here, zone);
    const TermId lives = goes_on_living(l, variable.type, here, zone);
    const CodeId leaves = leave(l, object, variable.params[0], false, inner);
    const CodeId ends = if_else(l, lives, nothing(l), leaves, place.clause);
    const CodeId moves = sequence(l, {ends, set(l, zone_field, {object}, zone, place.clause)});
    const CodeId body = if_else(l, stays, nothing(l), moves, place.clause);
    return let(l, place.level, mover, let(l, place.level + 1, goal, body));
}

CodeId forget(const Lowering& l, TermId object, TypeId kind, bool for_good, const Place& place) {
    const auto stay = l.names.store.stays.find(kind);
    const std::vector<VarId> fleeting =
        stay == l.names.store.stays.end() ? std::vector<VarId>{} : stay->second.fleeting;
    std::vector<CodeId> parts;
    for (std::size_t i = 0; i < l.model.variables.size(); ++i) {
        const VarId var(i);
        const Variable variable = l.model.variables[i];
        const auto is_kind = [&](TypeId id) { return l.model.types.base(id) == kind; };
        const bool own_field = variable.is_field && is_kind(variable.params[0]);
        const bool about = std::any_of(variable.params.begin(), variable.params.end(), is_kind);
        const bool ends = own_field
                              ? for_good || std::find(fleeting.begin(), fleeting.end(), var) != fleeting.end()
                              : about;
        parts.push_back(lose(l, var, object, kind, ends, place));
        if (ends) parts.push_back(reset_about(l, object, kind, var, for_good, place));
    }
    if (for_good) parts.push_back(no_more_to_come(l, object, kind, place));
    Code node;
    node.kind = CodeKind::Forget;
    node.domain = kind;
    node.terms = {object};
    node.clause = place.clause;
    parts.push_back(l.model.flow.code.add(std::move(node)));
    return sequence(l, std::move(parts));
}

CodeId mark(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    TermPool& pool = l.pool();
    const Term cell = pool[l.terms.term(stmt.exprs[0], place)];
    const VarId order(static_cast<std::size_t>(cell.payload));
    const TypeId kind = l.model.variable(order).params[0];
    Place inner = place;
    const TermId object = l.terms.bind(inner, {}, "", kind);
    // How many others are marked, and before `rank`, if given; and one more.
    const auto marked = [&](const Place& from, std::optional<TermId> rank) {
        Place counting = from;
        const std::uint32_t level = counting.level;
        const TermId other = l.terms.bind(counting, {}, "", kind);
        const TermId own = l.terms.cell(order, {other});
        std::vector<TermId> conjuncts{pool.lnot(pool.equal(other, object)),
                                      pool.make(TermKind::Less, {pool.constant(0), own})};
        if (rank) conjuncts.push_back(pool.make(TermKind::Less, {own, *rank}));
        const TermId count = l.terms.quantified(TermKind::Count, {pool.land(conjuncts)}, level, kind);
        return pool.make(TermKind::Add, {count, pool.constant(1)});
    };
    // The others close the gaps that those who left have made, so that no rank only grows.
    Place each = inner;
    const TermId other = l.terms.bind(each, {}, "", kind);
    const TermId rank = l.terms.cell(order, {other});
    const TermId is_marked = pool.land(
        {pool.lnot(pool.equal(other, object)), pool.make(TermKind::Less, {pool.constant(0), rank})});
    // Behind one that is the first now, all others are one further.
    const bool is_first = stmt.kind == typed::StmtKind::MarkFirst;
    TermId among = marked(each, rank);
    if (is_first) among = pool.make(TermKind::Add, {among, pool.constant(1)});
    const CodeId closes =
        for_each(l, inner.level, kind, is_marked, set(l, order, {other}, among, place.clause), {});
    const auto at_once = [&](CodeId changes) {
        Incident incident;
        incident.code = FindingCode::ContradictionSetSet;
        incident.kind = IncidentKind::MarkedAtOnce;
        incident.clauses = {place.clause};
        incident.span = stmt.span;
        Code block;
        block.kind = CodeKind::Simultaneously;
        block.clause = place.clause;
        block.incident = add_incident(l, std::move(incident));
        block.children = {changes};
        return l.model.flow.code.add(std::move(block));
    };
    const auto write_own = [&](TermId rank_of_it) {
        return set(l, order, {object}, rank_of_it, place.clause);
    };
    // Who else leaves at the same moment is known when it is over. So the gaps are closed behind it.
    const CodeId changes =
        stmt.kind == typed::StmtKind::Unmark
            ? sequence(l,
                       {write_own(pool.constant(0)), behind_moment(l, inner, Behind::Parts, at_once(closes))})
            : at_once(sequence(l, {closes, write_own(is_first ? pool.constant(1) : marked(inner, {}))}));
    return let(l, place.level, cell.children[0], changes);
}

}  // namespace errata::compiler
