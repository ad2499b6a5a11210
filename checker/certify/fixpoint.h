// The second look at a claim about all states. A search hands over the states it says are all there are; here
// every one is expanded once more in the reference evaluator, and it is seen for oneself that the initial
// states are among them, that no successor leaves them and none is cut. What is then asked of them (is this
// met anywhere, can this always come about, can play be kept here) is computed on the edges found here. Knows
// neither the search nor its graph. Readings that the search left in their first alternative must not be
// asked in any of the states.
#pragma once

#include <atomic>
#include <functional>
#include <set>
#include <string>

#include "checker/certify/sameness.h"
#include "checker/explicit/stage.h"
#include "checker/stop.h"

namespace errata::checker {

struct StateList {
    std::size_t size = 0;
    std::function<compiler::State(std::size_t)> at;  // from several threads
};

class Fixpoint {
public:
    // `closed`: readings that `setup` does not leave open, though the game does.
    Fixpoint(const compiler::Evaluator& evaluator, const compiler::Setup& setup, StateList states,
             std::size_t threads = 1, const compiler::ReadingSet& closed = {}, Stop stop = {});

    // Why the states are not all there are; empty if they are.
    const std::string& problem() const { return problem_; }
    // The second look came to no end, and says nothing: it was stopped, or two states could not be compared.
    bool is_undecided() const { return stopped_ || sameness_.gave_up(); }
    // False: the setup leaves so many cells open that its initial states were not listed again.
    bool lists_initial_states() const { return lists_initial_; }

    std::size_t size() const { return states_.size; }

    // What any transition or state shows.
    const std::set<compiler::Occurrence>& met() const { return seen_.met; }
    bool uses(compiler::ClauseId clause) const { return seen_.used[clause.index]; }
    bool ends_with(std::size_t ending) const { return seen_.endings[ending]; }
    // A state without successor that is not over and about which no incident speaks.
    bool stops_silently() const { return seen_.stuck; }

    using States = std::vector<bool>;
    using Passes = std::function<bool(const compiler::State&)>;
    States where(const Passes& passes) const;
    // Which of several conditions hold in some state; the states are gone over once.
    std::vector<bool> anywhere(const std::vector<Passes>& conditions) const;
    const States& initial() const { return initial_; }
    States fails() const;          // with a successor that is no state
    States ends_or_fails() const;  // or without successor

    // Whoever `stays` says wants to stay has a choice that does; all others have only such. No state has
    // none, and no transition is of a coarser stage than `limit`.
    using Stays = std::function<bool(const compiler::Owner&)>;
    States kept(States within, const Stays& stays, LoopStage limit) const;

    // No state has two different successors.
    bool is_choiceless() const;

    // From which play can go on for ever, whoever decides how.
    States endless() const;

    // Can play come from one initial state to two ends (no way on, no failure) that are seen differently?
    bool can_end_differently(const std::function<compiler::State(const compiler::State&)>& seen_as) const;

    // From which a state of `target` can be reached, and which can be reached from `from` inside `within`.
    States leading_to(States target) const;
    States reached_from(States from, const States& within) const;

private:
    static constexpr std::uint32_t nowhere = 0xffffffffU;

    struct Edge {
        std::uint32_t target = nowhere;
        LoopStage stage = LoopStage::Settle;
        bool new_choice = false;  // false: another outcome of the choice before
    };
    struct Seen {
        std::set<compiler::Occurrence> met;
        std::vector<bool> used;
        std::vector<bool> endings;
        bool stuck = false;
    };
    // A stretch of states and what was found there.
    struct Stretch {
        std::vector<std::vector<Edge>> edges;
        std::vector<compiler::Owner> owners;
        Seen seen;
        compiler::ReadingSet asked;
        std::string problem;
    };

    void index();
    bool stops() const;
    std::uint32_t find(const compiler::State& state) const;
    Stretch expand(std::size_t begin, std::size_t end) const;
    void expand_all(std::size_t threads);
    void join(Stretch&& stretch);
    void look_for_initial_states(const compiler::Setup& setup);
    std::vector<std::uint32_t> earliest_ends(const std::vector<std::vector<std::uint32_t>>& ends) const;
    bool stays(std::size_t state, const States& inside, bool wants, LoopStage limit) const;

    const compiler::Evaluator& evaluator_;
    const compiler::Model& model_;
    Sameness sameness_;
    StateList states_;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> by_digest_;
    std::vector<std::uint32_t> first_{0};  // edges of state s: edges_[first_[s]] .. edges_[first_[s + 1] - 1]
    std::vector<Edge> edges_;
    std::vector<compiler::Owner> owners_;
    std::vector<std::vector<std::uint32_t>> sources_;  // by state: where edges to it begin
    States initial_;
    Seen seen_;
    compiler::ReadingSet asked_;
    std::string problem_;
    Stop stop_;
    mutable std::atomic<bool> stopped_{false};
    bool lists_initial_ = true;
};

}  // namespace errata::checker
