// Statements that go on: for each, repeat, and the phases of a turn.
#include "compiler/lower/loops.h"

#include <algorithm>

#include "compiler/lower/body.h"
#include "compiler/lower/pending.h"
#include "compiler/lower/replacements.h"
#include "compiler/typed/walk.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using typed::Stmt;
using typed::StmtKind;

bool always_stops(const typed::Block& round) {
    return std::any_of(round.begin(), round.end(), [](const Stmt& stmt) {
        return stmt.kind == StmtKind::Choose || stmt.kind == StmtKind::Settle;
    });
}

namespace {

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
    l.terms.tell_apart(domain);
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
        const std::string question = "which " + l.type(kind).name + " comes first";
        return any_order(l, {loop},
                         {.kind = OrderKind::Objects, .question = question, .is_chosen = is_chosen},
                         place.clause);
    }
    l.terms.tell_apart(kind);
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
    parts.push_back(pend_hooks(l, stmt.phase, place));
    const Continuation after = [&]() { return come_to_rest(l, stmt.name + " ends", place, next); };
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

}  // namespace errata::compiler
