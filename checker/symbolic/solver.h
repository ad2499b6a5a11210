// The one place that talks to Z3: a solver over formulas with a budget. Incremental; what it learns serves
// the next check. A z3::exception ends here and becomes `Unknown`. One Solver, with its own context, per
// thread.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "checker/fact.h"
#include "compiler/smt/formula.h"
#include "compiler/smt/options.h"

namespace errata::checker {

enum class Answer { Sat, Unsat, Unknown };

struct SolverBudget {
    unsigned resources = 0;                          // Z3 resource units per check; 0: no limit
    double seconds = 0;                              // per check; 0: no limit
    const std::atomic<bool>* interrupted = nullptr;  // set by others: the check ends at once; may be null
};

// What is built for one check counts, too: a formula as one unit, and the time from now on.
compiler::EncoderOptions within(const SolverBudget& budget, compiler::EncoderOptions options = {});

class Solver {
public:
    explicit Solver(const compiler::FormulaPool& pool);
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    // From now on `formula` (a truth value) holds. What shall hold for a while only is assumed in the checks.
    void require(compiler::Formula formula);

    Answer check(const std::vector<compiler::Formula>& assumptions, const SolverBudget& budget = {});
    // After Unknown.
    const std::optional<Fact>& reason() const { return reason_; }

    // After Sat: a value for every variable of the pool, by number. Variables that play no part get one of
    // theirs.
    std::vector<compiler::Value> assignment();

    // Checks so far.
    std::size_t checks() const { return checks_; }

private:
    struct Z3;
    std::unique_ptr<Z3> z3_;
    const compiler::FormulaPool& pool_;
    std::optional<Fact> reason_;
    std::size_t checks_ = 0;
};

}  // namespace errata::checker
