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

namespace {

// Who a loop goes over, and who of them may be next.
struct Candidates {
    const Lowering& l;
    const typed::Stmt& stmt;
    TypeId domain;
    std::uint32_t to_come;  // registers that hold sets
    std::uint32_t passed;   // may have had their turn at an earlier pick: the condition did not hold then
    std::uint32_t level;    // of the binder that stands for
    TermId other;           // any of them
    TermId other_ready;

    TermId in(std::uint32_t among, TermId object) const {
        return l.pool().make(TermKind::SetHas, {to_come_term(l, among, domain), object});
    }
    // Whether an object is still to come, and its turn could be now.
    TermId ready(TermId object, const Scope& from) const {
        return l.pool().land(
            {in(to_come, object), l.terms.existing(domain, object), l.terms.all(stmt.exprs, from)});
    }
    TermId over_others(TermKind quantifier, TermId condition) const {
        return l.terms.quantified(quantifier, {condition}, level, domain);
    }
    TermId somebody_ready() const { return over_others(TermKind::Exists, other_ready); }
    TermId somebody_waits_for_sure() const {
        TermPool& pool = l.pool();
        return over_others(TermKind::Exists, pool.land({other_ready, pool.lnot(in(passed, other))}));
    }
    // Whoever is not ready at a pick.
    CodeId pass_over() const {
        TermPool& pool = l.pool();
        const TermId waits = pool.land({in(to_come, other), pool.lnot(other_ready)});
        const TermId had_turn = pool.make(TermKind::SetInsert, {to_come_term(l, passed, domain), other});
        return for_each(l, level, domain, waits, set_register(l, passed, had_turn), {});
    }
};

Candidates candidates(const Lowering& l, const typed::Stmt& stmt, TypeId domain, Place& inner) {
    const TypeId kind = l.model.types.base(domain);
    const std::uint32_t to_come = claim_internal(l, inner, "to come", l.model.types.set_of(kind));
    const std::uint32_t passed = claim_internal(l, inner, "passed over", l.model.types.set_of(kind));
    inner.to_come.emplace_back(kind, to_come);
    inner.to_come.emplace_back(kind, passed);
    return {l, stmt, domain, to_come, passed, inner.level, {}, {}};
}

// The pick, and where it leads.
struct Picking {
    const Candidates& who;
    const Place& place;
    std::string name;
    PointId head;
    std::uint32_t chosen;  // register
    LabelId turn;
    Continuation after;

    CodeId pick(bool stops) const {
        const Lowering& l = who.l;
        const CodeId picks = stops ? stop(l, head) : take_the_only_one(stop(l, head));
        const CodeId ends =
            stops ? pause(l, place.name + ": for each", place, Between::Nothing, after) : after();
        const CodeId goes = if_else(l, who.somebody_ready(), picks, ends, place.clause);
        return who.stmt.exprs.empty() ? goes : sequence(l, {who.pass_over(), goes});
    }

    CodeId take_the_only_one(CodeId otherwise) const {
        const Lowering& l = who.l;
        TermPool& pool = l.pool();
        const TermId several =
            pool.make(TermKind::Less, {pool.constant(1), who.over_others(TermKind::Count, who.other_ready)});
        const TermId one = pool.land({who.somebody_waits_for_sure(), pool.lnot(several)});
        const CodeId take = set_register(l, chosen, who.over_others(TermKind::First, who.other_ready));
        return if_else(l, one, sequence(l, {take, go(l, turn)}), otherwise, place.clause);
    }
};

std::vector<PointOption> options_of(const Picking& picking, TermId is_ready) {
    const Candidates& who = picking.who;
    const typed::Binder& binder = who.stmt.binders[0];
    PointOption option;
    option.text = "{" + binder.name + "} is next";
    option.binders.push_back({picking.chosen, who.domain, binder.name});
    option.guard = is_ready;
    option.clause = picking.place.clause;
    option.target = picking.turn;
    std::vector<PointOption> options{option};
    if (who.stmt.exprs.empty()) return options;
    PointOption leaves;
    leaves.text = "the others had their turn before";
    leaves.guard = who.l.pool().lnot(who.somebody_waits_for_sure());
    leaves.clause = picking.place.clause;
    leaves.target = who.l.add_label(picking.name + ": no more", picking.after());
    options.push_back(leaves);
    return options;
}

}  // namespace

// Each round begins with a pick by nobody among those still to come for whom the condition holds. One for
// whom it did not hold at an earlier pick may have had its turn then: where only such ones are left, the loop
// may also end. Where only one can be next there is no pick. A round that need not stop by itself has its
// stop behind it: that is the next pick, even of one, or a stop without a pick.
CodeId for_each_unordered(const Lowering& l, const typed::Stmt& stmt, TypeId domain, const Place& place,
                          const Continuation& next) {
    const typed::Binder& binder = stmt.binders[0];
    Place inner = place;
    Candidates who = candidates(l, stmt, domain, inner);
    const std::string name =
        l.clause_name(place.clause) + ": which " + l.type(l.model.types.base(domain)).name + " comes first";
    const PointId head = rules_point(l, name, inner);
    Place each = inner;
    who.other = l.terms.bind(each, binder.local, binder.name, domain);
    who.other_ready = who.ready(who.other, each);
    Place of_option = inner;
    const std::uint32_t chosen = claim_register(l, of_option, binder.local, binder.name, domain);
    const TermId object = last_claimed(l, of_option);
    const TermId is_ready = who.ready(object, of_option);

    const Continuation after = shared(l, name + ": done", next);
    const Picking picking{who, place, name, head, chosen, l.add_label(name + ": its turn", {}), after};
    const bool stops = !always_stops(stmt.blocks[0]);
    const Continuation next_pick = shared(l, name, [&]() { return picking.pick(stops); });
    const TermId without = l.pool().make(TermKind::SetErase, {to_come_term(l, who.to_come, domain), object});
    const CodeId body =
        sequence(l, {set_register(l, who.to_come, without), tail(l, stmt.blocks[0], of_option, next_pick)});
    l.model.labels[picking.turn.index].code = body;

    std::vector<PointOption> options = options_of(picking, is_ready);
    const CodeId begins =
        sequence(l, {fill_to_come(l, who.to_come, domain, inner),
                     set_register(l, who.passed, l.pool().constant(0)), picking.pick(false)});
    Point& point = l.model.points[head.index];
    point.owner = OwnerKind::Nobody;
    point.settled = false;  // nothing comes between the rounds
    point.to_come = who.to_come;
    point.span = stmt.span;
    point.options = std::move(options);
    return begins;
}

}  // namespace errata::compiler
