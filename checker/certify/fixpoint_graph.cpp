#include "checker/certify/fixpoint_graph.h"

#include <optional>
#include <set>

namespace errata::checker {

void FixpointGraph::add(const std::vector<Edge>& edges, compiler::Owner owner) {
    edges_.insert(edges_.end(), edges.begin(), edges.end());
    first_.push_back(static_cast<std::uint32_t>(edges_.size()));
    owners_.push_back(owner);
}

void FixpointGraph::finish() {
    sources_.resize(size());
    for (std::uint32_t state = 0; state < size(); ++state) {
        for (std::uint32_t i = first_[state]; i < first_[state + 1]; ++i) {
            if (edges_[i].target != nowhere) sources_[edges_[i].target].push_back(state);
        }
    }
}

FixpointGraph::States FixpointGraph::fails() const {
    States result(size());
    for (std::size_t state = 0; state < size(); ++state) {
        for (std::uint32_t i = first_[state]; i < first_[state + 1]; ++i)
            result[state] = result[state] || edges_[i].target == nowhere;
    }
    return result;
}

FixpointGraph::States FixpointGraph::ends_or_fails() const {
    States result = fails();
    for (std::size_t state = 0; state < size(); ++state)
        result[state] = result[state] || first_[state] == first_[state + 1];
    return result;
}

bool FixpointGraph::stays(std::size_t state, const States& inside, bool wants, LoopStage limit) const {
    bool some = false;
    bool all = true;
    for (std::uint32_t i = first_[state]; i < first_[state + 1];) {
        bool choice = true;
        do {
            const Edge& edge = edges_[i++];
            choice = choice && edge.target != nowhere && inside[edge.target] && edge.stage <= limit;
        } while (i < first_[state + 1] && !edges_[i].new_choice);
        some = some || choice;
        all = all && choice;
    }
    return wants ? some : some && all;
}

FixpointGraph::States FixpointGraph::kept(States within, const Stays& wants, LoopStage limit) const {
    std::vector<std::uint32_t> doubtful;
    for (std::uint32_t i = 0; i < size(); ++i) {
        if (within[i]) doubtful.push_back(i);
    }
    while (!doubtful.empty()) {
        const std::uint32_t state = doubtful.back();
        doubtful.pop_back();
        if (!within[state] || stays(state, within, wants(owners_[state]), limit)) continue;
        within[state] = false;
        doubtful.insert(doubtful.end(), sources_[state].begin(), sources_[state].end());
    }
    return within;
}

bool FixpointGraph::is_choiceless() const {
    for (std::size_t state = 0; state < size(); ++state) {
        if (owners_[state].kind == compiler::OwnerKind::Nobody) continue;
        std::optional<std::set<std::uint32_t>> only;  // what all choices come to
        for (std::uint32_t edge = first_[state]; edge < first_[state + 1];) {
            std::set<std::uint32_t> outcomes;
            do outcomes.insert(edges_[edge++].target);
            while (edge < first_[state + 1] && !edges_[edge].new_choice);
            if (only && *only != outcomes) return false;
            only = std::move(outcomes);
        }
    }
    return true;
}

// Without those from which there is no way on, then without those from which there is none any more.
FixpointGraph::States FixpointGraph::endless() const {
    States result(size(), true);
    std::vector<std::uint32_t> ways_on(size());
    for (const std::vector<std::uint32_t>& sources : sources_) {
        for (const std::uint32_t source : sources) ++ways_on[source];
    }
    std::vector<std::uint32_t> ended;
    for (std::uint32_t i = 0; i < size(); ++i) {
        if (ways_on[i] == 0) ended.push_back(i);
    }
    while (!ended.empty()) {
        const std::uint32_t state = ended.back();
        ended.pop_back();
        result[state] = false;
        for (const std::uint32_t source : sources_[state]) {
            if (--ways_on[source] == 0) ended.push_back(source);
        }
    }
    return result;
}

std::vector<std::uint32_t> FixpointGraph::earliest_ends(
    const std::vector<std::vector<std::uint32_t>>& ends) const {
    std::vector<std::uint32_t> result(size(), nowhere);
    for (std::uint32_t number = 0; number < ends.size(); ++number) {
        std::vector<std::uint32_t> open = ends[number];
        for (const std::uint32_t state : open) result[state] = number;
        while (!open.empty()) {
            const std::uint32_t state = open.back();
            open.pop_back();
            for (const std::uint32_t source : sources_[state]) {
                if (result[source] != nowhere) continue;
                result[source] = number;
                open.push_back(source);
            }
        }
    }
    return result;
}

FixpointGraph::States FixpointGraph::leading_to(States target) const {
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < size(); ++i) {
        if (target[i]) open.push_back(i);
    }
    while (!open.empty()) {
        const std::uint32_t state = open.back();
        open.pop_back();
        for (const std::uint32_t source : sources_[state]) {
            if (target[source]) continue;
            target[source] = true;
            open.push_back(source);
        }
    }
    return target;
}

FixpointGraph::States FixpointGraph::reached_from(States from, const States& within) const {
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < size(); ++i) {
        from[i] = from[i] && within[i];
        if (from[i]) open.push_back(i);
    }
    while (!open.empty()) {
        const std::uint32_t state = open.back();
        open.pop_back();
        for (std::uint32_t i = first_[state]; i < first_[state + 1]; ++i) {
            const std::uint32_t target = edges_[i].target;
            if (target == nowhere || from[target] || !within[target]) continue;
            from[target] = true;
            open.push_back(target);
        }
    }
    return from;
}

}  // namespace errata::checker
