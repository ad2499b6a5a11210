#include "checker/rounds/growth_report.h"

#include <map>

#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

Fact more_of(const PoolCells& cells, std::size_t pool, std::size_t number) {
    if (cells.pools()[pool].waits_for > 0) return {FactKind::MoreWait, {number}};
    return {FactKind::MoreThings, {number, dsl::count_of(number, cells.name_of(pool))}};
}

void describe_growth(const Model& model, const Twins& twins, const Round& round, const Recurrence& recurrence,
                     LoopFacts& facts) {
    facts.certificate = recurrence.certificate;
    const State& last = *round.steps.back().next;
    for (const auto& [cell, shift] : round.inflation.shifts) {
        Fact change = change_of(model, cell, shift);
        if (recurrence.unsteady.contains(cell))
            change.kind = shift > 0 ? FactKind::RisesUnevenly : FactKind::FallsUnevenly;
        facts.growth.push_back(std::move(change));
        facts.net_change.push_back({cell, last[cell] - shift, last[cell], {}});
    }
    std::map<std::size_t, std::size_t> more;
    for (const auto& [extra, twin] : round.inflation.twins) {
        ++more[extra.pool];
        const std::size_t cell = cell_of(model, twins.cells().pools()[extra.pool].exists, {extra.value});
        facts.net_change.push_back({cell, 0, last[cell], {}});
    }
    for (const auto& [pool, number] : more) facts.growth.push_back(more_of(twins.cells(), pool, number));
}

}  // namespace errata::checker
