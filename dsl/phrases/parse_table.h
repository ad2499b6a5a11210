// The grammar as the chart wants it: all productions in one row of symbols, so that a dotted rule is one
// number (the place of the dot) and moving the dot is adding one; and two look-ups by the next token that
// keep useless items out of the chart. `starters` holds, for a category and a token, the productions that can
// begin with it; `may_follow`, the tokens that can stand behind a category (FIRST and FOLLOW of LL and SLR
// parsing). There are no empty productions.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dsl/phrases/production.h"

namespace errata::dsl {

// What a token can be: a word of the vocabulary, by its number, some other number, another word, or the end.
class Terminals {
public:
    explicit Terminals(std::vector<bool> word_is_number);

    std::uint32_t any_number() const { return words_; }
    std::uint32_t unknown() const { return words_ + 1; }
    std::uint32_t end_of_text() const { return words_ + 2; }
    std::uint32_t count() const { return words_ + 3; }
    bool is_number(std::uint32_t terminal) const { return is_number_[terminal]; }

private:
    std::uint32_t words_;
    std::vector<bool> is_number_;
};

// Sets of terminals, by category.
class TerminalSets {
public:
    TerminalSets(std::size_t categories, std::uint32_t terminals)
        : terminals_(terminals), bytes_(categories * terminals, 0) {}

    bool has(std::size_t category, std::uint32_t terminal) const {
        return bytes_[category * terminals_ + terminal] != 0;
    }
    // Whether it is new.
    bool add(std::size_t category, std::uint32_t terminal);
    // All of another set; whether any is new.
    bool add_all(std::size_t category, const TerminalSets& sets, std::size_t of);

private:
    std::uint32_t terminals_;
    std::vector<char> bytes_;  // read in the innermost loop
};

// What each category can begin with.
TerminalSets first_sets(const std::vector<Production>& productions, std::size_t categories,
                        const Terminals& terminals);
// What can stand behind it. The end of the text may follow everything: which category a text is read as is
// only known later.
TerminalSets follow_sets(const std::vector<Production>& productions, std::size_t categories,
                         const Terminals& terminals, const TerminalSets& first);

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
