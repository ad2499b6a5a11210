// The graph that the second look finds: by state its ways on, as far as they lead to a state at all, and what
// can be computed on them. States are numbers here.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "checker/explicit/stage.h"
#include "compiler/ir/play.h"

namespace errata::checker {

class FixpointGraph {
public:
    static constexpr std::uint32_t nowhere = 0xffffffffU;

    struct Edge {
        std::uint32_t target = nowhere;  // nowhere: the successor is no state
        LoopStage stage = LoopStage::Settle;
        bool new_choice = false;  // false: another outcome of the choice before
    };
    // The next state: its ways on, and who chooses.
    void add(const std::vector<Edge>& edges, compiler::Owner owner);
    // Behind the last one.
    void finish();

    std::size_t size() const { return owners_.size(); }
    bool is_without_successor(std::size_t state) const { return first_[state] == first_[state + 1]; }

    using States = std::vector<bool>;
    States fails() const;          // with a successor that is no state
    States ends_or_fails() const;  // or without successor

    // Whoever `stays` says wants to stay has a choice that does; all others have only such. No state has
    // none, and no transition is of a coarser stage than `limit`.
    using Stays = std::function<bool(const compiler::Owner&)>;
    States kept(States within, const Stays& stays, LoopStage limit) const;

    // Nobody ever has two choices that come to different states, but for what nobody decides.
    bool is_choiceless() const;

    // From which play can go on for ever, whoever decides how.
    States endless() const;

    // By state: the first of these ends that it leads to; nowhere: to none.
    std::vector<std::uint32_t> earliest_ends(const std::vector<std::vector<std::uint32_t>>& ends) const;

    // From which a state of `target` can be reached, and which can be reached from `from` inside `within`.
    States leading_to(States target) const;
    States reached_from(States from, const States& within) const;

private:
    bool stays(std::size_t state, const States& inside, bool wants, LoopStage limit) const;

    std::vector<std::uint32_t> first_{0};  // edges of state s: edges_[first_[s]] .. edges_[first_[s + 1] - 1]
    std::vector<Edge> edges_;
    std::vector<compiler::Owner> owners_;
    std::vector<std::vector<std::uint32_t>> sources_;  // by state: where edges to it begin
};

}  // namespace errata::checker
