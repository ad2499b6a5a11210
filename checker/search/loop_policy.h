// What a game's rule about endless repetition (Model::loop_policy) makes of a loop that was found: how severe
// it is, and what happens to it at the table. Loops are sought without it.
#pragma once

#include <string>

#include "checker/verdict.h"
#include "compiler/ir/model.h"

namespace errata::checker {

struct Consequence {
    Severity severity = Severity::Error;
    std::optional<Fact> fact = {};  // nothing: the policy has nothing to say about this
};
Consequence consequence_of(const compiler::Model& model, FindingCode code, Severity otherwise);

}  // namespace errata::checker
