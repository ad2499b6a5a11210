#include "checker/explicit/searched_edges.h"

namespace errata::checker {

void SearchedEdges::add(const Edge& edge, const std::vector<compiler::Occurrence>& incidents) {
    successor_.push_back(edge.successor);
    changes_.push_back(edge.changes);
    places_.push_back(edge.places);
    plays_.push_back(edge.plays);
    std::uint32_t list = 0;
    if (!incidents.empty()) {
        const auto [known, is_new] =
            incident_list_numbers_.try_emplace(incidents, static_cast<std::uint32_t>(incident_lists_.size()));
        if (is_new) incident_lists_.push_back(incidents);
        list = known->second;
    }
    incidents_.push_back(list);
}

void SearchedEdges::forget_from(std::size_t edge) {
    successor_.resize(edge);
    changes_.resize(edge);
    places_.resize(edge);
    plays_.resize(edge);
    incidents_.resize(edge);
}

}  // namespace errata::checker
