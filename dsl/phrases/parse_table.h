// The grammar as the chart wants it: all productions in one row of symbols, so that a dotted rule is one
// number (the place of the dot) and moving the dot is adding one; and two look-ups by the next token that
// keep useless items out of the chart. `starters` holds, for a category and a token, the productions that can
// begin with it; `may_follow`, the tokens that can stand behind a category (FIRST and FOLLOW of LL and SLR
// parsing). There are no empty productions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dsl/base/id.h"

namespace errata::dsl {

struct CategoryTag;
using CategoryId = Id<CategoryTag>;

struct Symbol {
    enum class Kind : std::uint8_t { Word, Number, Category, End };
    Kind kind = Kind::End;
    bool leads = false;    // first of its production
    std::uint32_t id = 0;  // Word: terminal; Category: index; End: production
};

struct Production {
    CategoryId category;
    std::vector<Symbol> symbols;  // without the End
};

class ParseTable {
public:
    ParseTable() = default;
    ParseTable(const std::vector<Production>& productions, std::size_t categories,
               const std::vector<bool>& word_is_number);

    // Terminals are the words of the vocabulary and these.
    std::uint32_t any_number() const { return word_count_; }
    std::uint32_t unknown() const { return word_count_ + 1; }
    std::uint32_t end_of_text() const { return word_count_ + 2; }
    bool is_number(std::uint32_t terminal) const { return terminal_is_number_[terminal]; }

    std::uint32_t categories() const { return category_count_; }
    const Symbol& symbol(std::uint32_t dot) const { return symbols_[dot]; }
    std::uint32_t category_of(std::uint32_t production) const { return category_of_[production]; }
    std::uint32_t start_of(std::uint32_t production) const { return starts_[production]; }
    // Where the dots of productions stand before their first symbol.
    std::span<const std::uint32_t> all_starts(std::uint32_t category) const {
        return by_category_.row(category);
    }
    std::span<const std::uint32_t> starters(std::uint32_t category, std::uint32_t terminal) const {
        return starters_.row(cell(category, terminal));
    }
    bool may_follow(std::uint32_t category, std::uint32_t terminal) const {
        return follow_[cell(category, terminal)];
    }
    bool is_cyclic(std::uint32_t category) const { return cyclic_[category]; }

private:
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
    using Bits = std::vector<bool>;  // by cell

    std::size_t cell(std::size_t category, std::uint32_t terminal) const {
        return category * terminal_count() + terminal;
    }
    std::uint32_t terminal_count() const { return word_count_ + 3; }

    void lay_out(const std::vector<Production>& productions);
    Bits first_sets(const std::vector<Production>& productions) const;
    void fill_starters(const Bits& first);
    void fill_follow(const std::vector<Production>& productions, const Bits& first);
    void find_cycles(const std::vector<Production>& productions);
    bool add_terminal(Bits& set, std::size_t to, std::uint32_t terminal) const;
    bool add_beginnings(Bits& set, std::size_t category, const Symbol& symbol, const Bits& first) const;
    bool add_row(Bits& set, std::size_t to, const Bits& from_set, std::size_t from) const;

    std::uint32_t category_count_ = 0;
    std::uint32_t word_count_ = 0;
    std::vector<bool> terminal_is_number_;
    std::vector<Symbol> symbols_;
    std::vector<std::uint32_t> starts_;       // by production
    std::vector<std::uint32_t> category_of_;  // by production
    Rows by_category_;
    Rows starters_;
    std::vector<char> follow_;  // bytes: read in the innermost loop
    std::vector<bool> cyclic_;
};

}  // namespace errata::dsl
