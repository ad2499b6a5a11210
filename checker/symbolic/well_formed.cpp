#include "checker/symbolic/well_formed.h"

#include "checker/fact_kinds.h"
#include "checker/symbolic/counters.h"

namespace errata::checker {

using compiler::Formula;

WellFormedAnswer well_formed_query(const compiler::Model& model, compiler::TermId term,
                                   const std::vector<compiler::TermId>& given, const SolverBudget& budget) {
    std::vector<compiler::TermId> terms = given;
    terms.push_back(term);
    compiler::Encoder encoder(model, within(budget));
    Solver solver(encoder.pool());
    compiler::SymbolicState state = well_formed_state(model, encoder.pool());
    for (Formula constraint : state.constraints) solver.require(constraint);
    for (compiler::TermId invariant : given) solver.require(encoder.holds(invariant, state.cells));
    solver.require(encoder.holds(term, state.cells));
    WellFormedAnswer result;
    if (encoder.gave_up()) {
        result.reason = Fact{FactKind::UnitsSpentOnFormulas};
        return result;
    }
    result.answer = solver.check({}, budget);
    result.reason = solver.reason();
    if (result.answer == Answer::Sat) {
        result.state = decode(model, encoder.pool(), state.cells, solver.assignment());
    } else if (result.answer == Answer::Unsat && !encoder.not_analysed().empty()) {
        result.answer = Answer::Unknown;
        result.reason = Fact{FactKind::LeftOut, {*encoder.not_analysed().begin()}};
    } else if (result.answer == Answer::Unsat && ask_counters(model, terms)) {
        result.answer = Answer::Unknown;
        result.reason = Fact{FactKind::CountersBounded};
    }
    return result;
}

WellFormedStates::WellFormedStates(const compiler::Model& model, const SolverBudget& budget)
    : model_(model),
      budget_(budget),
      encoder_(model, within(budget)),
      solver_(encoder_.pool()),
      state_(well_formed_state(model, encoder_.pool())) {}

// A closed term reads variables, which may have any values of theirs: what a well-formed state asks of the
// places of play rules none out, and is left out. What was encoded for one term is there for all. Where it
// was not all of it, that may have been another one.
bool WellFormedStates::none_satisfies(compiler::TermId term) {
    const Formula holds = encoder_.holds(term, state_.cells);
    if (encoder_.gave_up() || !encoder_.not_analysed().empty())
        return well_formed_query(model_, term, {}, budget_).answer == Answer::Unsat;
    return solver_.check({holds}, budget_) == Answer::Unsat && !ask_counters(model_, {term});
}

}  // namespace errata::checker
