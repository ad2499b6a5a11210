// The counters that nothing reads: no guard, condition, amount, owner, open predicate, claim or printed item
// asks for their value, and the rules only add to them. What such a counter holds changes nothing that
// follows, so states that differ only there go on alike. certification.md says why other variables that
// nothing reads are not among them.
//   And the counters that are only compared with constants, and that the rules only ever raise, or only ever
// lower: beyond all these constants they are spent, and go on alike whatever they hold.
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::checker {

// A fact of the model (ModelFacts).
struct UnreadCounters {
    explicit UnreadCounters(const compiler::Model& model);

    std::vector<std::size_t> cells;
    struct Spent {
        std::size_t cell = 0;
        bool falls = false;
        compiler::Value from = 0;  // the first value at which it is spent
    };
    std::vector<Spent> spent;
};

}  // namespace errata::checker
