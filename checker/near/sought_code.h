// Where code does what somebody looks for (catches a trigger, ends the game, writes a cell), and under which
// conditions, from where a transition begins to run. Conditions that ask for what an event brings along, in
// registers, stand apart: the others have to hold all the same.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "checker/near/near_question.h"
#include "compiler/ir/model.h"

namespace errata::checker {

struct SoughtCode {
    compiler::LabelId label;  // invalid: in the body of a state check
    Conditions conditions;
    std::vector<compiler::TermId> of_registers = {};  // asked of what was chosen on the way to the label
    compiler::CodeId body = {};                       // of the label or of the state check
    bool is_partial = false;                          // there are conditions beside these
    std::size_t of_check = 0;  // so many of the first conditions are the state check's own
};

// Every place below a label with a node for which `is_it` holds, in the order of the labels; then those in
// state checks.
std::vector<SoughtCode> places_of_code(const compiler::Model& model,
                                       const std::function<bool(const compiler::Code&)>& is_it);

// "soldier.at": what the conditions read and the body itself changes in front of what is sought, so that they
// may hold before and no more by then.
std::vector<std::string> changed_meanwhile(const compiler::Model& model,
                                           const std::vector<SoughtCode>& places,
                                           const std::function<bool(const compiler::Code&)>& is_it);

// The state check that ends the game so; null: the turn or something played does.
const compiler::StateCheck* check_that_ends(const compiler::Evaluator& evaluator, compiler::EndingId ending);

}  // namespace errata::checker
