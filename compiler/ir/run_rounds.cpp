// Rounds with values that are carried from one to the next: CodeKind::Rounds.
#include <algorithm>

#include "compiler/ir/order_instances.h"

namespace errata::compiler {

namespace {

// The values of the binders in the first round, or after an Again; nothing that is worth anything where that
// fails.
std::vector<Value> values_of(Transition& t, const Code& node) {
    std::vector<Value> result;
    for (const TermId term : node.terms) {
        if (!t.failed()) result.push_back(t.terms.evaluate(term));
    }
    return result;
}

// One of those that are ready.
std::optional<std::size_t> next_of(Transition& t, const Code& node, const std::vector<OrderInstance>& open,
                                   const std::vector<std::size_t>& ready, OrdersTried& tried) {
    if (ready.size() == 1) return ready[0];
    const std::optional<std::uint32_t> way = tried.decide(t, ready.size());
    if (!way) return std::nullopt;
    t.journal.meet(node.incident, t.clause);
    t.journal.outcomes.emplace_back(node.incident, static_cast<std::uint32_t>(open[ready[*way]].number));
    return ready[*way];
}

void one_round(Transition& t, const Code& node, std::vector<OrderInstance>& open, OrdersTried& tried) {
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < open.size(); ++i) {
        const bool is_now = is_ready(t, open[i]);
        if (t.failed()) return;
        if (is_now) ready.push_back(i);
    }
    if (ready.empty()) return run(t, node.children.back());
    const std::optional<std::size_t> next = next_of(t, node, open, ready, tried);
    if (!next) return;
    const OrderInstance instance = open[*next];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(*next));
    take(t, instance);
}

}  // namespace

void rounds(Transition& t, const Code& node) {
    const std::span<const CodeId> children(node.children);
    std::vector<OrderInstance> open = order_instances(t.model, children.first(children.size() - 1));
    OrdersTried tried;
    t.next_round = {node.level, values_of(t, node)};
    for (;;) {
        if (t.failed()) return;
        std::vector<std::size_t> outside;
        for (std::size_t i = 0; i < node.terms.size(); ++i)
            outside.push_back(
                t.terms.binders.bind(node.level + static_cast<std::uint32_t>(i), t.next_round.values[i]));
        one_round(t, node, open, tried);
        if (t.failed()) return;
        for (std::size_t i = outside.size(); i-- > 0;) t.terms.binders.unbind(outside[i]);
        if (t.end != RunEnd::Again || t.next_round.level != node.level) return;
        t.end = RunEnd::None;
    }
}

void again(Transition& t, const Code& node) {
    t.next_round = {node.level, values_of(t, node)};
    t.end = RunEnd::Again;
}

}  // namespace errata::compiler
