// The one walk over terms and the one over code that everything else is made of: iterative (no depth of
// nesting overflows the stack), children before parents, shared parts once.
//
//     TermFold<std::size_t> size(model.terms);
//     size(term, [](TermId, const Term& t, const auto& of) {
//         std::size_t sum = 1;
//         for (TermId child : t.children) sum += of(child);
//         return sum;
//     });
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "compiler/ir/code.h"
#include "compiler/ir/term.h"

namespace errata::compiler {

// A value per term, computed from those of its children and kept. Use one combine function per object. The
// pool may grow between two calls, not during one.
template <class Result>
class TermFold {
public:
    explicit TermFold(const TermPool& pool) : pool_(pool) {}

    template <class Combine>
    const Result& operator()(TermId root, Combine&& combine) {
        known_.resize(pool_.size());
        const auto of = [this](TermId id) -> const Result& { return *known_[id.index]; };
        open_.push_back(root);
        while (!open_.empty()) {
            const TermId id = open_.back();
            const Term& term = pool_[id];
            const std::size_t before = open_.size();
            for (std::size_t i = term.children.size(); i-- > 0;) {
                if (!known_[term.children[i].index]) open_.push_back(term.children[i]);
            }
            if (open_.size() > before) continue;
            open_.pop_back();
            if (!known_[id.index]) known_[id.index].emplace(combine(id, term, of));
        }
        return *known_[root.index];
    }

private:
    const TermPool& pool_;
    std::vector<std::optional<Result>> known_;
    std::vector<TermId> open_;
};

// Calls visit(id, node) for every node of a pool below the roots, each once. A bit a node tells which were
// visited, for there are many walks over few nodes of a large pool.
template <class Pool, class Id, class Visit>
void walk_below(const Pool& pool, std::span<const Id> roots, Visit&& visit) {
    std::vector<bool> visited(pool.size());
    std::vector<Id> open(roots.rbegin(), roots.rend());
    while (!open.empty()) {
        const Id id = open.back();
        const auto& node = pool[id];
        const std::size_t before = open.size();
        for (std::size_t i = node.children.size(); i-- > 0;) {
            if (!visited[node.children[i].index]) open.push_back(node.children[i]);
        }
        if (open.size() > before) continue;
        open.pop_back();
        if (!visited[id.index]) visit(id, node);
        visited[id.index] = true;
    }
}

template <class Visit>
void walk_terms(const TermPool& pool, std::span<const TermId> roots, Visit&& visit) {
    walk_below(pool, roots, visit);
}

// Labels that a Goto names are not entered.
template <class Visit>
void walk_code(const CodePool& pool, std::span<const CodeId> roots, Visit&& visit) {
    walk_below(pool, roots, visit);
}

}  // namespace errata::compiler
