// Forced loops on any board: from every well-formed state at once, reachable or not, L transitions with one
// possibility each that come back to the very same state, counters included. Each is a settle, a placement,
// or done by an agenda item: the turn never has a say. Which cards lie on the table is part of the state, so
// one query asks about all sets of cards. What it finds is carried out again in the evaluator, with a look at
// everything else that could have been done; whether its board can come about in play is not asked
// (`unconfirmed`). What it does not find, for a length decided, exists on no board of the scope whose
// counters are within counter_lo..counter_hi.
//
// Stricter than the explicit search in one point: two options that come to the same are two here, not one.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/solver.h"
#include "checker/trace.h"
#include "compiler/smt/options.h"

namespace errata::checker {

struct LoopQueryOptions {
    std::size_t length = 16;          // the longest loop asked for; an ability is about three transitions
    std::size_t loops = 12;           // enough then
    unsigned resources = 50'000'000;  // Z3 resource units per check, some ten seconds; 0: no limit
    std::function<double()> seconds_left;            // for all checks together; 0 or nothing: no limit
    const std::atomic<bool>* interrupted = nullptr;  // set by others: the check ends at once; may be null
    std::vector<compiler::TermId> given;  // closed terms that hold as well, such as proved invariants
    compiler::EncoderOptions encoder;
};

// Attempts at a plainer board, per loop.
inline constexpr std::size_t most_niceties = 150;

// Of one check.
SolverBudget budget_of(const LoopQueryOptions& options);

struct AnyBoardLoop {
    Trace play;                               // loop_start is 0; `setup` means nothing
    std::vector<compiler::ClauseId> clauses;  // used by the transitions, increasing
    std::vector<std::size_t> sort;  // what goes round: items by point, then state checks, as in ByItself
};

enum class LoopAnswer { None, Found, Unknown };

struct LoopLength {
    std::size_t length = 0;
    // None: there is none but those that contain a shorter one listed.
    LoopAnswer answer = LoopAnswer::Unknown;
    bool all_found = false;      // Found: nor is there another
    std::optional<Fact> reason;  // Unknown, or not all found
};

struct LoopQueryReport {
    // Shortest first. Not every loop, but of each sort one: two loops are of a sort when the same items (by
    // the points at which they wait) and state checks go round in them; what goes round in another loop of
    // the list and more besides is left out.
    std::vector<AnyBoardLoop> loops;
    std::vector<LoopLength> lengths;     // 1, 2, ... as far as asked; after two without an answer no more are
    std::size_t decided = 0;             // up to so many transitions there are no other loops
    std::set<std::string> not_analysed;  // not empty: nothing is excluded, and `decided` is 0
    // Models that the evaluator does not confirm: our mistake, to be treated like any other failed replay.
    std::vector<std::string> refused;
    std::size_t queries = 0;
};

LoopQueryReport find_forced_loops(const compiler::Model& model, const LoopQueryOptions& options = {});
// The evaluator that confirms what is found may be given: that of another model refuses what is no loop
// there.
LoopQueryReport find_forced_loops(const compiler::Model& model, const compiler::Evaluator& evaluator,
                                  const LoopQueryOptions& options = {});

// Why a play is no forced loop, in the evaluator's eyes; "" if it is one.
std::string objection_to_loop(const compiler::Evaluator& evaluator, const Trace& play);

}  // namespace errata::checker
