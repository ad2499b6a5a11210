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

class PathTerms {
public:
    PathTerms(const compiler::Evaluator& evaluator, const std::vector<Population>& populations,
              PathRecord& record);

    // What terms read from now on; both must outlive the evaluations.
    void look_at(const std::vector<PathValue>& state, std::size_t registers);
    // A new transition, with these outcomes; nothing is known of what nobody decides.
    void begin(const std::vector<std::pair<compiler::IncidentId, std::uint32_t>>& outcomes);
    PathOutcomes& outcomes() { return outcomes_; }

    // The clause in whose name terms are evaluated from now on; returns the one before.
    compiler::ClauseId speak_for(compiler::ClauseId clause);
    PathPlace place(compiler::TermId term) const { return {term, clause_}; }

    // After a refusal the value means nothing.
    PathValue evaluate(compiler::TermId term);
    bool holds(compiler::TermId term) { return evaluate(term).now != 0; }
    // Evaluated and pinned.
    compiler::Value number(compiler::TermId term) { return record_.pinned(evaluate(term), place(term)); }

    void bind(std::size_t level, PathValue value);
    void unbind(std::size_t level);
    // One of the population's bystanders that nothing in sight names; nothing if all are named.
    std::optional<compiler::Value> stand_in(const Population& population) const;
    // The position of an argument tuple in row-major order.
    std::size_t position(const std::vector<compiler::TermId>& arguments, std::size_t count,
                         const std::vector<compiler::TypeId>& params);
    const std::vector<Population>& populations() const { return populations_; }

private:
    using Values = std::vector<PathValue>;

    PathValue cell(const compiler::Term& term);
    PathValue table(const compiler::Term& term);
    PathValue junction(const compiler::Term& term, bool stops_at);
    PathValue comparison(compiler::TermId id, const compiler::Term& term);
    PathValue arithmetic(compiler::TermId id, const compiler::Term& term);
    PathValue product(const PathValue& a, const PathValue& b, compiler::TermId id);
    PathValue set_operation(const compiler::Term& term);
    PathValue quantified(compiler::TermId id, const compiler::Term& term);
    PathValue of_population(const compiler::Term& term, const Population& population, PathValue total,
                            compiler::TermId id);
    PathValue reach(const compiler::Term& term);
    PathValue open(compiler::TermId id, const compiler::Term& term);
    compiler::Value undetermined(compiler::TermId id, const compiler::OpenFunction& function,
                                 compiler::IncidentId incident, std::size_t number, std::size_t place);
    PathValue unknown(compiler::TermId id, const compiler::Term& term);
    PathValue unfolded(compiler::TermId id, compiler::UnknownId unknown, std::size_t position);
    PathValue solved(compiler::TermId id);
    // What the equations behind a term say is the same whatever the variables are.
    bool is_steady(compiler::TermId id);
    // As the reference evaluator has it, in the state as it is.
    PathValue as_played(compiler::TermId id);
    bool is_enabled(compiler::ClauseId clause) const;
    // The binders that an argument tuple makes.
    Values tuple(const std::vector<compiler::TypeId>& params, std::size_t position) const;

    const compiler::Evaluator& evaluator_;
    const compiler::Model& model_;
    const std::vector<Population>& populations_;
    PathRecord& record_;
    PathOutcomes outcomes_;
    const Values* state_ = nullptr;
    std::size_t registers_ = 0;  // place of register 0 in the state
    compiler::ClauseId clause_;
    Values bound_;
    std::map<std::pair<std::size_t, std::size_t>, compiler::Value> undecided_;  // by function and tuple
    std::vector<std::pair<std::uint32_t, std::size_t>> unfolding_;
    // By term: the variables that what stands behind it reads, and the types of which it asks how many.
    struct Behind {
        std::vector<bool> variables;
        std::vector<compiler::TypeId> counted;
    };
    const Behind& behind(compiler::TermId id);
    std::map<compiler::TermId, Behind> behind_;
};

}  // namespace errata::checker
