// What the questions speak of whose answer keeps a round from going on: guards of options, and conditions of
// code but for those that lead to an ending at once, unless a `repeat while` asks them. What a value asks on
// the way (`max`, `if then else`) and what state checks ask stops nothing. Found once for a model: for
// deciding.h.
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::checker {

class StoppingTerms {
public:
    explicit StoppingTerms(const compiler::Model& model);

    bool contains(compiler::TermId term) const { return terms_[term.index]; }
    // The state checks that end the game as soon as something is so.
    bool is_ending(compiler::ClauseId clause) const;

private:
    std::vector<bool> terms_;
    std::vector<compiler::ClauseId> endings_;
};

}  // namespace errata::checker
