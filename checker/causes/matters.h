// Which values of the position that a play begins in it depends on: with another value there, the same moves
// are not there any more, or what the finding is about is not met at their end.
#pragma once

#include <cstddef>
#include <vector>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Of these cells those that do not matter: with each of a few other values the play shows the same. None
// where that is not known: it takes too many steps, or the finding is about what comes of two ways to go on.
std::vector<std::size_t> cells_that_do_not_matter(const compiler::Evaluator& evaluator,
                                                  const Finding& finding,
                                                  const std::vector<std::size_t>& cells);

}  // namespace errata::checker
