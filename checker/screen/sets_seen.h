// Which sets of printed items a search of a screen has laid out, which of them it has seen to the end, and
// what their items did: gathered graph by graph (a setup may be searched in parts).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/screened.h"
#include "checker/search/reach.h"
#include "compiler/ir/effects/effects.h"

namespace errata::checker {

using ItemSet = std::vector<compiler::Value>;  // increasing; an item may be there twice

// The states first reached from one initial state, with which they begin.
using PlayFrom = std::vector<StateId>;
// By printed item: the plays from states that lay it out.
using ItemsLaidOut = std::map<compiler::Value, std::vector<PlayFrom>>;

// Of one setup.
struct SetsSeen {
    std::set<ItemSet> laid_out;
    std::map<ItemSet, Facts> open;  // why
    bool all_known = true;          // false: there are more, too many to count
};

// All sets that a screen could lay out: such as what is required of sets alone allows. Nothing: there are
// more than some million.
std::optional<std::vector<ItemSet>> possible_sets(const compiler::Evaluator& evaluator,
                                                  const compiler::Setup& setup);

class ItemsSeen {
public:
    explicit ItemsSeen(const compiler::Model& model);

    // `why`: what left the search of this graph open; asked only if it is. Result: the numbers of the printed
    // items that some initial state of this graph has not in effect, and that no play was seen to bring in.
    std::vector<std::size_t> look_at(const Reach& reach, std::size_t setup, SetsSeen& seen, const Facts& why);

    // Not an item whose text says nothing to the game, and not one without text.
    bool can_act(const compiler::PrintedItem& item) const;

    // Of each printed item, in their order.
    struct Use {
        std::optional<bool> is_playable;  // nothing: no table asks, or play brings none in
        std::set<std::size_t> waits_on;   // setups on which it is not in effect from the start
        ItemSet acts_with;                // the smallest set met; empty: none
        // Some of its text acts through terms, and it was not asked of all states whether that matters.
        bool acts_unseen = false;
    };
    const std::vector<Use>& uses() const { return uses_; }

private:
    void see_clauses(const Reach& reach, const compiler::Screening& screening);
    void see_standing_text(const Reach& reach, const compiler::Screening& screening,
                           const std::vector<StateId>& roots);
    bool stands_idle(const Reach& reach, const compiler::Screening& screening,
                     const std::vector<StateId>& roots, std::size_t item, compiler::ClauseId clause);
    void acts(std::size_t item, ItemSet set);
    std::vector<std::size_t> see_plays(const Reach& reach, std::size_t setup, const ItemsLaidOut& laid_out);

    const compiler::Model& model_;
    compiler::Effects effects_;
    std::vector<bool> stands_;                 // by clause: it acts through terms
    std::size_t comparisons_left_;             // of states with and without a clause
    std::vector<std::size_t> item_of_clause_;  // index of the printed item; none: no_item
    std::vector<bool> is_brought_in_;          // by printed item: could play bring it into effect at all?
    std::vector<Use> uses_;
};

}  // namespace errata::checker
