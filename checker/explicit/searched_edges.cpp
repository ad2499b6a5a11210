#include "checker/explicit/searched_edges.h"

#include <algorithm>

namespace errata::checker {

void SearchedEdges::add(const Edge& edge, const std::vector<compiler::Occurrence>& incidents) {
    const auto number = static_cast<std::uint32_t>(size());
    successor_.push_back(static_cast<std::uint8_t>(std::min<std::uint32_t>(edge.successor, far)));
    if (edge.successor >= far) far_successors_.emplace(number, edge.successor);
    changes_.push_back(edge.changes);
    places_.push_back(edge.places);
    plays_.push_back(edge.plays);
    if (incidents.empty()) return;
    const auto [known, is_new] =
        incident_list_numbers_.try_emplace(incidents, static_cast<std::uint32_t>(incident_lists_.size()));
    if (is_new) incident_lists_.push_back(incidents);
    incidents_.emplace_back(number, known->second);
}

const std::vector<compiler::Occurrence>& SearchedEdges::incidents_of(std::uint32_t edge) const {
    static const std::vector<compiler::Occurrence> nothing;
    const auto found =
        std::ranges::lower_bound(incidents_, edge, {}, [](const auto& one) { return one.first; });
    return found == incidents_.end() || found->first != edge ? nothing : incident_lists_[found->second];
}

void SearchedEdges::forget_from(std::size_t edge) {
    successor_.resize(edge);
    far_successors_.erase(far_successors_.lower_bound(static_cast<std::uint32_t>(edge)),
                          far_successors_.end());
    changes_.resize(edge);
    places_.resize(edge);
    plays_.resize(edge);
    while (!incidents_.empty() && incidents_.back().first >= edge) incidents_.pop_back();
}

}  // namespace errata::checker
