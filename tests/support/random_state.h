// Random well-formed states of a model, written from model.h alone: the differential tests put the same
// states before the evaluator and the encoding, so this shares no code with either. Reproducible: the same
// seed gives the same states.
#pragma once

#include <random>

#include "compiler/ir/evaluate.h"

namespace errata::tests {

class RandomStates {
public:
    RandomStates(const compiler::Model& model, std::uint64_t seed);

    // Canonical. One in thirty is a finished game; counters stay small.
    compiler::State next();

private:
    compiler::Value below(compiler::Value bound);
    compiler::Value value_of(const compiler::Type& type);
    void frame(compiler::State& state, std::size_t position, bool control);

    const compiler::Model& model_;
    std::mt19937_64 random_;
};

}  // namespace errata::tests
