// The grammar as the chart wants it: all productions in one row of symbols, so that a dotted rule is one
// number (the place of the dot) and moving the dot is adding one; and two look-ups by the next token that
// keep useless items out of the chart. `starters` holds, for a category and a token, the productions that can
// begin with it; `may_follow`, the tokens that can stand behind a category (FIRST and FOLLOW of LL and SLR
// parsing). There are no empty productions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dsl/phrases/production.h"
#include "dsl/phrases/terminal_sets.h"

namespace errata::dsl {

// Rows of different lengths, one behind the other.
struct Rows {
    std::vector<std::uint32_t> begin{0};
    std::vector<std::uint32_t> values;

    std::span<const std::uint32_t> row(std::size_t i) const {
        return {values.data() + begin[i], values.data() + begin[i + 1]};
    }
    void add_row(const std::vector<std::uint32_t>& row) {
        values.insert(values.end(), row.begin(), row.end());
        begin.push_back(static_cast<std::uint32_t>(values.size()));
    }
};

// A dotted rule is a place among the symbols.
struct DottedRules {
    std::vector<Symbol> symbols;
    std::vector<std::uint32_t> starts;       // by production
    std::vector<std::uint32_t> category_of;  // by production
    Rows by_category;                        // the starts
};

class ParseTable {
public:
    ParseTable(const std::vector<Production>& productions, std::size_t categories,
               std::vector<bool> word_is_number);

    const Terminals& terminals() const { return terminals_; }
    std::uint32_t categories() const { return category_count_; }
    const Symbol& symbol(std::uint32_t dot) const { return rules_.symbols[dot]; }
    std::uint32_t category_of(std::uint32_t production) const { return rules_.category_of[production]; }
    std::uint32_t start_of(std::uint32_t production) const { return rules_.starts[production]; }
    // Where the dots of productions stand before their first symbol.
    std::span<const std::uint32_t> all_starts(std::uint32_t category) const {
        return rules_.by_category.row(category);
    }
    std::span<const std::uint32_t> starters(std::uint32_t category, std::uint32_t terminal) const {
        return starters_.row(std::size_t{category} * terminals_.count() + terminal);
    }
    bool may_follow(std::uint32_t category, std::uint32_t terminal) const {
        return follow_.has(category, terminal);
    }
    bool is_cyclic(std::uint32_t category) const { return cyclic_[category]; }

private:
    std::uint32_t category_count_;
    Terminals terminals_;
    DottedRules rules_;
    Rows starters_;  // by category and terminal
    TerminalSets follow_;
    std::vector<bool> cyclic_;
};

}  // namespace errata::dsl
