// The verdict about all states that a search without a find allows: a status, and facts.
#pragma once

#include <optional>

#include "checker/fact.h"
#include "checker/search/workbench.h"

namespace errata::checker {

// What a search without a find says about all states: `complete`, or `bounded` and how far it came.
struct Completeness {
    Status status = Status::Bounded;
    Facts facts = {};
    bool is_conclusive = false;  // complete, or as deep as the spec declares sufficient
    Facts limit = {};            // Verdict::limit
    Facts excludes = {};         // Verdict::excludes
};
Completeness completeness(const Workbench& workbench, std::size_t setup, const Reach& reach);

// The parts of a setup that is searched in parts, one after the other.
struct PartsSeen {
    std::size_t parts = 0;
    std::size_t complete = 0;  // of these
    std::size_t states = 0;
    std::optional<Completeness> open;  // the first that is not complete
    std::size_t open_part = 0;         // its number

    // The part that is taken; null: its initial states are too many, for the readings that it asks.
    void add(Workbench& workbench, std::size_t setup, const Reach* reach);
};
Completeness completeness(Workbench& workbench, std::size_t setup, const PartsSeen& seen);

Completeness sample_completeness(Workbench& workbench, std::size_t setup);

// Of one target of the symbolic search, which was not found. A proof over the scope is `bounded` where plays
// are known to outgrow it: a larger one may hold what this one cannot.
Completeness completeness(Workbench& workbench, std::size_t setup, const SearchFind& find);

}  // namespace errata::checker
