// What one closed term says in many states, asked of the evaluator once for all states that it cannot tell
// apart: evaluation reads one cell after another, and which it reads next depends on nothing but what it read
// before. So the cells read and their values are a path of a decision tree, which grows as states are asked,
// and whoever comes down a known path has its answer. Nothing is concluded from how the term is written.
// (Tabling, over traces of reads.) For questions about millions of states; one thread at a time.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/cell_trace.h"
#include "compiler/ir/evaluate.h"

namespace errata::compiler {

class DecisionTree {
public:
    // With so many nodes it grows no further: then states on unknown paths are evaluated every time.
    DecisionTree(const Evaluator& evaluator, TermId term, std::size_t most_nodes = std::size_t{1} << 16);

    // As Evaluator::value.
    std::optional<Value> value(const State& state);
    std::size_t nodes() const { return nodes_.size(); }

private:
    static constexpr std::uint32_t none = 0xffffffffU;

    // A cell that is read next, or an answer; and among the values of the cell before it, which one leads
    // here.
    struct Node {
        std::uint32_t cell = none;  // none: an answer
        std::uint32_t child = none;
        std::uint32_t sibling = none;
        Value value = 0;
        std::optional<Value> answer = {};
    };

    std::optional<Value> evaluated(const State& state);
    std::uint32_t child(std::uint32_t node, Value value) const;
    void grow(const State& state, std::optional<Value> answer);

    const Evaluator& evaluator_;
    TermId term_;
    std::size_t most_nodes_;
    std::vector<Node> nodes_;  // the first one is the root
    CellTrace trace_;
    std::size_t known_ = 0;  // answers
};

}  // namespace errata::compiler
