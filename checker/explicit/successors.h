// All that a search over states knows of a game: the successors of a state. Today the reference evaluator
// gives them; native code can take its place without the search noticing.
#pragma once

#include "compiler/ir/evaluate.h"

namespace errata::checker {

class Successors {
public:
    virtual ~Successors() = default;
    virtual compiler::Expansion expand(const compiler::State& state) const = 0;
    // The same; adds to `asked` the readings that are asked on the way.
    virtual compiler::Expansion expand(const compiler::State& state, compiler::ReadingSet& asked) const = 0;
};

class EvaluatedSuccessors final : public Successors {
public:
    explicit EvaluatedSuccessors(const compiler::Evaluator& evaluator) : evaluator_(evaluator) {}

    const compiler::Evaluator& evaluator() const { return evaluator_; }
    compiler::Expansion expand(const compiler::State& state) const override {
        return evaluator_.expand(state);
    }
    compiler::Expansion expand(const compiler::State& state, compiler::ReadingSet& asked) const override {
        return evaluator_.watched(asked).expand(state);
    }

private:
    const compiler::Evaluator& evaluator_;
};

}  // namespace errata::checker
