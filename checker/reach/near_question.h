// One condition, asked of many states: which of them comes nearest to it, what is missing there, and how far
// what is compared ever goes. Used by near_miss; says nothing about states that it was not asked of.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/search/term_words.h"
#include "compiler/ir/evaluate_terms.h"

namespace errata::checker {

// A condition taken apart: values to be picked, and what has to be so of them.
struct Conditions {
    std::vector<std::pair<std::uint32_t, compiler::TypeId>> picked;  // by binder level
    std::vector<compiler::TermId> conjuncts;
};
void take_apart(const compiler::TermPool& terms, compiler::TermId id, Conditions& into);

using Picks = std::vector<compiler::Value>;  // for `picked`, in order

// How near a state comes: what is missing for these picks. Fewer is nearer, then by how much numbers are
// off, then whoever came first.
struct Miss {
    std::vector<compiler::TermId> missing;
    compiler::Value off = 0;
    Picks picks;
    compiler::State state;  // with the option's own values in its registers
};

// How far off it is: so many conditions are missing, numbers differ by so much.
using MissDistance = std::pair<std::size_t, compiler::Value>;
MissDistance distance_of(const Miss& miss);

// How far the sides of comparisons go in all states asked about, for the picks they were asked for.
class SideRanges {
public:
    SideRanges(const compiler::Model& model, compiler::TermEvaluator& terms) : model_(model), terms_(terms) {}

    // The sides as they are in the state that the evaluator looks at.
    void note(const std::vector<compiler::TermId>& conjuncts, const Picks& picks);
    // " (coins is 2 there, and never above 2)": of the cells that are compared.
    std::string words(const TermWords& words, compiler::TermId id, const Picks& picks) const;

private:
    const compiler::Model& model_;
    compiler::TermEvaluator& terms_;
    std::map<std::pair<compiler::TermId, Picks>, std::pair<compiler::Value, compiler::Value>> ranges_;
};

class Question {
public:
    // `option`: whose guard it is, or null.
    Question(const compiler::Evaluator& evaluator, Conditions conditions, const compiler::PointOption* option)
        : model_(evaluator.model()),
          conditions_(std::move(conditions)),
          option_(option),
          terms_{model_, evaluator.enabled(), journal_, nullptr},
          ranges_(model_, terms_) {}

    void ask(const compiler::State& state);
    bool is_met() const { return best_ && best_->missing.empty(); }
    const std::optional<Miss>& best() const { return best_; }
    // Is the same missing there as in the nearest, and by as much, for the same picks?
    bool lacks_the_same(const compiler::State& state);

    // "coins >= 5 (coins is 2)"; empty: what is missing cannot be said.
    std::string words();

private:
    void for_each_option_value(std::size_t binder);
    void for_each_pick(Picks picks);
    void look_at(const compiler::State& state, const Picks& picks);
    Miss missing_here(const Picks& picks);
    void compare(const Picks& picks);

    const compiler::Model& model_;
    const Conditions conditions_;
    const compiler::PointOption* const option_;
    compiler::Journal journal_;
    compiler::TermEvaluator terms_;
    compiler::State here_;
    std::optional<Miss> best_;
    std::size_t evaluations_ = 0;
    SideRanges ranges_;
};

}  // namespace errata::checker
