// What a run says about the screens of a spec, beside findings and verdicts: how many sets of printed items
// were looked at on each table and to the end, and what each item does there. Plain comparable values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "checker/fact.h"

namespace errata::checker {

// Of the sets of one size on one table that are open, how many are named.
inline constexpr std::size_t most_open_shown = 5;

// Sets of one size on one table.
struct ScreenedSets {
    // One that was not seen to the end, and why: "token is full at 8: --scope token=16".
    struct Open {
        std::vector<std::string> items;
        Facts why;  // what stood in the way
        friend bool operator==(const Open&, const Open&) = default;
    };
    std::string table;
    std::string kind;         // of the items: "card"
    std::size_t items = 0;    // of a set
    std::size_t turns = 0;    // after which play was not followed; 0: to the end
    std::size_t sets = 0;     // laid out
    std::size_t open = 0;     // of these, not seen to the end
    std::vector<Open> shown;  // of those that are open, such as hold no smaller one; the first few
    bool all_known = true;    // false: the time was over before all were laid out
    friend bool operator==(const ScreenedSets&, const ScreenedSets&) = default;
};

// Sets of one size, on all tables together: each counts once, and is open if it is open on one of them.
struct SetsOfSize {
    std::string kind;
    std::size_t items = 0;
    std::size_t sets = 0;
    std::size_t open = 0;
    friend bool operator==(const SetsOfSize&, const SetsOfSize&) = default;
};

// What happens to an item on the tables.
struct ItemUse {
    std::string name;
    std::string kind;
    // Comes into effect on some table on which it was not so from the start; nothing: no table asks that.
    std::optional<bool> is_playable;
    // The smallest set, itself included, in which any of its text does something; empty: none does.
    std::vector<std::string> acts_with;
    bool has_text = false;
    // Some of its text acts by standing there (a prohibition, what a value is), and it was not asked in all
    // states whether that matters.
    bool acts_unseen = false;
    std::string miss = {};     // what comes nearest to what never happens
    std::string same_as = {};  // the item that nothing tells from it, and that was laid out in its place
    // How many items the smallest set with it has that was not seen to the end: in that, and in larger
    // ones, it may do what it did in no other. 0: there is none.
    std::size_t smallest_open = 0;
    // There is such a set where the item has yet to come into effect.
    bool play_is_open = false;
    friend bool operator==(const ItemUse&, const ItemUse&) = default;
};

// Whether it comes into effect, as far as that is decided.
inline std::optional<bool> playable(const ItemUse& item) {
    return item.play_is_open && !item.is_playable.value_or(true) ? std::nullopt : item.is_playable;
}

struct Screened {
    std::vector<ScreenedSets> sets;
    std::vector<SetsOfSize> totals;  // by kind and size
    std::vector<ItemUse> items;
    friend bool operator==(const Screened&, const Screened&) = default;
};

// Each item was laid out by itself only: what it does in company nobody has seen.
inline bool has_single_items_only(const Screened& screened) {
    return std::ranges::all_of(screened.totals, [](const SetsOfSize& sets) { return sets.items < 2; });
}

}  // namespace errata::checker
