// One condition, asked of many states: which of them comes nearest to it, what is missing there, and how far
// what is compared ever goes. Used by near_miss; says nothing about states that it was not asked of.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/near/miss_words.h"
#include "compiler/ir/effects/effects.h"
#include "compiler/ir/evaluate_terms.h"

namespace errata::checker {

// How far off a state is, the worst first: missing conditions that no state changes anything about, as the
// picks alone decide them; that nothing ever changes; how many are missing; by how much numbers differ.
struct MissDistance {
    std::size_t of_picks = 0;
    std::size_t fixed = 0;
    std::size_t missing = 0;
    compiler::Value off = 0;

    auto operator<=>(const MissDistance&) const = default;
};

// How near a state comes: what is missing for these picks. Of equally near ones, whoever came first.
struct Miss {
    std::vector<compiler::TermId> missing;
    bool is_known = true;  // each of these is known not to hold
    MissDistance distance;
    Picks picks;
    compiler::State state;  // with the option's own values in its registers
};

// The condition, in one state for some picks: what is missing, and how that is said.
class Asked {
public:
    // `option`: whose guard it is, or null.
    Asked(const compiler::Evaluator& evaluator, Conditions conditions, const compiler::PointOption* option)
        : effects_(evaluator.facts().get<compiler::Effects>()),
          conditions_(std::move(conditions)),
          option_(option),
          terms_{evaluator.model(), evaluator.enabled(), journal_, nullptr},
          ranges_(evaluator.model(), terms_) {}

    const compiler::Model& model() const { return terms_.model; }
    const Conditions& conditions() const { return conditions_; }
    const compiler::PointOption* option() const { return option_; }

    // Without its state.
    Miss miss_at(const compiler::State& state, const Picks& picks);
    // The values that `miss_at` has looked at last count for how far they ever go.
    void note(const Picks& picks) {
        bind_picks(terms_, conditions_, picks);
        ranges_.note(conditions_.conjuncts, picks);
    }
    // "coins >= 5 (coins is 2)": of these, which are missing there; empty: they cannot be said.
    Phrase words(const Miss& miss, const std::vector<compiler::TermId>& missing);

private:
    enum class Changing { Yes, No, OfPicks };

    void look_at(const compiler::State& state, const Picks& picks);
    Changing changing(compiler::TermId conjunct);
    // Of "u.card = Drake", for the picks: nothing ever gives it that value.
    bool never_becomes(compiler::TermId conjunct);

    const compiler::Effects& effects_;
    const Conditions conditions_;
    const compiler::PointOption* const option_;
    compiler::Journal journal_;
    compiler::TermEvaluator terms_;
    std::map<compiler::TermId, Changing> changing_;  // of conjuncts
    SideRanges ranges_;
};

class Question {
public:
    // `pinned`: of the option's registers, the one that keeps the value that a state has in it.
    Question(const compiler::Evaluator& evaluator, Conditions conditions, const compiler::PointOption* option,
             std::optional<std::uint32_t> pinned = {})
        : asked_(evaluator, std::move(conditions), option), pinned_(pinned) {}

    // Of the values to be picked the first are these.
    Question(const compiler::Evaluator& evaluator, Conditions conditions, Picks given)
        : asked_(evaluator, std::move(conditions), nullptr), given_(std::move(given)) {}

    void ask(const compiler::State& state);
    // No other is asked: nothing is said of how far values ever go.
    void ask_only(const compiler::State& state);
    bool is_met() const { return best_ && best_->missing.empty(); }
    const std::optional<Miss>& best() const { return best_; }
    // Is the same missing there as in the nearest, and by as much, for the same picks?
    bool lacks_the_same(const compiler::State& state);
    Phrase words() { return asked_.words(*best_, best_->missing); }
    Asked& asked() { return asked_; }

private:
    void for_each_option_value(std::size_t binder);
    void for_each_pick(Picks picks);
    void compare(const Picks& picks);

    Asked asked_;
    std::optional<std::uint32_t> pinned_ = {};
    Picks given_ = {};
    compiler::State here_;
    std::optional<Miss> best_;
    std::size_t evaluations_ = 0;
    bool is_of_one_state_ = false;
};

// States asked once more, about the picks of the nearest: what do those lack that have what it lacks?
class WhatElse {
public:
    explicit WhatElse(Question& question) : asked_(question.asked()), sought_(*question.best()) {}

    void ask(const compiler::State& state);
    // "; whatever has that lacks not Ann.lost"; empty: no state has it.
    Phrase words();

private:
    Asked& asked_;
    const Miss& sought_;
    std::optional<Miss> nearest_;
    std::vector<compiler::TermId> always_;  // missing in all that have it
};

}  // namespace errata::checker
