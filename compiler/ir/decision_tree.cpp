#include "compiler/ir/decision_tree.h"

#include "compiler/ir/evaluate_terms.h"
#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

// Of the known answers, those that are computed all the same: our own bug if it comes to another.
constexpr std::size_t compared_every = 251;

}  // namespace

DecisionTree::DecisionTree(const Evaluator& evaluator, TermId term, std::size_t most_nodes)
    : evaluator_(evaluator), term_(term), most_nodes_(most_nodes) {}

std::optional<Value> DecisionTree::value(const State& state) {
    const auto known = tree_.find(root_, [&](std::uint32_t cell) { return state[cell]; });
    if (!known) return evaluated(state);
    const std::optional<Value> answer = answers_[*known];
    if (++known_ % compared_every == 0) ERRATA_CHECK(evaluated(state) == answer);
    return answer;
}

std::optional<Value> DecisionTree::evaluated(const State& state) {
    const bool can_grow = tree_.size() < most_nodes_;
    CellTrace trace;
    const std::optional<Value> answer = traced_value(evaluator_, term_, state, can_grow ? &trace : nullptr);
    if (!can_grow || trace.all) return answer;
    tree_.grow(
        root_, trace.cells, [&](std::uint32_t cell) { return state[cell]; },
        static_cast<std::uint32_t>(answers_.size()));
    answers_.push_back(answer);
    return answer;
}

}  // namespace errata::compiler
