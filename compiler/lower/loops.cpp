// Statements that go on (for each, repeat, the phases of a turn), and what is done in an order that nobody
// decides. A loop that stops on its way remembers who is still to come.
#include "compiler/lower/loops.h"

#include <algorithm>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/lower/body.h"
#include "compiler/lower/choices.h"
#include "compiler/lower/pending.h"
#include "compiler/lower/replacements.h"
#include "compiler/typed/walk.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using dsl::ast::LoopOrder;
using typed::ChooserKind;
using typed::Stmt;
using typed::StmtKind;

std::vector<Phrase> who_is_next(const Lowering& l, const std::vector<CodeId>& instances, bool is_chosen,
                                ClauseId asking) {
    const std::string turn = is_chosen ? " first" : " next";
    std::vector<Phrase> result;
    for (const CodeId instance : instances) {
        const Code& node = l.model.flow.code[instance];
        const bool is_ability = node.clause.is_valid() && node.clause != asking;
        const std::string name = is_ability ? l.clause_name(node.clause) : "";
        if (node.kind == CodeKind::If) {
            result.push_back(name + turn);
            continue;
        }
        const std::size_t count = l.type(node.domain).labels.size();
        for (std::size_t i = 0; i < count; ++i)
            result.push_back((is_ability ? name + " of " : "") +
                             l.model.types.named(node.domain, static_cast<Value>(i)) + turn);
    }
    return result;
}

namespace {

// One incident, however often the code is written out.
IncidentId which_order(const Lowering& l, const std::vector<CodeId>& instances, const AnyOrder& asked,
                       ClauseId clause) {
    const auto known = l.memory.orders_by_nobody.find({clause, asked.what, asked.about});
    if (known != l.memory.orders_by_nobody.end()) return known->second;
    Incident incident;
    const bool is_chosen = asked.what == IncidentKind::FirstOfChosen;
    incident.code = is_chosen ? FindingCode::OrderChosen : FindingCode::OrderUnowned;
    incident.order = asked.kind;
    incident.kind = asked.what;
    if (!asked.about.empty()) incident.names = {asked.about};
    incident.clauses = {clause};
    for (const CodeId instance : instances) {
        const ClauseId own = l.model.flow.code[instance].clause;
        if (own.is_valid()) add_once(incident.clauses, own);
    }
    incident.outcomes = asked.names.empty() ? who_is_next(l, instances, is_chosen, clause) : asked.names;
    incident.outcomes.emplace_back(no_more_to_do);
    incident.span = l.model.clause(clause).span;
    const IncidentId id = add_incident(l, std::move(incident));
    l.memory.orders_by_nobody[{clause, asked.what, asked.about}] = id;
    return id;
}

}  // namespace

CodeId any_order(const Lowering& l, std::vector<CodeId> instances, const AnyOrder& asked, ClauseId clause) {
    Code node;
    node.kind = CodeKind::AnyOrder;
    node.incident = which_order(l, instances, asked, clause);
    node.children = std::move(instances);
    node.clause = clause;
    return l.model.flow.code.add(std::move(node));
}

bool remembers(const Lowering& l, TypeId domain) {
    return l.type(l.model.types.base(domain)).size() <= most_set_elements;
}

namespace {

TermId to_come_term(const Lowering& l, std::uint32_t reg, TypeId domain) {
    return l.terms.reg(reg, l.model.types.set_of(l.model.types.base(domain)));
}

CodeId fill_to_come(const Lowering& l, std::uint32_t reg, TypeId domain, const Place& place) {
    Place inner = place;
    const TermId object = l.terms.bind(inner, {}, "", domain);
    const TermId at = position_in_set(l, object, l.model.types.base(domain));
    const TermId with = l.pool().make(TermKind::SetInsert, {to_come_term(l, reg, domain), at});
    const CodeId each =
        for_each(l, place.level, domain, l.terms.existing(domain, object), set_register(l, reg, with), {});
    return sequence(l, {set_register(l, reg, l.pool().constant(0)), each});
}

}  // namespace

CodeId no_more_to_come(const Lowering& l, TermId object, TypeId kind, const Place& place) {
    std::vector<CodeId> parts;
    for (const auto& [of, reg] : place.to_come) {
        if (of != kind) continue;
        const TermId without = l.pool().make(TermKind::SetErase, {to_come_term(l, reg, kind), object});
        parts.push_back(set_register(l, reg, without));
    }
    return sequence(l, std::move(parts));
}

// Loops that are carried out at once, or stop on their way.

namespace {

// Every way round a loop must stop; a round that may run through gets a stop of its own.
bool always_stops(const typed::Block& round) {
    return std::any_of(round.begin(), round.end(), [](const Stmt& stmt) {
        return stmt.kind == StmtKind::Choose || stmt.kind == StmtKind::Settle;
    });
}

// Objects that no rule names, unless the loop itself says that they go by their numbers.
bool is_unordered(const Lowering& l, const Stmt& stmt, TypeId domain) {
    return stmt.order.by == dsl::ast::LoopOrder::Unstated &&
           l.names.vocabulary.unordered.count(l.model.types.base(domain)) > 0;
}

// Objects of a kind that come and go: those that were there when the loop began, in a register. Nothing for
// other kinds.
std::optional<std::uint32_t> claim_to_come(const Lowering& l, const Stmt& stmt, TypeId domain, Place& place) {
    if (!exists_sometimes(l, domain)) return std::nullopt;
    const std::string& name = l.type(domain).name;
    if (!remembers(l, domain)) {
        const std::string most = std::to_string(most_set_elements);
        l.reporter.error(DiagnosticKind::loop_forgets, stmt.binders[0].span,
                         "there are more " + name +
                             "s than this loop can remember, which stops on its way: "
                             "it goes by their numbers, and also to those that appear meanwhile",
                         "a loop over at most " + most +
                             " objects goes to those that were there when it "
                             "began; 'scope { " +
                             name + ": " + most + " }' searches so many");
        return std::nullopt;
    }
    const TypeId kind = l.model.types.base(domain);
    const std::uint32_t reg = claim_internal(l, place, "to come", l.model.types.set_of(kind));
    place.to_come.emplace_back(kind, reg);
    return reg;
}

// A loop whose body stops keeps its position in a register: the least value above the last one that satisfies
// the condition.
CodeId by_position(const Lowering& l, const Stmt& stmt, TypeId domain, const Place& place,
                   const Continuation& next) {
    TermPool& pool = l.pool();
    const typed::Binder& binder = stmt.binders[0];
    const Type type = l.type(domain);
    l.terms.tell_apart(domain, stmt.span);
    // An object that may leave while its round goes on has a register of its own: the position is not lost
    // with it.
    const bool mortal = is_mortal(l, domain);
    const TypeId position_type = type.form == TypeForm::Enum && !mortal
                                     ? l.model.types.optional(l.model.types.base(domain))
                                     : l.model.types.range(std::min<Value>(type.lo, -1), type.hi);
    Place inner = place;
    // Who appears meanwhile is not among them, nor who takes the place of one that left.
    const std::optional<std::uint32_t> to_come = claim_to_come(l, stmt, domain, inner);
    const auto is_to_come = [&](TermId object) {
        return to_come ? pool.make(TermKind::SetHas, {to_come_term(l, *to_come, domain), object})
                       : pool.truth(true);
    };
    const std::uint32_t reg = mortal ? claim_internal(l, inner, "position", position_type)
                                     : claim_register(l, inner, binder.local, binder.name, position_type);
    const TermId position = last_claimed(l, inner);
    std::vector<CodeId> round_begins;
    if (mortal) {
        const std::uint32_t object = claim_register(l, inner, binder.local, binder.name, domain);
        round_begins.push_back(set_register(l, object, position));
    }
    inner.locals.back().value.type = domain;
    const auto first_after = [&](bool from_start) {
        Place search = place;
        search.next_register = inner.next_register;
        const std::uint32_t level = search.level;
        const TermId object = l.terms.bind(search, binder.local, binder.name, domain);
        std::vector<TermId> conjuncts{l.terms.existing(domain, object), is_to_come(object)};
        if (!from_start) conjuncts.push_back(pool.make(TermKind::Less, {position, object}));
        conjuncts.push_back(l.terms.all(stmt.exprs, search));
        return l.terms.quantified(TermKind::First, {pool.land(conjuncts)}, level, domain);
    };
    const TermId first = first_after(true);
    const TermId following = first_after(false);
    const LabelId head = add_label(l, place.name + ": for each", {});
    const bool stops = always_stops(stmt.blocks[0]);
    const Continuation round = [&]() {
        const CodeId goes = set_register(l, reg, following);
        if (stops) return sequence(l, {goes, go(l, head)});
        const auto again = [&]() { return go(l, head); };
        return sequence(l, {goes, pause(l, place.name + ": for each", inner, Between::Nothing, again)});
    };
    round_begins.push_back(tail(l, stmt.blocks[0], inner, shared(l, place.name + ": next", round)));
    const CodeId body = sequence(l, std::move(round_begins));
    const CodeId after = next();
    const TermId done = pool.equal(position, pool.constant(-1));
    const CodeId leaves = sequence(l, {set_register(l, reg, pool.constant(0)), after});
    l.model.flow.labels[head.index].code = if_else(l, done, leaves, body, place.clause);
    const CodeId begins = sequence(l, {set_register(l, reg, first), go(l, head)});
    return to_come ? sequence(l, {fill_to_come(l, *to_come, domain, place), begins}) : begins;
}

}  // namespace

CodeId for_each_straight(const Lowering& l, const Stmt& stmt, const Place& place) {
    const typed::Binder& binder = stmt.binders[0];
    Place inner = place;
    const TypeId domain = l.terms.domain(binder.domain, inner);
    const TypeId kind = l.model.types.base(domain);
    const TermId object = l.terms.bind(inner, binder.local, binder.name, domain);
    const TermId condition =
        l.pool().land({l.terms.existing(domain, object), l.terms.all(stmt.exprs, inner)});
    const CodeId body = straight(l, stmt.blocks[0], inner);
    const CodeId loop = for_each(l, place.level, domain, condition, body, place.clause);
    const bool is_chosen = stmt.order.by == dsl::ast::LoopOrder::Chosen;
    if (is_chosen || is_unordered(l, stmt, domain)) {
        const IncidentKind what = is_chosen ? IncidentKind::FirstOfChosen : IncidentKind::FirstObject;
        return any_order(l, {loop}, {OrderKind::Objects, what, l.type(kind).name}, place.clause);
    }
    l.terms.tell_apart(kind, stmt.span);
    return loop;
}

CodeId for_each_stopping(const Lowering& l, const Stmt& stmt, const Place& place, const Continuation& next) {
    const TypeId domain = l.terms.domain(stmt.binders[0].domain, place);
    if (is_unordered(l, stmt, domain) && remembers(l, domain)) return for_each_in_turn(l, stmt, place, next);
    return by_position(l, stmt, domain, place, next);
}

namespace {

struct FindsPhase {
    bool& found;
    void operator()(const Stmt& stmt) const { found = found || stmt.kind == StmtKind::Phase; }
    void operator()(const typed::Expr&) const {}
};

// Rounds of phases are the course of the game; any others are things done one after the other.
bool has_phase(const typed::Block& round) {
    bool found = false;
    typed::walk(round, FindsPhase{found});
    return found;
}

}  // namespace

CodeId repeat(const Lowering& l, const Stmt& stmt, const Place& place, const Continuation& next) {
    const std::string name = place.name + ": repeat";
    const LabelId head = add_label(l, name, {});
    // In the turn the game comes to rest at the end of each round; in an effect nothing comes between.
    const typed::Block& round = stmt.blocks[0];
    const bool rests = !round.empty() && round.back().kind == StmtKind::Settle;
    const bool stops = place.control ? rests : always_stops(round);
    const Between between = place.control ? Between::Reactions : Between::Nothing;
    Place inside_round = place;
    if (!has_phase(round)) inside_round.rounds.push_back(head);
    const Continuation again = [&]() {
        if (stops) return go(l, head);
        return pause(l, name, inside_round, between, [&]() { return go(l, head); });
    };
    CodeId code = tail(l, round, inside_round, shared(l, name + ": again", again));
    if (!stmt.exprs.empty()) {
        const TermId test = l.terms.term(stmt.exprs[0], place);
        code = if_else(l, test, code, next(), place.clause);
    }
    l.model.flow.labels[head.index].code = code;
    return go(l, head);
}

namespace {

CodeId unreplaced_phase(const Lowering& l, const Stmt& stmt, const Place& place, const Continuation& next) {
    std::vector<CodeId> parts{set(l, l.names.store.phase, {}, l.pool().constant(stmt.phase), place.clause)};
    static const typed::Block empty;
    const typed::Block& body = stmt.blocks.empty() ? empty : stmt.blocks[0];
    const auto resets = l.memory.reset_by_phase.find(stmt.phase);
    if (resets != l.memory.reset_by_phase.end()) parts.push_back(reset(l, resets->second, place));
    parts.push_back(pend_hooks(l, {stmt.phase, false}, place));
    const Continuation after = [&]() {
        const CodeId ends = pend_hooks(l, {stmt.phase, true}, place);
        return sequence(l, {ends, come_to_rest(l, stmt.name + " ends", place, next)});
    };
    parts.push_back(come_to_rest(l, stmt.name, place, [&]() { return tail(l, body, place, after); }));
    return sequence(l, std::move(parts));
}

// The turn as a whole is no place to point at; its phases are.
ClauseId phase_clause(const Lowering& l, const Stmt& stmt, ClauseId around) {
    if (l.model.clause(around).kind != ClauseKind::Turn) return around;
    const auto known = l.memory.phase_clauses.find(&stmt);
    if (known != l.memory.phase_clauses.end()) return known->second;
    const ClauseId clause =
        add_clause(l, stmt.name, ClauseKind::Phase, l.reporter.excerpt(stmt.span), {}, stmt.span);
    l.memory.phase_clauses[&stmt] = clause;
    return clause;
}

}  // namespace

CodeId phase(const Lowering& l, const Stmt& stmt, Place place, const Continuation& next) {
    place.name = stmt.name;
    place.clause = phase_clause(l, stmt, place.clause);
    const auto replacements = l.arranged.phase_replacements.find(stmt.phase);
    if (replacements == l.arranged.phase_replacements.end()) return unreplaced_phase(l, stmt, place, next);
    const Event event{"phase " + stmt.name, place.clause, &replacements->second, {}, {}, {}};
    Ways ways;
    ways.skip = shared(l, stmt.name + ": after", next);
    ways.act = shared(l, stmt.name, [&]() { return unreplaced_phase(l, stmt, place, ways.skip); });
    return replaced(l, event, place, place, ways, &ways.skip);
}

namespace {

// `for each` in turn: who comes next is looked for when the turn before is over, and somebody may decide it.
// Over objects without an order where the loop stops on its way, and wherever the loop says in which order.

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

Candidates candidates_of_loop(const Lowering& l, const typed::Stmt& stmt, TypeId domain, Place& inner) {
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
struct NextPick {
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

std::vector<PointOption> options_of(const NextPick& picking, TermId may_be_next) {
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
    const Candidates who = candidates_of_loop(l, stmt, domain, inner);
    const std::string name =
        l.clause_name(place.clause) + ": which " + l.type(l.model.types.base(domain)).name + " comes first";
    const PointId head = rules_point(l, name, inner);
    Place of_option = inner;
    const std::uint32_t chosen = claim_register(l, of_option, binder.local, binder.name, domain);
    const Candidate now{last_claimed(l, of_option), of_option};
    const TermId may_be_next = who.may_be_next(now);

    const Continuation after = shared(l, name + ": done", next);
    const NextPick picking{who,  place, inner, name, head, chosen, add_label(l, name + ": its turn", {}),
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
