// The defects that are planted, and their twins: a table.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/bench/sets/generate.h"

namespace errata::tests::sets {

// In a text stand words of which each copy of the pattern has its own: {1} to {3} sounds, {ware}, {lamp},
// {suit}, {left} and {right} the ways at a crossroads, {self} the card's name. Lines end with a bar.
struct PatternCard {
    std::string text;
    int price = 1;
    bool is_of_own_suit = false;
};

struct Pattern {
    std::string name;
    Shown shown;
    std::vector<std::string> codes;
    std::vector<PatternCard> cards;
    std::vector<PatternCard> twin;
    std::size_t most = 1000;  // copies in one set
};

const std::vector<Pattern>& patterns();

}  // namespace errata::tests::sets
