// Where code does what somebody looks for (catches a trigger, ends the game, writes a cell), and under which
// conditions, from where a transition begins to run. Conditions that ask for what an event brings along, in
// registers, stand apart: the others have to hold all the same.
#pragma once

#include <functional>
#include <vector>

#include "checker/near/near_question.h"
#include "compiler/ir/model.h"

namespace errata::checker {

struct SoughtCode {
    compiler::LabelId label;  // invalid: in the body of a state check
    Conditions conditions;
    std::vector<compiler::TermId> of_registers = {};  // asked of what was chosen on the way to the label
};

// Every place below a label with a node for which `is_it` holds, in the order of the labels; then those in
// state checks.
std::vector<SoughtCode> places_of_code(const compiler::Model& model,
                                       const std::function<bool(const compiler::Code&)>& is_it);

// The state check that ends the game so; null: the turn or something played does.
const compiler::StateCheck* check_that_ends(const compiler::Model& model, compiler::EndingId ending);

}  // namespace errata::checker
