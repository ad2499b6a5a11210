// What several obligations say of one claim becomes one verdict, and verdicts come in the order of the plan,
// whichever way and in whichever order the obligations were run.
#pragma once

#include <vector>

#include "checker/verdict.h"

namespace errata::checker {

std::vector<Verdict> fold_verdicts(const compiler::Model& model, std::vector<Verdict> verdicts);

}  // namespace errata::checker
