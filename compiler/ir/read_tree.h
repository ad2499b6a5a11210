// Answers of questions, found again by what the questions read. A question reads one thing after another. The
// next read depends on the values of the earlier ones alone. So the reads and their values are a path of a
// decision tree. The tree grows with each new path, and a known path ends in its answer. Nothing is concluded
// from how the question is written. (Tabling, over traces of reads.)
//
// Several questions share one tree; each begins at a root of its own. What the reads and the answers mean is
// the business of whoever asks: both are numbers. For one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compiler/ir/type.h"

namespace errata::compiler {

class ReadTree {
public:
    static constexpr std::uint32_t none = 0xffffffffU;

    // A place where a question begins.
    struct Root {
        std::uint32_t node = none;
    };

    // The answer that is known for what there is to read now. `value_of(read)`: called for each read on the
    // way, in the order in which the question reads.
    template <class ValueOf>
    std::optional<std::uint32_t> find(Root root, ValueOf&& value_of) const {
        std::uint32_t node = root.node;
        while (node != none && nodes_[node].read != none) node = child(node, value_of(nodes_[node].read));
        return node == none ? std::nullopt : std::optional(nodes_[node].child);
    }

    // The reads of one asking, and what was answered.
    template <class ValueOf>
    void grow(Root& root, std::span<const std::uint32_t> reads, ValueOf&& value_of, std::uint32_t answer) {
        std::uint32_t node = none;
        Value came_by = 0;
        for (const std::uint32_t read : reads) {
            node = step(root, node, came_by, read);
            came_by = value_of(read);
        }
        nodes_[step(root, node, came_by, none)].child = answer;
    }

    std::size_t size() const { return nodes_.size(); }
    // All roots have to be forgotten as well.
    void clear() { nodes_.clear(); }

private:
    // What is read next, or an answer; and among the values of the read before it, which one leads here.
    struct Node {
        std::uint32_t read = none;   // none: an answer
        std::uint32_t child = none;  // the first one; of an answer its number
        std::uint32_t sibling = none;
        Value value = 0;
    };

    std::uint32_t child(std::uint32_t node, Value value) const {
        std::uint32_t next = nodes_[node].child;
        while (next != none && nodes_[next].value != value) next = nodes_[next].sibling;
        return next;
    }
    // The node behind this one (none: the root), made if there is none.
    std::uint32_t step(Root& root, std::uint32_t node, Value came_by, std::uint32_t read) {
        std::uint32_t next = node == none ? root.node : child(node, came_by);
        if (next != none) return next;
        next = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({read, none, node == none ? none : nodes_[node].child, came_by});
        (node == none ? root.node : nodes_[node].child) = next;
        return next;
    }

    std::vector<Node> nodes_;
};

}  // namespace errata::compiler
