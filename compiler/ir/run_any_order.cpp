// Instances that are carried out in an order that nobody decides: CodeKind::AnyOrder.
#include <algorithm>

#include "compiler/ir/alike.h"
#include "compiler/ir/run_code.h"

namespace errata::compiler {

namespace {

struct Instance {
    const Code* node = nullptr;  // an If or a ForEach
    Value value = 0;             // of the ForEach's binder
    std::size_t number = 0;      // among all of the node
    bool may_be_over = false;    // its condition did not hold before
};

struct AnyOrderSoFar {
    std::size_t instances = 0;
    bool decided = false;  // there was a moment with several ways to go
    int cost = 0;          // of such moments after the first
};

std::vector<Instance> instances_of(const Transition& t, const Code& node) {
    std::vector<Instance> result;
    for (const CodeId child : node.children) {
        const Code& part = t.model.flow.code[child];
        if (part.kind == CodeKind::If) {
            result.push_back({&part, 0, result.size()});
            continue;
        }
        const Type& domain = t.model.type(part.domain);
        for (Value value = domain.first(); value <= domain.hi; ++value)
            result.push_back({&part, value, result.size()});
    }
    return result;
}

bool holds(Transition& t, const Instance& instance) {
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

// What registers and binders say of the object.
std::vector<Value> said_in_sight(Transition& t, const Instance& instance) {
    std::vector<Value> result;
    const std::size_t outside = t.terms.binders.bind(instance.node->level, instance.value);
    for (std::size_t i = 1; i < instance.node->terms.size(); ++i)
        result.push_back(t.terms.evaluate(instance.node->terms[i]));
    t.terms.binders.unbind(outside);
    return result;
}

// The first of each class of instances that are alike.
std::vector<std::size_t> told_apart(Transition& t, const std::vector<Instance>& open,
                                    const std::vector<std::size_t>& ready) {
    const auto alike = [&](const Instance& a, const Instance& b) {
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
std::optional<std::size_t> next_of(Transition& t, const Code& node, const std::vector<Instance>& open,
                                   const std::vector<std::size_t>& ready, AnyOrderSoFar& so_far) {
    const bool may_go_on =
        std::ranges::all_of(ready, [&](std::size_t instance) { return open[instance].may_be_over; });
    const std::vector<std::size_t> first = told_apart(t, open, ready);
    const std::size_t ways = first.size() + (may_go_on ? 1 : 0);
    if (ways == 1) return first[0];
    if (so_far.decided) so_far.cost += ways > 4 ? 3 : ways > 2 ? 2 : 1;
    so_far.decided = true;
    if (so_far.cost > order_budget) {
        t.terms.fail(Failure::TooManyOrders);
        return std::nullopt;
    }
    const std::uint32_t way = t.decisions.decide(static_cast<std::uint32_t>(ways));
    const std::size_t number = way < first.size() ? open[first[way]].number : so_far.instances;
    t.journal.meet(node.incident, t.clause);
    t.journal.outcomes.emplace_back(node.incident, static_cast<std::uint32_t>(number));
    if (way == first.size()) return std::nullopt;
    return first[way];
}

void take(Transition& t, const Instance& instance) {
    const ClauseId outer = t.clause;
    if (instance.node->clause.is_valid()) {
        t.clause = instance.node->clause;
        t.terms.speak_for(t.clause);
        if (instance.node->kind == CodeKind::If && t.clause != outer) t.journal.use(t.clause);
    }
    run_bound(t, *instance.node, instance.value);
    if (t.failed()) return;
    t.clause = outer;
    t.terms.speak_for(outer);
}

}  // namespace

void any_order(Transition& t, const Code& node) {
    std::vector<Instance> open = instances_of(t, node);
    AnyOrderSoFar so_far{.instances = open.size()};
    for (;;) {
        std::vector<std::size_t> ready;
        for (std::size_t i = 0; i < open.size(); ++i) {
            const bool is_ready = holds(t, open[i]);
            if (t.failed()) return;
            if (is_ready) ready.push_back(i);
            open[i].may_be_over = open[i].may_be_over || !is_ready;
        }
        if (ready.empty()) return;
        const std::optional<std::size_t> next = next_of(t, node, open, ready, so_far);
        if (!next) return;
        const Instance instance = open[*next];
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(*next));
        take(t, instance);
        if (t.failed()) return;
    }
}

}  // namespace errata::compiler
