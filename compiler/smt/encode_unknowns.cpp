// The part of TermEncoder that asks systems of equations.
#include "compiler/ir/definitions.h"
#include "compiler/smt/encode_equations.h"

namespace errata::compiler {

TermEncoder::Solved TermEncoder::solve(EquationsId system, const Surroundings& at) {
    Solved result;
    result.stopped = pool_.truth(false);
    Given given = at.given;
    Formula reason_to_stop = pool_.truth(false);
    for (const std::uint32_t earlier : equations_->reads(system).systems) {
        if (given.contains(earlier)) continue;
        const Asked& asked = ask(EquationsId(earlier), at);
        for (const Met& met : asked.solved.met) {
            if (!met.occurrence.incident.is_valid()) reason_to_stop = met.condition;
            result.met.push_back({met.occurrence, pool_.land(pool_.lnot(result.stopped), met.condition)});
        }
        result.stopped = pool_.lor(result.stopped, asked.solved.stopped);
        result.decisions.insert(result.decisions.end(), asked.solved.decisions.begin(),
                                asked.solved.decisions.end());
        given[earlier] = asked.values;
    }
    if (pool_.is_true(reason_to_stop)) return result;
    result.set = &equations_->solutions(system, {at.cells, at.binders, at.version, given});
    if (!result.set->reason.empty()) not_analysed(result.set->reason);
    const Formula beyond = result.set->is_analysed ? result.set->beyond : pool_.truth(true);
    if (!pool_.is_false(beyond)) result.met.push_back({{}, beyond});
    if (!result.set->is_analysed) {
        if (result.set->is_encoded) result.unlisted = result.set;
        result.set = nullptr;
    }
    return result;
}

std::vector<Formula> TermEncoder::values_in(const SolutionSet& set, const std::vector<Formula>& chosen) {
    return equations_->values_in(set, chosen);
}

Formula TermEncoder::is_solution(const SolutionSet& set, const std::vector<Formula>& values) {
    return equations_->is_solution(set, values);
}

// In the name of everybody who asks at this moment.
const TermEncoder::Asked& TermEncoder::ask(EquationsId system, const Surroundings& at) {
    auto [known, is_new] = asked_.try_emplace({system.index, at.version});
    Asked& asked = known->second;
    if (!is_new) return asked;
    asked.solved = solve(system, at);
    if (asked.solved.set == nullptr) return asked;
    const SolutionSet& set = *asked.solved.set;
    std::vector<Formula> chosen = set.holds;
    Formula taken = pool_.constant(0);
    const bool forks = !pool_.is_false(set.several);
    // Where a solution was taken before, even the only one may make it forgotten.
    const bool forgets = undetermined_->solutions.contains(system.index);
    if (forks || forgets) {
        Undetermined::Asked& last = undetermined_->solutions[system.index];
        if (last.set != &set)
            last = {&set, pool_.variable(ValueSet(0, static_cast<Value>(chosen.size()) - 1))};
        taken = last.taken;
    }
    if (forks) {
        for (std::size_t a = 0; a < chosen.size(); ++a) {
            const Formula is_it = pool_.equal(taken, static_cast<Value>(a));
            chosen[a] = pool_.land(chosen[a], pool_.lor(pool_.lnot(set.several), is_it));
        }
    }
    asked.values = {values_in(set, chosen), set.none};
    const Equations& equations = model_.equations[system.index];
    const auto meet = [&](IncidentId incident, Formula condition) {
        condition = pool_.land(pool_.lnot(asked.solved.stopped), condition);
        if (!pool_.is_false(condition)) asked.solved.met.push_back({{incident, {}}, condition});
    };
    meet(equations.none, set.none);
    meet(equations.several, set.several);
    if (!decides_) asked.solved.stopped = pool_.lor(asked.solved.stopped, set.several);
    if (!decides_ || (!forks && !forgets)) return asked;
    Decision decision;
    decision.asked = pool_.truth(true);
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

void TermEncoder::append(InOrder& order, const Solved& solved) {
    Encoded asking = leaf(pool_.truth(false));
    asking.met = solved.met;
    asking.undefined = solved.stopped;
    asking.decisions = solved.decisions;
    append(order, asking, pool_.truth(true));
}

Encoded TermEncoder::unknown(const Term& term, const Surroundings& at) {
    InOrder order = strictly(term, at);
    const UnknownId id(static_cast<std::size_t>(term.payload));
    const Unknown& unknown = model_.unknowns[id.index];
    const EquationsId system = system_of(model_, id);
    const std::vector<Formula> arguments = std::move(order.values);
    order.values.clear();
    undefine(order, outside(unknown.params, arguments));
    const auto given = at.given.find(system.index);
    const GivenSystem* values = nullptr;
    if (given != at.given.end()) {
        values = &given->second;
    } else {
        const Asked& asked = ask(system, at);
        append(order, asked.solved);
        if (asked.solved.set == nullptr) {
            return done(pool_.constant(model_.type(unknown.type).lo), std::move(order));
        }
        values = &asked.values;
    }
    order.undefined = pool_.lor(order.undefined, values->missing);
    const std::size_t first = unknowns_before(model_, id);
    const Formula value = select_from(unknown.params, arguments, 0, 0,
                                      [&](std::size_t offset) { return values->values[first + offset]; });
    return done(value, std::move(order));
}

Encoded TermEncoder::number_of_solutions(const Term& term, const Surroundings& at) {
    InOrder order = start();
    const Solved solved = solve(EquationsId(static_cast<std::size_t>(term.payload)), at);
    append(order, solved);
    Formula number = pool_.constant(0);
    if (solved.set == nullptr) return done(number, std::move(order));
    for (const Formula holds : solved.set->holds) number = pool_.add(number, holds);
    const Formula most = pool_.constant(most_solutions);
    return done(pool_.ite(pool_.less(most, number), most, number), std::move(order));
}

}  // namespace errata::compiler
