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

#include "compiler/ir/model.h"
#include "compiler/smt/encode_code.h"
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

// The order in which a step's labels are encoded: a label after all those that may go to it, so that runs
// arriving from different places are merged before its code is encoded, once.
struct LabelOrder {
    std::vector<LabelId> order;
    // A label that can reach itself without a stop in between: code without bound, which cannot be unrolled.
    bool has_circle = false;
};

class Encoder {
public:
    explicit Encoder(const Model& model, EncoderOptions options = {});

    const Model& model() const { return model_; }
    FormulaPool& pool() { return pool_; }

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

    // For questions about single terms and systems of equations.
    TermEncoding& terms() { return terms_; }

    // The budget was used up on the way: nothing of the last answer holds.
    bool gave_up() const { return terms_.limits.gave_up(); }

    // Why some transitions are left out; empty if none is.
    const std::set<std::string>& not_analysed() {
        terms_.limits.is_too_large();  // a sum of which no term knew
        return terms_.limits.reasons();
    }

private:
    const Model& model_;
    EncoderOptions options_;
    FormulaPool pool_;
    TermEncoding terms_{model_, options_, pool_};
    LabelOrder labels_;
};

}  // namespace errata::compiler
