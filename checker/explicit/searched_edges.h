// What a search knows of its edges beside where they lead (game_graph.h): by number of the edge.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

class SearchedEdges {
public:
    struct Edge {
        std::uint32_t successor = 0;
        bool changes = false;
        bool places = false;
        bool plays = false;
    };
    void add(const Edge& edge, const std::vector<compiler::Occurrence>& incidents);
    // This one and all behind it.
    void forget_from(std::size_t edge);
    std::size_t size() const { return successor_.size(); }
    // At most, but for the few that meet something or come late in their expansion.
    static constexpr std::size_t bytes_per_edge = 2;

    // Edge -> index in the expansion of its source.
    std::uint32_t successor_of(std::uint32_t edge) const {
        return successor_[edge] < far ? successor_[edge] : far_successors_.at(edge);
    }
    const std::vector<compiler::Occurrence>& incidents_of(std::uint32_t edge) const;
    // Does a variable change on the way, but for which interchangeable object is which?
    bool changes(std::uint32_t edge) const { return changes_[edge]; }
    // Does it put something pending onto the agenda?
    bool places(std::uint32_t edge) const { return places_[edge]; }
    // Does somebody play something in a window?
    bool plays(std::uint32_t edge) const { return plays_[edge]; }

private:
    static constexpr std::uint8_t far = 255;

    std::vector<std::uint8_t> successor_;  // far: or behind it
    std::map<std::uint32_t, std::uint32_t> far_successors_;
    std::vector<bool> changes_;
    std::vector<bool> places_;
    std::vector<bool> plays_;
    // Of the few edges that meet something, in order: which list.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> incidents_;
    std::vector<std::vector<compiler::Occurrence>> incident_lists_;
    std::map<std::vector<compiler::Occurrence>, std::uint32_t> incident_list_numbers_;
};

}  // namespace errata::checker
