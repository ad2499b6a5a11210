// The chart of one text: every way to read every part of it, packed. Earley's algorithm (1970) over a
// ParseTable; set k holds the items that account for the tokens before k. An item remembers how its dot got
// there, so the chart is at the same time the forest of all readings (links as in Scott, 2008, without
// binarised nodes: templates are short).
//
// Without empty productions an item waiting at k is complete as a piece of knowledge before anything ends
// behind k; so waiting items are kept in one list per (position, category), a completed span is met once per
// set, and each table is a flat vector. `Lookahead::Exact` drops what the next token rules out, which makes
// the chart of an unambiguous text grow with its length; `Lookahead::None` keeps all viable prefixes, which
// is what explaining a failure needs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dsl/phrases/parse_table.h"

namespace errata::dsl {

inline constexpr std::uint32_t nowhere = 0xffffffffU;

struct ChartItem {
    std::uint32_t dot = 0;    // place in the symbols of the table
    std::uint32_t start = 0;  // the first token it accounts for
    // How the dot got behind the last symbol; both `nowhere` for an item whose dot has not moved.
    std::uint32_t previous = nowhere;  // the item before
    std::uint32_t child = nowhere;     // the completed span, or `nowhere` behind a word or number
    std::uint32_t more = nowhere;      // in `links`: other ways
    std::uint32_t next =
        nowhere;  // waiting: the next item for that category; completed: the next of that span
};

struct ChartLink {
    std::uint32_t previous;
    std::uint32_t child;
    std::uint32_t next;
};

// Tokens `begin` to `end` read as a category, by one or more productions.
struct CompletedSpan {
    std::uint32_t category;
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t items;  // the first completed item
};

enum class Lookahead { Exact, None };

struct Chart {
    std::vector<ChartItem> items;
    std::vector<ChartLink> links;
    std::vector<CompletedSpan> spans;
    std::vector<std::uint32_t> sets;  // where set k begins in `items`; one more entry than sets
    std::uint32_t root = nowhere;     // the span that is the whole text as the start category
    bool gave_up = false;             // the limits below were met

    std::span<const ChartItem> set(std::size_t k) const {
        return std::span(items).subspan(sets[k], sets[k + 1] - sets[k]);
    }
    // The last set with an item, that is the number of tokens that begin some text.
    std::uint32_t furthest() const;
};

// A card has some dozens of words. The first limit bounds the depth of a reading, the second the memory
// (about 100 MB).
inline constexpr std::size_t max_tokens = 2000;
inline constexpr std::size_t max_chart_size = 3'000'000;

// Tokens `begin` to `end` are taken as read as the category, whatever they are.
struct SupposedSpan {
    std::uint32_t category;
    std::uint32_t begin;
    std::uint32_t end;
};

// With supposed spans a chart says how far a text can be read, and no readings can be taken from it.
Chart build_chart(const ParseTable& table, std::span<const std::uint32_t> terminals, CategoryId start,
                  Lookahead lookahead, std::span<const SupposedSpan> supposed = {});

}  // namespace errata::dsl
