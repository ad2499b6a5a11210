// Whether a change is a gain or a loss for the player whom the changed cell belongs to. The rules show it:
// choices and printed items ask for some values, endings punish some, and some numbers lower others. Where
// the rules show nothing, nothing is said. Made from the model alone. `unpaid.cpp` tells a text's price from
// its gain by it.
#pragma once

#include <vector>

#include "compiler/ir/effects/effects.h"
#include "compiler/ir/model_facts.h"

namespace errata::checker {

// Of a change, to whoever the cell belongs to. Unclear: the rules do not show which.
enum class Worth { Loss, Nothing, Gain, Unclear };

// A ModelFact.
class Worths {
public:
    explicit Worths(const compiler::Model& model);

    // A number: less of it is a loss if something asks for much of it or punishes having little, or if it is
    // a player's and nothing shows another thing. Of what has names and of truth values: to come from a value
    // that is asked for to one that is asked for less.
    Worth of_change(compiler::VarId variable, compiler::Value before, compiler::Value after) const;
    // The same of a field of the object that does it to itself: to leave a place for one that is worth no
    // more is a loss, and so is a mark on itself that no rule reads.
    Worth of_change_to_itself(compiler::VarId variable, compiler::Value before, compiler::Value after) const;

    // Some change of it is one.
    bool may_be_loss(compiler::VarId variable) const;

private:
    struct Known {
        std::vector<int> asked;   // by value, from the least: by whom (WorthReader); or empty
        bool more_helps = false;  // of a number
        bool more_harms = false;
        bool is_read = false;  // by code
    };
    friend class WorthReader;

    int rank(const Known& known, const compiler::Type& type, compiler::Value value) const;

    const compiler::Model& model_;
    std::vector<Known> known_;  // by variable
};

}  // namespace errata::checker
