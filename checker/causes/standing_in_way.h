// Which clauses keep something from ever occurring? Without them it would occur. Play is searched again from
// its beginning, a short way, in the game without them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "checker/causes/experiment.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Without any one of `each` it would occur; or, if there are none, without all of `together`. Neither: there
// are none, or there is too much to look at.
struct InTheWay {
    Clauses each = {};
    Clauses together = {};
};

// It is so in the state, or in the step that leads there (null: play begins in the state).
using Occurs = std::function<bool(const compiler::Evaluator& without, const compiler::State& state,
                                  const compiler::Successor* step)>;

// What is looked for, and from where. `own`: clauses that it is about, which do not stand in its way.
struct KeptAway {
    std::span<const compiler::State> initial;  // must outlive this
    Occurs occurs;
    Clauses own;
};

InTheWay standing_in_way(const Experiment& experiment, const KeptAway& sought);

// Adds them to the finding's clauses, and to what is said of it that without them it would come about.
void name_what_stands_in_way(const compiler::Model& model, const InTheWay& in_way, Finding& finding);

}  // namespace errata::checker
