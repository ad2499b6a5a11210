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

std::uint32_t DecisionTree::child(std::uint32_t node, Value value) const {
    std::uint32_t next = nodes_[node].child;
    while (next != none && nodes_[next].value != value) next = nodes_[next].sibling;
    return next;
}

std::optional<Value> DecisionTree::value(const State& state) {
    std::uint32_t node = nodes_.empty() ? none : 0;
    while (node != none && nodes_[node].cell != none) node = child(node, state[nodes_[node].cell]);
    if (node == none) return evaluated(state);
    if (++known_ % compared_every == 0) ERRATA_CHECK(nodes_[node].answer == evaluated(state));
    return nodes_[node].answer;
}

std::optional<Value> DecisionTree::evaluated(const State& state) {
    const bool can_grow = nodes_.size() < most_nodes_;
    trace_ = {};
    const std::optional<Value> answer = traced_value(evaluator_, term_, state, can_grow ? &trace_ : nullptr);
    if (can_grow && !trace_.all) grow(state, answer);
    return answer;
}

// The path of the trace. It may be known to its end: then it had been evaluated before.
void DecisionTree::grow(const State& state, std::optional<Value> answer) {
    std::uint32_t node = none;
    Value came_by = 0;
    const auto go_to = [&](std::uint32_t cell) {
        std::uint32_t next = node == none ? (nodes_.empty() ? none : 0) : child(node, came_by);
        if (next == none) {
            next = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back({cell, none, node == none ? none : nodes_[node].child, came_by});
            if (node != none) nodes_[node].child = next;
        }
        node = next;
    };
    for (const std::uint32_t cell : trace_.cells) {
        go_to(cell);
        came_by = state[cell];
    }
    go_to(none);
    nodes_[node].answer = answer;
}

}  // namespace errata::compiler
