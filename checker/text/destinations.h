// What every move leads to from a state in which nothing is under way, up to the next such state: what two
// readings of a text are compared by.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "checker/order/quiescence.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// A move, whatever nobody decides in it.
using Choice = std::tuple<compiler::MoveKind, compiler::PointId, std::uint32_t, std::vector<compiler::Value>>;

// What a move leads to, by what counts of it.
struct Destination {
    compiler::Phrase move;
    std::vector<compiler::State> behind;  // right behind the move: one of them, which nobody decides
    std::map<compiler::State, compiler::State> ends;
    bool endless = false;
    bool complete = true;
};
struct Destinations {
    std::map<Choice, Destination> by_choice;
    compiler::Owner chooser;
    std::size_t states = 0;        // looked at
    bool keeps_something = false;  // an ability does, in some end
};

// Null: the move is not there.
const Destination* find(const Destinations& all, const Choice& choice);
// Both come to the same, and that is known.
bool come_to_the_same(const Destination& a, const Destination& b);

// What an ability keeps for itself (uses of a limit, what waits for `later`) belongs to one reading alone:
// with another one it would have been kept elsewhere.
class Kept {
public:
    explicit Kept(const compiler::Model& model);
    bool is_in(const compiler::State& state) const;
    void remove_from(compiler::State& state) const;

private:
    std::vector<std::pair<std::size_t, compiler::Value>> cells_;  // with their initial values
};

// From a state to what every move leads to.
class Forward {
public:
    explicit Forward(const compiler::Model& model, InWindows in_windows = InWindows::GoOn)
        : kept_(model), in_windows_(in_windows) {}

    const Kept& kept() const { return kept_; }

    // Nothing while something is under way.
    std::optional<Destinations> destinations(const compiler::Evaluator& evaluator,
                                             const compiler::State& state) const;

    void add(const compiler::Evaluator& evaluator, Destination& destination, const compiler::State& from,
             Destinations& all) const;

    // By which an end is known.
    compiler::State known_by(const compiler::Evaluator& evaluator, const compiler::State& end) const;

private:
    Kept kept_;
    InWindows in_windows_;
};

}  // namespace errata::checker
