#include "checker/loops/growth_report.h"

#include <map>

#include "checker/search/describe.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

void describe_growth(const Model& model, const Twins& twins, const Round& round, const Recurrence& recurrence,
                     LoopFacts& facts) {
    facts.certificate = recurrence.certificate;
    const State& last = *round.steps.back().next;
    std::vector<std::string> parts;
    for (const auto& [cell, shift] : round.inflation.shifts) {
        parts.push_back(
            cell_name(model, cell) + (shift > 0 ? " rises by " : " falls by ") +
            std::to_string(shift > 0 ? shift : -shift) +
            (recurrence.unsteady.contains(cell) ? " (in later rounds by other amounts)" : " each round"));
        facts.net_change.push_back({cell, last[cell] - shift, last[cell], {}});
    }
    std::map<std::size_t, std::size_t> more;
    for (const auto& [extra, twin] : round.inflation.twins) {
        ++more[extra.pool];
        const std::size_t cell = cell_of(model, twins.cells().pools()[extra.pool].exists, {extra.value});
        facts.net_change.push_back({cell, 0, last[cell], {}});
    }
    for (const auto& [pool, number] : more) {
        parts.push_back("there " + std::string(number == 1 ? "is " : "are ") +
                        dsl::count_of(number, model.type(twins.cells().pools()[pool].type).name) +
                        " more each round");
    }
    facts.growth = list_text(parts);
}

}  // namespace errata::checker
