// A setup with more initial states than one search should begin with, as several setups that are searched one
// after the other: each narrows some open cells to a range of their values (Setup::narrowed). Together they
// are the setup, and no two have an initial state in common. Cells that no code writes are narrowed first: by
// these, no two parts have any state in common.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct PartLimits {
    std::size_t whole = 50'000;            // initial states of a setup that is not split
    std::size_t part = 3'000;              // of a part, where values can be told apart
    std::size_t all = 1'200'000;           // of all parts together
    std::size_t assignments = 10'000'000;  // of one value to one cell, to find that out
};

// The setup itself, if that is few enough; nothing: there are too many for all parts together. Readings are
// not narrowed: they are opened where they are asked (opened_readings.h).
std::optional<std::vector<compiler::Setup>> parts_of(const compiler::Evaluator& evaluator,
                                                     const compiler::Setup& setup,
                                                     const PartLimits& limits = {});

// From now on the cell takes only values of this range; it is open.
void narrow(compiler::Setup& setup, const compiler::NarrowedCell& to);

// A part that turned out to be too much for one search, as smaller ones; nothing: it cannot be split.
std::vector<compiler::Setup> pieces_of(const compiler::Evaluator& evaluator, const compiler::Setup& part);

}  // namespace errata::checker
