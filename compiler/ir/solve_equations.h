// Finds the solutions of a system of equations in a state, as `Equations` in model.h defines them. The inmost
// part of the reference evaluator: evaluate_unknowns asks it, and decides which solution holds.
//
// An unknown is evaluated when a definition asks for it. One that is asked for while it is itself being
// evaluated is guessed: each value of its type in turn, and when its definition has been evaluated the guess
// must be its value. So only what lies on cycles is searched (Kruijt, "The Math of Adjudication"). Every
// solution is found, once: it is what comes out where all guesses are its values (tried_assignment.h).
#pragma once

#include "compiler/ir/tried_assignment.h"

namespace errata::compiler {

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
