// One game, read by the oracle and checked by the program: where do they differ?
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/oracle/effects.h"

namespace errata::oracle {

struct Comparison {
    std::vector<std::string> differences;
    std::string not_compared;           // why the game as a whole is not
    std::vector<std::string> left_out;  // parts that are not, and why
    std::size_t states = 0;
};

// Positions with more states than this are not compared.
constexpr std::size_t most_states = 3000;

// `folder`: for the files of this game.
Comparison compare(const std::string& text, const std::string& folder, Mistake mistake = Mistake::None);

// The other ways to ask the program: each reduction off, single obligations merged, witnesses played again,
// the symbolic engine if asked for. All have to agree with the plain run.
Comparison compare_ways(const std::string& text, const std::string& folder, bool symbolic);

// Writes the game into the folder.
std::string write_game(const std::string& text, const std::string& folder);

}  // namespace errata::oracle
