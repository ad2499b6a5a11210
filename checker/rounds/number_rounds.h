// Rounds of one play that change nothing but numbers (ranges and counters), and always by the same amounts
// (a number may also go round within a round): what looks like a loop until a number comes to where it
// matters, or to the end of its range.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/fact.h"
#include "checker/trace.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct NumberRounds {
    // of the states given, those between two rounds; at least three
    std::vector<std::size_t> places;
    std::vector<std::pair<std::size_t, compiler::Value>> shifts;  // by cell: change per round; never 0
};

// Those that hold numbers of variables.
std::vector<std::size_t> number_cells(const compiler::Model& model);

// `states` follow one another. The rounds that end latest; nothing if there are not two in a row.
std::optional<NumberRounds> find_number_rounds(const compiler::Model& model,
                                               const std::vector<compiler::State>& states);

// By how much each of the numbers rises or falls each round.
Facts shifts_of(const compiler::Model& model, const NumberRounds& rounds);

}  // namespace errata::checker
