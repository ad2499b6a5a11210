// Sets of terminals, by category: FIRST and FOLLOW of LL and SLR parsing. ParseTable keeps useless items out
// of the chart by them.
#pragma once

#include <cstdint>
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

}  // namespace errata::dsl
