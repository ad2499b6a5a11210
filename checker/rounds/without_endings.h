// The game in which nothing ends it, for the question whether an ending alone puts an end to what would go on
// for ever. State checks that end the game are left out; an ending that an effect brings about stays.
#pragma once

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// The state check may end the game.
bool ends_the_game(const compiler::Model& model, const compiler::StateCheck& check);

// A ModelFact.
class WithoutEndings {
public:
    explicit WithoutEndings(const compiler::Model& model);

    // It has the same states and clauses.
    const compiler::Model& model() const { return model_; }

private:
    compiler::Model model_;
};

}  // namespace errata::checker
