// Which readings are asked in the states that a search has reached, and on all plays from some of them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "checker/explicit/game_graph.h"
#include "checker/explicit/seen_set.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

bool is_any(const compiler::ReadingSet& set);
// Those of either.
compiler::ReadingSet asked_in_either(compiler::ReadingSet a, const compiler::ReadingSet& b);
// Of these readings one is in both.
bool share(const compiler::ReadingSet& a, const compiler::ReadingSet& b);

class AskedReadings {
public:
    // In this state, too.
    void add(StateId state, const compiler::ReadingSet& asked);

    // Empty: none.
    const compiler::ReadingSet& in(StateId state) const;

    // By state, of so many.
    StateSet where_asked(std::size_t reading, std::size_t states) const;
    // By state of `starts`: those of `wanted` that are asked in it or in a state that it leads to.
    std::vector<compiler::ReadingSet> from(const std::vector<StateId>& starts, const GameGraph& graph,
                                           const compiler::ReadingSet& wanted) const;

private:
    std::uint32_t number_of(const compiler::ReadingSet& set);

    // States ask few different sets: each is kept once.
    std::vector<compiler::ReadingSet> sets_{{}};
    std::map<compiler::ReadingSet, std::uint32_t> numbers_;
    std::vector<std::uint32_t> by_state_;  // the states behind it ask none
};

}  // namespace errata::checker
