// Puts one state before the evaluator and before Z3 and compares everything that can follow: the set of (next
// state or error or cut, incidents), and what the state itself meets. The encoding of a step is made once per
// model over free cells; Z3 enumerates its different outcomes for the state until there is no other. Most
// states are substituted into the encoding first; every eighth is assumed about the encoding as it is, which
// takes Z3 fifty times as long and tests the lowering and the well-formedness constraints as well.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "checker/symbolic/solver.h"
#include "compiler/smt/encode_step.h"

namespace errata::tests {

struct Outcome {
    bool is_error = false;
    bool is_cut = false;
    compiler::State next;  // neither error nor cut
    std::set<compiler::Occurrence>
        incidents;  // not for cuts: where exactly a cut ends the run is nobody's concern
    friend auto operator<=>(const Outcome&, const Outcome&) = default;
};

class Comparison {
public:
    Comparison(const compiler::Model& model, const compiler::EncoderOptions& options);
    // To see whether a mistake is noticed: one of the two sides gets another model than the other, or what
    // the encoder made is changed.
    using Change = std::function<void(compiler::Encoder& encoder, const std::vector<compiler::Formula>& cells,
                                      compiler::Step& step)>;
    Comparison(const compiler::Model& encoded, const compiler::Model& evaluated,
               const compiler::EncoderOptions& options, const Change& change = {});

    // The difference, if there is one. None either where the model is not analysed: nothing is compared then.
    std::optional<std::string> compare(const compiler::State& state);

    // Outcomes that agreed so far.
    std::size_t agreed() const { return agreed_; }
    const std::set<std::string>& not_analysed() { return encoder_.not_analysed(); }

private:
    std::set<Outcome> evaluated(const compiler::State& state) const;
    // A step and the state after it, seen from one state.
    struct View {
        compiler::Step step;
        std::vector<compiler::Formula> after;
        std::vector<compiler::StepIncident> in_state;
        std::vector<compiler::Formula> assumed;
        checker::Solver* solver;
    };
    View whole(const compiler::State& state);
    View substituted(const compiler::State& state);
    // Stops when there are more than `limit` outcomes.
    std::optional<std::string> enumerate(const View& view, std::size_t limit, std::set<Outcome>& outcomes);
    // What the state meets without a transition, in the evaluator only or in the encoding only.
    std::string difference_of_incidents(const compiler::State& state, const View& view);
    void insert(Outcome& outcome, compiler::Occurrence occurrence) const;
    std::string show(const std::set<Outcome>& outcomes) const;
    bool is_beyond_counters(const compiler::State& state) const;

    const compiler::Model& model_;
    compiler::Evaluator evaluator_;
    compiler::Encoder encoder_;
    compiler::SymbolicState before_;
    compiler::Step step_;
    std::vector<compiler::StepIncident> in_state_;  // what the state meets without a transition
    compiler::SymbolicState after_;
    checker::Solver solver_;        // knows the whole step
    checker::Solver small_solver_;  // knows what substitution has left
    std::size_t compared_ = 0;
    std::size_t agreed_ = 0;
};

}  // namespace errata::tests
