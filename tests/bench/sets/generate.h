// Sets of cards of any size, with defects planted in them and a twin beside each defect, in which one word is
// different and nothing is wrong. What surrounds them is drawn by a seed from some sixty wordings, so that
// what it sets off comes to an end: it brings no defect of its own. Nothing here knows of the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace errata::tests::sets {

struct SetOrder {
    std::size_t cards = 60;
    std::size_t largest = 2;  // 3: loops of three cards are planted as well
    std::uint32_t seed = 1;
};

// How a planted defect is told.
enum class Shown { Finding, NeverPlayed, NeverActs };

struct Planted {
    std::string pattern;             // its name in patterns.cpp
    Shown shown = Shown::Finding;
    std::vector<std::string> codes;  // of which a finding has one
    std::vector<std::string> cards;
    bool is_twin = false;  // then nothing of this may be told
};

struct GeneratedSet {
    std::string rules;  // game.rules, which reads cards.csv
    std::string table;  // cards.csv
    std::vector<Planted> planted;
};

// The fewest cards in which each defect and its twin have a place.
std::size_t fewest_cards(std::size_t largest);

GeneratedSet generate(const SetOrder& order);

}  // namespace errata::tests::sets
