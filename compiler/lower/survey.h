// Who asks whom: for every computed value (with and without single effects on it) and every open function,
// the others that its definition or the statements about it ask.
#pragma once

#include <set>
#include <variant>

#include "compiler/lower/computed.h"

namespace errata::compiler {

using Asked = std::variant<ComputedCase, OpenId>;

struct Asks {
    std::map<Asked, std::set<Asked>> asks;
    std::set<ComputedCase> may_disagree;     // several effects set it, to values that may differ
    std::map<ComputedCase, TypeId> bearers;  // of those without one effect of a bearer
    std::set<std::int64_t> ask_themselves;   // layers with an effect that asks for a value of its own layer
};

Asks who_asks_whom(const Lowering& l);

}  // namespace errata::compiler
