// The outer part of the reference evaluator: which transitions a state has, in the order of model.h, and for
// each of them every combination of outcomes that nobody decides. What one transition does is run_code's.
//
// Where a state check's condition or an option's guard depends on such an outcome, the outcome decides for
// the whole transition: with one value the option is there, with the other it is not (then it has no
// successor, and the incident stands in Expansion::incidents); `otherwise` and no_option belong to the
// outcomes for which no option is left, and meet what the guards met.
// Where the outcomes even decide who chooses, the owner is nobody.
#pragma once

#include "compiler/ir/run_code.h"

namespace errata::compiler {

class Expander {
public:
    // `asked` (may be null) takes the readings asked.
    Expander(const Model& model, const EnabledClauses& enabled, const State& state, ReadingSet* asked);

    Expansion run();

private:
    // Rule 2, with everything that the checks' conditions may come out as; leads to `go_on` where no check is
    // enabled.
    void settle();
    // Rules 3 and 4.
    void go_on();
    void place();
    void choose();
    void try_option(std::uint32_t index);
    void try_otherwise(bool guards_met);

    // Runs `body` for every combination of outcomes, each time from the journal so far; where it returns true
    // the transition has become a successor.
    template <class Body>
    void explore(const Move& move, Body body);
    // The first move for which there is no room is cut, and all after it are left out.
    bool has_room_for(const Move& move);
    // Calls `visit` with the option's binder values in registers_ and bindings_ until it returns false.
    template <class Visit>
    bool for_each_binding(const PointOption& option, Visit visit);

    void own(Owner owner);
    Owner owner_of(const Point& point);
    Owner owner_of_placement(const std::vector<std::size_t>& instances);
    // The value of a term that says whose choice it is; nothing, and an incident if undefined, where it says
    // nobody.
    std::optional<Value> player(TermId term, ClauseId clause);
    void meet(const std::vector<Occurrence>& incidents);
    std::vector<Value> arguments_of(std::size_t slot) const;

    const Model& model_;
    const EnabledClauses& enabled_;
    const State& state_;
    ReadingSet* asked_;
    const Point* point_ = nullptr;
    Journal so_far_;  // what evaluating the state checks' conditions met and decided
    Transition transition_;
    Expansion expansion_;
    bool owned_ = false;
    std::vector<Value> registers_;  // of the top frame, with the binders of the option under way
    std::vector<Value> bindings_;
    bool asking_ = false;  // whether what is carried out is there at all
    bool full_ = false;
    bool option_possible_ = false;
    bool guards_met_ = false;  // an incident, of an outcome new or known: `otherwise` depends on it
};

}  // namespace errata::compiler
