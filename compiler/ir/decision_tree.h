// What one closed term says in many states, asked of the evaluator once for all states that it cannot tell
// apart (read_tree.h). For the second look, which asks millions of states and shares no shortcut with the
// search; one thread at a time.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/evaluate.h"
#include "compiler/ir/read_tree.h"

namespace errata::compiler {

class DecisionTree {
public:
    // With so many nodes it grows no further: then states on unknown paths are evaluated every time.
    DecisionTree(const Evaluator& evaluator, TermId term, std::size_t most_nodes = std::size_t{1} << 16);

    // As Evaluator::value.
    std::optional<Value> value(const State& state);
    std::size_t nodes() const { return tree_.size(); }

private:
    std::optional<Value> evaluated(const State& state);

    const Evaluator& evaluator_;
    TermId term_;
    std::size_t most_nodes_;
    ReadTree tree_;
    ReadTree::Root root_;
    std::vector<std::optional<Value>> answers_;
    std::size_t known_ = 0;  // answers
};

}  // namespace errata::compiler
