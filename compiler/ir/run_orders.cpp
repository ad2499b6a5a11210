// Instances that are carried out in an order that nobody decides, as AnyOrder and Rounds have them (code.h):
// which there are, whether one is ready, what taking it does, and how many orders are looked at.
#include <algorithm>
#include <span>

#include "compiler/ir/alike.h"
#include "compiler/ir/run_code.h"

namespace errata::compiler {

namespace {

struct OrderInstance {
    const Code* node = nullptr;  // an If or a ForEach
    Value value = 0;             // of the ForEach's binder
    std::size_t number = 0;      // among all of the node
    bool may_be_over = false;    // its condition did not hold before
};

// The moments with several ways to go, so far.
class OrdersTried {
public:
    // One of so many ways; nothing, and the transition has failed, where that is more than is looked at.
    std::optional<std::uint32_t> decide(Transition& t, std::size_t ways);

private:
    bool decided_ = false;
    int cost_ = 0;  // of all but the first
};

std::vector<OrderInstance> order_instances(const Model& model, std::span<const CodeId> children) {
    std::vector<OrderInstance> result;
    for (const CodeId child : children) {
        const Code& part = model.flow.code[child];
        if (part.kind == CodeKind::If) {
            result.push_back({&part, 0, result.size()});
            continue;
        }
        const Type& domain = model.type(part.domain);
        for (Value value = domain.first(); value <= domain.hi; ++value)
            result.push_back({&part, value, result.size()});
    }
    return result;
}

// Asks its condition.
bool is_ready(Transition& t, const OrderInstance& instance) {
    const Code& node = *instance.node;
    const ClauseId outer = t.clause;
    if (node.clause.is_valid()) t.terms.speak_for(node.clause);
    bool result = false;
    if (node.kind == CodeKind::ForEach) {
        const std::size_t outside = t.terms.binders.bind(node.level, instance.value);
        result = t.terms.evaluate(node.terms[0]) != 0;
        t.terms.binders.unbind(outside);
    } else {
        result = t.terms.evaluate(node.terms[0]) != 0;
    }
    // What failed has failed in the name of the instance.
    if (!t.failed()) t.terms.speak_for(outer);
    return result;
}

void take(Transition& t, const OrderInstance& instance) {
    const ClauseId outer = t.clause;
    if (instance.node->clause.is_valid()) {
        t.clause = instance.node->clause;
        t.terms.speak_for(t.clause);
        if (t.clause != outer) t.journal.use(t.clause);
    }
    run_bound(t, *instance.node, instance.value);
    if (t.failed()) return;
    t.clause = outer;
    t.terms.speak_for(outer);
}

std::optional<std::uint32_t> OrdersTried::decide(Transition& t, std::size_t ways) {
    if (decided_) cost_ += ways > 4 ? 3 : ways > 2 ? 2 : 1;
    decided_ = true;
    if (cost_ > order_budget) {
        t.terms.fail(Failure::TooManyOrders);
        return std::nullopt;
    }
    return t.decisions.decide(static_cast<std::uint32_t>(ways));
}

// Instances that are carried out in an order that nobody decides: CodeKind::AnyOrder.

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
std::optional<std::size_t> next_or_none(Transition& t, const Code& node,
                                        const std::vector<OrderInstance>& open,
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
        const std::optional<std::size_t> next = next_or_none(t, node, open, ready, instances, tried);
        if (!next) return;
        const OrderInstance instance = open[*next];
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(*next));
        take(t, instance);
        if (t.failed()) return;
    }
}

namespace {

// Rounds with values that are carried from one to the next: CodeKind::Rounds.

// The values of the binders in the first round, or after an Again; nothing that is worth anything where that
// fails.
std::vector<Value> carried_values(Transition& t, const Code& node) {
    std::vector<Value> result;
    for (const TermId term : node.terms) {
        if (!t.failed()) result.push_back(t.terms.evaluate(term));
    }
    return result;
}

// One of those that are ready, if not too many orders were tried.
std::optional<std::size_t> next_ready(Transition& t, const Code& node, const std::vector<OrderInstance>& open,
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
    const std::optional<std::size_t> next = next_ready(t, node, open, ready, tried);
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
    t.next_round = {node.level, carried_values(t, node)};
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
    t.next_round = {node.level, carried_values(t, node)};
    t.end = RunEnd::Again;
}

}  // namespace errata::compiler
