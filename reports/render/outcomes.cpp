#include "reports/render/outcomes.h"

#include <algorithm>

namespace errata::reports {

std::size_t facts_shown(std::size_t all) {
    constexpr std::size_t most = 4;
    return all <= most + 1 ? all : most;
}

std::vector<OutcomeLine> told_apart(const std::vector<OutcomeLine>& outcomes) {
    std::vector<OutcomeLine> result = outcomes;
    for (OutcomeLine& outcome : result) {
        std::erase_if(outcome.consequences, [&](const std::string& fact) {
            return outcomes.size() > 1 && std::ranges::all_of(outcomes, [&](const OutcomeLine& other) {
                       return std::ranges::find(other.consequences, fact) != other.consequences.end();
                   });
        });
        if (outcome.consequences.empty())
            outcome.consequences.emplace_back("nothing beside what is so either way");
    }
    return result;
}

}  // namespace errata::reports
