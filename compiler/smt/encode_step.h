// One transition of a model as formulas: model.h's four cases read independently of the reference evaluator.
// All points share one vector of choice variables; each label's code is encoded once per step, for all the
// runs that reach it. Points at which the top frame cannot wait, by the value set of its cell, are left out.
//
// Everything that cannot be encoded excludes the transitions concerned and leaves a reason in `not_analysed`:
// what is found stays right, what is not found is then no proof.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/smt/encode_code.h"
#include "compiler/smt/label_order.h"
#include "compiler/smt/symbolic_state.h"

namespace errata::compiler {

struct Step {
    // The choice variables describe a transition of the state; then `next` is the state after it unless
    // `error` or `cut` holds.
    Formula valid;
    Formula error;
    Formula cut;
    Formula left_to_nobody;  // somewhere in the transition nobody decides what comes next
    std::vector<Formula> next;
    std::vector<StepIncident> incidents;  // each occurrence once; conditions imply `valid`
    // Met while looking at an option that is then not there, by its guard or by the state checks before it:
    // incidents of the state, without a transition.
    std::vector<StepIncident> considered;
};

// States in which nothing can be done though the game is not over.
struct Stuck {
    Formula deadlock;
    std::vector<StepIncident> incidents;  // no_option of the points, and what the state checks met before
};

// What happens next without the turn having a say: a settle, a placement, or something that an agenda item
// does.
struct ByItself {
    Formula next;
    // Next, with one possibility: one option with one binding (or `otherwise`), instances that are all alike,
    // and nothing undetermined met on the way there. What the transition itself leaves to nobody is in its
    // incidents.
    Formula forced;
    std::vector<Formula> items;   // by point: it is an item's that waits there
    std::vector<Formula> checks;  // by state check: it is carried out
};

// How many solutions a system of equations has in a state.
struct Solvability {
    Formula asked;  // earlier systems that it reads have one solution each, or backups
    bool is_listed = false;
    Formula none;  // no solution, nor backups; given `is_listed`
    Formula several;
    // Not listed but encoded: for questions about single solutions. Each follows from values for the guessed
    // unknowns.
    const SolutionSet* set = nullptr;
};

class Encoder {
public:
    explicit Encoder(const Model& model, EncoderOptions options = {});

    const Model& model() const { return model_; }
    FormulaPool& pool() { return pool_; }
    const FormulaPool& pool() const { return pool_; }

    Step step(const std::vector<Formula>& cells);
    Stuck stuck(const std::vector<Formula>& cells);

    // What is met by asking whose choice comes next: incidents of the state.
    std::vector<StepIncident> asking_whose(const std::vector<Formula>& cells);

    ByItself by_itself(const std::vector<Formula>& cells);

    // The next transition places a trigger.
    Formula places(const std::vector<Formula>& cells);

    // A closed term is defined, 1, and meets no undetermined predicate.
    Formula holds(TermId term, const std::vector<Formula>& cells);
    // It is not as `wanted`: it has the other truth value or none. Never where it is not analysed.
    Formula fails(TermId term, bool wanted, const std::vector<Formula>& cells);

    Solvability solvability(EquationsId system, const std::vector<Formula>& cells);
    // The values that the guessed unknowns may have.
    std::vector<ValueSet> guesses(const SolutionSet& set) const;
    // What follows from these values solves the equations, whatever is preferred.
    Formula solves(const SolutionSet& set, const std::vector<Formula>& guessed);

    // With `clause_literals`: the truth values, by clause.
    const std::vector<Formula>& clause_literals() const { return terms_.clause_literals(); }

    // The budget was used up on the way: nothing of the last answer holds.
    bool gave_up() const { return terms_.gave_up(); }

    // Why some transitions are left out; empty if none is.
    const std::set<std::string>& not_analysed() {
        terms_.is_too_large();  // a sum of which no term knew
        return terms_.reasons();
    }

private:
    // Which of model.h's cases applies.
    struct Cases {
        Path checked;                  // the state after its state checks were looked at
        std::vector<Formula> enabled;  // by state check
        Formula settle;
        Formula place;
        Formula choose;
        Formula undefined;  // of a state check's condition
    };

    // In the state as it is, with nothing taken that nobody decides.
    Encoded closed(TermId term, const std::vector<Formula>& cells);
    Path start(const std::vector<Formula>& cells);
    Cases cases(CodeEncoder& code, const StepRecord& record, Path path);
    Formula legal(const StepRecord& record);
    Formula waits_at(const std::vector<Formula>& cells, std::size_t point);
    void settle(CodeEncoder& code, const Cases& cases);
    void place(CodeEncoder& code, const Cases& cases);
    void options(CodeEncoder& code, StepRecord& record, const Cases& cases);
    void run_labels(CodeEncoder& code, StepRecord& record);
    Formula choice(std::size_t index, const Type& type);
    // The point's options with all values of their binders: whether each is possible; `met`: what looking at
    // them all met. Nothing if they are too many to look at; then the path is cut.
    std::optional<std::vector<Formula>> possibilities(CodeEncoder& code, Path& path, const Point& point,
                                                      std::vector<StepIncident>& met);
    Formula none_possible(CodeEncoder& code, Path& path, const Point& point, std::vector<StepIncident>& met);
    Formula one_possible(CodeEncoder& code, Path& path, const Point& point);
    // One term of the state says whose choice it is; the clause speaks.
    Encoded player(TermId term, ClauseId clause, const std::vector<Formula>& binders,
                   const std::vector<Formula>& cells);
    std::vector<StepIncident> asking_who_places(Formula places, const std::vector<Formula>& cells);
    Formula pending_alike(const std::vector<Formula>& cells);
    // What evaluating the option's guard meets on the path, given that it is looked at.
    void consider(const PointOption& option, const Path& path, Formula looked_at,
                  std::vector<StepIncident>& met);
    static void add_under(FormulaPool& pool, Formula condition, const std::vector<StepIncident>& incidents,
                          std::vector<StepIncident>& to);

    const Model& model_;
    EncoderOptions options_;
    FormulaPool pool_;
    TermEncoder terms_;
    LabelOrder labels_;
    std::map<std::tuple<std::size_t, Value, Value>, Formula> choices_;  // of the step under way
    std::vector<Formula> roots_;                                        // conditions of its transitions
    std::vector<StepIncident> considered_;
};

}  // namespace errata::compiler
