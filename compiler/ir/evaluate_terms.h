// The inner half of the reference evaluator: the value of a term in one state, as term_kinds.def and `OpenFunction`
// in model.h define it, and the two things that a transition under way keeps: its journal (what was met, decided and
// used) and the decisions that nobody takes. Used by run_code and evaluate; `initial_states` of the checker uses it to evaluate
// parts of requirements under binders. Everybody else asks the Evaluator.
#pragma once

#include <span>

#include "compiler/ir/evaluate.h"

namespace errata::compiler {

// Enumerates what nobody decides, depth first, by running the same code again: each run asks `decide` at the same points as
// the one before until the first decision that differs.
//     do { decisions.rewind(); run(decisions); } while (decisions.advance());
class Decisions {
public:
    std::uint32_t decide(std::uint32_t outcomes);
    void rewind() { next_ = 0; }
    // Prepares the next combination of outcomes; false when all were run (and then ready for a new enumeration).
    bool advance();
    // Whether the present run met a decision.
    bool any() const { return next_ > 0; }

private:
    struct Decision {
        std::uint32_t taken = 0;
        std::uint32_t outcomes = 0;
    };
    std::vector<Decision> script_;
    std::size_t next_ = 0;
};

// The value taken by an open predicate that the statements leave undetermined or contradict.
struct OpenValue {
    OpenId open;
    std::vector<Value> arguments;
    bool value = false;
};

struct Journal {
    std::vector<std::pair<IncidentId, std::uint32_t>> outcomes;
    std::vector<Occurrence> incidents;  // each once
    std::vector<ClauseId> used;         // each once
    std::vector<OpenValue> open_values;

    void meet(IncidentId incident, ClauseId clause);  // an invalid incident is none
    void use(ClauseId clause);
    void clear();
};

enum class Failure {
    None,
    Undefined,
    Overflow,   // a value left its type (only code can do that)
    TooLarge,   // beyond 64 bits: neither right nor wrong, the successor is cut
    Undecided,  // met an undetermined open predicate where no decisions are taken
};

class TermEvaluator {
public:
    // `decisions` may be null: then a term that needs one fails. The journal takes the incidents.
    TermEvaluator(const Model& model, const EnabledClauses& enabled, Journal& journal, Decisions* decisions);

    // What terms read from now on; both must outlive the evaluations.
    void look_at(const Value* cells, const Value* registers);
    // The clause in whose name terms are evaluated from now on; returns the one before.
    ClauseId speak_for(ClauseId clause);

    // After a failure the value means nothing, and every further evaluation fails too until `forgive`.
    Value evaluate(TermId term);
    bool failed() const { return failure_ != Failure::None; }
    Failure failure() const { return failure_; }
    void fail(Failure failure);
    void forgive();

    // Binders: `bind` returns what `unbind` needs to leave the scope again.
    std::size_t bind(std::uint32_t level, Value value);
    void unbind(std::size_t depth) { depth_ = depth; }

    // The position of an argument tuple in row-major order; fails (undefined) if one is outside its parameter's type.
    std::size_t position(std::span<const TermId> arguments, const std::vector<TypeId>& params);

private:
    Value quantify(const Term& term);
    Value reach(const Term& term);
    Value open_function(const Term& term);
    Value undetermined(const OpenFunction& open, OpenId id, IncidentId incident, std::size_t arguments);
    bool is_enabled(ClauseId clause) const {
        return enabled_.empty() || !clause.is_valid() || enabled_[clause.index];
    }

    const Model& model_;
    const EnabledClauses& enabled_;
    Journal& journal_;
    Decisions* decisions_;
    const Value* cells_ = nullptr;
    const Value* registers_ = nullptr;
    ClauseId clause_;
    Failure failure_ = Failure::None;
    std::vector<Value> bound_;  // binder values; the running term's levels start at base_
    std::size_t base_ = 0;
    std::size_t depth_ = 0;          // first free place in bound_
    std::vector<Value> arguments_;   // stack of arguments under evaluation
    std::vector<ClauseId> holding_;  // stack of statements that hold
};

}  // namespace errata::compiler
