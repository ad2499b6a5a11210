// Bounded search: for each target the shortest play from a setup that shows it, over all values of the
// setup's open cells at once. Every depth is decided for all open targets by one query before the next is
// unrolled, so a play found is of minimal length and a target not found is excluded up to the depth reported.
// The states of a play are a witness only after certify/replay has found the moves between them in the
// evaluator.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/solver.h"
#include "compiler/smt/encode_step.h"

namespace errata::checker {

enum class TargetKind {
    // the incident happens: in a step, or in a state (no option; a look at an option that is then not there;
    // asking whose choice it is)
    Incident,
    Condition,  // a closed term is 1, defined, and meets nothing undetermined
    Breach,     // a closed term is not as `wanted` or has no value, and the premise is 1
    Deadlock,   // the game is not over and nothing can be done
    Ending,     // the game ends this way
    Pending,    // the next step places a trigger, and two different instances of these triggers wait
};

struct SymbolicPlay {
    std::vector<compiler::State> states;
    // The incident happens in a step that leads to no state (error, cut); else in the step to the last state,
    // or in it.
    bool is_broken_off = false;
};

struct Target {
    std::string id;
    TargetKind kind = TargetKind::Incident;
    compiler::IncidentId incident;
    std::optional<compiler::ClauseId> clause;  // Incident: spoken by this clause only
    bool by_each = false;  // Incident: further plays are sought, in which other clauses meet it
    compiler::TermId condition;
    compiler::TermId premise;  // Breach; may be invalid
    bool wanted = true;        // Breach
    compiler::EndingId ending;
    compiler::TriggerId trigger;  // Pending
    compiler::TriggerId other;    // Pending; may be the same
    // Among the shortest plays one in whose first state as few of these closed terms as possible are 1. Of
    // those one in which no open cell of the setup, or group of cells of one variable, could be left at its
    // initial value.
    std::vector<compiler::TermId> minimise;
    // Looks at a candidate play (Pending: whether the order matters in its last state). One that is turned
    // down is not a find; other last states are tried, `candidates` in all.
    std::function<bool(const SymbolicPlay&)> accept;
    std::size_t candidates = 20;
};

enum class SearchStatus {
    Found,
    Clear,      // no such play of up to `depth` steps
    Exhausted,  // no such play at all: none has more than `depth` steps
    // no such play at all, whatever the setup: it happens in no well-formed state (`depth`: as far as asked)
    Impossible,
    Unknown,  // excluded up to `depth` steps; then the budget ended (`reason`)
};

struct SearchResult {
    SearchStatus status = SearchStatus::Clear;
    std::size_t depth = 0;  // Found: number of steps, the one broken off included
    std::optional<SymbolicPlay> play;
    std::optional<Fact> reason;              // Unknown
    std::vector<SymbolicPlay> further = {};  // Target::by_each
};

struct SearchOptions {
    std::size_t depth = 20;                          // steps
    unsigned resources = 0;                          // Z3 resource units per query; 0: no limit
    unsigned formula_units = 0;                      // formulas that may be made; 0: the encoder's own limit
    double seconds = 0;                              // in total, wall clock; 0: no limit
    const std::atomic<bool>* interrupted = nullptr;  // set by others: the time is up; may be null
    compiler::EncoderOptions encoder;
    std::function<void(std::size_t depth, std::size_t open_targets)> progress;
};

struct SearchReport {
    std::vector<SearchResult> results;   // in the order of the targets
    std::set<std::string> not_analysed;  // not empty: Clear and Exhausted are no proofs
    std::optional<std::size_t> cut_at;   // the least number of steps after which a play is cut by a bound
    std::size_t queries = 0;
    std::size_t formulas = 0;
};

class BoundedSearch {
public:
    BoundedSearch(const compiler::Model& model, const compiler::Setup& setup, SearchOptions options);

    SearchReport run(const std::vector<Target>& targets);

private:
    const compiler::Model& model_;
    const compiler::Setup& setup_;
    SearchOptions options_;
};

}  // namespace errata::checker
