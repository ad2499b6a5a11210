// Instances that are carried out in an order that nobody decides, as AnyOrder and Rounds have them (code.h):
// which there are, whether one is ready, what taking it does, and how many orders are looked at.
#pragma once

#include <span>

#include "compiler/ir/run_code.h"

namespace errata::compiler {

struct OrderInstance {
    const Code* node = nullptr;  // an If or a ForEach
    Value value = 0;             // of the ForEach's binder
    std::size_t number = 0;      // among all of the node
    bool may_be_over = false;    // its condition did not hold before
};

std::vector<OrderInstance> order_instances(const Model& model, std::span<const CodeId> children);

// Asks its condition.
bool is_ready(Transition& t, const OrderInstance& instance);
void take(Transition& t, const OrderInstance& instance);

// The moments with several ways to go, so far.
class OrdersTried {
public:
    // One of so many ways; nothing, and the transition has failed, where that is more than is looked at.
    std::optional<std::uint32_t> decide(Transition& t, std::size_t ways);

private:
    bool decided_ = false;
    int cost_ = 0;  // of all but the first
};

}  // namespace errata::compiler
