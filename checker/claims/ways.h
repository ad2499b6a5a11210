// The ways in which something can go that nobody decides, and whether a person could tell them apart: by what
// the game's own variables are after the step, else by where play comes to rest behind it.
#pragma once

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Alike: each way comes to rest in one and the same state, whatever a person sees of it, so that nothing can
// ever come of the difference. Undecided: nobody sees a difference up to there; no more is known.
enum class Telling { Apart, Alike, Undecided };

struct Ways {
    std::vector<Outcome> outcomes;  // one for each way; none: the step decides nothing of the kind
    Telling telling = Telling::Apart;
};

// Of the incident, in the step that was taken from `before`, with all decided as it was there before the
// incident.
Ways ways_of(const compiler::Evaluator& evaluator, compiler::IncidentId incident,
             const compiler::State& before, const compiler::Move& taken);

// Of the last step of the play; where this decides nothing of the kind, of an option of the position it leads
// to, which is there with some outcomes alone.
Ways ways_of(const compiler::Evaluator& evaluator, compiler::IncidentId incident, const Trace& play);

}  // namespace errata::checker
