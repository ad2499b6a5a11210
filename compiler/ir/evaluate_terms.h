// The inner half of the reference evaluator: the value of a term in one state, as term_kinds.def,
// `OpenFunction` and `Equations` in model.h define it, and the two things that a transition under way keeps:
// its journal (what was met, decided and used) and the decisions that nobody takes. Used by run_code and
// evaluate; `initial_states` of the checker uses it to evaluate parts of requirements under binders.
// Everybody else asks the Evaluator. The solutions of a system are found by solve_equations.
#pragma once

#include <array>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>

#include "compiler/ir/binders.h"
#include "compiler/ir/cell_trace.h"
#include "compiler/ir/evaluate.h"
#include "compiler/ir/term_tables.h"

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
    std::vector<Reported> reported;    // one per incident at most
    std::vector<Clash> clashes;        // one per occurrence at most

    // An invalid incident is none.
    void meet(IncidentId incident, ClauseId clause) { meet(Occurrence{incident, clause}); }
    bool meet(Occurrence occurrence);  // for the first time?
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

// The solutions known of a system, and where: the variables' cells and what it read of earlier systems.
struct KnownSolutions {
    std::vector<Value> cells;
    std::vector<std::optional<Assignment>> read;
    Solved solved;
};

// By system.
struct SystemsSolved {
    std::map<EquationsId, std::list<KnownSolutions>> known;  // the latest first, a few of each
    std::map<EquationsId, Assignment> held;                  // instead of those of the state
};

// A term that is worth remembering, and for which values of the binders around it (none: 0).
struct Recalled {
    std::uint32_t term = 0;
    std::array<Value, most_levels_remembered> values = {};
    bool operator==(const Recalled&) const = default;
};
struct HashOfRecalled {
    std::size_t operator()(const Recalled& of) const {
        std::size_t result = of.term;
        for (const Value value : of.values)
            result = (result ^ static_cast<std::size_t>(value)) * 0x9e3779b97f4a7c15ULL;
        return result ^ (result >> 29);
    }
};

// The result of an evaluation, what it read, and the clauses that it used, in order.
struct TracedValue {
    Value value = 0;
    CellTrace trace = {};
    std::vector<ClauseId> used = {};
};

// The answer of a term that was asked before. A traced evaluation uses only answers that were traced, too.
struct RememberedValue {
    TracedValue said = {};
    bool is_traced = false;
};

// `decisions` may be null: then a term that needs one fails. The journal takes the incidents, `asked` (may be
// null) the readings asked, `trace` (may be null) what is read; with `unknowns` these are asked for every
// unknown, for definitions. All must outlive the evaluator. What it does is here and below.
struct TermEvaluator {
    const Model& model;
    const EnabledClauses& enabled;
    Journal& journal;
    Decisions* decisions = nullptr;
    ReadingSet* asked = nullptr;
    AssignedUnknowns* unknowns = nullptr;
    CellTrace* trace = nullptr;
    const Value* cells = nullptr;
    const Value* registers = nullptr;
    ClauseId clause = {};
    Failure failure = Failure::None;
    Binders binders = {};
    std::unordered_map<Recalled, RememberedValue, HashOfRecalled> remembered = {};
    std::size_t outermost = 0;  // the depth of binders at which this evaluation began
    SystemsSolved systems = {};
    const Shortcuts* shortcuts = nullptr;  // may be null
    TermTables* tables = nullptr;          // may be null, and is where there are no shortcuts
    std::vector<ClauseId> holding = {};    // statements of the open functions under way

    // What terms read from now on; both must outlive the evaluations.
    void look_at(const Value* these_cells, const Value* these_registers);
    // The clause in whose name terms are evaluated from now on; returns the one before.
    ClauseId speak_for(ClauseId speaker);

    // After a failure the value means nothing, and every further evaluation fails too until `forgive`.
    Value evaluate(TermId term);
    // Of a conjunction: the number of its first part that is false, and as many as it has parts where that
    // took a look at all of them; nothing: it holds, or fails. Of another term its only part is the term.
    std::optional<std::size_t> first_false(TermId term);
    bool failed() const { return failure != Failure::None; }
    void fail(Failure how);
    // The value written leaves the variable's type; `others` wrote the cell at the same moment.
    void leave_range(VarId var, std::vector<ClauseId> others);
};

// The values that a Reach term's way leads to from where it begins, the nearest first; with its beginning.
// None if it cannot be said, and the evaluator goes on as before.
std::vector<Value> reached_by_way(TermEvaluator& t, TermId way);

// The term's value; nothing if it has none, and the evaluator goes on as before.
std::optional<Value> tried(TermEvaluator& t, TermId term);

// It evaluates anew: no failure, nothing bound, no solution held.
void forgive(TermEvaluator& t);

// The position of an argument tuple in row-major order; fails (undefined) if one is outside its parameter's
// type.
std::size_t position_of(TermEvaluator& t, std::span<const TermId> arguments,
                        const std::vector<TypeId>& params);

// Binders of its own, of which 0.. are the argument tuple at this position; `Binders::leave` takes
// what this gives.
BinderRange enter(TermEvaluator& t, const std::vector<TypeId>& params, std::size_t position);

// The value of a closed term, as Evaluator::value has it; adds to `trace` (may be null) the cells read.
std::optional<Value> traced_value(const Evaluator& evaluator, TermId term, const State& state,
                                  CellTrace* trace);

// The solutions of a system in the state as it is. Earlier systems that it reads are asked first; may
// fail, or meet their incidents. The reference is good until the state changes.
const Solved& solve(TermEvaluator& t, EquationsId system);
// From now on the unknowns of the system have these values; nothing: those of the state again. Returns
// what was before.
std::optional<Assignment> hold(TermEvaluator& t, EquationsId system, std::optional<Assignment> values);

}  // namespace errata::compiler
