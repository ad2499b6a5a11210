// Where the ways lead that are compared (orders.h, choices.h), and which of them part: in the game as it is,
// and again in one that lacks some clauses.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/order/exchanges.h"
#include "checker/order/orders.h"

namespace errata::checker {

// One way to go, and where it can come to rest.
struct Way {
    compiler::Phrase label;
    Quiescence ends;
    Beginning beginning = {};
};

// Two that part, with an end of each.
struct Parted {
    const Way* first = nullptr;
    const Way* second = nullptr;
    Ends ends = {};
};

// The transitions of each choice.
std::vector<Same> by_choice(const compiler::Expansion& expansion);

// By what nobody decides in them at this place, of those that are alike before.
using ByOutcome = std::map<std::uint32_t, Same>;
ByOutcome by_outcome(const Same& same, std::size_t place);

class Explored {
public:
    explicit Explored(const compiler::Evaluator& evaluator) : evaluator_(evaluator) {}

    std::size_t visited() const { return visited_; }  // states
    const Undecided& undecided() const { return undecided_; }
    void count(std::size_t states) { visited_ += states; }

    // Behind a choice, whatever comes then.
    Way way_of(compiler::Phrase label, const Same& choice, const GoingOn& within);
    // Behind two picks one after the other; nothing: not both are done.
    std::optional<Way> way_behind(const NextPicks& next, const Same& second, const compiler::Point& within);

    // Two ways that come to different ends, or of which one alone can go on for ever.
    std::optional<Parted> parting_of(const std::vector<const Way*>& ways);

private:
    void add_ends(const compiler::State& from, const GoingOn& within, Quiescence& all);

    const compiler::Evaluator& evaluator_;
    std::size_t visited_ = 0;
    Undecided undecided_ = {};
};

// In the game of this evaluator: do the two choices of the state part, or the two picks one after the other?
Parting choices_part(const compiler::Evaluator& evaluator, const compiler::State& state,
                     const std::pair<const Same&, const Same&>& choices, const GoingOn& within);
Parting picks_part(const compiler::Evaluator& evaluator, const compiler::State& state,
                   const std::pair<const Same&, const Same&>& picks, const compiler::Point& within);
// Does it matter how nobody decides at this place of the move, if those before it go as they went?
Parting outcomes_part(const compiler::Evaluator& evaluator, const compiler::State& state,
                      const compiler::Move& taken, std::size_t place);

}  // namespace errata::checker
