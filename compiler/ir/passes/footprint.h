// What one instance of an AnyOrder touches: every cell and register that its condition and code may read or
// write, and how.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "compiler/ir/model.h"

namespace errata::compiler {

// How a place is touched. All but Read and Write are changes that several instances may make in any order.
enum class Touch {
    Read,
    Write,     // anything else
    Add,       // Increase; `sign` tells the direction, 0: either
    Put,       // `value`, which is the same for all instances
    Gain,      // of a set: members more
    Lose,      // members less; of a reference: it is none if it is that object
    Insert,    // as Gain, written as a Set
    Erase,     // as Lose, written as a Set
    Saturate,  // an amount added in one direction, up to the bound `value`; `sign` tells the direction
    Apply,     // `value`, a function of the cell itself that is the same for all instances
    Drop,      // what refers to the instance's own object becomes none
};

struct Access {
    std::uint32_t place = 0;  // variables, then registers
    Touch touch = Touch::Read;
    std::uint64_t own = 0;               // bit i: argument i is the instance's own object
    std::vector<TermId> arguments = {};  // of the cell
    TermId value = {};
    std::vector<TermId> names = {};  // what the names in `value` that a `let` gave stand for
    bool is_reset = false;           // Code::is_reset
    int sign = 0;
    TermId amount = {};  // Saturate: if it is a constant
    auto operator<=>(const Access&) const = default;
};

// An argument of a Pend, or the object of a Forget, whose type is `kind`.
struct Reference {
    TypeId kind;
    bool is_own = false;
    auto operator<=>(const Reference&) const = default;
};

struct Footprint {
    std::set<Access> accesses;
    std::set<Reference> pended;
    std::set<Reference> forgotten;
    bool is_known = true;  // false: too large to tell, or it holds what no instance may
};

// `instance`: a child of an AnyOrder.
Footprint footprint(const Model& model, CodeId instance);

}  // namespace errata::compiler
