#include "compiler/lower/success.h"

#include <algorithm>
#include <span>
#include <utility>

#include "compiler/ir/term_kinds.h"
#include "compiler/lower/body.h"
#include "compiler/lower/distribute.h"
#include "compiler/lower/events.h"
#include "compiler/lower/perform.h"
#include "compiler/lower/targets.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

using typed::Stmt;
using typed::StmtKind;

namespace {

// One question, asked of statements.
struct Asking {
    const Lowering& l;
    Ask what;

    bool is_act() const { return what == Ask::Acts; }
    // Of nothing at all, and of several together.
    TermId of_none() const { return l.pool().truth(!is_act()); }
    TermId together(const std::vector<TermId>& parts) const {
        return is_act() ? l.pool().lor(parts) : l.pool().land(parts);
    }
};

// A statement's new value lies where it may: at most as far as it can go from there.
struct Range {
    const Lowering& l;
    Type type;

    Value least() const { return type.is_finite() ? type.lo : 0; }
    TermId not_below(TermId value) const {
        return l.pool().make(TermKind::LessEqual, {l.pool().constant(least()), value});
    }
    TermId not_above(TermId value) const {
        if (!type.is_finite()) return l.pool().truth(true);
        return l.pool().make(TermKind::LessEqual, {value, l.pool().constant(type.hi)});
    }
};

TermId value_in_range(const Range& range, TermId value) {
    const Term term = range.l.pool()[value];
    std::vector<TermId> conjuncts;
    if (!term.bounded || term.lo < range.least()) conjuncts.push_back(range.not_below(value));
    if (!term.bounded || term.hi > range.type.hi) conjuncts.push_back(range.not_above(value));
    return range.l.pool().land(conjuncts);
}

// Once more or less of it is there: an amount must be there, and room for it.
TermId amount_in_range(const Range& range, TermId target, TermId amount, bool takes) {
    TermPool& pool = range.l.pool();
    const Term term = pool[amount];
    const bool may_be_less = !term.bounded || (takes ? term.hi > 0 : term.lo < 0);
    const bool may_be_more = !term.bounded || (takes ? term.lo < 0 : term.hi > 0);
    const TermId then = pool.make(takes ? TermKind::Subtract : TermKind::Add, {target, amount});
    std::vector<TermId> conjuncts;
    if (may_be_less && takes) {
        const Value least = range.least();
        const TermId needed = least == 0 ? amount : pool.make(TermKind::Add, {pool.constant(least), amount});
        conjuncts.push_back(pool.make(TermKind::LessEqual, {needed, target}));
    } else if (may_be_less) {
        conjuncts.push_back(range.not_below(then));
    }
    if (may_be_more) conjuncts.push_back(range.not_above(then));
    return pool.land(conjuncts);
}

// Each member must come in, or be there to go out, as if it were named alone.
TermId ask_of_set(const Asking& a, const TypedTerm& target, const TypedTerm& value, bool takes) {
    TermPool& pool = a.l.pool();
    if (a.l.type(value.type).form != TypeForm::Set) {
        if (a.is_act()) return pool.truth(true);
        const TermId position = position_in_set(a.l, value.term, a.l.type(target.type).element);
        const TermId has = pool.make(TermKind::SetHas, {target.term, position});
        return takes ? has : pool.lnot(has);
    }
    if (a.is_act()) return pool.lnot(pool.equal(value.term, pool.constant(0)));
    const TermId missing = pool.make(TermKind::SetMinus, {value.term, target.term});
    return pool.equal(missing, takes ? pool.constant(0) : value.term);
}

TermId ask_change(const Asking& a, const Stmt& stmt, Scope& scope) {
    const Lowering& l = a.l;
    const TypedTerm target = l.terms.value(stmt.exprs[0], scope);
    const TypedTerm value = l.terms.value(stmt.exprs[1], scope);
    const Type type = l.type(target.type);
    const bool takes = stmt.change == ast::Change::Subtract;
    if (stmt.change == ast::Change::Set) {
        const TermId differs = l.pool().lnot(l.pool().equal(target.term, value.term));
        return a.is_act() ? differs : l.pool().land({stays_in_range(l, stmt, scope), differs});
    }
    if (type.form == TypeForm::Set) return ask_of_set(a, target, value, takes);
    return a.is_act() ? l.pool().lnot(l.pool().equal(value.term, l.pool().constant(0)))
                      : stays_in_range(l, stmt, scope);
}

TermId ask_all(const Asking& a, std::span<const Stmt> block, Scope scope);

// Can this option be taken, and can it be carried out?
TermId is_open(const Asking& a, const typed::Option& option, const Scope& scope) {
    return a.l.pool().land({a.l.terms.all(option.condition, scope), ask_all(a, option.body, scope)});
}

TermId ask_choice(const Asking& a, const Stmt& stmt, Scope& scope) {
    if (a.is_act()) return a.l.pool().truth(false);
    std::vector<TermId> cases;
    for (const typed::Option& option : stmt.options) {
        cases.push_back(some_objects(a.l, option.binders, scope,
                                     [&](const Scope& inner) { return is_open(a, option, inner); }));
    }
    return a.l.pool().lor(cases);
}

// Where fewer will do there may be none.
TermId ask_choice_of_several(const Asking& a, const Stmt& stmt, Scope& scope) {
    const Lowering& l = a.l;
    if (a.is_act()) return l.pool().truth(false);
    if (!needs_all(a.what, stmt.quantity)) return l.pool().truth(true);
    const typed::Option& option = stmt.options.front();
    const typed::Binder& binder = option.binders.front();
    Scope inner = scope;
    const TypeId domain = l.terms.domain(binder.domain, scope);
    const TermId object = l.terms.bind(inner, binder.local, binder.name, domain);
    const TermId is_one = l.pool().land({l.terms.existing(domain, object), is_open(a, option, inner)});
    const TermId all = l.terms.quantified(TermKind::Count, {is_one}, scope.level, domain);
    return l.pool().make(TermKind::LessEqual, {l.terms.term(stmt.exprs[0], scope), all});
}

TermId ask_distribution(const Asking& a, const Stmt& stmt, Scope& scope) {
    return a.is_act() ? a.l.pool().truth(false) : distribution_possible(a.l, a.what, stmt, scope);
}

// What is asked of a block in which these names have these values.
struct Named {
    typed::LocalId local;
    std::string name;
    TypedTerm value;
};

TermId ask_with(const Asking& a, std::span<const Stmt> block, const std::vector<Named>& names,
                const Scope& scope) {
    const TypeId truth = a.l.names.vocabulary.bool_type;
    const auto body = [&](const std::vector<TypedTerm>& values) {
        Scope inner = scope;
        for (std::size_t i = 0; i < values.size(); ++i) inner.add(names[i].local, names[i].name, values[i]);
        return TypedTerm{ask_all(a, block, inner), truth};
    };
    return body(a.l.terms.lifted(dsl::mapped(names, &Named::value), scope, body)).term;
}

// `as` abilities say what an action without a block of its own does.
TermId added_acts(const Lowering& l, const std::vector<PlacedAbility>& parts,
                  const std::vector<TypedTerm>& roles, const Scope& scope) {
    const auto acts = [&](const PlacedAbility& placed) {
        return for_some_bearer(l, placed, scope, roles, [&](Scope inner) {
            const TermId here = applies(l, *placed.ability, roles, inner);
            return l.pool().land({here, ask_all({l, Ask::Acts}, placed.ability->body, inner)});
        });
    };
    return l.pool().lor(dsl::mapped(parts, acts));
}

bool is_bare(const typed::Block& block) {
    return std::ranges::all_of(block, [](const Stmt& stmt) { return stmt.kind == StmtKind::Nothing; });
}

TermId ask_action(const Asking& a, const Stmt& stmt, Scope& scope) {
    const Lowering& l = a.l;
    const typed::ActionBody& body = l.program.actions[stmt.action.index];
    const std::vector<PlacedAbility>& added = l.arranged.actions[stmt.action.index].parts;
    const auto& underway = l.memory.underway.performing;
    const bool is_underway = std::ranges::find(underway, stmt.action) != underway.end();
    const bool asks_what_is_added = a.is_act() && is_bare(body.block);
    // Without any it is done by being performed.
    if (asks_what_is_added && (added.empty() || is_underway)) return l.pool().truth(true);
    if (is_underway) return a.of_none();
    const std::vector<TypedTerm> roles = l.terms.roles(stmt.action, stmt.exprs, scope);
    const Performing performing(l, stmt.action);
    if (asks_what_is_added) return added_acts(l, added, roles, scope);
    std::vector<TermId> parts;
    const bool must = a.what == Ask::Possible && l.names.meta.precedence == Precedence::Must;
    if (!a.is_act() && (!must || stmt.attempt)) {
        for (const auto& [forbidden, clause] : prohibitions(l, stmt.action, roles, scope, stmt.span))
            parts.push_back(l.pool().lnot(forbidden));
    }
    std::vector<Named> names;
    for (std::size_t i = 0; i < roles.size(); ++i)
        names.push_back({body.params[i].local, body.params[i].name, roles[i]});
    parts.push_back(ask_with(a, body.block, names, inside(scope)));
    return a.together(parts);
}

TermId ask_if(const Asking& a, const Stmt& stmt, Scope& scope) {
    const TermId test = a.l.terms.term(stmt.exprs[0], scope);
    const TermId then = ask_all(a, stmt.blocks[0], scope);
    const TermId otherwise = stmt.blocks.size() > 1 ? ask_all(a, stmt.blocks[1], scope) : a.of_none();
    return a.l.pool().make(TermKind::Ite, {test, then, otherwise});
}

// Every one that the loop goes to, in whatever order.
TermId ask_loop(const Asking& a, const Stmt& stmt, Scope& scope) {
    const Lowering& l = a.l;
    const typed::Binder& binder = stmt.binders.front();
    Scope inner = scope;
    const TypeId domain = l.terms.domain(binder.domain, scope);
    const TermId object = l.terms.bind(inner, binder.local, binder.name, domain);
    const TermId is_one = l.pool().land({l.terms.existing(domain, object), l.terms.all(stmt.exprs, inner)});
    const TermId body = ask_all(a, stmt.blocks[0], inner);
    return a.is_act()
               ? l.terms.quantified(TermKind::Exists, {l.pool().land({is_one, body})}, scope.level, domain)
               : l.terms.quantified(TermKind::Forall, {l.pool().make(TermKind::Implies, {is_one, body})},
                                    scope.level, domain);
}

// The first round.
TermId ask_repeat(const Asking& a, const Stmt& stmt, Scope& scope) {
    const TermId round = ask_all(a, stmt.blocks[0], scope);
    const TermId begins = a.l.terms.all(stmt.exprs, scope);
    return a.l.pool().make(TermKind::Ite, {begins, round, a.of_none()});
}

TermId ask_block(const Asking& a, const Stmt& stmt, Scope& scope) {
    return ask_all(a, stmt.blocks[0], scope);
}

TermId succeeds(const Lowering& l, const typed::Block& block, const Scope& scope) {
    return l.pool().land({ask(l, Ask::Possible, block, scope), ask(l, Ask::Acts, block, scope)});
}

// Is something chosen in this block, in actions and phrases, too?
bool has_choice(const Lowering& l, const typed::Block& block, const Scope& scope) {
    return std::ranges::any_of(block, [&](const Stmt& stmt) {
        const auto inside_of = [&](const typed::Block& inner) { return has_choice(l, inner, scope); };
        if (stmt.kind == StmtKind::Perform) {
            const auto& underway = l.memory.underway.performing;
            if (std::ranges::find(underway, stmt.action) != underway.end()) return false;
            const Performing performing(l, stmt.action);
            return has_choice(l, l.program.actions[stmt.action.index].block, inside(scope));
        }
        if (stmt.kind == StmtKind::Insert) {
            const Hole& hole = scope.holes->by_name.at(stmt.name);
            const typed::PhraseBody* const phrase = l.terms.filler(hole, stmt.exprs, scope);
            return phrase && has_choice(l, phrase->block, inside_hole(hole, scope));
        }
        return stmt.kind == StmtKind::Secretly || !stmt.options.empty() ||
               std::ranges::any_of(stmt.blocks, inside_of);
    });
}

// Where it depends on a choice what follows, that counts when it follows.
TermId ask_do(const Asking& a, const Stmt& stmt, Scope& scope) {
    if (has_choice(a.l, stmt.blocks[0], scope)) return ask_all(a, stmt.blocks[0], scope);
    const TermId otherwise = stmt.blocks.size() > 2 ? ask_all(a, stmt.blocks[2], scope) : a.of_none();
    const TermId then = ask_all(a, stmt.blocks[1], scope);
    const TermId follows =
        a.l.pool().make(TermKind::Ite, {succeeds(a.l, stmt.blocks[0], scope), then, otherwise});
    return a.together({ask_all(a, stmt.blocks[0], scope), follows});
}

TermId ask_hole(const Asking& a, const Stmt& stmt, Scope& scope) {
    const Hole& hole = scope.holes->by_name.at(stmt.name);
    const typed::PhraseBody* const phrase = a.l.terms.filler(hole, stmt.exprs, scope);
    if (phrase == nullptr) return a.of_none();
    std::vector<Named> names;
    for (std::size_t i = 0; i < stmt.exprs.size(); ++i)
        names.push_back(
            {phrase->given[i].local, phrase->given[i].name, a.l.terms.value(stmt.exprs[i], scope)});
    return ask_with(a, phrase->block, names, inside_hole(hole, scope));
}

TermId ask_destruction(const Asking& a, const Stmt& stmt, Scope& scope) {
    if (a.is_act()) return a.l.pool().truth(true);
    const TypedTerm object = a.l.terms.value(stmt.exprs[0], scope);
    return a.l.terms.existing(object.type, object.term);
}

// The statements that stmt_kinds.def has as Asked.
struct AskedStatement {
    StmtKind kind;
    TermId (*ask)(const Asking& a, const Stmt& stmt, Scope& scope);
};

constexpr AskedStatement asked_statements[] = {
    {StmtKind::Change, ask_change},
    {StmtKind::If, ask_if},
    {StmtKind::DoThen, ask_do},
    {StmtKind::ForEach, ask_loop},
    {StmtKind::InTurn, ask_loop},
    {StmtKind::Simultaneously, ask_block},
    {StmtKind::Repeat, ask_repeat},
    {StmtKind::Choose, ask_choice},
    {StmtKind::ChooseSeveral, ask_choice_of_several},
    {StmtKind::Distribute, ask_distribution},
    {StmtKind::Secretly, ask_block},
    {StmtKind::Perform, ask_action},
    {StmtKind::Destroy, ask_destruction},
    {StmtKind::Insert, ask_hole},
};

constexpr bool is_complete() {
    for (std::size_t i = 0; i < std::size(typed::stmt_facts); ++i) {
        bool is_there = false;
        for (const AskedStatement& asked : asked_statements)
            is_there = is_there || asked.kind == static_cast<StmtKind>(i);
        if (is_there != (typed::stmt_facts[i].success == typed::Success::Asked)) return false;
    }
    return true;
}
static_assert(is_complete(), "asked_statements are those that stmt_kinds.def has as Asked");

TermId ask_one(const Asking& a, const Stmt& stmt, Scope& scope) {
    if (!a.l.effort.has_room(stmt.span)) return a.of_none();
    for (const AskedStatement& asked : asked_statements) {
        if (asked.kind == stmt.kind) return asked.ask(a, stmt, scope);
    }
    return a.l.pool().truth(!a.is_act() || typed::facts(stmt.kind).success == typed::Success::Acts);
}

TermId ask_all(const Asking& a, std::span<const Stmt> block, Scope scope) {
    std::vector<TermId> parts;
    for (std::size_t i = 0; i < block.size(); ++i) {
        const Stmt& stmt = block[i];
        parts.push_back(ask_one(a, stmt, scope));
        if (stmt.kind != StmtKind::Let) continue;
        const Named named{stmt.local, stmt.name, a.l.terms.value(stmt.exprs[0], scope)};
        parts.push_back(ask_with(a, block.subspan(i + 1), {named}, scope));
        break;
    }
    return parts.empty() ? a.of_none() : a.together(parts);
}

}  // namespace

TermId ask(const Lowering& l, Ask what, const typed::Block& block, Scope scope) {
    return ask_all({l, what}, block, std::move(scope));
}

TermId stays_in_range(const Lowering& l, const Stmt& change, const Scope& scope) {
    const TypedTerm target = l.terms.value(change.exprs[0], scope);
    const TypedTerm value = l.terms.value(change.exprs[1], scope);
    const Range range{l, l.type(target.type)};
    if (range.type.form == TypeForm::Set) return l.pool().truth(true);
    if (change.change == ast::Change::Set) return value_in_range(range, value.term);
    return amount_in_range(range, target.term, value.term, change.change == ast::Change::Subtract);
}

// --- do ... then

namespace {

// What is done first. With `otherwise` the game says what comes of it where it cannot be done: then it is
// done as far as it can be.
Place doing(const Stmt& stmt, const Place& place) {
    Place inner = place;
    inner.as_far_as_possible = inner.as_far_as_possible || stmt.blocks.size() > 2;
    inner.ends_event = false;
    inner.again.clear();
    return inner;
}

// What each `do` around is told.
CodeId count(const Lowering& l, const Place& place, TermId possible, TermId acts) {
    const auto now = [&](std::uint32_t reg) { return l.terms.reg(reg, l.names.vocabulary.bool_type); };
    std::vector<CodeId> parts;
    for (const Counted& to : place.counted) {
        parts.push_back(set_register(l, to.possible, l.pool().land({now(to.possible), possible})));
        parts.push_back(set_register(l, to.acts, l.pool().lor({now(to.acts), acts})));
    }
    return sequence(l, std::move(parts));
}

// What speaks of an illegal target is not done.
TermId if_legal(const Lowering& l, const typed::Block& block, const Place& place, TermId answer) {
    const std::optional<TermId> legal = speaks_of_legal(l, block, place);
    return legal ? l.pool().make(TermKind::Ite, {*legal, answer, l.pool().truth(false)}) : answer;
}

}  // namespace

CodeId straight_do(const Lowering& l, const Stmt& stmt, const Place& place) {
    const typed::Block& first = stmt.blocks[0];
    const TermId is_success = if_legal(l, first, place, succeeds(l, first, place));
    Place follows = place;
    const TermId was_success = l.terms.bind(follows, {}, "", l.names.vocabulary.bool_type);
    const CodeId does = straight(l, first, doing(stmt, follows));
    const CodeId then = straight(l, stmt.blocks[1], follows);
    const CodeId otherwise = stmt.blocks.size() > 2 ? straight(l, stmt.blocks[2], follows) : nothing(l);
    return let(l, place.level, is_success,
               sequence(l, {does, if_else(l, was_success, then, otherwise, place.clause)}));
}

CodeId stopping_do(const Lowering& l, const Stmt& stmt, const Place& place, const Continuation& next) {
    const typed::Block& first = stmt.blocks[0];
    const TypeId truth = l.names.vocabulary.bool_type;
    Place inner = doing(stmt, place);
    Counted counted;
    counted.possible = claim_internal(l, inner, "possible", truth);
    const TermId possible = last_claimed(l, inner);
    counted.acts = claim_internal(l, inner, "acts", truth);
    const TermId acts = last_claimed(l, inner);
    inner.counted.push_back(counted);
    const Continuation after = shared(l, place.name + ": goes on", next);
    const bool is_open = has_choice(l, first, place);
    const auto follow = [&](const typed::Block& block) {
        const CodeId counts = is_open ? count_chosen(l, block, place) : nothing(l);
        return sequence(l, {counts, tail(l, block, place, after)});
    };
    const Continuation follows = shared(l, place.name + ": then", [&]() {
        const CodeId otherwise = stmt.blocks.size() > 2 ? follow(stmt.blocks[2]) : after();
        return if_else(l, l.pool().land({possible, acts}), follow(stmt.blocks[1]), otherwise, place.clause);
    });
    const TermId is_possible = if_legal(l, first, place, ask(l, Ask::Possible, first, place));
    const TermId does_act = if_legal(l, first, place, ask(l, Ask::Acts, first, place));
    return sequence(l, {set_register(l, counted.possible, is_possible),
                        set_register(l, counted.acts, does_act), tail(l, first, inner, follows)});
}

CodeId count_chosen(const Lowering& l, const typed::Block& chosen, const Place& place) {
    if (place.counted.empty()) return nothing(l);
    return count(l, place, if_legal(l, chosen, place, ask(l, Ask::Possible, chosen, place)),
                 if_legal(l, chosen, place, ask(l, Ask::Acts, chosen, place)));
}

CodeId count_failed(const Lowering& l, const Place& place) {
    return count(l, place, l.pool().truth(false), l.pool().truth(false));
}

}  // namespace errata::compiler
