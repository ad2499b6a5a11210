// Instances that are carried out in an order that nobody decides: CodeKind::AnyOrder.
#include <algorithm>

#include "compiler/ir/run_code.h"

namespace errata::compiler {

struct Transition::Instance {
    const Code* node = nullptr;  // an If or a ForEach
    Value value = 0;             // of the ForEach's binder
    std::size_t number = 0;      // among all of the node
    bool may_be_over = false;    // its condition did not hold before
};

std::vector<Transition::Instance> Transition::instances_of(const Code& node) const {
    std::vector<Instance> result;
    for (const CodeId child : node.children) {
        const Code& part = model_.code[child];
        if (part.kind == CodeKind::If) {
            result.push_back({&part, 0, result.size()});
            continue;
        }
        const Type& domain = model_.type(part.domain);
        for (Value value = domain.first(); value <= domain.hi; ++value)
            result.push_back({&part, value, result.size()});
    }
    return result;
}

bool Transition::holds(const Instance& instance) {
    const Code& node = *instance.node;
    const ClauseId outer = clause_;
    if (node.clause.is_valid()) terms_.speak_for(node.clause);
    bool result = false;
    if (node.kind == CodeKind::ForEach) {
        const std::size_t outside = terms_.bind(node.level, instance.value);
        result = terms_.evaluate(node.terms[0]) != 0;
        terms_.unbind(outside);
    } else {
        result = terms_.evaluate(node.terms[0]) != 0;
    }
    // What failed has failed in the name of the instance.
    if (!failed()) terms_.speak_for(outer);
    return result;
}

// One of those that are ready, or nothing to go on.
std::optional<std::size_t> Transition::next_of(const Code& node, const std::vector<Instance>& open,
                                               const std::vector<std::size_t>& ready, std::size_t all) {
    const bool may_go_on =
        std::ranges::all_of(ready, [&](std::size_t instance) { return open[instance].may_be_over; });
    const std::size_t ways = ready.size() + (may_go_on ? 1 : 0);
    if (ways == 1) return ready[0];
    const std::uint32_t way = decisions_.decide(static_cast<std::uint32_t>(ways));
    const std::size_t number = way < ready.size() ? open[ready[way]].number : all;
    journal_.meet(node.incident, clause_);
    journal_.outcomes.emplace_back(node.incident, static_cast<std::uint32_t>(number));
    if (way == ready.size()) return std::nullopt;
    return ready[way];
}

void Transition::any_order(const Code& node) {
    std::vector<Instance> open = instances_of(node);
    const std::size_t all = open.size();
    for (std::size_t taken = 0;; ++taken) {
        std::vector<std::size_t> ready;
        for (std::size_t i = 0; i < open.size(); ++i) {
            const bool is_ready = holds(open[i]);
            if (failed()) return;
            if (is_ready) ready.push_back(i);
            open[i].may_be_over = open[i].may_be_over || !is_ready;
        }
        if (ready.empty()) return;
        if (taken > 0 && taken + ready.size() > most_in_any_order) return terms_.fail(Failure::TooManyOrders);
        const std::optional<std::size_t> next = next_of(node, open, ready, all);
        if (!next) return;
        const Instance instance = open[*next];
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(*next));
        const ClauseId outer = clause_;
        if (instance.node->clause.is_valid()) {
            clause_ = instance.node->clause;
            terms_.speak_for(clause_);
            if (instance.node->kind == CodeKind::If && clause_ != outer) journal_.use(clause_);
        }
        run_bound(*instance.node, instance.value);
        if (failed()) return;
        clause_ = outer;
        terms_.speak_for(outer);
    }
}

}  // namespace errata::compiler
