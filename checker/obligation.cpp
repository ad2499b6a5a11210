#include "checker/obligation.h"

namespace errata::checker {

std::string print(const Obligation& obligation) {
    std::string line = obligation.id + ": " + obligation.analysis + " with " + obligation.engine +
                       " from setup " + std::to_string(obligation.setup) + " decides \"" + obligation.claim +
                       "\"; clauses";
    if (obligation.clauses.empty()) line += " all";
    for (const compiler::ClauseId clause : obligation.clauses) line += " " + std::to_string(clause.index);
    line += "; up to " + std::to_string(obligation.budget.states) + " states";
    if (obligation.budget.solver_units > 0) {
        line += ", " + std::to_string(obligation.budget.solver_units) + " solver units";
    }
    if (obligation.budget.seconds > 0) line += ", " + std::to_string(obligation.budget.seconds) + " s";
    for (const std::string_view reduction : switched_off(obligation.reductions))
        line += "; without " + std::string(reduction);
    return line;
}

}  // namespace errata::checker
