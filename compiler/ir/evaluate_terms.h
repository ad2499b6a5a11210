// The inner half of the reference evaluator: the value of a term in one state, as term_kinds.def,
// `OpenFunction` and `Equations` in model.h define it, and the two things that a transition under way keeps:
// its journal (what was met, decided and used) and the decisions that nobody takes. Used by run_code and
// evaluate; `initial_states` of the checker uses it to evaluate parts of requirements under binders.
// Everybody else asks the Evaluator. Open functions are in evaluate_open.cpp; which solution of a system
// holds is in evaluate_unknowns.cpp, finding them in solve_equations; which readings are asked in
// evaluate_readings.cpp.
#pragma once

#include <list>
#include <map>
#include <span>
#include <unordered_map>

#include "compiler/ir/evaluate.h"

namespace errata::compiler {

// Enumerates what nobody decides, depth first, by running the same code again: each run asks `decide` at the
// same points as the one before until the first decision that differs.
//     do { decisions.rewind(); run(decisions); } while (decisions.advance());
class Decisions {
public:
    std::uint32_t decide(std::uint32_t outcomes);
    void rewind() { next_ = 0; }
    // Prepares the next combination of outcomes; false when all were run (and then ready for a new
    // enumeration).
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

// The value taken by an open function that the statements leave undetermined or contradict.
struct OpenValue {
    OpenId open;
    std::size_t position = 0;  // of the argument tuple
    Value value = 0;
};

// A value for each unknown of one system: families in order, argument tuples as the cells of a variable.
using Assignment = std::vector<Value>;

// The solution taken for a system that has several.
struct TakenSolution {
    EquationsId system;
    Assignment values;
};

// The solutions of a system in a state.
struct Solved {
    std::vector<Assignment> solutions;  // in order, at most 100
    std::optional<Assignment> backups;  // where there is none
    bool too_large = false;  // a number beyond 64 bits, or too many assignments to look at: nothing is known
};

struct Journal {
    std::vector<std::pair<IncidentId, std::uint32_t>> outcomes;
    std::vector<Occurrence> incidents;  // each once
    std::vector<ClauseId> used;         // each once
    std::vector<OpenValue> open_values;
    std::vector<TakenSolution> taken;  // one per system at most

    void meet(IncidentId incident, ClauseId clause);  // an invalid incident is none
    void use(ClauseId clause);
    void clear();
};

enum class Failure {
    None,
    Undefined,
    Overflow,       // a value left its type (only code can do that)
    TooLarge,       // beyond 64 bits: neither right nor wrong, the successor is cut
    TooManyOrders,  // of an AnyOrder: the successor is cut
    Undecided,      // met an undetermined open function, or several solutions, where no decisions are taken
    NoSolution,     // asked an unknown of a system without a solution
};

// Where an evaluator finds the values of unknowns when it looks at an assignment, not at a state alone.
class AssignedUnknowns {
public:
    // `position`: of the arguments. May make the evaluator fail.
    virtual Value ask(UnknownId unknown, std::size_t position) = 0;

protected:
    ~AssignedUnknowns() = default;
};

class TermEvaluator {
public:
    // `decisions` may be null: then a term that needs one fails. The journal takes the incidents, `asked`
    // (may be null) the readings asked.
    TermEvaluator(const Model& model, const EnabledClauses& enabled, Journal& journal, Decisions* decisions,
                  ReadingSet* asked = nullptr);
    // For definitions: takes no decisions, and asks `unknowns` for every unknown.
    TermEvaluator(const Model& model, const EnabledClauses& enabled, Journal& journal,
                  AssignedUnknowns& unknowns, ReadingSet* asked = nullptr);

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

    // The position of an argument tuple in row-major order; fails (undefined) if one is outside its
    // parameter's type.
    std::size_t position(std::span<const TermId> arguments, const std::vector<TypeId>& params);

    // Binders of its own, of which 0.. are the argument tuple at this position; `leave` takes
    // what `enter` gave.
    struct BinderRange {
        std::size_t base = 0;
        std::size_t depth = 0;
    };
    BinderRange enter(const std::vector<TypeId>& params, std::size_t position);
    void leave(BinderRange outside);

    // The solutions of a system in the state as it is. Earlier systems that it reads are asked first; may
    // fail, or meet their incidents. The reference is good until the state changes.
    const Solved& solve(EquationsId system);
    // From now on the unknowns of the system have these values; nothing: those of the state again. Returns
    // what was before.
    std::optional<Assignment> hold(EquationsId system, std::optional<Assignment> values);

private:
    // Inside an evaluation: the state does not change, so what is `remembered` (term.h) is evaluated once.
    // Inline, for nothing is done more often, and mostly of a leaf.
    Value value_of(TermId id) {
        const Term& term = model_.terms[id];
        if (term.kind == TermKind::Const) return term.payload;
        if (term.kind == TermKind::Bound && !failed())
            return bound_[base_ + static_cast<std::size_t>(term.payload)];
        return term.remembered ? recalled(id, term) : looked_at(term);
    }
    Value recalled(TermId id, const Term& term);
    Value looked_at(const Term& term);
    struct Operands;
    std::size_t place_of(std::span<const TermId> arguments, const std::vector<TypeId>& params);

    // Beginning with one of the term's children.
    Value conjunction(const Term& term, std::size_t from);
    bool is_false_anyway(const Term& term, std::size_t from);
    void ask(ReadingId reading) {
        if (asked_ != nullptr && reading.is_valid()) (*asked_)[reading.index] = true;
    }

    Value quantify(const Term& term);
    Value reach(const Term& term);

    Value open_function(const Term& term);
    // What the enabled statements say about one argument tuple.
    struct Statements {
        std::vector<Value> asked;      // by positive ones, each once
        std::vector<Value> forbidden;  // by negative ones
        std::vector<ClauseId> holding;
    };
    Statements statements(const OpenFunction& open);
    Value undetermined(OpenId id, IncidentId incident, std::size_t position,
                       const std::vector<Value>& candidates);

    // The solutions known of a system, and where: the variables' cells and what it read of earlier systems.
    struct KnownSolutions {
        std::vector<Value> cells;
        std::vector<std::optional<Assignment>> read;
        Solved solved;
    };
    // By index of the systems read; nothing where one has no value.
    std::vector<std::optional<Assignment>> read_earlier(const Equations& system);
    Value unknown(const Term& term);
    Value solutions(const Term& term);
    // The assignment that holds; null where there is none (the incident was met), or after a failure.
    const Assignment* holding(EquationsId system);
    const Assignment* one_of_several(EquationsId system, const std::vector<Assignment>& solutions);
    bool is_enabled(ClauseId clause) const {
        return enabled_.empty() || !clause.is_valid() || enabled_[clause.index];
    }

    const Model& model_;
    const EnabledClauses& enabled_;
    Journal& journal_;
    Decisions* decisions_ = nullptr;
    AssignedUnknowns* assigned_ = nullptr;
    ReadingSet* asked_ = nullptr;
    const Value* cells_ = nullptr;
    const Value* registers_ = nullptr;
    ClauseId clause_;
    Failure failure_ = Failure::None;
    std::vector<Value> bound_;  // binder values; the running term's levels start at base_
    std::size_t base_ = 0;
    std::size_t depth_ = 0;                                   // first free place in bound_
    std::unordered_map<std::uint32_t, Value> remembered_;     // by term
    std::map<EquationsId, std::list<KnownSolutions>> known_;  // the latest first, a few of each
    std::map<EquationsId, Assignment> held_;
};

}  // namespace errata::compiler
