// The searched game seen as a game: who decides between which choices, and in which stage each transition
// happens. An Exploration keeps states and edges; the recording, which observes its search, adds what only
// the expansion knows (which successors belong to one choice, their stage, the clauses used, placements,
// endings), so that nothing is expanded twice.
//
// A choice with several outcomes that nobody decides becomes a node of its own behind the states: the player
// picks the node, every outcome must be reckoned with.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "checker/explicit/breadth_first.h"
#include "checker/explicit/stage.h"
#include "checker/option_at.h"
#include "checker/trace.h"

namespace errata::checker {

// A transition of the exploration: state and index in its expansion.
struct Step {
    StateId state;
    std::uint32_t successor = 0;
};

class Recording final : public SearchObserver {
public:
    explicit Recording(const compiler::Model& model);

    void expanded(StateId id, const compiler::State& state, const compiler::Expansion& expansion) override;

    struct Entry {
        bool new_choice : 1 = false;
        bool is_state : 1 = false;  // false: an error or cut
        bool is_error : 1 = false;
        std::uint8_t in_stage : 5 = static_cast<std::uint8_t>(LoopStage::Game);

        LoopStage stage() const { return static_cast<LoopStage>(in_stage); }
    };
    static_assert(sizeof(Entry) == 1);
    // By state: its successors' entries are entries[first[s]] .. entries[first[s+1]-1].
    const std::vector<std::uint32_t>& first() const { return first_; }
    const std::vector<Entry>& entries() const { return entries_; }

    // By clause: the first transition that uses it.
    const std::vector<std::optional<Step>>& used() const { return used_; }
    // By clause: the first transition in which it does something. That of a trigger changes something or sets
    // something off, when it is carried out or before; others do all that they do by being used.
    const std::vector<std::optional<Step>>& acted() const { return acted_; }
    // By clause, of those with several parts: the nearest states with a transition that uses it.
    static constexpr std::size_t most_of_parts = 10'000;
    const std::map<compiler::ClauseId, std::vector<StateId>>& of_parts() const { return of_parts_; }
    // By trigger: the first transition that places it.
    const std::vector<std::optional<Step>>& placed() const { return placed_; }
    // By point: a state waits there.
    const std::vector<bool>& stood_at() const { return stood_at_; }
    // The options that some transition takes.
    const std::set<OptionAt>& taken() const { return taken_; }
    // By ending: the first state that is over with it.
    const std::vector<std::optional<StateId>>& endings() const { return endings_; }
    // States in which different pending instances can be placed.
    const std::vector<StateId>& placements() const { return placements_; }
    // States with a transition in which nobody decides what comes first.
    const std::vector<StateId>& undecided() const { return undecided_; }
    // Expanded states without successor that are not over, and without an incident that says so.
    const std::vector<StateId>& stuck() const { return stuck_; }

    // The first state that is no ending and has no successor, with or without an incident that says so.
    const std::optional<StateId>& no_way_on() const { return no_way_on_; }

private:
    // `carried_out`: whose item waits in the state; or invalid.
    void note_acting(Step step, compiler::ClauseId carried_out, const compiler::State& state,
                     const compiler::Successor& successor);

    const compiler::Model& model_;
    std::vector<std::uint32_t> first_{0};
    std::vector<Entry> entries_;
    std::vector<bool> is_carried_out_;  // by clause: as an item of the agenda
    std::vector<std::optional<Step>> used_;
    std::vector<std::optional<Step>> acted_;
    std::map<compiler::ClauseId, std::vector<StateId>> of_parts_;
    std::vector<std::optional<Step>> placed_;
    std::vector<bool> stood_at_;
    std::set<OptionAt> taken_;
    std::vector<std::optional<StateId>> endings_;
    std::vector<StateId> placements_;
    std::vector<StateId> undecided_;
    std::vector<StateId> stuck_;
    std::optional<StateId> no_way_on_;
};

// Where play breaks off: what would come behind it nobody has seen.
struct BrokenOff {
    StateId state;
    std::optional<std::uint32_t> error;  // the successor that is one; nothing: there is no way on
};
// The first transition that is an error, else the first state without a way on.
std::optional<BrokenOff> broken_off(const Recording& recording);

struct Arena {
    static constexpr std::uint32_t no_edge = 0xffffffffU;

    std::size_t states = 0;  // nodes below this number are the exploration's states
    GameGraph graph;
    std::vector<std::uint32_t> edges;  // by edge: the exploration's edge; no_edge: the way to a choice node
    std::vector<LoopStage> stages;     // by edge
};

Arena make_arena(const Exploration& exploration, const Recording& recording);

// Made when first asked for, of the one graph it is asked for; from several threads.
class LazyArena {
public:
    const Arena& of(const Exploration& exploration, const Recording& recording) {
        std::call_once(made_, [&] { arena_ = make_arena(exploration, recording); });
        return arena_;
    }

private:
    std::once_flag made_;
    Arena arena_;
};

// The arena without the transitions of coarser stages; where one was, the node leaks.
Arena up_to(const Arena& arena, LoopStage stage);

// The arena without what is played in windows: everybody passes.
Arena without_plays(const Arena& arena, const Exploration& exploration);

// Whose states ask for `Some` (they want to stay), all others for `All`.
struct Keepers {
    bool all_players = false;
    bool chance = false;
    std::optional<compiler::Value> player;   // this one
    std::optional<compiler::Value> against;  // all players but this one
    bool nobody = false;                     // what is left to nobody, or to rules elsewhere, falls out so
};
Modes modes_of(const Arena& arena, const Exploration& exploration, const Keepers& keepers);

// Lengthens a play that ends in `at` by the transitions of these arena edges.
void follow(const Arena& arena, const Exploration& exploration, StateId at,
            const std::vector<std::uint32_t>& edges, Trace& play);

// By node; choice nodes count as deep as the state before them.
std::vector<std::uint32_t> depths_of(const Arena& arena, const Exploration& exploration);

}  // namespace errata::checker
