#include "checker/rounds/endless_play.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "checker/rounds/growing.h"
#include "checker/rounds/loops.h"
#include "checker/rounds/outgrowing.h"
#include "checker/rounds/pushdown_lasso.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

std::optional<Finding> worst_endless_play(const Reach& reach) {
    ReportedNodes reported;
    std::vector<Finding> found = loops_of(reach, LoopStage::Game, reported).findings;
    // No state returns where something grows without end.
    const bool whole = reach.exploration().complete();
    if (found.empty() && !whole) {
        found = find_growing(reach, LoopStage::Game).findings;
        std::ranges::move(find_outgrowing(reach, {}, found, LoopStage::Game).findings,
                          std::back_inserter(found));
    }
    if (found.empty() && !whole) found = find_pushdown_lassos(reach);
    if (found.empty()) return std::nullopt;
    static constexpr std::array<FindingCode, 5> worst_first{
        FindingCode::LoopSettle, FindingCode::LoopMandatory, FindingCode::LoopAgenda,
        FindingCode::LoopInevitable, FindingCode::LoopChance};
    const auto badness = [](const Finding& finding) {
        const auto place = std::ranges::find(worst_first, finding.code);
        return std::pair(place - worst_first.begin(), finding.witness->steps.size());
    };
    return std::move(*std::ranges::min_element(found, {}, badness));
}

}  // namespace errata::checker
