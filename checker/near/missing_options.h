// For whoever looks for an option in one state that is not there (`why not` of `errata play`, choices without
// an option). Looks at nothing but that state.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Of each that is meant, with each value that it could be about: what it is called, where it is offered, and
// what is missing here.
struct MissingOption {
    compiler::Phrase name;
    std::string asked_at = {};                 // empty: here
    compiler::Phrase missing = {};             // empty: nothing can be said
    std::vector<std::string> in_the_way = {};  // quoted: without any one of these it would be there
};
// What the options are called for whoever looks for one: "plays {card}" where a value is not known.
using IsMeant = std::function<bool(const compiler::Phrase& name)>;
std::vector<MissingOption> missing_options(const compiler::Evaluator& evaluator, const compiler::State& state,
                                           const IsMeant& is_meant);

// Where nothing can be chosen: "'draws tile1' lacks tile1.in_deck = yes, and so do tile2 and tile3", of the
// options of the choice at which the state waits, the nearest of each. Empty: nothing can be said of these.
compiler::Phrase why_no_option(const compiler::Evaluator& evaluator, const compiler::State& state);

// The same of those options alone that are meant.
using MeantOption = std::function<bool(const compiler::PointOption&)>;
compiler::Phrase why_not_offered(const compiler::Evaluator& evaluator, const compiler::State& state,
                                 const MeantOption& is_meant);

}  // namespace errata::checker
