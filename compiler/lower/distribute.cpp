// Distributions: an amount is divided between things. Which way to divide it is one option of one choice.
// What each gets is then kept as the binary digits of the shares, each digit a set of those that have it:
// sets go with their objects wherever these are renamed. The blocks are loops over those that got some.
#include "compiler/lower/distribute.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "compiler/ir/term_kinds.h"
#include "compiler/lower/body.h"
#include "compiler/lower/choices.h"
#include "compiler/lower/loops.h"
#include "compiler/lower/lowering.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using typed::Stmt;

namespace {

// The ways to divide an amount between things, as values of a type: a choice of one of them is an option like
// any other. What each of them gives to whom stands in tables.

// So many ways are looked at: as many as can be asked about at one point (smt/options.h, `option_limit`).
inline constexpr std::size_t most_splits = 4096;

using Split = std::vector<Value>;  // by thing, all kinds one after the other

// All ways with a sum, in falling order: what can go to the first ones goes there first.
class WaysToDivide {
public:
    WaysToDivide(const std::vector<Value>& most, std::vector<Split>& found) : most_(most), found_(found) {
        room_.resize(most.size() + 1, 0);
        for (std::size_t i = most.size(); i-- > 0;) room_[i] = room_[i + 1] + most[i];
    }

    // False: there are too many, and those of this sum are left out.
    bool add_all(Value sum) {
        const std::size_t before = found_.size();
        now_.assign(most_.size(), 0);
        divide(0, sum);
        if (found_.size() <= most_splits) return true;
        found_.resize(before);
        return false;
    }
    Value room() const { return room_.front(); }

private:
    void divide(std::size_t at, Value rest) {
        if (rest > room_[at] || found_.size() > most_splits) return;
        if (at == most_.size()) {
            found_.push_back(now_);
            return;
        }
        for (Value share = std::min(rest, most_[at]); share >= 0; --share) {
            now_[at] = share;
            divide(at + 1, rest - share);
        }
    }

    const std::vector<Value>& most_;
    std::vector<Split>& found_;
    std::vector<Value> room_;  // of the things from here on
    Split now_;
};

Phrase text_of(const Split& split, const std::vector<Phrase>& things) {
    std::vector<Phrase> parts;
    for (std::size_t i = 0; i < split.size(); ++i) {
        if (split[i] > 0) parts.push_back(std::to_string(split[i]) + " to " + things[i]);
    }
    return parts.empty() ? "nothing" : join(parts, ", ");
}

TypeId type_of(const Lowering& l, const std::vector<Split>& all, const std::vector<Phrase>& things) {
    Type type;
    type.form = TypeForm::Enum;
    type.name = "split";
    type.hi = static_cast<Value>(all.size()) - 1;
    for (const Split& split : all) {
        type.spelled.push_back(text_of(split, things));
        type.labels.push_back(type.spelled.back().text());
    }
    return l.model.types.add(std::move(type));
}

Splits made(const Lowering& l, const SplitKey& key) {
    std::vector<Value> most;
    std::vector<Phrase> things;
    for (const auto& [kind, each] : key.parts) {
        for (std::size_t i = 0; i < l.type(kind).labels.size(); ++i) {
            things.push_back(l.model.types.named(kind, static_cast<Value>(i)));
            most.push_back(std::min(each, key.amount));
        }
    }
    Splits result;
    std::vector<Split> all;
    WaysToDivide ways(most, all);
    result.is_complete = true;
    const Value highest = std::min(key.amount, ways.room());
    for (result.reach = -1; result.reach < highest && result.is_complete;) {
        result.is_complete = ways.add_all(result.reach + 1);
        if (result.is_complete) ++result.reach;
    }
    result.type = type_of(l, all, things);
    const TypeId number = l.model.types.range(0, std::max<Value>(result.reach, 0));
    auto sums = dsl::mapped(
        all, [](const Split& split) { return std::accumulate(split.begin(), split.end(), Value{0}); });
    result.sum = add_table(l, "sum of a split", {result.type}, number, std::move(sums));
    std::size_t first = 0;
    for (const auto& [kind, each] : key.parts) {
        const auto size = static_cast<std::ptrdiff_t>(l.type(kind).size());
        std::vector<Value> shares;
        for (const Split& split : all) {
            const auto begin = split.begin() + static_cast<std::ptrdiff_t>(first);
            shares.insert(shares.end(), begin, begin + size);
        }
        first += static_cast<std::size_t>(size);
        result.shares.push_back(
            add_table(l, "share of a " + l.type(kind).name, {result.type, kind}, number, std::move(shares)));
    }
    return result;
}

// The ways to divide up to `amount` between the objects of some kinds, each of which gets at most so much.
// Made once for each key. Ways with a smaller sum come first: the first one gives nothing to anybody.
const Splits& splits(const Lowering& l, const SplitKey& key) {
    const auto known = l.memory.tables.splits.find(key);
    if (known != l.memory.tables.splits.end()) return known->second;
    return l.memory.tables.splits.emplace(key, made(l, key)).first->second;
}

// What is given where nothing says how much: as much as there are ways for.
constexpr Value unbounded = most_splits;

Value highest(const Lowering& l, TermId number) {
    const Term& term = l.pool()[number];
    return term.bounded ? std::clamp<Value>(term.hi, 0, unbounded) : unbounded;
}

// One distribution where it is made: who may get some, and how much.
class Dividing {
public:
    Dividing(const Lowering& l, const Stmt& stmt, const Scope& scope) : l_(l), stmt_(stmt) {
        SplitKey key;
        key.amount = highest(l, amount(scope));
        for (const typed::Option& part : stmt.options) {
            Scope inner = scope;
            const TypeId kind = l.terms.domain(part.binders.front().domain, inner);
            l.terms.bind(inner, part.binders.front().local, part.binders.front().name, kind);
            const Value most =
                part.most.empty() ? key.amount : highest(l, l.terms.term(part.most.front(), inner));
            key.parts.emplace_back(kind, most);
            // What a split gives to whom is not kept where such objects are counted as many.
            if (exists_sometimes(l, kind)) l.terms.tell_apart(kind, stmt.span);
        }
        key_ = key;
        splits_ = splits(l, key);
    }

    const Splits& ways() const { return splits_; }
    // Made anew for each scope: what it binds lies within what the scope has bound.
    TermId amount(const Scope& scope) const { return l_.terms.term(stmt_.exprs[0], scope); }
    TypeId kind(std::size_t part) const { return key_.parts[part].first; }
    Value most(std::size_t part) const { return std::min(key_.parts[part].second, splits_.reach); }

    TermId sum(TermId split) const { return l_.terms.table(splits_.sum, {split}); }

    // All who may get some, together.
    TermId room(const Scope& scope) const {
        TermPool& pool = l_.pool();
        TermId all = pool.constant(0);
        for (std::size_t i = 0; i < stmt_.options.size(); ++i) {
            const typed::Option& part = stmt_.options[i];
            Scope inner = scope;
            const TermId object = bind(part, i, inner);
            const TermId may =
                pool.land({l_.terms.existing(kind(i), object), l_.terms.all(part.condition, inner)});
            const TermId most = part.most.empty() ? amount(inner) : l_.terms.term(part.most.front(), inner);
            const TermId each = pool.make(TermKind::Maximum, {most, pool.constant(0)});
            const TermId sum = l_.terms.quantified(TermKind::Sum, {may, each}, scope.level, kind(i));
            all = i == 0 ? sum : pool.make(TermKind::Add, {all, sum});
        }
        return all;
    }

    // Does each get only what it may? And what is asked of what is done for it.
    TermId is_allowed(const Scope& scope, TermId split, std::optional<Ask> asked) const {
        TermPool& pool = l_.pool();
        Shares shares{stmt_.local, {}};
        for (std::size_t i = 0; i < stmt_.options.size(); ++i)
            shares.kinds.push_back({kind(i), split, splits_.shares[i], {}});
        std::vector<TermId> conjuncts;
        for (std::size_t i = 0; i < stmt_.options.size(); ++i) {
            const typed::Option& part = stmt_.options[i];
            Scope inner = scope;
            const TermId object = bind(part, i, inner);
            const TermId mine = share(l_.terms, shares.kinds[i], object);
            std::vector<TermId> may{l_.terms.existing(kind(i), object), l_.terms.all(part.condition, inner)};
            for (const typed::Expr& most : part.most)
                may.push_back(pool.make(TermKind::LessEqual, {mine, l_.terms.term(most, inner)}));
            inner.add(part.share, stmt_.name, {mine, l_.names.vocabulary.number_type});
            inner.shares.push_back(shares);
            may.push_back(l_.terms.all(part.only_if, inner));
            if (asked) may.push_back(ask(l_, *asked, part.body, inner));
            const TermId gets_some = pool.make(TermKind::Less, {pool.constant(0), mine});
            const TermId holds = pool.make(TermKind::Implies, {gets_some, pool.land(may)});
            conjuncts.push_back(l_.terms.quantified(TermKind::Forall, {holds}, scope.level, kind(i)));
        }
        return pool.land(conjuncts);
    }

    // Is there an allowed way to give as much as `wanted` says in the scope in which that is asked?
    template <class Wanted>
    TermId can_give(Scope scope, const Wanted& wanted, std::optional<Ask> asked) const {
        const std::uint32_t level = scope.level;
        const TermId split = l_.terms.bind(scope, {}, "", splits_.type);
        const TermId is_one =
            l_.pool().land({l_.pool().equal(sum(split), wanted(scope)), is_allowed(scope, split, asked)});
        return l_.terms.quantified(TermKind::Exists, {is_one}, level, splits_.type);
    }

    // The largest sum up to `limit`, a register, that can be given in an allowed way.
    TermId most_given(Scope scope, TermId limit) const {
        TermPool& pool = l_.pool();
        const TypeId numbers = l_.model.types.range(0, splits_.reach);
        const std::uint32_t level = scope.level;
        const TermId less = l_.terms.bind(scope, {}, "", numbers);
        const TermId given = pool.make(TermKind::Subtract, {limit, less});
        const TermId is_given = can_give(scope, [given](const Scope&) { return given; }, {});
        const TermId first = l_.terms.quantified(TermKind::First, {is_given}, level, numbers);
        return pool.make(TermKind::Subtract, {limit, first});
    }

private:
    TermId bind(const typed::Option& part, std::size_t i, Scope& inner) const {
        return l_.terms.bind(inner, part.binders.front().local, part.binders.front().name, kind(i));
    }

    const Lowering& l_;
    const Stmt& stmt_;
    SplitKey key_;
    Splits splits_;
};

// For everybody who got some, as `for each`: `let k = k(u)`, then the block.
Stmt loop_over_shares(const Stmt& stmt, std::size_t i, TypeId truth, TypeId number) {
    const typed::Option& part = stmt.options[i];
    const typed::Binder& binder = part.binders.front();
    typed::Expr object;
    object.kind = typed::ExprKind::Local;
    object.type = binder.domain.type;
    object.local = binder.local;
    object.span = binder.span;
    typed::Expr mine;
    mine.kind = typed::ExprKind::Share;
    mine.type = number;
    mine.local = stmt.local;
    mine.name = stmt.name;
    mine.span = stmt.span;
    mine.args = {object};
    typed::Expr zero;
    zero.type = number;
    typed::Expr gets_some;
    gets_some.kind = typed::ExprKind::Operator;
    gets_some.op = TermKind::Less;
    gets_some.type = truth;
    gets_some.span = stmt.span;
    gets_some.args = {zero, mine};
    Stmt let;
    let.kind = typed::StmtKind::Let;
    let.span = stmt.span;
    let.name = stmt.name;
    let.local = part.share;
    let.exprs = {mine};
    Stmt loop;
    loop.kind = typed::StmtKind::ForEach;
    loop.span = part.span;
    loop.binders = {binder};
    loop.exprs = {gets_some};
    loop.blocks = {{let}};
    loop.blocks[0].insert(loop.blocks[0].end(), part.body.begin(), part.body.end());
    return loop;
}

bool is_exact(const Stmt& stmt) { return stmt.quantity == ast::Quantity::Exactly; }
bool is_conditional(const Stmt& stmt) {
    return std::any_of(stmt.options.begin(), stmt.options.end(),
                       [](const typed::Option& part) { return !part.only_if.empty(); });
}

class Distributing {
public:
    Distributing(const Lowering& l, const Stmt& stmt, const Place& place, const Continuation& next)
        : l_(l), stmt_(stmt), place_(place), next_(next), dividing_(l, stmt, place), inner_(place) {
        // Whatever is more than that is one more.
        wanted_register_ =
            claim_internal(l, inner_, "to distribute", l.model.types.range(0, ways().reach + 1));
        wanted_ = last_claimed(l, inner_);
    }

    CodeId make() {
        Point point = choice_point(l_, stmt_, place_);
        point.live_registers = inner_.live;
        name_ = point.name;
        const PointId id = add_point(l_, std::move(point));
        const Continuation after = shared(l_, name_ + ": distributed", next_);
        std::vector<PointOption> options{divide(after)};
        if (!stmt_.blocks.empty())
            l_.model.flow.points[id.index].otherwise =
                add_label(l_, name_ + ": otherwise",
                          sequence(l_, {count_failed(l_, place_), tail(l_, stmt_.blocks[0], place_, after)}));
        l_.model.flow.points[id.index].options = std::move(options);
        const TermId nothing = l_.pool().equal(wanted_, l_.pool().constant(0));
        CodeId asks = if_else(l_, nothing, after(), stop(l_, id), place_.clause);
        if (stmt_.quantity == ast::Quantity::AsManyAs && is_conditional(stmt_)) {
            const TermId most = clipped(dividing_.most_given(place_, wanted_));
            asks = sequence(l_, {set_register(l_, wanted_register_, most), asks});
        }
        return sequence(l_, {set_register(l_, wanted_register_, wanted()), within_reach(asks)});
    }

private:
    const Splits& ways() const { return dividing_.ways(); }
    // From 0 to one more than there are ways for.
    TermId clipped(TermId sum) const {
        TermPool& pool = l_.pool();
        const TermId some = pool.make(TermKind::Maximum, {sum, pool.constant(0)});
        return pool.make(TermKind::Minimum, {some, pool.constant(ways().reach + 1)});
    }

    TermId wanted() const {
        const TermId amount = dividing_.amount(place_);
        return clipped(is_exact(stmt_) ? amount
                                       : l_.pool().make(TermKind::Minimum, {amount, dividing_.room(place_)}));
    }

    // Ways that are not looked at are cut off.
    CodeId within_reach(CodeId asks) const {
        if (ways().is_complete) return asks;
        std::vector<TermId> beyond{
            l_.pool().make(TermKind::Less, {l_.pool().constant(ways().reach), wanted_})};
        if (is_exact(stmt_))
            beyond.push_back(
                l_.pool().make(TermKind::LessEqual, {dividing_.amount(place_), dividing_.room(place_)}));
        Code cut;
        cut.kind = CodeKind::Cut;
        cut.level = cut_ways;
        return if_else(l_, l_.pool().land(beyond), l_.model.flow.code.add(std::move(cut)), asks,
                       place_.clause);
    }

    PointOption divide(const Continuation& after) {
        Place dividing = inner_;
        const std::uint32_t reg = claim_register(l_, dividing, {}, stmt_.name, ways().type);
        const TermId split = last_claimed(l_, dividing);
        PointOption option;
        option.text = stmt_.options.front().label;
        option.clause = place_.clause;
        option.binders.push_back({reg, ways().type, stmt_.name});
        option.shares = ways().shares;
        const bool is_up_to = stmt_.quantity == ast::Quantity::UpTo;
        const TermId sum = dividing_.sum(split);
        const TermId fits =
            is_up_to ? l_.pool().make(TermKind::LessEqual, {sum, wanted_}) : l_.pool().equal(sum, wanted_);
        option.guard = l_.pool().land({fits, dividing_.is_allowed(dividing, split, {})});
        show(l_, option, stmt_.options.front().shown, place_);
        option.target = add_label(l_, name_ + ": " + option.text, give(split, dividing, after));
        return option;
    }

    // Keeps the digits of the shares, then goes over those that got some.
    CodeId give(TermId split, const Place& dividing, const Continuation& after) {
        Place giving = inner_;
        giving.next_register = dividing.next_register;
        Shares shares{stmt_.local, {}};
        std::vector<CodeId> code;
        for (std::size_t i = 0; i < stmt_.options.size(); ++i) {
            SharesOfKind kept{dividing_.kind(i), {}, {}, {}};
            const int digits =
                static_cast<int>(std::bit_width(static_cast<std::uint64_t>(dividing_.most(i))));
            for (int digit = 0; digit < digits; ++digit)
                code.push_back(keep_digit(i, digit, split, giving, kept));
            shares.kinds.push_back(std::move(kept));
        }
        giving.shares.push_back(std::move(shares));
        code.push_back(carry_out(0, giving, after));
        return sequence(l_, std::move(code));
    }

    // A register for the set of those whose share has this digit.
    CodeId keep_digit(std::size_t part, int digit, TermId split, Place& giving, SharesOfKind& kept) const {
        const TypeId kind = dividing_.kind(part);
        const std::uint32_t reg = claim_internal(l_, giving, "share", l_.model.types.set_of(kind));
        const TermId set = last_claimed(l_, giving);
        kept.digits.push_back(set);
        giving.to_come.emplace_back(kind, reg);
        Place inner = giving;
        const TermId object = l_.terms.bind(inner, {}, "", kind);
        const TermId share = l_.terms.table(ways().shares[part], {split, object});
        std::vector<TermId> values;
        for (Value value = 0; value <= dividing_.most(part); ++value) {
            if ((value >> digit & 1) != 0)
                values.push_back(l_.pool().equal(share, l_.pool().constant(value)));
        }
        const CodeId put = set_register(l_, reg, l_.pool().make(TermKind::SetInsert, {set, object}));
        return sequence(l_, {set_register(l_, reg, l_.pool().constant(0)),
                             for_each(l_, giving.level, kind, l_.pool().lor(values), put, {})});
    }

    CodeId carry_out(std::size_t i, const Place& giving, const Continuation& after) {
        if (i == stmt_.options.size()) return after();
        if (dividing_.most(i) == 0) return carry_out(i + 1, giving, after);
        const Stmt& loop = l_.memory.loops_over_chosen.emplace_back(
            loop_over_shares(stmt_, i, l_.names.vocabulary.bool_type, l_.names.vocabulary.number_type));
        const Continuation rest = [&, i]() { return carry_out(i + 1, giving, after); };
        const CodeId counted = count_chosen(l_, {loop}, giving);
        if (!has_stop(l_, loop, giving, false))
            return sequence(l_, {counted, for_each_straight(l_, loop, giving), rest()});
        const Continuation others = shared(l_, name_ + ": the others", rest);
        return sequence(l_, {counted, for_each_stopping(l_, loop, giving, others)});
    }

    const Lowering& l_;
    const Stmt& stmt_;
    const Place& place_;
    const Continuation& next_;
    Dividing dividing_;
    Place inner_;
    std::string name_;
    std::uint32_t wanted_register_ = 0;
    TermId wanted_;
};

}  // namespace

CodeId distribute(const Lowering& l, const Stmt& stmt, const Place& place, const Continuation& next) {
    const Continuation begins = [&]() { return Distributing(l, stmt, place, next).make(); };
    // In the turn state checks come before the choice: what there is to distribute is asked behind them.
    return place.control ? come_to_rest(l, place.name, place, begins) : begins();
}

TermId distribution_possible(const Lowering& l, Ask what, const Stmt& stmt, Scope& scope) {
    TermPool& pool = l.pool();
    if (!needs_all(what, stmt.quantity)) return pool.truth(true);
    const Dividing dividing(l, stmt, scope);
    const TermId amount = dividing.amount(scope);
    const auto all = [&](const Scope& inner) { return dividing.amount(inner); };
    std::vector<TermId> cases{pool.make(TermKind::LessEqual, {amount, pool.constant(0)}),
                              dividing.can_give(scope, all, what)};
    if (!dividing.ways().is_complete)
        cases.push_back(pool.make(TermKind::Less, {pool.constant(dividing.ways().reach), amount}));
    return pool.lor(cases);
}

}  // namespace errata::compiler
