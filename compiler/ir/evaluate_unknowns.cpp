// The value of an unknown: which solution of its system holds, in a state and in a transition under way.
#include <algorithm>
#include <utility>

#include "compiler/ir/definitions.h"
#include "compiler/ir/solve_equations.h"
#include "compiler/ir/term_values.h"

namespace errata::compiler {

namespace {

const Assignment* holding(TermEvaluator& t, EquationsId id);
const Assignment* one_of_several(TermEvaluator& t, EquationsId id, const std::vector<Assignment>& solutions);

// An option's guard looks at the state before, its code at those after: a few of them come again and again.
constexpr std::size_t most_known = 4;

std::vector<std::optional<Assignment>> read_earlier(TermEvaluator& t, const Equations& system) {
    std::vector<std::optional<Assignment>> result;
    for (const EquationsId earlier : system.reads) {
        const Assignment* values = holding(t, earlier);
        result.push_back(values != nullptr ? std::optional(*values) : std::nullopt);
        if (t.failed()) break;
    }
    return result;
}

const Assignment* holding(TermEvaluator& t, EquationsId id) {
    if (const auto held = t.systems.held.find(id); held != t.systems.held.end()) return &held->second;
    const Solved& solved = solve(t, id);
    if (t.failed()) return nullptr;
    if (solved.solutions.size() > 1) return one_of_several(t, id, solved.solutions);
    const auto taken = std::ranges::find(t.journal.taken, id, &TakenSolution::system);
    if (taken != t.journal.taken.end() &&
        (solved.solutions.empty() || solved.solutions[0] != taken->values)) {
        t.journal.taken.erase(taken);
    }
    if (!solved.solutions.empty()) return &solved.solutions[0];
    if (solved.backups) return &*solved.backups;
    t.journal.meet(t.model.functions.equations[id.index].none, t.clause);
    return nullptr;
}

const Assignment* one_of_several(TermEvaluator& t, EquationsId id, const std::vector<Assignment>& solutions) {
    const IncidentId several = t.model.functions.equations[id.index].several;
    t.journal.meet(several, t.clause);
    auto taken = std::ranges::find(t.journal.taken, id, &TakenSolution::system);
    if (taken != t.journal.taken.end()) {
        const auto same = std::ranges::lower_bound(solutions, taken->values);
        if (same != solutions.end() && *same == taken->values) return &*same;
    }
    if (t.decisions == nullptr) {
        t.fail(Failure::Undecided);
        return nullptr;
    }
    const std::uint32_t outcome = t.decisions->decide(static_cast<std::uint32_t>(solutions.size()));
    t.journal.outcomes.emplace_back(several, outcome);
    if (taken == t.journal.taken.end()) taken = t.journal.taken.insert(taken, TakenSolution{id, {}});
    taken->values = solutions[outcome];
    return &solutions[outcome];
}

}  // namespace

Value unknown(TermEvaluator& t, const Term& term) {
    const UnknownId id(static_cast<std::size_t>(term.payload));
    const std::size_t place = place_of(t, term.children, t.model.functions.unknowns[id.index].params);
    if (t.failed()) return 0;
    if (t.unknowns != nullptr) return t.unknowns->ask(id, place);

    const EquationsId system = system_of(t.model, id);
    const Assignment* values = holding(t, system);
    if (values == nullptr) {
        t.fail(Failure::NoSolution);
        return 0;
    }
    if (t.failed()) return 0;
    return (*values)[unknowns_before(t.model, id) + place];
}

Value solutions(TermEvaluator& t, const Term& term) {
    const Solved& solved = solve(t, EquationsId(static_cast<std::size_t>(term.payload)));
    return static_cast<Value>(solved.solutions.size());
}

std::optional<Assignment> hold(TermEvaluator& t, EquationsId system, std::optional<Assignment> values) {
    std::optional<Assignment> before;
    if (const auto held = t.systems.held.find(system); held != t.systems.held.end())
        before = std::move(held->second);
    t.systems.held.erase(system);
    if (values) t.systems.held.emplace(system, std::move(*values));
    return before;
}

const Solved& solve(TermEvaluator& t, EquationsId id) {
    static const Solved nothing;
    std::vector<std::optional<Assignment>> read = read_earlier(t, t.model.functions.equations[id.index]);
    if (t.failed()) return nothing;

    if (t.trace != nullptr) t.trace->all = true;
    const std::span cells(t.cells, t.model.layout.over);
    std::list<KnownSolutions>& known = t.systems.known[id];
    const auto here = std::ranges::find_if(known, [&](const KnownSolutions& other) {
        return std::ranges::equal(other.cells, cells) && other.read == read;
    });
    if (here != known.end()) {
        known.splice(known.begin(), known, here);
    } else {
        Solved solved = EquationsSolver(t.model, t.enabled, id, t.cells, read, t.asked).solve();
        known.push_front({{cells.begin(), cells.end()}, std::move(read), std::move(solved)});
        if (known.size() > most_known) known.pop_back();
    }
    const Solved& solved = known.front().solved;
    if (solved.too_large) {
        // What is known for certain is said all the same.
        const Equations& equations = t.model.functions.equations[id.index];
        if (solved.solutions.size() > 1 && !equations.preference.is_valid())
            t.journal.meet(equations.several, t.clause);
        t.fail(Failure::TooLarge);
    }
    return solved;
}

}  // namespace errata::compiler
