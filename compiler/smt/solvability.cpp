#include "compiler/smt/solvability.h"

namespace errata::compiler {

Solvability solvability(TermEncoding& t, EquationsId system, const std::vector<Formula>& cells) {
    Undetermined undetermined;
    begin(t, undetermined);
    const std::vector<Formula> no_binders;
    const Given nothing_given;
    const SolvedSystem solved = solve(t, system, {cells, no_binders, next_version(t), nothing_given});
    Solvability result;
    result.none = result.several = t.pool.truth(false);
    std::vector<Formula> clean;
    for (const Met& met : solved.met) {
        if (met.occurrence.incident.is_valid()) clean.push_back(t.pool.lnot(met.condition));
    }
    result.asked = t.pool.land(std::move(clean));
    result.is_listed = solved.set != nullptr;
    result.set = solved.unlisted;
    if (!result.is_listed) return result;
    result.none = solved.set->none;
    result.several = solved.set->several;
    return result;
}

std::vector<ValueSet> guesses(const FormulaPool& pool, const SolutionSet& set) {
    std::vector<ValueSet> result;
    for (const std::size_t unknown : set.dependencies.guessed)
        result.push_back(pool.values(set.stand_ins[unknown]));
    return result;
}

}  // namespace errata::compiler
