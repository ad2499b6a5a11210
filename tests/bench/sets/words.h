// Words for what a generated set needs: names of cards, and made-up nouns for sounds, suits, wares and lamps,
// none twice.
#pragma once

#include <cstddef>
#include <string>

namespace errata::tests::sets {

// Different for each number below 2,500.
std::string card_name(std::size_t number);

// Different for each number below 40,000, and no word of the language.
class Nouns {
public:
    std::string next() { return noun(used_++); }

private:
    static std::string noun(std::size_t number);

    std::size_t used_ = 0;
};

}  // namespace errata::tests::sets
