// The bounded searches of one run. All analyses that are planned for a setup look for their targets in the
// same unrolling, which is what costs; one search for what must not be (incidents, broken claims, deadlocks),
// one for what should be (endings, cards, declared states, what is awaited), for these end early. A play
// found is replayed here; what the evaluator does not confirm is our bug and CHECKed. The boards on which
// plays were found are the sample on which explicit analyses go on where the question has no symbolic form.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/analysis_name.h"
#include "checker/certify/replay.h"
#include "checker/symbolic/bounded.h"
#include "checker/trace.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Looked ahead where neither the command line nor the scope says how far: a few turns of a small game.
inline constexpr std::size_t default_search_depth = 16;

// Z3 resource units per query unless a budget is given: some tens of seconds.
inline constexpr unsigned default_solver_units = 60'000'000;

struct SearchFind {
    SearchStatus status = SearchStatus::Unknown;
    std::size_t depth = 0;
    std::optional<Trace> play;        // Found; replayed
    std::vector<Trace> further = {};  // of an incident: plays in which other clauses meet it; replayed
    Facts facts = {};                 // otherwise: how far was looked
    Status verdict = Status::Unknown;
    bool is_conclusive = false;
    Facts limit = {};         // Verdict::limit
    bool is_minimal = false;  // Found: no shorter play was left out of the encoding
};

class SymbolicSearch {
public:
    struct Limits {
        std::size_t declared_depth = 0;                  // 0: not said
        unsigned solver_units = 0;                       // 0: the default
        std::function<double()> seconds_left;            // 0: no limit
        const std::atomic<bool>* interrupted = nullptr;  // set by others: the time is up; may be null
        std::function<void(const std::string&, std::size_t depth)> progress;
    };

    SymbolicSearch(const compiler::Evaluator& evaluator, Limits limits);

    // These analyses will ask for targets of this setup; announced before any asks, they share a search.
    void announce(std::size_t setup, AnalysisName analysis);
    // Somebody will ask for boards.
    void announce_all(std::size_t setup);

    // The results of one analysis, by target id. Runs the search if nobody has.
    std::map<std::string, SearchFind> find(std::size_t setup, AnalysisName analysis);

    // First states of the plays found for the setup, each once, in the order of the targets. Asks for all
    // targets there are.
    std::vector<compiler::State> boards(std::size_t setup);

    // Reasons why some transitions were not encoded.
    std::set<std::string> not_analysed(std::size_t setup);

    Statistics stats() const;

private:
    struct Slot {
        std::mutex
            announcing;  // guards `announced` alone, so that nobody waits for a search to announce another
        std::set<AnalysisName> announced;
        std::mutex mutex;  // held while the search runs
        std::map<std::string, SearchFind> finds;
        std::vector<std::string> order;  // of the finds
        std::set<std::string> not_analysed;
    };
    // Of one setup: what must not be, what should be.
    struct Pair {
        Slot slots[2];
    };

    struct Questions {
        compiler::Model model;  // a copy with the terms that the targets need besides
        std::vector<std::vector<std::pair<AnalysisName, Target>>> targets;  // by group: analysis and target
    };

    // Made when they are first needed: a large set of cards has millions, and most searches need none.
    const Questions& questions();
    void run(std::size_t setup, Slot& slot, std::size_t group);
    void keep(std::size_t setup, Slot& slot, const std::vector<Target>& targets, SearchReport report);
    void count(const SearchReport& report);
    Replayed replayed(std::size_t setup, const Target& target, const SymbolicPlay& play) const;
    SearchFind judge(std::size_t setup, const Target& target, SearchResult result,
                     const SearchReport& report) const;

    const compiler::Evaluator& evaluator_;
    Limits limits_;
    std::once_flag asked_;
    std::unique_ptr<Questions> questions_;
    std::vector<std::unique_ptr<Pair>> setups_;
    mutable std::mutex stats_mutex_;
    Statistics stats_;
};

// Target ids: what an analysis looks its results up by.
std::string incident_target(compiler::IncidentId incident);
std::string claim_target(std::size_t claim);
std::string item_target(std::size_t item);
std::string ending_target(std::size_t ending);
inline constexpr const char* deadlock_target = "deadlock";

}  // namespace errata::checker
