// Instances that are carried out in an order that nobody decides: CodeKind::AnyOrder.
#include <algorithm>

#include "compiler/ir/alike.h"
#include "compiler/ir/order_instances.h"

namespace errata::compiler {

namespace {

// What registers and binders say of the object.
std::vector<Value> said_in_sight(Transition& t, const OrderInstance& instance) {
    std::vector<Value> result;
    const std::size_t outside = t.terms.binders.bind(instance.node->level, instance.value);
    for (std::size_t i = 1; i < instance.node->terms.size(); ++i)
        result.push_back(t.terms.evaluate(instance.node->terms[i]));
    t.terms.binders.unbind(outside);
    return result;
}

// The first of each class of instances that are alike.
std::vector<std::size_t> told_apart(Transition& t, const std::vector<OrderInstance>& open,
                                    const std::vector<std::size_t>& ready) {
    const auto alike = [&](const OrderInstance& a, const OrderInstance& b) {
        return a.node == b.node && a.node->kind == CodeKind::ForEach && a.may_be_over == b.may_be_over &&
               said_in_sight(t, a) == said_in_sight(t, b) &&
               are_alike(t.model, t.state, a.node->domain, a.value, b.value, 1);
    };
    std::vector<std::size_t> result;
    for (const std::size_t i : ready) {
        if (std::ranges::none_of(result, [&](std::size_t known) { return alike(open[known], open[i]); }))
            result.push_back(i);
    }
    return result;
}

// One of those that are ready, or nothing to go on.
std::optional<std::size_t> next_of(Transition& t, const Code& node, const std::vector<OrderInstance>& open,
                                   const std::vector<std::size_t>& ready, std::size_t instances,
                                   OrdersTried& tried) {
    const bool may_go_on =
        std::ranges::all_of(ready, [&](std::size_t instance) { return open[instance].may_be_over; });
    const std::vector<std::size_t> first = told_apart(t, open, ready);
    const std::size_t ways = first.size() + (may_go_on ? 1 : 0);
    if (ways == 1) return first[0];
    const std::optional<std::uint32_t> way = tried.decide(t, ways);
    if (!way) return std::nullopt;
    const std::size_t number = *way < first.size() ? open[first[*way]].number : instances;
    t.journal.meet(node.incident, t.clause);
    t.journal.outcomes.emplace_back(node.incident, static_cast<std::uint32_t>(number));
    if (*way == first.size()) return std::nullopt;
    return first[*way];
}

}  // namespace

void any_order(Transition& t, const Code& node) {
    std::vector<OrderInstance> open = order_instances(t.model, node.children);
    const std::size_t instances = open.size();
    OrdersTried tried;
    for (;;) {
        std::vector<std::size_t> ready;
        for (std::size_t i = 0; i < open.size(); ++i) {
            const bool is_now = is_ready(t, open[i]);
            if (t.failed()) return;
            if (is_now) ready.push_back(i);
            open[i].may_be_over = open[i].may_be_over || !is_now;
        }
        if (ready.empty()) return;
        const std::optional<std::size_t> next = next_of(t, node, open, ready, instances, tried);
        if (!next) return;
        const OrderInstance instance = open[*next];
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(*next));
        take(t, instance);
        if (t.failed()) return;
    }
}

}  // namespace errata::compiler
