#include "compiler/ir/term.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "compiler/ir/binders.h"
#include "compiler/ir/definedness.h"
#include "compiler/ir/term_kinds.h"
#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

constexpr bool is_consistent(const TermKindInfo& kind) {
    if (kind.arity >= 0 && kind.conditions > kind.arity) return false;
    const bool has_signs = kind.course.find_first_not_of("+-?") == std::string_view::npos;
    const auto signs = static_cast<int>(kind.course.size());
    return has_signs && signs >= 1 && (kind.arity < 0 || signs <= std::max(kind.arity, 1));
}
static_assert(std::ranges::all_of(term_kinds, is_consistent), "a row of term_kinds.def contradicts itself");

// A term whose interval would reach beyond this counts as unbounded. The product of two bounds still fits a
// Value.
constexpr Value widest = Value{1} << 31;

struct Interval {
    Value lo = 0;
    Value hi = 0;
    bool bounded = true;
};

constexpr Interval zero_or_one{0, 1, true};
constexpr Interval unbounded{0, 0, false};

Interval within_reach(Value lo, Value hi) {
    return -widest <= lo && hi <= widest ? Interval{lo, hi, true} : unbounded;
}

// The widest mask with no more bits than `highest` has.
Value all_ones(Value highest) {
    return (Value{1} << std::bit_width(static_cast<std::uint64_t>(highest))) - 1;
}

// Quantifiers over a domain of `size` values up to `hi`; a size of 0 stands for an unknown domain.
struct Domain {
    Value size = 0;
    Value hi = 0;
};

Interval sum(const Term& a, const Term& b) {
    return a.bounded && b.bounded ? within_reach(a.lo + b.lo, a.hi + b.hi) : unbounded;
}

Interval difference(const Term& a, const Term& b) {
    return a.bounded && b.bounded ? within_reach(a.lo - b.hi, a.hi - b.lo) : unbounded;
}

Interval product(const Term& a, const Term& b) {
    if (!a.bounded || !b.bounded) return unbounded;
    const auto [lo, hi] = std::minmax({a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi});
    return within_reach(lo, hi);
}

Interval lesser(const Term& a, const Term& b) {
    return a.bounded && b.bounded ? Interval{std::min(a.lo, b.lo), std::min(a.hi, b.hi), true} : unbounded;
}

Interval greater(const Term& a, const Term& b) {
    return a.bounded && b.bounded ? Interval{std::max(a.lo, b.lo), std::max(a.hi, b.hi), true} : unbounded;
}

Interval one_of(const Term& a, const Term& b) {
    return a.bounded && b.bounded ? Interval{std::min(a.lo, b.lo), std::max(a.hi, b.hi), true} : unbounded;
}

Interval sum_over(Domain domain, const Term& value) {
    if (domain.size == 0 || domain.size > widest || !value.bounded) return unbounded;
    return within_reach(std::min<Value>(0, value.lo * domain.size),
                        std::max<Value>(0, value.hi * domain.size));
}

Interval inserted(const Term& set, const Term& position) {
    if (!set.bounded) return unbounded;
    if (!position.bounded || position.hi >= Value{most_set_elements})
        return {0, (Value{1} << most_set_elements) - 1, true};
    return {0, all_ones(set.hi | (Value{1} << std::max<Value>(0, position.hi))), true};
}

Interval subset(const Term& set) { return set.bounded ? Interval{0, set.hi, true} : unbounded; }

Interval united(const Term& a, const Term& b) {
    return a.bounded && b.bounded ? Interval{0, all_ones(a.hi | b.hi), true} : unbounded;
}

Interval set_size(const Term& set) {
    if (!set.bounded) return {0, most_set_elements, true};
    return {0, static_cast<Value>(std::bit_width(static_cast<std::uint64_t>(set.hi))), true};
}

// A term about to be made: its children, and what its binder goes through.
struct Made {
    const TermPool& pool;
    const Term& term;
    Domain domain;
    const Term& operator[](std::size_t i) const { return pool[term.children[i]]; }
};

using Bounds = Interval (*)(const Made&);

Interval truth_values(const Made&) { return zero_or_one; }
// Whoever makes one states the type (`make_leaf`).
Interval not_known_here(const Made&) { return unbounded; }
Interval left_subset(const Made& of) { return subset(of[0]); }

// What a term that is no truth value can come to.
struct BoundsOfKind {
    TermKind kind;
    Bounds bounds;
};

constexpr BoundsOfKind bounds_of_kinds[] = {
    {TermKind::Const,
     [](const Made& of) {
         return Interval{of.term.payload, of.term.payload, true};
     }},
    {TermKind::Register, not_known_here},
    {TermKind::Bound, not_known_here},
    {TermKind::Cell, not_known_here},
    {TermKind::Table, not_known_here},
    {TermKind::Unknown, not_known_here},
    {TermKind::Open, truth_values},
    {TermKind::Within, not_known_here},
    {TermKind::Solutions,
     [](const Made&) {
         return Interval{0, 100, true};
     }},
    {TermKind::Add, [](const Made& of) { return sum(of[0], of[1]); }},
    {TermKind::Subtract, [](const Made& of) { return difference(of[0], of[1]); }},
    {TermKind::Multiply, [](const Made& of) { return product(of[0], of[1]); }},
    {TermKind::Minimum, [](const Made& of) { return lesser(of[0], of[1]); }},
    {TermKind::Maximum, [](const Made& of) { return greater(of[0], of[1]); }},
    {TermKind::Ite, [](const Made& of) { return one_of(of[1], of[2]); }},
    {TermKind::Count,
     [](const Made& of) { return of.domain.size == 0 ? unbounded : within_reach(0, of.domain.size); }},
    {TermKind::Sum, [](const Made& of) { return sum_over(of.domain, of[1]); }},
    {TermKind::First,
     [](const Made& of) { return of.domain.size == 0 ? unbounded : within_reach(none_value, of.domain.hi); }},
    {TermKind::SetInsert, [](const Made& of) { return inserted(of[0], of[1]); }},
    {TermKind::SetErase, left_subset},
    {TermKind::SetMinus, left_subset},
    {TermKind::SetUnion, [](const Made& of) { return united(of[0], of[1]); }},
    {TermKind::SetSize, [](const Made& of) { return set_size(of[0]); }},
};

// By kind; null: there is no row.
constexpr auto all_bounds = [] {
    std::array<Bounds, std::size(term_kinds)> result{};
    for (std::size_t i = 0; i < result.size(); ++i) {
        if (term_kinds[i].result == TermResult::Truth) result[i] = truth_values;
    }
    for (const BoundsOfKind& row : bounds_of_kinds) result[static_cast<std::size_t>(row.kind)] = row.bounds;
    return result;
}();
static_assert(std::ranges::find(all_bounds, nullptr) == all_bounds.end(),
              "a kind of term_kinds.def that is no truth value lacks a row in bounds_of_kinds");

Interval interval(const TermPool& pool, const Term& term, Domain domain) {
    return all_bounds[static_cast<std::size_t>(term.kind)]({pool, term, domain});
}

bool is_total(const TermPool& pool, const Term& term) {
    return std::ranges::all_of(term.children, [&](TermId id) { return pool[id].total; }) &&
           is_defined_with_its_children(pool, term);
}

// Cheaper terms are evaluated again rather than looked up.
constexpr double worth_remembering = 256;

std::uint64_t level_bit(Value level) { return std::uint64_t{1} << std::clamp<Value>(level, 0, 63); }

void state_interval(Term& term, Interval interval) {
    term.lo = interval.lo;
    term.hi = interval.hi;
    term.bounded = interval.bounded;
}

std::size_t hash(const Term& term) {
    std::size_t result = 0;
    const auto mix = [&](std::uint64_t word) {
        result = (result ^ word) * 0x9e3779b97f4a7c15ULL;
        result ^= result >> 29;
    };
    mix(static_cast<std::uint64_t>(term.kind));
    mix(static_cast<std::uint64_t>(term.payload));
    mix(term.domain.index);
    mix(static_cast<std::uint64_t>(term.lo));
    mix(static_cast<std::uint64_t>(term.hi));
    for (const TermId child : term.children) mix(child.index);
    return result;
}

bool same(const Term& a, const Term& b) {
    return a.kind == b.kind && a.payload == b.payload && a.domain == b.domain && a.children == b.children &&
           a.lo == b.lo && a.hi == b.hi && a.bounded == b.bounded;
}

bool is_boolean(const Term& term) { return term.bounded && term.lo >= 0 && term.hi <= 1; }

// Of a term whose other facts are known.
void derive_levels(const TermPool& pool, Term& term) {
    term.open_levels = term.kind == TermKind::Bound ? level_bit(term.payload) : 0;
    for (std::size_t i = 0; i < term.children.size(); ++i) {
        std::uint64_t bound = term.domain.is_valid() ? level_bit(term.payload) : 0;
        if (term.kind == TermKind::Reach) bound = i == 2 ? bound | level_bit(term.payload + 1) : 0;
        term.open_levels |= pool[term.children[i]].open_levels & ~bound;
    }
    term.remembered = term.steady && std::popcount(term.open_levels) <= most_levels_remembered &&
                      term.cost > worth_remembering;
}

}  // namespace

bool is_defined_with_its_children(const TermPool& pool, const Term& term) {
    switch (info(term.kind).defined) {
        case Definedness::Always:
            return true;
        case Definedness::InWord:
            return term.bounded;
        case Definedness::Partly:
            break;
    }
    if (term.kind == TermKind::Cell || term.kind == TermKind::Table)
        return term.children.empty();  // the parameters' types are not known here
    if (term.kind != TermKind::SetHas && term.kind != TermKind::SetInsert && term.kind != TermKind::SetErase)
        return false;
    const Term& position = pool[term.children[1]];
    return position.bounded && position.lo >= 0 && position.hi < Value{most_set_elements};
}

TermId TermPool::intern(Term term) {
    const std::size_t key = hash(term);
    const auto [begin, end] = by_hash_.equal_range(key);
    for (auto it = begin; it != end; ++it) {
        if (same(terms_[it->second], term)) return TermId(it->second);
    }
    const TermId id(terms_.size());
    by_hash_.emplace(key, id.index);
    terms_.push_back(std::move(term));
    return id;
}

void TermPool::derive(Term& term, Value domain) const {
    term.total = is_total(*this, term);
    term.steady = info(term.kind).form != TermForm::Asked;
    term.cost = 1;
    const auto values = static_cast<double>(std::max<Value>(domain, 1));
    for (std::size_t i = 0; i < term.children.size(); ++i) {
        const Term& child = (*this)[term.children[i]];
        double rounds = term.domain.is_valid() ? values : 1;
        if (term.kind == TermKind::Reach) rounds = i == 2 ? values * values : 1;
        term.cost += rounds * (child.remembered && child.open_levels == 0 ? 1 : child.cost);
        term.steady = term.steady && child.steady;
    }
    derive_levels(*this, term);
}

TermId TermPool::constant(Value value) { return make(TermKind::Const, {}, value); }

TermId TermPool::make(TermKind kind, std::vector<TermId> children, Value payload, TypeId domain) {
    Type unknown;
    unknown.hi = -1;
    return make_quantifier(kind, payload, std::move(children), domain, unknown);
}

// An empty type stands for an unknown domain; a kind that is no quantifier does not look at it.
TermId TermPool::make_quantifier(TermKind kind, Value level, std::vector<TermId> children, TypeId domain,
                                 const Type& type) {
    const int arity = info(kind).arity;
    ERRATA_CHECK(arity < 0 || children.size() == static_cast<std::size_t>(arity));
    for (const TermId child : children) ERRATA_CHECK(child.index < terms_.size());
    Term term{.kind = kind, .payload = level, .domain = domain, .children = std::move(children)};
    state_interval(term, interval(*this, term, {type.hi - type.first() + 1, type.hi}));
    derive(term, type.hi - type.first() + 1);
    return intern(std::move(term));
}

TermId TermPool::make_leaf(TermKind kind, Value payload, std::vector<TermId> children, const Type& type) {
    for (const TermId child : children) ERRATA_CHECK(child.index < terms_.size());
    Term term{.kind = kind, .payload = payload, .domain = {}, .children = std::move(children)};
    state_interval(term, type.is_finite() ? within_reach(type.lo, type.hi) : unbounded);
    derive(term, 0);
    return intern(std::move(term));
}

TermId TermPool::again(Term changed) {
    derive_levels(*this, changed);
    return intern(std::move(changed));
}

// The simplifications below keep undefinedness and incidents: a child is dropped only if it would not be
// evaluated, or if the same child was evaluated before it.

// and(.., and(a, b), ..) -> and(.., a, b, ..); and(.., true, ..) and repeated children go; nothing follows a
// false.
TermId TermPool::land(const std::vector<TermId>& conjuncts) {
    std::vector<TermId> kept;
    const auto append = [&](TermId id) {
        const bool ended = !kept.empty() && is_false(kept.back());
        if (!ended && !is_true(id) && std::ranges::find(kept, id) == kept.end()) kept.push_back(id);
    };
    for (const TermId id : conjuncts) {
        if ((*this)[id].kind == TermKind::And) {
            std::ranges::for_each((*this)[id].children, append);
        } else {
            append(id);
        }
    }
    if (!kept.empty() && is_false(kept.back()) &&
        std::ranges::all_of(kept, [&](TermId id) { return (*this)[id].total; })) {
        return truth(false);
    }
    if (kept.empty()) return truth(true);
    if (kept.size() == 1) return kept.front();
    return make(TermKind::And, std::move(kept));
}

// The mirror image of `land`.
TermId TermPool::lor(const std::vector<TermId>& disjuncts) {
    std::vector<TermId> kept;
    const auto append = [&](TermId id) {
        const bool ended = !kept.empty() && is_true(kept.back());
        if (!ended && !is_false(id) && std::ranges::find(kept, id) == kept.end()) kept.push_back(id);
    };
    for (const TermId id : disjuncts) {
        if ((*this)[id].kind == TermKind::Or) {
            std::ranges::for_each((*this)[id].children, append);
        } else {
            append(id);
        }
    }
    if (!kept.empty() && is_true(kept.back()) &&
        std::ranges::all_of(kept, [&](TermId id) { return (*this)[id].total; })) {
        return truth(true);
    }
    if (kept.empty()) return truth(false);
    if (kept.size() == 1) return kept.front();
    return make(TermKind::Or, std::move(kept));
}

// not(constant) -> the other one; not(not(a)) -> a, if a is 0 or 1.
TermId TermPool::lnot(TermId id) {
    const Term& term = (*this)[id];
    if (term.kind == TermKind::Const) return truth(term.payload == 0);
    if (term.kind == TermKind::Not && is_boolean((*this)[term.children[0]])) return term.children[0];
    return make(TermKind::Not, {id});
}

// constant = constant -> its value; constant = a -> a = constant; a = 1 -> a and a = 0 -> not(a), if a is 0
// or 1; a = a -> true and disjoint intervals -> false, if a (and b) are total.
TermId TermPool::equal(TermId a, TermId b) {
    if (is_constant(a)) std::swap(a, b);
    const Term& left = (*this)[a];
    const Term& right = (*this)[b];
    if (is_constant(a)) return truth(left.payload == right.payload);
    if (is_constant(b) && is_boolean(left) && right.payload == 1) return a;
    if (is_constant(b) && is_boolean(left) && right.payload == 0) return lnot(a);
    if (left.total && right.total) {
        if (a == b) return truth(true);
        if (left.bounded && right.bounded && (left.hi < right.lo || right.hi < left.lo)) return truth(false);
    }
    return make(TermKind::Equal, {a, b});
}

}  // namespace errata::compiler
