#include "checker/symbolic/plain_start.h"

#include "compiler/smt/formula_walk.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

std::vector<Value> with_plain_start(const PlainStart& play, std::vector<Formula> kept,
                                    std::vector<Value> assignment) {
    FormulaPool& pool = play.pool;
    const auto is_plain = [&](std::size_t cell) {
        return pool.equal(play.first[cell], play.setup.values[cell]);
    };
    const auto insist = [&](Formula wish) {
        KnownValues known;
        if (evaluate(pool, wish, assignment, known) == 1) {
            kept.push_back(wish);
            return true;
        }
        const std::optional<SolverBudget> budget = play.budget();
        if (!budget) return false;
        std::vector<Formula> assumptions = kept;
        assumptions.push_back(wish);
        if (play.solver.check(assumptions, *budget) != Answer::Sat) return false;
        assignment = play.solver.assignment();
        kept = std::move(assumptions);
        return true;
    };
    for (const Variable& variable : play.model.variables) {
        std::vector<Formula> wishes;
        for (const std::size_t cell : play.setup.open) {
            if (cell >= variable.base && cell < variable.base + variable.cells)
                wishes.push_back(is_plain(cell));
        }
        if (wishes.empty() || insist(pool.land(wishes)) || wishes.size() == 1) continue;
        for (const Formula wish : wishes) insist(wish);
    }
    return assignment;
}

}  // namespace errata::checker
