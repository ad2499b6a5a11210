// Questions about a state that are not its next state: what can happen at all, and whether it must. Whose
// choice it is: encode_owner.cpp.
#include "compiler/smt/encode_cases.h"
#include "compiler/smt/encode_step.h"

namespace errata::compiler {

namespace {

Formula one_possible(CodeEncoding& code, Path& path, const Point& point) {
    FormulaPool& pool = code.pool;
    std::vector<StepIncident> met;
    const std::optional<std::vector<Formula>> possible = possibilities(code, path, point, met);
    if (!possible) return pool.truth(false);
    Formula none = pool.truth(true);
    Formula one = pool.truth(false);
    for (const Formula option : *possible) {
        one = pool.lor(pool.land(one, pool.lnot(option)), pool.land(none, option));
        none = pool.land(none, pool.lnot(option));
    }
    if (point.otherwise) one = pool.lor(one, none);
    std::vector<Formula> all = {one};
    for (const StepIncident& incident : met) all.push_back(pool.lnot(incident.condition));
    return pool.land(std::move(all));
}

}  // namespace

Formula Encoder::places(const std::vector<Formula>& cells) {
    Undetermined undetermined;
    begin(terms_, undetermined);
    StepRecord record;
    CodeEncoding code = encoding_of_code(terms_, record);
    return cases(code, cells).place;
}

Stuck Encoder::stuck(const std::vector<Formula>& cells) {
    Undetermined undetermined;
    begin(terms_, undetermined);
    StepRecord record;
    CodeEncoding code = encoding_of_code(terms_, record);
    Cases which = cases(code, cells);
    const std::vector<StepIncident> checked = record.incidents;
    Stuck stuck;
    std::vector<Formula> deadlocks;
    for (std::size_t p = 0; p < model_.flow.points.size(); ++p) {
        const Point& point = model_.flow.points[p];
        if (point.otherwise) continue;
        Path path = which.checked;
        path.alive = pool_.land(which.choose, waits_at(code, cells, p));
        if (is_false(path.alive)) continue;
        std::vector<StepIncident> met;
        Formula none = none_possible(code, path, point, met);
        none = pool_.land({path.alive, none, legal(code)});
        if (is_false(none)) continue;
        deadlocks.push_back(none);
        if (point.no_option.is_valid()) stuck.incidents.push_back({{point.no_option, point.clause}, none});
        add_under(pool_, none, checked, stuck.incidents);
    }
    stuck.deadlock = pool_.lor(deadlocks);
    return stuck;
}

ByItself Encoder::by_itself(const std::vector<Formula>& cells) {
    Undetermined undetermined;
    begin(terms_, undetermined);
    StepRecord record;
    CodeEncoding code = encoding_of_code(terms_, record);
    const Cases which = cases(code, cells);
    std::vector<Formula> clean;  // the state checks met nothing
    for (const StepIncident& incident : record.incidents) clean.push_back(pool_.lnot(incident.condition));
    ByItself result;
    std::vector<Formula> next = {which.settle, which.place};
    std::vector<Formula> forced = {which.settle, pool_.land(which.place, pending_alike(code, cells))};
    for (const Formula enabled : which.enabled) result.checks.push_back(pool_.land(which.settle, enabled));
    for (std::size_t p = 0; p < model_.flow.points.size(); ++p) {
        result.items.push_back(pool_.truth(false));
        if (model_.flow.points[p].control) continue;
        Path path = which.checked;
        path.alive = pool_.land(which.choose, waits_at(code, cells, p));
        if (is_false(path.alive)) continue;
        result.items.back() = path.alive;
        next.push_back(path.alive);
        const Formula here = path.alive;
        forced.push_back(pool_.land(here, one_possible(code, path, model_.flow.points[p])));
    }
    result.next = pool_.lor(std::move(next));
    clean.push_back(pool_.lor(std::move(forced)));
    result.forced = pool_.land(std::move(clean));
    return result;
}

}  // namespace errata::compiler
