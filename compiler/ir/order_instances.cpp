#include "compiler/ir/order_instances.h"

namespace errata::compiler {

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
        if (instance.node->kind == CodeKind::If && t.clause != outer) t.journal.use(t.clause);
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

}  // namespace errata::compiler
