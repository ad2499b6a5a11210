// Whether the rest of a game could tell two readings of the rules apart in a state: by where it goes on to,
// by what is met on the way, or by what claims ask of it. The two differ in some clauses alone. Asked of
// every state by whatever tells if a clause matters, so only those questions are put that can come to these
// clauses.
#pragma once

#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

class Differences {
public:
    // Of the two evaluators one has `clauses` enabled, the other has not; all other clauses are alike. Both
    // must outlive it.
    Differences(const compiler::Evaluator& with_them, const compiler::Evaluator& without_them,
                const std::vector<compiler::ClauseId>& clauses);

    bool are_in(const compiler::State& state) const;
    // The same; `asked` gets the readings on which the answer depends.
    bool are_in(const compiler::State& state, compiler::ReadingSet& asked) const;

private:
    bool differ(const compiler::Evaluator& with_them, const compiler::Evaluator& without_them,
                const compiler::State& state) const;

    const compiler::Evaluator& with_them_;
    const compiler::Evaluator& without_them_;
    std::vector<compiler::TermId> questions_;  // of claims and printed items
};

}  // namespace errata::checker
