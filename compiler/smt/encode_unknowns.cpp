// The part of encoding terms that asks systems of equations.
#include "compiler/ir/definitions.h"
#include "compiler/smt/encode_equations.h"
#include "compiler/smt/formula_numbers.h"
#include "compiler/smt/term_parts.h"

namespace errata::compiler {

namespace {

// In the name of everybody who asks at this moment.
const AskedSystem& ask(TermEncoding& t, EquationsId system, const Surroundings& at) {
    auto [known, is_new] = t.asked.try_emplace({system.index, at.version});
    AskedSystem& asked = known->second;
    if (!is_new) return asked;
    asked.solved = solve(t, system, at);
    if (asked.solved.set == nullptr) return asked;
    const SolutionSet& set = *asked.solved.set;
    std::vector<Formula> chosen = set.holds;
    Formula taken = t.pool.constant(0);
    const bool forks = !is_false(set.several);
    // Where a solution was taken before, even the only one may make it forgotten.
    const bool forgets = t.undetermined->solutions.contains(system.index);
    if (forks || forgets) {
        Undetermined::Asked& last = t.undetermined->solutions[system.index];
        if (last.set != &set)
            last = {&set, t.pool.variable(ValueSet(0, static_cast<Value>(chosen.size()) - 1))};
        taken = last.taken;
    }
    if (forks) {
        for (std::size_t a = 0; a < chosen.size(); ++a) {
            const Formula is_it = t.pool.equal(taken, static_cast<Value>(a));
            chosen[a] = t.pool.land(chosen[a], t.pool.lor(t.pool.lnot(set.several), is_it));
        }
    }
    asked.values = {values_in(t, set, chosen), set.none};
    const Equations& equations = t.model.functions.equations[system.index];
    const auto note = [&](IncidentId incident, Formula condition) {
        condition = t.pool.land(t.pool.lnot(asked.solved.stopped), condition);
        if (!is_false(condition)) asked.solved.met.push_back({{incident, {}}, condition});
    };
    note(equations.none, set.none);
    note(equations.several, set.several);
    if (!t.decides) asked.solved.stopped = t.pool.lor(asked.solved.stopped, set.several);
    if (!t.decides || (!forks && !forgets)) return asked;
    Decision decision;
    decision.asked = t.pool.truth(true);
    decision.undecided = set.several;
    decision.is_solution = true;
    decision.index = system.index;
    decision.outcome = asked.values.values;
    decision.taken = taken;
    decision.possible = std::make_shared<const std::vector<Formula>>(set.holds);
    decision.solutions = &set;
    asked.solved.decisions.push_back(std::move(decision));
    return asked;
}

}  // namespace

SolvedSystem solve(TermEncoding& t, EquationsId system, const Surroundings& at) {
    SolvedSystem result;
    result.stopped = t.pool.truth(false);
    Given given = at.given;
    Formula reason_to_stop = t.pool.truth(false);
    for (const std::uint32_t earlier : reads(t, system).systems) {
        if (given.contains(earlier)) continue;
        const AskedSystem& asked = ask(t, EquationsId(earlier), at);
        for (const Met& met : asked.solved.met) {
            if (!met.occurrence.incident.is_valid()) reason_to_stop = met.condition;
            result.met.push_back({met.occurrence, t.pool.land(t.pool.lnot(result.stopped), met.condition)});
        }
        result.stopped = t.pool.lor(result.stopped, asked.solved.stopped);
        result.decisions.insert(result.decisions.end(), asked.solved.decisions.begin(),
                                asked.solved.decisions.end());
        given[earlier] = asked.values;
    }
    if (is_true(reason_to_stop)) return result;
    result.set = &solutions(t, system, {at.cells, at.binders, at.version, given});
    if (!result.set->reason.empty()) t.limits.not_analysed(result.set->reason);
    const Formula beyond = result.set->is_analysed ? result.set->beyond : t.pool.truth(true);
    if (!is_false(beyond)) result.met.push_back({{}, beyond});
    if (!result.set->is_analysed) {
        if (result.set->is_encoded) result.unlisted = result.set;
        result.set = nullptr;
    }
    return result;
}

void append(TermEncoding& t, InOrder& order, const SolvedSystem& solved) {
    Encoded asking = leaf(t, t.pool.truth(false));
    asking.met = solved.met;
    asking.undefined = solved.stopped;
    asking.decisions = solved.decisions;
    append(t, order, asking, t.pool.truth(true));
}

Encoded unknown(TermEncoding& t, const Term& term, const Surroundings& at) {
    InOrder order = strictly(t, term, at);
    const UnknownId id(static_cast<std::size_t>(term.payload));
    const Unknown& unknown = t.model.functions.unknowns[id.index];
    const EquationsId system = system_of(t.model, id);
    const std::vector<Formula> arguments = std::move(order.values);
    order.values.clear();
    undefine(t, order, outside(t, unknown.params, arguments));
    const auto given = at.given.find(system.index);
    const GivenSystem* values = nullptr;
    if (given != at.given.end()) {
        values = &given->second;
    } else {
        const AskedSystem& asked = ask(t, system, at);
        append(t, order, asked.solved);
        if (asked.solved.set == nullptr) {
            return done(t.pool.constant(t.model.type(unknown.type).lo), std::move(order));
        }
        values = &asked.values;
    }
    order.undefined = t.pool.lor(order.undefined, values->missing);
    const std::size_t first = unknowns_before(t.model, id);
    const Formula value = select_from(t, unknown.params, arguments, 0, 0,
                                      [&](std::size_t offset) { return values->values[first + offset]; });
    return done(value, std::move(order));
}

Encoded number_of_solutions(TermEncoding& t, const Term& term, const Surroundings& at) {
    InOrder order = start(t);
    const SolvedSystem solved = solve(t, EquationsId(static_cast<std::size_t>(term.payload)), at);
    append(t, order, solved);
    Formula number = t.pool.constant(0);
    if (solved.set == nullptr) return done(number, std::move(order));
    for (const Formula holds : solved.set->holds) number = add(t.pool, number, holds);
    const Formula most = t.pool.constant(most_solutions);
    return done(t.pool.ite(less(t.pool, most, number), most, number), std::move(order));
}

}  // namespace errata::compiler
