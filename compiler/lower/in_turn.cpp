// `for each` in turn: who comes next is looked for when the turn before is over, and somebody may decide it.
// Over objects without an order where the loop stops on its way, and wherever the loop says in which order.
#include <algorithm>

#include "compiler/lower/body.h"
#include "compiler/lower/choices.h"
#include "compiler/lower/loops.h"

namespace errata::compiler {

using dsl::ast::LoopOrder;
using typed::ChooserKind;

namespace {

// Whoever a loop goes to, as a term, and where its name stands for it.
struct Candidate {
    TermId object;
    Place where;
};

// Whom a loop has still to go to.
struct Remaining {
    const Lowering& l;
    TypeId domain;
    std::uint32_t to_come;  // registers that hold sets
    std::uint32_t passed;   // may have had their turn at an earlier pick: the condition did not hold then

    TermId position(TermId object) const { return position_in_set(l, object, l.model.types.base(domain)); }
    TermId is_in(std::uint32_t among, TermId object) const {
        return l.pool().make(TermKind::SetHas, {to_come_term(l, among, domain), position(object)});
    }
    CodeId put_into(std::uint32_t among, TermId object) const {
        return changed(among, TermKind::SetInsert, object);
    }
    CodeId take_from(std::uint32_t among, TermId object) const {
        return changed(among, TermKind::SetErase, object);
    }
    CodeId changed(std::uint32_t among, TermKind change, TermId object) const {
        const TermId set = to_come_term(l, among, domain);
        return set_register(l, among, l.pool().make(change, {set, position(object)}));
    }
};

// Who a loop goes over, and who of them may be next.
struct Candidates {
    const Lowering& l;
    const typed::Stmt& stmt;
    Remaining remaining;

    TypeId domain() const { return remaining.domain; }
    Candidate any(const Place& place) const {
        Candidate result{{}, place};
        result.object = l.terms.bind(result.where, stmt.binders[0].local, stmt.binders[0].name, domain());
        return result;
    }
    TermId over_all(TermKind quantifier, const Place& place,
                    const std::function<TermId(const Candidate&)>& holds) const {
        return l.terms.quantified(quantifier, {holds(any(place))}, place.level, domain());
    }
    TermId is_there(const Candidate& one) const {
        return l.pool().land(
            {remaining.is_in(remaining.to_come, one.object), l.terms.existing(domain(), one.object)});
    }
    // Whether an object is still to come, and its turn could be now.
    TermId is_ready(const Candidate& one) const {
        return l.pool().land({is_there(one), l.terms.all(stmt.exprs, one.where)});
    }
    TermId waits_for_sure(const Candidate& one) const {
        return l.pool().land({is_ready(one), l.pool().lnot(remaining.is_in(remaining.passed, one.object))});
    }
    TermId somebody_ready(const Place& place) const {
        return over_all(TermKind::Exists, place, [&](const Candidate& one) { return is_ready(one); });
    }
    TermId somebody_waits_for_sure(const Place& place) const {
        return over_all(TermKind::Exists, place, [&](const Candidate& one) { return waits_for_sure(one); });
    }

    // By what the turns are put in order, a number, or whether it goes last; asked below so many binders.
    TermId rank(const Candidate& one, std::uint32_t level) const {
        Place where = one.where;
        where.level = level;
        const TypedTerm value = l.terms.value(stmt.order.rank[0], where);
        const bool is_number = stmt.order.by != LoopOrder::Chosen;
        const bool is_condition = value.type == l.names.vocabulary.bool_type;
        return is_number || is_condition ? value.term : l.pool().equal(one.object, value.term);
    }
    // Whether the turn of the one comes before that of the other.
    TermId is_before(const Candidate& one, const Candidate& other) const {
        const std::uint32_t level = std::max(one.where.level, other.where.level);
        const TermId of_one = rank(one, level);
        const TermId of_other = rank(other, level);
        if (stmt.order.by == LoopOrder::Chosen) return l.pool().land({l.pool().lnot(of_one), of_other});
        const bool falling = stmt.order.by == LoopOrder::Falling;
        return l.pool().make(TermKind::Less, {falling ? of_other : of_one, falling ? of_one : of_other});
    }
    // Nobody who waits for sure comes before.
    TermId is_first(const Candidate& one) const {
        if (stmt.order.rank.empty()) return l.pool().truth(true);
        return l.pool().lnot(over_all(TermKind::Exists, one.where, [&](const Candidate& other) {
            return l.pool().land({waits_for_sure(other), is_before(other, one)});
        }));
    }
    TermId may_be_next(const Candidate& one) const { return l.pool().land({is_ready(one), is_first(one)}); }

    // Whoever is not ready at a pick, and nobody comes before.
    CodeId pass_over(const Place& place) const {
        const Candidate one = any(place);
        const TermId waits = l.pool().land(
            {remaining.is_in(remaining.to_come, one.object), l.pool().lnot(is_ready(one)), is_first(one)});
        return for_each(l, place.level, domain(), waits, remaining.put_into(remaining.passed, one.object),
                        {});
    }
    // The turn of this one has come, and that of whoever comes before is over.
    CodeId has_turn(const Candidate& now) const {
        const CodeId comes = remaining.take_from(remaining.to_come, now.object);
        if (stmt.order.rank.empty()) return comes;
        const Candidate one = any(now.where);
        const TermId is_over = l.pool().land({is_there(one), is_before(one, now)});
        const CodeId goes = remaining.take_from(remaining.to_come, one.object);
        return sequence(l, {for_each(l, now.where.level, domain(), is_over, goes, {}), comes});
    }
};

Candidates candidates(const Lowering& l, const typed::Stmt& stmt, TypeId domain, Place& inner) {
    const TypeId kind = l.model.types.base(domain);
    const std::uint32_t to_come = claim_internal(l, inner, "to come", l.model.types.set_of(kind));
    const std::uint32_t passed = claim_internal(l, inner, "passed over", l.model.types.set_of(kind));
    inner.to_come.emplace_back(kind, to_come);
    inner.to_come.emplace_back(kind, passed);
    return {l, stmt, {l, domain, to_come, passed}};
}

// Where a round that needs a stop has it.
enum class Stops { No, AtPick, Before };

// The pick, and where it leads.
struct Picking {
    const Candidates& who;
    const Place& place;
    const Place& inner;
    std::string name;
    PointId head;
    std::uint32_t chosen;  // register
    LabelId turn;
    Continuation after;

    CodeId pick(Stops stops) const {
        const Lowering& l = who.l;
        const bool stopping = stops != Stops::No;
        const CodeId picks =
            stops == Stops::AtPick ? stop(l, head) : take_the_only_one(stop(l, head), stopping);
        const CodeId ends =
            stopping ? pause(l, place.name + ": for each", place, Between::Nothing, after) : after();
        const CodeId goes = if_else(l, who.somebody_ready(inner), picks, ends, place.clause);
        return who.stmt.exprs.empty() ? goes : sequence(l, {who.pass_over(inner), goes});
    }

    CodeId take_the_only_one(CodeId otherwise, bool stops) const {
        const Lowering& l = who.l;
        TermPool& pool = l.pool();
        const auto over_next = [&](TermKind quantifier) {
            return who.over_all(quantifier, inner,
                                [&](const Candidate& one) { return who.may_be_next(one); });
        };
        const TermId several = pool.make(TermKind::Less, {pool.constant(1), over_next(TermKind::Count)});
        const TermId one = pool.land({who.somebody_waits_for_sure(inner), pool.lnot(several)});
        const Continuation take = [&]() {
            return sequence(l, {set_register(l, chosen, over_next(TermKind::First)), go(l, turn)});
        };
        const CodeId takes = stops ? pause(l, name, inner, Between::Nothing, take) : take();
        return if_else(l, one, takes, otherwise, place.clause);
    }
};

std::vector<PointOption> options_of(const Picking& picking, TermId may_be_next) {
    const Candidates& who = picking.who;
    const typed::Binder& binder = who.stmt.binders[0];
    PointOption option;
    option.text =
        "{" + binder.name + "} " + (who.stmt.chooser.kind == ChooserKind::Player ? "goes next" : "is next");
    option.binders.push_back({picking.chosen, who.domain(), binder.name});
    option.guard = may_be_next;
    option.clause = picking.place.clause;
    option.target = picking.turn;
    std::vector<PointOption> options{option};
    if (who.stmt.exprs.empty()) return options;
    PointOption leaves;
    leaves.text = no_more_to_do;
    leaves.guard = who.l.pool().lnot(who.somebody_waits_for_sure(picking.inner));
    leaves.clause = picking.place.clause;
    leaves.target = add_label(who.l, picking.name + ": no more", picking.after());
    options.push_back(leaves);
    return options;
}

}  // namespace

// Each round begins with a pick among those still to come for whom the condition holds, and of these among
// those who are first by the number that the loop goes by. One for whom the condition did not hold at an
// earlier pick may have had its turn then, unless its number says that it has: where only such ones are left,
// the loop may also end. Where only one can be next there is no pick. A round that need not stop by itself
// has its stop behind it: that is the next pick, even of one, or a stop without a pick.
CodeId for_each_in_turn(const Lowering& l, const typed::Stmt& stmt, const Place& place,
                        const Continuation& next) {
    const typed::Binder& binder = stmt.binders[0];
    const TypeId domain = l.terms.domain(binder.domain, place);
    Place inner = place;
    const Candidates who = candidates(l, stmt, domain, inner);
    const std::string name =
        l.clause_name(place.clause) + ": which " + l.type(l.model.types.base(domain)).name + " comes first";
    const PointId head = rules_point(l, name, inner);
    Place of_option = inner;
    const std::uint32_t chosen = claim_register(l, of_option, binder.local, binder.name, domain);
    const Candidate now{last_claimed(l, of_option), of_option};
    const TermId may_be_next = who.may_be_next(now);

    const Continuation after = shared(l, name + ": done", next);
    const Picking picking{who,  place, inner, name, head, chosen, add_label(l, name + ": its turn", {}),
                          after};
    const Stops stops = always_stops(stmt.blocks[0])            ? Stops::No
                        : stmt.kind == typed::StmtKind::ForEach ? Stops::AtPick
                                                                : Stops::Before;
    const Continuation next_pick = shared(l, name, [&]() { return picking.pick(stops); });
    l.model.flow.labels[picking.turn.index].code =
        sequence(l, {who.has_turn(now), tail(l, stmt.blocks[0], of_option, next_pick)});

    std::vector<PointOption> options = options_of(picking, may_be_next);
    const CodeId begins =
        sequence(l, {fill_to_come(l, who.remaining.to_come, domain, inner),
                     set_register(l, who.remaining.passed, l.pool().constant(0)), picking.pick(Stops::No)});
    Point& point = l.model.flow.points[head.index];
    set_owner(l, point, stmt.chooser, inner);
    if (stmt.chooser.kind == ChooserKind::Player) point.orders = OrderKind::Objects;
    point.settled = false;  // nothing comes between the rounds
    point.to_come = who.remaining.to_come;
    point.span = stmt.span;
    point.options = std::move(options);
    return begins;
}

}  // namespace errata::compiler
