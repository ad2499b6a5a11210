// Does the order of two pending triggers matter? Both are placed first in turn, the other one next; what can
// come of it at quiescence is compared. Shared by both engines: an engine brings the state.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/order/quiescence.h"
#include "checker/verdict.h"

namespace errata::checker {

// Two orders of a few things join or part within a handful of states; more means a loop or a large choice.
inline constexpr std::size_t states_per_order = 20'000;

// Two ends, one of each, that tell the two apart; null where there is none to compare with. Where play goes
// on from one end to the other without anybody's doing, it only made a stop more on one way.
struct Ends {
    const compiler::State* of_first = nullptr;
    const compiler::State* of_second = nullptr;
};

// Does the other way come to this end, too, as far as play does not only go on by itself?
using EndByView = std::map<compiler::State, compiler::State>::value_type;
bool comes_to_it(const compiler::Evaluator& evaluator, const Quiescence& own, const EndByView& end,
                 const Quiescence& other);

std::optional<Ends> differing_ends(const compiler::Evaluator& evaluator, const Quiescence& first,
                                   const Quiescence& second);
// Can a person tell two ways apart: by an end, or as one alone can go on for ever?
struct Parting {
    bool parts = false;
    bool is_known = true;    // neither was cut off
    std::size_t states = 0;  // visited
};
Parting parting_of(const compiler::Evaluator& evaluator, const Quiescence& first, const Quiescence& second);

// Null: there is none.
const compiler::State* nearest_end(const Quiescence& quiescence);

// Writes down how an outcome ends, against the state `from`, and who takes part on the way there from where
// it begins; nothing without an end.
void come_to(const compiler::Evaluator& evaluator, const compiler::State& from, const Beginning& beginning,
             const compiler::State* end, Outcome& outcome);

// A pair of trigger clauses, the smaller first.
using ClausePair = std::pair<compiler::ClauseId, compiler::ClauseId>;

struct OrderComparison {
    ClausePair pair;
    OrderCut cut = OrderCut::None;  // of an exploration: nothing is decided
    bool differs = false;
    std::vector<Outcome>
        outcomes;            // if they differ: an end that only one order has, and one of the other order
    std::size_t states = 0;  // visited
};

// The different instances that can be placed in a state, in the order of its expansion.
std::vector<std::pair<Instance, compiler::State>> placements(const compiler::Expansion& expansion);

OrderComparison compare_order(const compiler::Evaluator& evaluator, const compiler::State& state,
                              const std::pair<Instance, compiler::State>& a,
                              const std::pair<Instance, compiler::State>& b);

ClausePair clauses_of(const compiler::Model& model, const Instance& a, const Instance& b);

// `play` ends in the state that was compared.
Finding order_finding(const compiler::Model& model, const compiler::Owner& owner, OrderComparison comparison,
                      Trace play);

}  // namespace errata::checker
