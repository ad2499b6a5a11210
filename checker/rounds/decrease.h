// What one run of a piece of code does to a field, on every way through it: does it move the field in the
// wrong direction anywhere, and does each way that sets something else off move it in the right one? Ways are
// told apart by the conditions of the code and of the option that leads to it; what cannot be told is taken
// as the worse.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/ir/effects/influence.h"
#include "compiler/ir/model.h"

namespace errata::checker {

// A finite field and the direction in which it is used up.
struct Measure {
    compiler::VarId var;
    bool down = true;
};

// The ways through some code: bit (moved + 2 * goes on) is set if there is one on which the field moved in
// the right direction or not, and something goes on after it or not.
struct WaysThrough {
    std::uint8_t bits = 1;  // one way, on which nothing happens
    bool wrong = false;     // somewhere the field may move in the wrong direction

    bool has(bool moved, bool goes_on) const {
        return (bits >> ((moved ? 1 : 0) + (goes_on ? 2 : 0)) & 1) != 0;
    }
    WaysThrough then(const WaysThrough& next) const;
    WaysThrough or_else(const WaysThrough& other) const;
};

// What is known of a term at some place of the code.
struct Literal {
    compiler::TermId term;
    bool holds = true;
};

class Decrease {
public:
    Decrease(const compiler::Model& model, compiler::Influence& influence, Measure measure)
        : model_(model), influence_(influence), measure_(measure) {}

    // Of a label's code, where `given` (may be invalid) holds at the beginning.
    WaysThrough of_label(compiler::LabelId label, compiler::TermId given);
    // Of the bodies of all state checks in one round of settle; each way goes on.
    WaysThrough of_settle();

    // Nodes of code looked at so far.
    std::size_t steps() const { return steps_; }

private:
    using Literals = std::vector<Literal>;

    WaysThrough walk(compiler::CodeId id, Literals& facts);
    WaysThrough walk_sequence(const compiler::Code& node, Literals& facts);
    WaysThrough walk_if(compiler::CodeId id, Literals& facts);
    WaysThrough walk_block(compiler::CodeId id, Literals& facts);
    WaysThrough walk_one_of(compiler::CodeId id, Literals& facts);
    WaysThrough walk_each(compiler::CodeId id, Literals& facts);
    WaysThrough walk_instances(compiler::CodeId id, Literals& facts);
    WaysThrough write(compiler::CodeId id, Literals& facts);
    WaysThrough label(compiler::LabelId id, Literals& facts);
    // What the node and everything below it may change is no longer known.
    void forget(compiler::CodeId id, Literals& facts);

    const compiler::Model& model_;
    compiler::Influence& influence_;
    Measure measure_;
    std::vector<compiler::LabelId> inside_;  // labels under way
    std::size_t steps_ = 0;
    bool undone_ = false;  // in a block whose writes of the field may undo one another
};

}  // namespace errata::checker
