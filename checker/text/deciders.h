// Who decides what on the way from a state to where play comes to rest: what two readings of a text are
// compared by that come to the same ends.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "checker/explicit/word_hash.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// The shape of what is left to decide, as a number: two are equal if the same players decide in the same
// order between the same ends. Decisions of one player that follow each other are one, and one that leads
// to one shape alone is none.
using Shape = std::uint32_t;

class Deciders {
public:
    // `end_of` gives the number of an end, for a state in which play rests.
    Deciders(const compiler::Evaluator& evaluator, std::function<std::size_t(const compiler::State&)> end_of);

    // What is left behind the states, one of which nobody decides. Nothing: play goes round in a circle,
    // meets an error or is longer than it is followed.
    std::optional<Shape> shape(const std::vector<compiler::State>& states);

    std::size_t states() const { return known_.size(); }  // looked at

    // "Ann chooses, then Bob".
    std::string in_words(Shape shape) const;

private:
    // Who decides, and whether without seeing what was decided before.
    using Decider = std::tuple<compiler::OwnerKind, compiler::Value, bool>;
    struct Node {
        std::optional<Decider> decider;  // nothing: an end
        std::vector<Shape> ways;         // of an end: its number
        friend auto operator<=>(const Node&, const Node&) = default;
    };
    struct HashOfState {
        std::size_t operator()(const compiler::State& state) const { return word_hash(std::span(state)); }
    };

    std::optional<Shape> shape_of(const compiler::State& state);
    std::optional<Shape> behind(const compiler::State& state);
    Shape number(Node node);
    Shape decided(const Decider& decider, const std::vector<Shape>& ways);
    Decider decider_in(const compiler::State& state, const compiler::Expansion& expansion) const;

    const compiler::Evaluator& evaluator_;
    std::function<std::size_t(const compiler::State&)> end_of_;
    std::map<Node, Shape> numbers_;
    std::vector<const Node*> nodes_;  // by shape
    // Nothing: under way, or no shape.
    std::unordered_map<compiler::State, std::optional<Shape>, HashOfState> known_;
};

}  // namespace errata::checker
