// Formulas fold what their value sets decide; whatever they become, they mean the same: to `evaluate` and to
// Z3.
#include "compiler/smt/formula.h"

#include <gtest/gtest.h>

#include <random>

#include "compiler/smt/lower.h"

namespace errata::compiler {
namespace {

// Random formulas beside what they should evaluate to.
class RandomFormulas {
public:
    explicit RandomFormulas(std::uint64_t seed) : random_(seed) {
        for (auto [lo, hi] :
             {std::pair<Value, Value>{0, 1}, {0, 1}, {-1, 6}, {0, 9}, {-5, 5}, {300, 420}, {-900, 900}}) {
            variables.push_back(pool.variable(ValueSet(lo, hi)));
        }
    }

    struct Made {
        Formula formula;
        Value value;
    };

    void choose_assignment() {
        assignment.clear();
        for (Formula variable : variables) {
            const ValueSet& set = pool.values(variable);
            assignment.push_back(set.lo() +
                                 static_cast<Value>(random_() % static_cast<std::uint64_t>(set.size())));
        }
    }

    Made number(int depth) {
        if (depth == 0) {
            if (random_() % 4 == 0) {
                Value value = static_cast<Value>(random_() % 12) - 3;
                return {pool.constant(value), value};
            }
            std::size_t i = random_() % variables.size();
            return {variables[i], assignment[i]};
        }
        Made a = number(depth - 1), b = number(depth - 1);
        switch (random_() % 6) {
            case 0:
                return {add(pool, a.formula, b.formula), a.value + b.value};
            case 1:
                return {subtract(pool, a.formula, b.formula), a.value - b.value};
            case 2:
                return {multiply(pool, a.formula, b.formula), a.value * b.value};
            case 3:
                return a;
            default: {
                Made c = truth(depth - 1);
                return {pool.ite(c.formula, a.formula, b.formula), c.value == 1 ? a.value : b.value};
            }
        }
    }

    Made truth(int depth) {
        if (depth == 0) {
            std::size_t i = random_() % 2;
            return {variables[i], assignment[i]};
        }
        switch (random_() % 8) {
            case 0: {
                Made a = truth(depth - 1);
                return {pool.lnot(a.formula), 1 - a.value};
            }
            case 1: {
                Made a = truth(depth - 1), b = truth(depth - 1), c = truth(depth - 1);
                return {pool.land({a.formula, b.formula, c.formula}), a.value & b.value & c.value};
            }
            case 2: {
                Made a = truth(depth - 1), b = truth(depth - 1);
                return {pool.lor(a.formula, b.formula), a.value | b.value};
            }
            case 3: {
                Made a = number(depth - 1), b = number(depth - 1);
                return {less(pool, a.formula, b.formula), a.value < b.value};
            }
            case 4: {
                Made a = truth(depth - 1), b = truth(depth - 1), c = truth(depth - 1);
                return {pool.ite(a.formula, b.formula, c.formula), a.value == 1 ? b.value : c.value};
            }
            case 5: {
                Made a = set(depth - 1);
                auto position = static_cast<Value>(random_() % 5);
                return {bit(pool, a.formula, position), a.value >> position & 1};
            }
            default: {
                Made a = number(depth - 1), b = number(depth - 1);
                return {pool.equal(a.formula, b.formula), a.value == b.value};
            }
        }
    }

    Made set(int depth) {
        if (depth == 0) return {variables[3], assignment[3]};
        Made a = set(depth - 1), b = set(depth - 1);
        switch (random_() % 3) {
            case 0:
                return {bit_or(pool, a.formula, b.formula), a.value | b.value};
            case 1:
                return {bit_minus(pool, a.formula, b.formula), a.value & ~b.value};
            default:
                return {bit_or(pool, a.formula, pool.constant(12)), a.value | 12};
        }
    }

    FormulaPool pool;
    std::vector<Formula> variables;
    std::vector<Value> assignment;

private:
    std::mt19937_64 random_;
};

TEST(Formula, MeansTheSameToEvaluateAndToZ3) {
    RandomFormulas random(5);
    z3::context context;
    Z3Lowering lowering(context, random.pool);
    int checked = 0;
    for (int round = 0; round < 600; ++round) {
        random.choose_assignment();
        RandomFormulas::Made made = round % 2 == 0 ? random.truth(4) : random.number(3);
        ASSERT_FALSE(random.pool.is_exceeded());
        KnownValues known;
        EXPECT_EQ(evaluate(random.pool, made.formula, random.assignment, known), made.value)
            << "round " << round;
        EXPECT_TRUE(random.pool.values(made.formula).contains(made.value)) << "round " << round;
        Formula claim = random.pool.equal(made.formula, made.value);
        ReplacedFormulas replaced;
        for (std::size_t i = 0; i < random.variables.size(); ++i) {
            replaced[random.variables[i].index] = random.pool.constant(random.assignment[i]);
        }
        EXPECT_TRUE(is_true(substitute(random.pool, claim, replaced))) << "round " << round;
        if (is_constant(random.pool, claim)) continue;
        ++checked;
        z3::solver solver(context, "QF_FD");
        std::vector<Formula> facts = {random.pool.lnot(claim)};
        for (std::size_t i = 0; i < random.variables.size(); ++i) {
            facts.push_back(random.pool.equal(random.variables[i], random.assignment[i]));
        }
        for (Formula fact : facts) solver.add(lowering.truth(fact));
        EXPECT_EQ(solver.check(), z3::unsat) << "round " << round;
    }
    EXPECT_GT(checked, 300);
}

TEST(Formula, FoldsWhatValueSetsDecide) {
    FormulaPool pool;
    Formula x = pool.variable(ValueSet(0, 8));
    Formula y = pool.variable(ValueSet(20, 30));
    EXPECT_TRUE(is_true(less(pool, x, y)));
    EXPECT_TRUE(is_false(pool.equal(x, y)));
    EXPECT_EQ(less(pool, x, pool.constant(1)), pool.equal(x, 0));
    EXPECT_TRUE(is_false(pool.land(pool.equal(x, 3), pool.equal(x, 4))));
    Formula c = pool.variable(ValueSet(0, 1));
    EXPECT_EQ(pool.ite(c, x, x), x);
    EXPECT_EQ(pool.ite(pool.lnot(c), x, y), pool.ite(c, y, x));
    EXPECT_EQ(pool.equal(pool.ite(c, pool.constant(2), pool.constant(5)), 5), pool.lnot(c));
}

TEST(Formula, SaysWhenANumberGetsTooWide) {
    FormulaPool pool;
    Formula x = pool.variable(ValueSet(0, Value{1} << 31));
    multiply(pool, x, x);
    EXPECT_TRUE(pool.is_exceeded());
}

TEST(Formula, SaysWhenAConstantIsTooWide) {
    FormulaPool pool;
    pool.constant((Value{1} << 61) - 1);
    EXPECT_FALSE(pool.is_exceeded());
    pool.constant(Value{1} << 62);
    EXPECT_TRUE(pool.is_exceeded());
}

// 2^32 values each: their product as a number of pairs is 0 in 64 bits.
TEST(Formula, AddsWhatHasManyValuesWithoutListingThem) {
    FormulaPool pool;
    const Value most = (Value{1} << 32) - 1;
    const Formula sum = add(pool, pool.variable(ValueSet(0, most)), pool.variable(ValueSet(0, most)));
    EXPECT_EQ(pool.values(sum), ValueSet(0, 2 * most));
}

}  // namespace
}  // namespace errata::compiler
