// The value of an unknown: which solution of its system holds, in a state and in a transition under way.
#include <algorithm>
#include <utility>

#include "compiler/ir/definitions.h"
#include "compiler/ir/solve_equations.h"

namespace errata::compiler {

namespace {

// An option's guard looks at the state before, its code at those after: a few of them come again and again.
constexpr std::size_t most_known = 4;

}  // namespace

Value TermEvaluator::unknown(const Term& term) {
    const UnknownId id(static_cast<std::size_t>(term.payload));
    const std::size_t place = place_of(term.children, model_.unknowns[id.index].params);
    if (failed()) return 0;
    if (assigned_ != nullptr) return assigned_->ask(id, place);

    const EquationsId system = system_of(model_, id);
    const Assignment* values = holding(system);
    if (values == nullptr) {
        fail(Failure::NoSolution);
        return 0;
    }
    if (failed()) return 0;
    return (*values)[unknowns_before(model_, id) + place];
}

Value TermEvaluator::solutions(const Term& term) {
    const Solved& solved = solve(EquationsId(static_cast<std::size_t>(term.payload)));
    return static_cast<Value>(solved.solutions.size());
}

std::optional<Assignment> TermEvaluator::hold(EquationsId system, std::optional<Assignment> values) {
    std::optional<Assignment> before;
    if (const auto held = held_.find(system); held != held_.end()) before = std::move(held->second);
    held_.erase(system);
    if (values) held_.emplace(system, std::move(*values));
    return before;
}

std::vector<std::optional<Assignment>> TermEvaluator::read_earlier(const Equations& system) {
    std::vector<std::optional<Assignment>> result;
    for (const EquationsId earlier : system.reads) {
        const Assignment* values = holding(earlier);
        result.push_back(values != nullptr ? std::optional(*values) : std::nullopt);
        if (failed()) break;
    }
    return result;
}

const Solved& TermEvaluator::solve(EquationsId id) {
    static const Solved nothing;
    std::vector<std::optional<Assignment>> read = read_earlier(model_.equations[id.index]);
    if (failed()) return nothing;

    const std::span cells(cells_, model_.layout.over);
    std::list<KnownSolutions>& known = known_[id];
    const auto here = std::ranges::find_if(known, [&](const KnownSolutions& other) {
        return std::ranges::equal(other.cells, cells) && other.read == read;
    });
    if (here != known.end()) {
        known.splice(known.begin(), known, here);
    } else {
        Solved solved = EquationsSolver(model_, enabled_, id, cells_, read, asked_).solve();
        known.push_front({{cells.begin(), cells.end()}, std::move(read), std::move(solved)});
        if (known.size() > most_known) known.pop_back();
    }
    const Solved& solved = known.front().solved;
    if (solved.too_large) {
        // What is known for certain is said all the same.
        const Equations& equations = model_.equations[id.index];
        if (solved.solutions.size() > 1 && !equations.preference.is_valid())
            journal_.meet(equations.several, clause_);
        fail(Failure::TooLarge);
    }
    return solved;
}

const Assignment* TermEvaluator::holding(EquationsId id) {
    if (const auto held = held_.find(id); held != held_.end()) return &held->second;
    const Solved& solved = solve(id);
    if (failed()) return nullptr;
    if (solved.solutions.size() > 1) return one_of_several(id, solved.solutions);
    const auto taken = std::ranges::find(journal_.taken, id, &TakenSolution::system);
    if (taken != journal_.taken.end() && (solved.solutions.empty() || solved.solutions[0] != taken->values)) {
        journal_.taken.erase(taken);
    }
    if (!solved.solutions.empty()) return &solved.solutions[0];
    if (solved.backups) return &*solved.backups;
    journal_.meet(model_.equations[id.index].none, clause_);
    return nullptr;
}

const Assignment* TermEvaluator::one_of_several(EquationsId id, const std::vector<Assignment>& solutions) {
    const IncidentId several = model_.equations[id.index].several;
    journal_.meet(several, clause_);
    auto taken = std::ranges::find(journal_.taken, id, &TakenSolution::system);
    if (taken != journal_.taken.end()) {
        const auto same = std::ranges::lower_bound(solutions, taken->values);
        if (same != solutions.end() && *same == taken->values) return &*same;
    }
    if (decisions_ == nullptr) {
        fail(Failure::Undecided);
        return nullptr;
    }
    const std::uint32_t outcome = decisions_->decide(static_cast<std::uint32_t>(solutions.size()));
    journal_.outcomes.emplace_back(several, outcome);
    if (taken == journal_.taken.end()) taken = journal_.taken.insert(taken, TakenSolution{id, {}});
    taken->values = solutions[outcome];
    return &solutions[outcome];
}

}  // namespace errata::compiler
