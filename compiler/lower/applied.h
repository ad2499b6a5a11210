// A continuous effect on the arguments of the value that it changes: when it applies, and to what it sets or
// by how much it changes it. Made for computed values; who goes first among several stands in layer_order.h.
#pragma once

#include "compiler/lower/computed.h"

namespace errata::compiler {

// For one bearer, or for each that there may be.
struct Applied {
    TermId condition;
    TermId value;
    TermId since;                        // invalid: nothing is `latest`
    std::optional<std::uint32_t> level;  // of the bearer, if one has to be looked for
    TypeId on;
};

// An effect's turn in a layer that has an order: the instances first..first+count-1 are its own, one for each
// bearer, and `instance` says whose turn it is.
struct Turn {
    TermId instance;
    Value first = 0;
    Value count = 1;
    Moment moment;
};

Applied apply(const Lowering& l, const ComputedCase& of, const ContinuousEffect& effect,
              const std::vector<TypedTerm>& args, const Scope& scope, const Turn* turn = nullptr);

bool sets(const ContinuousEffect& effect);
// The field by which the latest of several effects that set the value is known; empty: none.
const std::string& latest_by(const Lowering& l, ComputedId what);
// When the bearer was marked in that field; 0 if it has none.
TermId marked(const Lowering& l, const std::string& field, TypeId on, TermId self);
// Outside its range a value is none: looked up in a table that has none there.
TermId in_range(const Lowering& l, TypeId type, TermId term);

}  // namespace errata::compiler
