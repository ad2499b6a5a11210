// A play in progress: where it stands, what can be chosen, how it came here, and back again. Asks the
// reference evaluator and nothing else; knows no words and no streams.
//
// What the rules do by themselves (one successor, and no player's option) is carried out at once, so that the
// play always stands where somebody decides, where the game is over or stuck, or where the rules have led
// back to a position they passed without anybody deciding.
#pragma once

#include <vector>

#include "checker/trace.h"
#include "compiler/ir/evaluate.h"

namespace errata::reports {

class Play {
public:
    explicit Play(const compiler::Evaluator& evaluator) : evaluator_(evaluator) {}

    // Begins anew; `setup` is the number as traces have it.
    void begin(std::size_t setup, compiler::State initial);

    const checker::Trace& trace() const { return trace_; }
    const compiler::State& now() const;
    // Successors that differ in what is chosen or in where they lead.
    const compiler::Expansion& here() const { return here_; }

    // Index into here().successors; false if that choice leads to no state: the play stays where it is.
    bool choose(std::size_t choice);
    // Back to before the last decision; false at the beginning.
    bool undo();

    // The rules alone repeat themselves from here on; choosing goes round once more.
    bool repeats() const { return repeats_; }

private:
    void arrive();
    void run_on();

    const compiler::Evaluator& evaluator_;
    checker::Trace trace_;
    std::vector<std::size_t> decisions_;  // of the trace's steps, those that were decided
    compiler::Expansion here_;
    bool repeats_ = false;
};

// The positions that a setup allows, for a player to begin from. A setup with more than can be listed gives
// some of them.
struct Starts {
    std::vector<compiler::State> states;
    bool all = true;
};

Starts starts_of(const compiler::Evaluator& evaluator, const compiler::Setup& setup);

}  // namespace errata::reports
