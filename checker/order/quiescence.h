// Where a state leads once everything that is pending has happened: the set of quiescent states, over all
// choices on the way. Quiescent: the game is over, or only the control frame waits, nothing is pending and no
// state check is enabled. Used to compare two orders of the same triggers. The exploration is local and
// bounded; a cut-off one says so.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/explicit/symmetry.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct Instance {
    compiler::TriggerId trigger;
    std::vector<compiler::Value> arguments;
    friend auto operator<=>(const Instance&, const Instance&) = default;
};

// The pending instance a placement puts on the agenda; nothing for other moves.
std::optional<Instance> placed(const compiler::Move& move);

// Whether states at rest are told apart by what the control frame keeps, too: what was handed on is asked
// behind the point. Where orders are compared it is their own doing.
enum class Registers : std::uint8_t { Forgotten, Kept };

// What counts when two quiescent states are compared: variables, `over`, the control point; up to which
// interchangeable object is which, and in which order stands what waits for `later`.
compiler::State quiescent_view(const compiler::Model& model, const Symmetry& symmetry,
                               const compiler::State& state, Registers registers = Registers::Forgotten);

// Whether play rests where a window is open in which nothing is under way. Then who has passed there counts,
// and what the window keeps.
enum class InWindows : std::uint8_t { GoOn, Rest };

// Two ends of play are compared by this. It is the winner alone if somebody has won, else the quiescent view.
compiler::State end_view(const compiler::Model& model, const Symmetry& symmetry, const compiler::State& state,
                         Registers registers = Registers::Forgotten, InWindows in_windows = InWindows::GoOn);

// Nothing is left to be done but the turn, and what a window offers if play may rest there. `expansion` is
// the state's.
bool is_quiescent(const compiler::Model& model, const compiler::State& state,
                  const compiler::Expansion& expansion, InWindows in_windows = InWindows::GoOn);

// Why it is not known where a state leads. The gravest comes last.
enum class OrderCut { None, States, Room, Error };

struct Quiescence {
    std::map<compiler::State, compiler::State> ends;  // by view: one state
    bool endless = false;                             // some play goes on for ever without coming to rest
    OrderCut cut = OrderCut::None;
    std::size_t states = 0;  // visited

    bool complete() const { return cut == OrderCut::None; }
    void cut_off(OrderCut by) { cut = std::max(cut, by); }
};

// Comparisons that were cut off, and the gravest reason.
struct Undecided {
    std::size_t comparisons = 0;
    OrderCut cut = OrderCut::None;

    void add(OrderCut by) {
        comparisons += by == OrderCut::None ? 0U : 1U;
        cut = std::max(cut, by);
    }
    void add(const Undecided& more) {
        comparisons += more.comparisons;
        cut = std::max(cut, more.cut);
    }
};

// Up to where play is followed, beside what is pending: from a point, if one is given, nothing is quiescent
// while the control point keeps the set of those `to_come` of it.
enum class Until : std::uint8_t {
    Rest,    // no further
    Rounds,  // nor while it is in the innermost of its `rounds`
    Done,    // nor while it keeps what was `decided` there, or a name of one of its options
};
struct GoingOn {
    const compiler::Point* from = nullptr;
    Until until = Until::Rest;
    Registers registers = Registers::Forgotten;  // of the ends
    InWindows in_windows = InWindows::GoOn;
};

// From `from`; if `next` is given, the next placement must be that instance.
Quiescence explore(const compiler::Evaluator& evaluator, const compiler::State& from,
                   const std::optional<Instance>& next, std::size_t budget, const GoingOn& within = {});

// Where play goes on in one of two ways that are compared, and how (`explore`).
struct Beginning {
    std::vector<compiler::State> states;
    std::optional<Instance> next = {};
    GoingOn within = {};
    std::vector<compiler::ClauseId> used = {};  // on the step that leads there
};

// A shortest way from there to an end: the clauses that take part, each once, and what is chosen where there
// is a choice, in order.
struct WayThere {
    std::vector<compiler::ClauseId> acting;
    std::vector<compiler::Phrase> chosen;
};

// Nothing: there is none within `budget` states.
std::optional<WayThere> way_to(const compiler::Evaluator& evaluator, const Beginning& beginning,
                               const compiler::State& end, std::size_t budget);

// The same of every state where play rests, as far as so many states are looked at.
std::map<compiler::State, WayThere> ways_to_ends(const compiler::Evaluator& evaluator,
                                                 const Beginning& beginning, std::size_t budget);

}  // namespace errata::checker
