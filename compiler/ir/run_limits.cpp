// Triggers with a limit that are caught at one moment (CodeKind::Pend).
#include <algorithm>

#include "compiler/ir/run_code.h"

namespace errata::compiler {

namespace {

std::optional<std::size_t> counting_cell(const Model& model, const LimitedInstance& instance) {
    const Variable& uses = model.variable(model.rules.triggers[instance.trigger.index].limit->uses);
    if (uses.params.empty()) return uses.base;
    const Type& type = model.type(uses.params[0]);
    if (instance.arguments.empty() || !type.contains(instance.arguments[0])) return std::nullopt;
    return uses.base + static_cast<std::size_t>(instance.arguments[0] - type.first());
}

std::vector<LimitedInstance> different(const std::vector<LimitedInstance>& instances) {
    std::vector<LimitedInstance> result;
    for (const LimitedInstance& instance : instances) {
        if (std::ranges::find(result, instance) == result.end()) result.push_back(instance);
    }
    return result;
}

// So many of them as there is room for.
void catch_some(Transition& t, std::vector<LimitedInstance> instances, Value room) {
    const Trigger& trigger = t.model.rules.triggers[instances.front().trigger.index];
    for (; room > 0; --room) {
        const std::vector<LimitedInstance> ways = different(instances);
        std::uint32_t way = 0;
        if (ways.size() > 1) {
            way = t.decisions.decide(static_cast<std::uint32_t>(ways.size()));
            t.journal.meet(trigger.limit->order, trigger.clause);
            t.journal.outcomes.emplace_back(trigger.limit->order, way);
        }
        put_into_bag(t, ways[way].trigger, ways[way].arguments);
        instances.erase(std::ranges::find(instances, ways[way]));
    }
}

}  // namespace

void catch_limited(Transition& t, WriteBlock& block) {
    for (LimitedInstance& instance : block.limited) instance.cell = counting_cell(t.model, instance);
    while (!block.limited.empty()) {
        const LimitedInstance first = block.limited.front();
        std::vector<LimitedInstance> together;
        std::erase_if(block.limited, [&](const LimitedInstance& other) {
            const bool same = other.trigger == first.trigger && other.cell == first.cell;
            if (same) together.push_back(other);
            return same;
        });
        const auto count = static_cast<Value>(together.size());
        Value room = count;
        if (first.cell) {
            const Value most = t.model.rules.triggers[first.trigger.index].limit->most;
            room = std::clamp<Value>(most - t.state[*first.cell], 0, count);
        }
        const auto counted = std::ranges::find_if(
            block.writes, [&](const BlockWrite& write) { return write.cell == first.cell; });
        if (counted != block.writes.end()) counted->added -= count - room;
        if (room == count) {
            for (const LimitedInstance& instance : together)
                put_into_bag(t, instance.trigger, instance.arguments);
        } else {
            catch_some(t, std::move(together), room);
        }
    }
}

}  // namespace errata::compiler
