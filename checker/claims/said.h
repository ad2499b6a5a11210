// What the statements about an open function say in one state, argument tuple by argument tuple: which of
// them hold, and the values that they speak of. The function itself is not asked, so no incident is met.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/evaluate_terms.h"

namespace errata::checker {

struct Spoken {
    const compiler::Statement* statement = nullptr;
    std::optional<compiler::Value> value;  // nothing: it has none
};

class Said {
public:
    // All three must outlive it.
    Said(const compiler::Evaluator& evaluator, const compiler::OpenFunction& open,
         const compiler::State& state);

    // How many argument tuples there are.
    std::size_t size() const;
    // The statements whose conditions are known to hold for the tuple at this position (row-major).
    std::vector<Spoken> about(std::size_t position);

private:
    const compiler::Model& model_;
    const compiler::OpenFunction& open_;
    compiler::Journal journal_;
    compiler::Decisions decisions_;
    compiler::TermEvaluator terms_;
};

}  // namespace errata::checker
