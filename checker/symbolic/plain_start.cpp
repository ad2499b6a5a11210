#include "checker/symbolic/plain_start.h"

#include "compiler/smt/formula.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Z3 resource units of an attempt: a tenth of a second or two.
constexpr unsigned nicety_resources = 300'000;

}  // namespace

PlainCells plain_cells(const Model& model, const Setup& setup, FormulaPool& pool,
                       const std::vector<Formula>& cells) {
    PlainCells result;
    for (const Variable& variable : model.variables) {
        std::vector<Formula>& wishes = result.emplace_back();
        for (const std::size_t cell : setup.open) {
            if (cell >= variable.base && cell < variable.base + variable.cells)
                wishes.push_back(pool.equal(cells[cell], setup.values[cell]));
        }
    }
    return result;
}

SolverBudget little_of(SolverBudget budget) {
    if (budget.resources == 0 || budget.resources > nicety_resources) budget.resources = nicety_resources;
    return budget;
}

std::vector<Value> with_plain_start(const PlainStart& play, std::vector<Formula> kept,
                                    std::vector<Value> assignment) {
    FormulaPool& pool = play.pool;
    std::size_t attempts = 0;
    const auto insist = [&](Formula wish) {
        KnownValues known;
        if (evaluate(pool, wish, assignment, known) != 1) {
            if (++attempts > play.attempts) return false;
            std::vector<Formula> assumptions = kept;
            assumptions.push_back(wish);
            if (play.solver.check(assumptions, little_of(play.budget)) != Answer::Sat) return false;
            assignment = play.solver.assignment();
        }
        kept.push_back(wish);
        return true;
    };
    for (const std::vector<Formula>& wishes : play.wishes) {
        if (wishes.empty() || insist(pool.land(wishes)) || wishes.size() == 1) continue;
        for (const Formula wish : wishes) insist(wish);
    }
    return assignment;
}

}  // namespace errata::checker
