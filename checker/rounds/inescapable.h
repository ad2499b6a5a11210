// Play that cannot get out of a stage, whatever anybody chooses, though its states have no end: ever more
// waits to be done, there are ever more of some objects, numbers rise or fall.
//
// A set of states is built that play never leaves, as in the coverability trees of Karp and Miller (1969).
// An element of the set is a state together with what there may be more of (`More`); it stands for all
// states with any more of that. Where play comes to an element with more of the same, the difference joins
// what there may be more of. What piles up is:
//   the agenda    of a stack, which is read at its top alone, what lies below the items that play has put
//                 there since, or below the topmost few of them; of a queue, further items like the one
//                 before them;
//   the bag       further copies of an instance that is there. A name that no code looks at does not count,
//                 and each step is made again with one copy more, which says what becomes of that;
//   objects       that equal some that are there, are referred to by nothing and are not touched by a step
//                 (bystanders.h says how many have to stand by);
//   numbers       that go one way as play goes on; each step is carried out for any such values
//                 (paths/path_run.h).
// The bounds of the scope are no rules: only where one of them, or a number's range, stops a step does the
// thing that it bounds count as piling up. All else stays as it is. Sufficient, not necessary.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "checker/loop_stage.h"
#include "checker/plays/to_do.h"
#include "checker/rounds/twins.h"

namespace errata::checker {

// Objects of a pool whose fields have these values.
struct ObjectSort {
    std::size_t pool = 0;
    std::vector<compiler::Value> fields;
    friend auto operator<=>(const ObjectSort&, const ObjectSort&) = default;
};

// What there may be more of than a state shows.
struct More {
    bool below = false;                              // items of a stack
    std::set<std::vector<compiler::Value>> items;    // of a queue, each behind another one like it
    std::map<std::size_t, compiler::Value> numbers;  // by cell, which way: 1 or -1
    std::set<ObjectSort> objects;
    std::set<std::vector<compiler::Value>> instances;  // of the bag: trigger and arguments

    bool empty() const {
        return !below && items.empty() && numbers.empty() && objects.empty() && instances.empty();
    }
};

// One way round: from the state in question to one that is met again, exactly or with more of the same.
struct WayRound {
    std::vector<compiler::Successor> stem;
    std::vector<compiler::Successor> steps;
};

class UnreadArguments;

class Inescapable {
public:
    // Every play from `first` goes on for ever without a transition that is coarser than `stage`; nothing:
    // that is not shown.
    static std::optional<Inescapable> from(const compiler::Evaluator& evaluator, const compiler::State& first,
                                           LoopStage stage);

    // Nobody has a choice.
    bool is_choiceless() const { return choiceless_; }
    // What piles up, in some play.
    const More& more() const { return more_; }
    // It holds of this state as well.
    bool contains(const compiler::State& state) const;
    // A short way round from the state in question. Nothing: none was met among the nearest states.
    std::optional<WayRound> way_round(const compiler::Evaluator& evaluator) const;

private:
    friend class RegionSearch;
    struct Element {
        compiler::State state;
        std::size_t own = 0;  // items of the agenda; what lies below them may be anything
        More more;
        std::optional<std::size_t> from;  // the element whose step first led to it
    };
    struct Piles {
        bool below = false;
        bool items = false;
        bool bag = false;
        std::set<std::size_t> pools;
        std::set<std::size_t> numbers;  // cells
    };

    explicit Inescapable(const compiler::Evaluator& evaluator);

    // What `state` has more than the element's, where that is all the difference. `own`: as in Element.
    std::optional<More> beyond(const Element& element, const compiler::State& state) const;
    std::optional<compiler::State> cut_below(const compiler::State& state, std::size_t own) const;
    std::vector<compiler::Value> key(const compiler::State& state) const;
    compiler::State without_unread(const compiler::State& state) const;
    ObjectSort sort_of(const compiler::State& state, Object object) const;

    const compiler::Model* model_;
    const UnreadArguments* unread_;
    Twins twins_;
    Piles piles_;
    compiler::State first_;
    AgendaItem lowest_;  // of the first state
    std::vector<Element> elements_;
    std::map<std::vector<compiler::Value>, std::vector<std::size_t>> by_key_;
    bool objects_name_objects_ = false;
    bool choiceless_ = true;
    More more_;
};

// Some of the regions holds of the state.
bool lies_in_some(const compiler::State& state, const std::vector<Inescapable>& regions);

// Some play from `first` leaves the stage, or ends, within this many states: by no error, and by no cut.
bool gets_out(const compiler::Evaluator& evaluator, const compiler::State& first, LoopStage stage,
              std::size_t max_states);

}  // namespace errata::checker
