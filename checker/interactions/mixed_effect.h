// Do two parts of a game act on one another where a move is made? Four games are compared that differ in
// these two parts alone: with both, without the one, without the other, without either. They do not act on
// one another where the two together come to what each does by itself. Says nothing about other moves.
#pragma once

#include <optional>
#include <vector>

#include "checker/text/destinations.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// What every move leads to from one state, in each of the four games. These live as long as it does.
struct FourGames {
    const Destinations& with_both;
    const Destinations& without_first;
    const Destinations& without_second;
    const Destinations& without_both;
};

// Moves, of any of the games, after which the two act on one another: one makes the other's move possible or
// forbids it, or the ends differ from those that adding up what each changes would give.
struct MixedMoves {
    std::vector<Choice> mixed;
    // A move that some game does not follow to its end, or that has too many ends.
    std::size_t undecided = 0;
};

class MixedEffect {
public:
    // Ends are known as `forward` knows them. Both must outlive it.
    MixedEffect(const compiler::Evaluator& evaluator, const Forward& forward);

    MixedMoves moves(const FourGames& games) const;

private:
    // Of one move, null: it is not there.
    struct FourEnds {
        const Destination* with_both;
        const Destination* without_first;
        const Destination* without_second;
        const Destination* without_both;
    };
    // Nothing: that is not decided.
    std::optional<bool> is_mixed(const FourEnds& ends) const;
    std::optional<bool> adds_up(const FourEnds& ends) const;
    compiler::State added(const compiler::State& neither, const compiler::State& first,
                          const compiler::State& second) const;

    const compiler::Evaluator& evaluator_;
    const Forward& forward_;
    std::vector<const compiler::Type*> types_;  // by cell; null: it is no cell of a variable
};

}  // namespace errata::checker
