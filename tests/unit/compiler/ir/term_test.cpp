// The pool: interning, intervals, and each simplification where it applies and where it must not.
#include "compiler/ir/term.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "compiler/ir/raise.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;

struct Terms : testing::Test {
    ModelBuilder m;
    TermPool& pool = m.model().terms;
    VarId flag_var = m.variable("flag", m.boolean());
    VarId row_var = m.variable("row", m.boolean(), 0, {m.range(0, 3)});
    VarId number_var = m.variable("number", m.range(2, 7));
    OpenId open_id = m.open_function("open", {});
    TermId yes = pool.truth(true);
    TermId no = pool.truth(false);
    TermId flag = m.cell(flag_var);                          // total
    TermId other = m.enabled(m.clause("c"));                 // total
    TermId number = m.cell(number_var);                      // total, 2..7
    TermId partial = m.cell(row_var, {m.cell(number_var)});  // may be undefined
    TermId open = m.holds(open_id);                          // may be an incident
};

TEST_F(Terms, EqualTermsAreOneTerm) {
    EXPECT_EQ(m.add(number, m.c(1)), m.add(number, m.c(1)));
    EXPECT_NE(m.add(number, m.c(1)), m.add(m.c(1), number));
    const std::size_t size = pool.size();
    m.add(number, m.c(1));
    EXPECT_EQ(pool.size(), size);
}

// What a quantifier says of nothing that is bound around it is evaluated once; what speaks of the binders
// around it, for each.
TEST_F(Terms, CostsMultiplyWhereBindersAreSpokenOf) {
    const TypeId digit = m.range(0, 9);
    TermId apart = flag;
    TermId within = flag;
    for (Value level = 12; level-- > 0;) {
        const TermId own = m.cell(row_var, {m.bound(level, digit)});
        const TermId first = m.cell(row_var, {m.bound(0, digit)});
        apart = m.quantifier(TermKind::Exists, level, digit, {m.both(own, apart)});
        within = m.quantifier(TermKind::Exists, level, digit, {m.both(first, within)});
    }
    EXPECT_LT(pool[apart].cost, 1e4);
    EXPECT_TRUE(pool[apart].remembered);
    EXPECT_EQ(pool[apart].open_levels, 0U);
    EXPECT_GT(pool[within].cost, 1e12);
}

TEST_F(Terms, RemembersNothingThatIsMetOrOpen) {
    const TypeId wide = m.range(0, 999);
    const TermId plain = m.quantifier(TermKind::Exists, 0, wide, {flag});
    EXPECT_TRUE(pool[plain].remembered);
    EXPECT_FALSE(pool[m.quantifier(TermKind::Exists, 0, wide, {open})].remembered);
    const TermId speaks =
        m.quantifier(TermKind::Exists, 1, wide, {m.cell(row_var, {m.bound(0, m.range(0, 3))})});
    EXPECT_TRUE(pool[speaks].remembered) << "for each value of the binder";
    EXPECT_EQ(pool[speaks].open_levels, 1U);
    EXPECT_EQ(pool[raised(pool, speaks, 0, 2, 3)].open_levels, 8U);
    EXPECT_FALSE(pool[flag].remembered);
}

TEST_F(Terms, AreRaisedAboveBindersThatTheyWereNotMadeUnder) {
    const TypeId small = m.range(0, 3);
    const TermId own = m.quantifier(TermKind::Exists, 0, small, {m.less(m.bound(0, small), m.c(2))});
    const TermId higher = m.quantifier(TermKind::Exists, 2, small, {m.less(m.bound(2, small), m.c(2))});
    EXPECT_EQ(above(pool, own, 2), higher);
    EXPECT_EQ(above(pool, higher, 1), higher);
    // What stands outside its quantifiers speaks of a binder around it.
    const TermId let = m.less(m.bound(0, small), m.c(1));
    EXPECT_EQ(above(pool, pool.land({let, own}), 2), pool.land({let, higher}));
}

TEST_F(Terms, TheSameLeafWithAnotherIntervalIsAnotherTerm) {
    EXPECT_NE(m.bound(0, m.range(0, 3)), m.bound(0, m.range(0, 8)));
    EXPECT_EQ(m.reg(1, m.range(0, 3)), m.reg(1, m.range(0, 3)));
}

TEST_F(Terms, Totality) {
    EXPECT_TRUE(pool[flag].total);
    EXPECT_TRUE(pool[m.both(flag, other)].total);
    EXPECT_FALSE(pool[partial].total);
    EXPECT_FALSE(pool[open].total);
    EXPECT_FALSE(pool[m.both(flag, open)].total);
    EXPECT_TRUE(pool[m.reach(0, m.boolean(), flag, other, flag)].total);
    EXPECT_FALSE(pool[m.reach(0, m.boolean(), flag, other, partial)].total);
    EXPECT_TRUE(pool[m.make(TermKind::SetHas, {m.c(5), number})].total);
    EXPECT_FALSE(pool[m.make(TermKind::SetHas, {m.c(5), m.c(30)})].total);
    const TermId counter = m.cell(m.variable("counter", m.counter()));
    EXPECT_TRUE(pool[counter].total);
    EXPECT_FALSE(pool[m.add(counter, m.c(1))].total);
}

TEST_F(Terms, Intervals) {
    struct Row {
        TermId term;
        Value lo;
        Value hi;
    };
    const TypeId small = m.range(-3, 4);
    const TypeId maybe = m.optional_range(5);
    const TermId s = m.reg(0, small);
    const auto make = [&](TermKind kind, std::vector<TermId> children) {
        return m.make(kind, std::move(children));
    };
    const Row rows[] = {
        {m.c(-9), -9, -9},
        {number, 2, 7},
        {m.less(number, s), 0, 1},
        {m.add(number, s), -1, 11},
        {make(TermKind::Subtract, {number, s}), -2, 10},
        {make(TermKind::Multiply, {number, s}), -21, 28},
        {pool.make_leaf(TermKind::Within, Value{small.index}, {number}, m.model().type(small)), -3, 4},
        {make(TermKind::Minimum, {number, s}), -3, 4},
        {make(TermKind::Maximum, {number, s}), 2, 7},
        {make(TermKind::Ite, {flag, number, s}), -3, 7},
        {m.quantifier(TermKind::Exists, 0, small, {flag}), 0, 1},
        {m.reach(0, small, number, s, flag), 0, 1},
        {m.quantifier(TermKind::Count, 0, small, {flag}), 0, 8},
        {m.quantifier(TermKind::Count, 0, maybe, {flag}), 0, 6},
        {m.quantifier(TermKind::Sum, 0, small, {flag, s}), -24, 32},
        {m.quantifier(TermKind::First, 0, maybe, {flag}), -1, 5},
        {make(TermKind::SetInsert, {m.c(4), m.c(0)}), 0, 7},
        {make(TermKind::SetInsert, {m.c(1), number}), 0, 255},
        {make(TermKind::SetErase, {m.c(5), m.c(0)}), 0, 5},
        {make(TermKind::SetUnion, {m.c(4), m.c(9)}), 0, 15},
        {make(TermKind::SetMinus, {m.c(5), m.c(1)}), 0, 5},
        {make(TermKind::SetSize, {m.c(9)}), 0, 4},
    };
    std::set<std::string_view> seen;
    for (const Row& row : rows) {
        const TermKindInfo& kind = info(pool[row.term].kind);
        EXPECT_TRUE(pool[row.term].bounded);
        EXPECT_EQ(pool[row.term].lo, row.lo) << kind.text;
        EXPECT_EQ(pool[row.term].hi, row.hi) << kind.text;
        seen.insert(kind.name);
    }
    for (const TermKindInfo& kind : term_kinds) {
        const bool has_values_of_its_own = kind.form == TermForm::Strict && kind.result != TermResult::Truth;
        if (has_values_of_its_own) {
            EXPECT_TRUE(seen.contains(kind.name)) << kind.name << " needs a row";
        }
    }
    EXPECT_FALSE(pool[make(TermKind::Count, {flag})].bounded) << "the domain is not known";
}

TEST_F(Terms, ProductsThatLeaveTheMachineWordAreUnbounded) {
    TermId power = m.c(Value{1} << 20);
    EXPECT_FALSE(pool[m.make(TermKind::Multiply, {power, power})].bounded);
}

TEST_F(Terms, ConjunctionApplies) {
    EXPECT_EQ(pool.land({}), yes);
    EXPECT_EQ(pool.land({flag}), flag);
    EXPECT_EQ(pool.land({yes, flag, yes}), flag);
    EXPECT_EQ(pool.land({flag, partial, flag}), m.both(flag, partial));
    EXPECT_EQ(pool.land({no, open}), no) << "nothing after a false is evaluated";
    EXPECT_EQ(pool.land({open, no, partial}), m.both(open, no));
    EXPECT_EQ(pool.land({flag, no}), no) << "a total conjunct can go";
    EXPECT_EQ(pool.land({m.both(flag, other), partial}), m.make(TermKind::And, {flag, other, partial}));
}

TEST_F(Terms, ConjunctionDoesNotApply) {
    EXPECT_EQ(pool.land({partial, no}), m.both(partial, no)) << "may be undefined";
    EXPECT_EQ(pool.land({open, no}), m.both(open, no)) << "reaching it may be an incident";
    EXPECT_EQ(pool.land({partial, flag}), m.both(partial, flag)) << "order is kept";
    EXPECT_EQ(pool.land({flag, pool.lnot(flag)}), m.both(flag, m.negation(flag)));
}

TEST_F(Terms, DisjunctionApplies) {
    EXPECT_EQ(pool.lor({}), no);
    EXPECT_EQ(pool.lor({no, flag}), flag);
    EXPECT_EQ(pool.lor({yes, open}), yes);
    EXPECT_EQ(pool.lor({flag, yes}), yes);
    EXPECT_EQ(pool.lor({flag, flag, other}), m.make(TermKind::Or, {flag, other}));
}

TEST_F(Terms, DisjunctionDoesNotApply) {
    EXPECT_EQ(pool.lor({partial, yes}), m.make(TermKind::Or, {partial, yes}));
    EXPECT_EQ(pool.lor({open, yes}), m.make(TermKind::Or, {open, yes}));
}

TEST_F(Terms, NegationAppliesToConstantsAndTruthValuesOnly) {
    EXPECT_EQ(pool.lnot(yes), no);
    EXPECT_EQ(pool.lnot(pool.lnot(partial)), partial);
    EXPECT_EQ(pool.lnot(flag), m.negation(flag));
    EXPECT_EQ(pool.lnot(m.negation(number)), m.negation(m.negation(number)));
}

TEST_F(Terms, EqualityApplies) {
    EXPECT_EQ(pool.equal(m.c(3), m.c(3)), yes);
    EXPECT_EQ(pool.equal(m.c(3), m.c(4)), no);
    EXPECT_EQ(pool.equal(number, number), yes);
    EXPECT_EQ(pool.equal(number, m.c(8)), no) << "outside its interval";
    EXPECT_EQ(pool.equal(partial, yes), partial);
    EXPECT_EQ(pool.equal(no, open), m.negation(open));
    EXPECT_EQ(pool.equal(m.c(3), number), m.equal(number, m.c(3)));
}

TEST_F(Terms, EqualityDoesNotApply) {
    EXPECT_EQ(pool.equal(partial, partial), m.equal(partial, partial)) << "may be undefined";
    EXPECT_EQ(pool.equal(partial, m.c(7)), m.equal(partial, m.c(7)));
    const TermId digit = m.reg(0, m.range(0, 9));
    EXPECT_EQ(pool.equal(digit, yes), m.equal(digit, yes)) << "no truth value";
}

TEST_F(Terms, FoldsVisitSharedTermsOnce) {
    TermId sum = number;
    for (int i = 0; i < 60; ++i) sum = m.add(sum, sum);
    std::size_t visited = 0;
    TermFold<int> depth(pool);
    EXPECT_EQ(depth(sum,
                    [&](TermId, const Term& term, const auto& of) {
                        ++visited;
                        return term.children.empty() ? 0 : of(term.children[0]) + 1;
                    }),
              60);
    EXPECT_EQ(visited, 61U);
}

TEST_F(Terms, WalksReachDeepTermsWithoutRecursion) {
    TermId deep = flag;
    for (int i = 0; i < 200000; ++i) deep = m.negation(deep);
    std::size_t visited = 0;
    walk_terms(pool, std::span(&deep, 1), [&](TermId, const Term&) { ++visited; });
    EXPECT_EQ(visited, 200001U);
}

}  // namespace
}  // namespace errata::tests
