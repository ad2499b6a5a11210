// Do two parts of a game act on one another where a move is made? Four games are compared that differ in
// these two parts alone: with both, without the one, without the other, without either. They do not act on
// one another where the two together come to what each does by itself. Says nothing about other moves.
#pragma once

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

class MixedEffect {
public:
    explicit MixedEffect(const compiler::Evaluator& evaluator);

    // The moves, of any of the games, after which the two act on one another: one makes the other's move
    // possible or forbids it, or the ends differ from those that adding up what each changes would give. A
    // move that some game does not follow to its end is left out.
    std::vector<Choice> choices(const FourGames& games) const;

private:
    // Of one move, null: it is not there.
    struct FourEnds {
        const Destination* with_both;
        const Destination* without_first;
        const Destination* without_second;
        const Destination* without_both;
    };
    bool is_mixed(const FourEnds& ends) const;
    bool adds_up(const FourEnds& ends) const;
    compiler::State added(const compiler::State& neither, const compiler::State& first,
                          const compiler::State& second) const;

    const compiler::Evaluator& evaluator_;
    std::vector<const compiler::Type*> types_;  // by cell; null: it is no cell of a variable
};

}  // namespace errata::checker
