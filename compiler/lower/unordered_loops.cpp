// `for each` over objects without an order, and what a loop that stops remembers: who is still to come.
#include <algorithm>

#include "compiler/lower/body.h"
#include "compiler/lower/loops.h"

namespace errata::compiler {

namespace {

// In words, by the numbers that code.h gives them.
std::vector<std::string> outcomes_of(const Lowering& l, const std::vector<CodeId>& instances,
                                     ClauseId asking) {
    std::vector<std::string> result;
    for (const CodeId instance : instances) {
        const Code& node = l.model.code[instance];
        const bool is_ability = node.clause.is_valid() && node.clause != asking;
        const std::string name = is_ability ? l.clause_name(node.clause) : "";
        if (node.kind == CodeKind::If) {
            result.push_back(name + " first");
            continue;
        }
        for (const std::string& object : l.type(node.domain).labels)
            result.push_back((is_ability ? name + " of " : "") + object + " first");
    }
    result.emplace_back("the others had their turn before");
    return result;
}

// One incident, however often the code is written out.
IncidentId order_by_nobody(const Lowering& l, const std::vector<CodeId>& instances,
                           const std::string& question, ClauseId clause) {
    const auto known = l.memory.orders_by_nobody.find({clause, question});
    if (known != l.memory.orders_by_nobody.end()) return known->second;
    Incident incident;
    incident.code = FindingCode::OrderUnowned;
    incident.title = l.clause_name(clause) + ": " + question;
    incident.subject =
        "They are carried out one after the other, nobody decides in which order, and what comes of it "
        "differs.";
    incident.clauses = {clause};
    for (const CodeId instance : instances) {
        const ClauseId own = l.model.code[instance].clause;
        if (own.is_valid() &&
            std::find(incident.clauses.begin(), incident.clauses.end(), own) == incident.clauses.end())
            incident.clauses.push_back(own);
    }
    incident.outcomes = outcomes_of(l, instances, clause);
    incident.span = l.model.clause(clause).span;
    const IncidentId id = l.add_incident(std::move(incident));
    l.memory.orders_by_nobody[{clause, question}] = id;
    return id;
}

}  // namespace

CodeId any_order(const Lowering& l, std::vector<CodeId> instances, const std::string& question,
                 ClauseId clause) {
    Code node;
    node.kind = CodeKind::AnyOrder;
    node.incident = order_by_nobody(l, instances, question, clause);
    node.children = std::move(instances);
    node.clause = clause;
    return l.model.code.add(std::move(node));
}

bool remembers(const Lowering& l, TypeId domain) {
    return l.type(l.model.types.base(domain)).size() <= most_set_elements;
}

TermId to_come_term(const Lowering& l, std::uint32_t reg, TypeId domain) {
    return l.terms.reg(reg, l.model.types.set_of(l.model.types.base(domain)));
}

CodeId fill_to_come(const Lowering& l, std::uint32_t reg, TypeId domain, const Place& place) {
    Place inner = place;
    const TermId object = l.terms.bind(inner, {}, "", domain);
    const TermId with = l.pool().make(TermKind::SetInsert, {to_come_term(l, reg, domain), object});
    const CodeId each =
        for_each(l, place.level, domain, l.terms.existing(domain, object), set_register(l, reg, with), {});
    return sequence(l, {set_register(l, reg, l.pool().constant(0)), each});
}

CodeId no_more_to_come(const Lowering& l, TermId object, TypeId kind, const Place& place) {
    std::vector<CodeId> parts;
    for (const auto& [of, reg] : place.to_come) {
        if (of != kind) continue;
        const TermId without = l.pool().make(TermKind::SetErase, {to_come_term(l, reg, kind), object});
        parts.push_back(set_register(l, reg, without));
    }
    return sequence(l, std::move(parts));
}

// Each round begins with a pick by nobody among those still to come for whom the condition holds. One for
// whom it did not hold at an earlier pick may have had its turn then: where only such ones are left, the loop
// may also end. Where only one can be next there is no pick. A round that need not stop by itself has its
// stop behind it: that is the next pick, even of one, or a stop without a pick.
CodeId for_each_unordered(const Lowering& l, const typed::Stmt& stmt, TypeId domain, const Place& place,
                          const Continuation& next) {
    TermPool& pool = l.pool();
    const typed::Binder& binder = stmt.binders[0];
    const TypeId kind = l.model.types.base(domain);
    Place inner = place;
    const std::uint32_t to_come = claim_internal(l, inner, "to come", l.model.types.set_of(kind));
    const std::uint32_t passed = claim_internal(l, inner, "passed over", l.model.types.set_of(kind));
    inner.to_come.emplace_back(kind, to_come);
    inner.to_come.emplace_back(kind, passed);
    const std::string name = l.clause_name(place.clause) + ": which " + l.type(kind).name + " comes first";
    const PointId head = rules_point(l, name, inner);

    // Whether an object is still to come, and its turn could be now.
    const auto has = [&](std::uint32_t among, TermId object) {
        return pool.make(TermKind::SetHas, {to_come_term(l, among, kind), object});
    };
    const auto ready = [&](TermId object, const Scope& from) {
        return pool.land(
            {has(to_come, object), l.terms.existing(domain, object), l.terms.all(stmt.exprs, from)});
    };
    Place each = inner;
    const TermId other = l.terms.bind(each, binder.local, binder.name, domain);
    const TermId other_ready = ready(other, each);
    Place of_option = inner;
    const std::uint32_t chosen = claim_register(l, of_option, binder.local, binder.name, domain);
    const TermId object = last_claimed(l, of_option);
    const TermId is_ready = ready(object, of_option);
    const auto over_others = [&](TermKind quantifier, TermId condition) {
        return l.terms.quantified(quantifier, {condition}, inner.level, domain);
    };
    const TermId sure = pool.land({other_ready, pool.lnot(has(passed, other))});

    const Continuation after = shared(l, name + ": done", next);
    const LabelId turn = l.add_label(name + ": its turn", {});
    const auto pick = [&](bool stops) {
        CodeId picks = stop(l, head);
        if (!stops) {
            const TermId several =
                pool.make(TermKind::Less, {pool.constant(1), over_others(TermKind::Count, other_ready)});
            const TermId one = pool.land({over_others(TermKind::Exists, sure), pool.lnot(several)});
            const CodeId take = set_register(l, chosen, over_others(TermKind::First, other_ready));
            picks = if_else(l, one, sequence(l, {take, go(l, turn)}), picks, place.clause);
        }
        const CodeId ends =
            stops ? pause(l, place.name + ": for each", place, Between::Nothing, after) : after();
        const CodeId goes = if_else(l, over_others(TermKind::Exists, other_ready), picks, ends, place.clause);
        if (stmt.exprs.empty()) return goes;
        const TermId waits = pool.land({has(to_come, other), pool.lnot(other_ready)});
        const TermId had_turn = pool.make(TermKind::SetInsert, {to_come_term(l, passed, kind), other});
        return sequence(
            l, {for_each(l, inner.level, domain, waits, set_register(l, passed, had_turn), {}), goes});
    };
    const bool stops = !always_stops(stmt.blocks[0]);
    const Continuation next_pick = shared(l, name, [&]() { return pick(stops); });
    const TermId without = pool.make(TermKind::SetErase, {to_come_term(l, to_come, kind), object});
    const CodeId body =
        sequence(l, {set_register(l, to_come, without), tail(l, stmt.blocks[0], of_option, next_pick)});
    l.model.labels[turn.index].code = body;

    PointOption option;
    option.text = "{" + binder.name + "} is next";
    option.binders.push_back({chosen, domain, binder.name});
    option.guard = is_ready;
    option.clause = place.clause;
    option.target = turn;
    std::vector<PointOption> options{option};
    if (!stmt.exprs.empty()) {
        PointOption leaves;
        leaves.text = "the others had their turn before";
        leaves.guard = pool.lnot(over_others(TermKind::Exists, sure));
        leaves.clause = place.clause;
        leaves.target = l.add_label(name + ": no more", after());
        options.push_back(leaves);
    }
    const CodeId begins = sequence(
        l, {fill_to_come(l, to_come, domain, inner), set_register(l, passed, pool.constant(0)), pick(false)});
    Point& point = l.model.points[head.index];
    point.owner = OwnerKind::Nobody;
    point.settled = false;  // nothing comes between the rounds
    point.to_come = to_come;
    point.span = stmt.span;
    point.options = std::move(options);
    return begins;
}

}  // namespace errata::compiler
