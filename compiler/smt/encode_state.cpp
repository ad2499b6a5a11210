// Questions about a state that are not its next state: what can happen at all, whether it must, and how many
// solutions a system of equations has. Whose choice it is: encode_owner.cpp.
#include "compiler/smt/encode_equations.h"
#include "compiler/smt/encode_step.h"

namespace errata::compiler {

Formula Encoder::places(const std::vector<Formula>& cells) {
    Undetermined undetermined;
    terms_.begin(undetermined);
    StepRecord record;
    CodeEncoder code(model_, options_, pool_, terms_, record);
    return cases(code, record, start(cells)).place;
}

Stuck Encoder::stuck(const std::vector<Formula>& cells) {
    Undetermined undetermined;
    terms_.begin(undetermined);
    choices_.clear();
    StepRecord record;
    CodeEncoder code(model_, options_, pool_, terms_, record);
    Cases which = cases(code, record, start(cells));
    const std::vector<StepIncident> checked = record.incidents;
    Stuck stuck;
    std::vector<Formula> deadlocks;
    for (std::size_t p = 0; p < model_.points.size(); ++p) {
        const Point& point = model_.points[p];
        if (point.otherwise) continue;
        Path path = which.checked;
        path.alive = pool_.land(which.choose, waits_at(cells, p));
        if (pool_.is_false(path.alive)) continue;
        std::vector<StepIncident> met;
        Formula none = none_possible(code, path, point, met);
        none = pool_.land({path.alive, none, legal(record)});
        if (pool_.is_false(none)) continue;
        deadlocks.push_back(none);
        if (point.no_option.is_valid()) stuck.incidents.push_back({{point.no_option, point.clause}, none});
        add_under(pool_, none, checked, stuck.incidents);
    }
    stuck.deadlock = pool_.lor(deadlocks);
    return stuck;
}

Formula Encoder::pending_alike(const std::vector<Formula>& cells) {
    const Layout& layout = model_.layout;
    std::vector<Formula> all;
    for (std::size_t i = 0; i < layout.pending; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            std::vector<Formula> same;
            for (std::size_t c = 0; c <= layout.pending_arguments; ++c) {
                same.push_back(pool_.equal(cells[layout.slot(i) + c], cells[layout.slot(j) + c]));
            }
            all.push_back(pool_.lor({pool_.equal(cells[layout.slot(i)], 0),
                                     pool_.equal(cells[layout.slot(j)], 0), pool_.land(std::move(same))}));
        }
    }
    return pool_.land(std::move(all));
}

Formula Encoder::one_possible(CodeEncoder& code, Path& path, const Point& point) {
    std::vector<StepIncident> met;
    const std::optional<std::vector<Formula>> possible = possibilities(code, path, point, met);
    if (!possible) return pool_.truth(false);
    Formula none = pool_.truth(true);
    Formula one = pool_.truth(false);
    for (const Formula option : *possible) {
        one = pool_.lor(pool_.land(one, pool_.lnot(option)), pool_.land(none, option));
        none = pool_.land(none, pool_.lnot(option));
    }
    if (point.otherwise) one = pool_.lor(one, none);
    std::vector<Formula> all = {one};
    for (const StepIncident& incident : met) all.push_back(pool_.lnot(incident.condition));
    return pool_.land(std::move(all));
}

ByItself Encoder::by_itself(const std::vector<Formula>& cells) {
    Undetermined undetermined;
    terms_.begin(undetermined);
    choices_.clear();
    StepRecord record;
    CodeEncoder code(model_, options_, pool_, terms_, record);
    const Cases which = cases(code, record, start(cells));
    std::vector<Formula> clean;  // the state checks met nothing
    for (const StepIncident& incident : record.incidents) clean.push_back(pool_.lnot(incident.condition));
    ByItself result;
    std::vector<Formula> next = {which.settle, which.place};
    std::vector<Formula> forced = {which.settle, pool_.land(which.place, pending_alike(cells))};
    for (const Formula enabled : which.enabled) result.checks.push_back(pool_.land(which.settle, enabled));
    for (std::size_t p = 0; p < model_.points.size(); ++p) {
        result.items.push_back(pool_.truth(false));
        if (model_.points[p].control) continue;
        Path path = which.checked;
        path.alive = pool_.land(which.choose, waits_at(cells, p));
        if (pool_.is_false(path.alive)) continue;
        result.items.back() = path.alive;
        next.push_back(path.alive);
        const Formula here = path.alive;
        forced.push_back(pool_.land(here, one_possible(code, path, model_.points[p])));
    }
    result.next = pool_.lor(std::move(next));
    clean.push_back(pool_.lor(std::move(forced)));
    result.forced = pool_.land(std::move(clean));
    return result;
}

Solvability Encoder::solvability(EquationsId system, const std::vector<Formula>& cells) {
    Undetermined undetermined;
    terms_.begin(undetermined);
    const std::vector<Formula> no_binders;
    const Given nothing_given;
    const TermEncoder::Solved solved =
        terms_.solve(system, {cells, no_binders, terms_.next_version(), nothing_given});
    Solvability result;
    result.none = result.several = pool_.truth(false);
    std::vector<Formula> clean;
    for (const Met& met : solved.met) {
        if (met.occurrence.incident.is_valid()) clean.push_back(pool_.lnot(met.condition));
    }
    result.asked = pool_.land(std::move(clean));
    result.is_listed = solved.set != nullptr;
    result.set = solved.unlisted;
    if (!result.is_listed) return result;
    result.none = solved.set->none;
    result.several = solved.set->several;
    return result;
}

std::vector<ValueSet> Encoder::guesses(const SolutionSet& set) const {
    std::vector<ValueSet> result;
    for (const std::size_t unknown : set.dependencies.guessed)
        result.push_back(pool_.values(set.stand_ins[unknown]));
    return result;
}

Formula Encoder::solves(const SolutionSet& set, const std::vector<Formula>& guessed) {
    return terms_.equations().follow(set, guessed).is_solution;
}

}  // namespace errata::compiler
