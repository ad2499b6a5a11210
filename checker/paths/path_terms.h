// Terms along a path (path_values.h): the value that each has there, as a number and as an expression, read
// off term_kinds.def. What the path's way depends on becomes a condition of the path; what is not linear is
// pinned to the value that it had. Independent of the reference evaluator, which every path comes from: a
// value that differs from what was played is refused (path_run.h).
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "checker/paths/path_values.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// What nobody decided on the way, in the order met (Move::outcomes).
class PathOutcomes {
public:
    void begin(const std::vector<std::pair<compiler::IncidentId, std::uint32_t>>& outcomes);
    // The next one, if it is of this incident.
    std::optional<std::uint32_t> take(compiler::IncidentId incident);
    bool all_taken() const { return outcomes_ == nullptr || next_ == outcomes_->size(); }

private:
    const std::vector<std::pair<compiler::IncidentId, std::uint32_t>>* outcomes_ = nullptr;
    std::size_t next_ = 0;
};

// By term: the variables that what stands behind it reads, and the types of which it asks how many.
struct Behind {
    std::vector<bool> variables;
    std::vector<compiler::TypeId> counted;
};

// What the terms of a path are evaluated with.
struct PathTerms {
    const compiler::Evaluator& evaluator;
    const std::vector<Population>& populations;
    PathRecord& record;
    const compiler::Model& model = evaluator.model();
    PathOutcomes outcomes = {};
    const std::vector<PathValue>* state = nullptr;
    std::size_t registers = 0;  // place of register 0 in the state
    compiler::ClauseId clause = {};
    std::vector<PathValue> bound = {};
    std::map<std::pair<std::size_t, std::size_t>, compiler::Value> undecided = {};  // by function and tuple
    std::vector<std::pair<std::uint32_t, std::size_t>> unfolding = {};
    std::map<compiler::TermId, Behind> behind = {};

    // What terms read from now on; both must outlive the evaluations.
    void look_at(const std::vector<PathValue>& that_state, std::size_t first_register);

    // The clause in whose name terms are evaluated from now on; returns the one before.
    compiler::ClauseId speak_for(compiler::ClauseId speaker);
    PathPlace place(compiler::TermId term) const { return {term, clause}; }

    // After a refusal the value means nothing.
    PathValue evaluate(compiler::TermId term);
    bool holds(compiler::TermId term) { return evaluate(term).now != 0; }
    // Evaluated and pinned.
    compiler::Value number(compiler::TermId term) { return record.pinned(evaluate(term), place(term)); }

    void bind(std::size_t level, PathValue value);
    void unbind(std::size_t level);
};

// A new transition, with these outcomes; nothing is known of what nobody decides.
void begin(PathTerms& t, const std::vector<std::pair<compiler::IncidentId, std::uint32_t>>& outcomes);
// One of the population's bystanders that nothing in sight names; nothing if all are named.
std::optional<compiler::Value> stand_in(const PathTerms& t, const Population& population);
// The position of an argument tuple in row-major order.
std::size_t position(PathTerms& t, const std::vector<compiler::TermId>& arguments, std::size_t count,
                     const std::vector<compiler::TypeId>& params);
bool is_enabled(const PathTerms& t, compiler::ClauseId clause);
// The binders that an argument tuple makes.
std::vector<PathValue> tuple(const PathTerms& t, const std::vector<compiler::TypeId>& params,
                             std::size_t position);

// path_definitions.cpp: what stands behind a name.
PathValue open(PathTerms& t, compiler::TermId id, const compiler::Term& term);
PathValue unknown(PathTerms& t, compiler::TermId id, const compiler::Term& term);
PathValue solved(PathTerms& t, compiler::TermId id);

}  // namespace errata::checker
