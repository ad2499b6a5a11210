// Finds the solutions of a system of equations in a state, as `Equations` in model.h defines them. The inmost
// part of the reference evaluator: evaluate_terms asks it, and decides which solution holds.
//
// An unknown is evaluated when a definition asks for it. One that is asked for while it is itself being
// evaluated is guessed: each value of its type in turn, and when its definition has been evaluated the guess
// must be its value. So only what lies on cycles is searched (Kruijt, "The Math of Adjudication"). Every
// solution is found, once: it is what comes out where all guesses are its values.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/evaluate_terms.h"

namespace errata::compiler {

// The assignment that a system's solver looks at: the values of the unknowns as far as they were evaluated,
// the guesses that they rest on, and how to go on to the next combination of guesses. What was evaluated
// before a guess is kept while the guess changes. What a definition says is the solver's affair.
class TriedAssignment {
public:
    TriedAssignment(const Model& model, const Equations& equations);

    // An unknown of the system for one argument tuple.
    struct Instance {
        Instance(UnknownId of, std::size_t at) : family(of), position(at) {}
        UnknownId family;
        std::size_t position;
        enum class Stage : char { Unasked, Open, Done } stage = Stage::Unasked;
        Value value = 0;                   // Done
        std::size_t guesses = 0;           // Done: how many guesses there were then
        std::optional<std::size_t> guess;  // its place among the guesses
    };
    std::size_t size() const { return instances_.size(); }
    const Instance& operator[](std::size_t instance) const { return instances_[instance]; }
    const Unknown& family(std::size_t instance) const {
        return model_.functions.unknowns[instances_[instance].family.index];
    }

    // Its definition is being evaluated; how many others are, too.
    void open(std::size_t instance);
    std::size_t nested() const { return open_.size(); }
    // Asked for while it is open: its guess, which may be new.
    Value guessed(std::size_t instance);
    // The innermost open one has this value; false if it was guessed otherwise.
    bool complete(std::size_t instance, Value value);
    // Prepares the next combination of guesses; false when all were tried.
    bool backtrack();

    // Values that rest on no guess.
    void assume_all(Value value);
    void assume(std::size_t instance, Value value) { instances_[instance].value = value; }

    Assignment values() const;

private:
    void reset(std::size_t instance) { instances_[instance].stage = Instance::Stage::Unasked; }

    struct Guess {
        std::size_t instance = 0;
        Value value = 0;
    };

    const Model& model_;
    std::vector<Instance> instances_;
    std::vector<Guess> guesses_;
    std::vector<std::size_t> open_;  // instances, in order of asking
    std::vector<std::size_t> done_;  // instances, in order of completion
};

class EquationsSolver final : AssignedUnknowns {
public:
    // `read`: the values of the systems that it reads, in the order of Equations::reads. `asked` (may be
    // null) takes the readings asked. All must outlive the solver.
    EquationsSolver(const Model& model, const EnabledClauses& enabled, EquationsId system, const Value* cells,
                    const std::vector<std::optional<Assignment>>& read, ReadingSet* asked = nullptr);

    Solved solve();

private:
    Value ask(UnknownId unknown, std::size_t position) override;
    Value ask(std::size_t instance);
    // Nothing: it is undefined or outside the type of the instance.
    std::optional<Value> evaluate(std::size_t instance, TermId term);

    void search();
    bool evaluate_all();
    void found();
    void induct();
    void use_backups();

    const Model& model_;
    const Equations& equations_;
    const std::vector<std::optional<Assignment>>& read_;
    Journal journal_;  // what assignments under examination meet is nobody's concern
    TermEvaluator terms_;
    std::vector<std::size_t>
        // by family of this system and the earlier ones: the place of its first unknown in its system
        first_;
    TriedAssignment tried_;
    std::size_t evaluations_ = 0;
    std::optional<Value> best_;  // of the preference
    Solved solved_;
};

}  // namespace errata::compiler
