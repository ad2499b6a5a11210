// Of what an open function is asked where a play meets a conflict about it, or a gap, and who asks: the
// deciding values that no clause shows. The position where it is met is expanded again, which tells.
#pragma once

#include <string>
#include <vector>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct AskedAbout {
    Phrase words;  // "survives_void(minion1, on_creation), asked by Void"
    // Of a gap: what the first few that speak about the function lack to speak of this, "Might (`lives(t) if
    // a(t) > b(t)`) lacks 1 > 1". Empty: nobody speaks about it, or it is not known.
    Phrase lacking;
    // Who asks it: the effects, prohibitions and statements without any one of which it would not be asked,
    // or else in whose name the step asks.
    std::vector<compiler::ClauseId> asking;
    // Without any one of these what the finding's clauses say would not apply to it, and none of them asks:
    // what makes one thing count as another.
    std::vector<compiler::ClauseId> beside;
};

// Of several questions the first about which all the finding's clauses speak, else the first. Without words:
// not found. The finding has its play and its clauses.
AskedAbout asked_about(const compiler::Evaluator& evaluator, compiler::IncidentId incident,
                       const Finding& finding);

// `asking` of such a finding; none: it is no such finding, or it was not found.
std::vector<compiler::ClauseId> who_asks(const compiler::Evaluator& evaluator, const Finding& finding);

// The question that the finding says no statement answers; null: it is about something else.
const compiler::OpenFunction* left_open(const compiler::Model& model, const Finding& finding);
// The question about which statements contradict each other; likewise.
const compiler::OpenFunction* contradicted(const compiler::Model& model, const Finding& finding);

// Does the clause say what its value is (`positive`), or what it is not?
bool says(const compiler::OpenFunction& open, compiler::ClauseId clause, bool positive);

// Of clauses that contradict each other: those that say something else than this one where the finding's play
// asks, be they the finding's or of others like it. Of any other finding all its other clauses.
std::vector<compiler::ClauseId> who_says_otherwise(const compiler::Evaluator& evaluator,
                                                   const Finding& finding, compiler::ClauseId clause);

// Of a gap: whoever says anything about what is left open, in the order in which it is written. None: nobody
// does, or it is no gap.
std::vector<compiler::ClauseId> who_speaks(const compiler::Model& model, const Finding& finding);

}  // namespace errata::checker
