// The one experiment behind every "because" of a finding: what if the game were otherwise? A question is
// asked of the game without some clauses, and a deletion filter makes a minimal set of the answers. Which
// clauses a finding needs, what stands in the way of something, and what a value is made by, is asked in this
// way alone. Says nothing about plays that the question does not look at.
//
// The clauses that can be left out are abilities (triggers, replacements, prohibitions, continuous effects)
// and statements (EnabledClauses). Any other clause stays; it can be made idle.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "checker/causes/deletion_filter.h"
#include "checker/plays/clause_lists.h"
#include "checker/stop.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Expansions that one question, or several about one finding, may take.
constexpr std::size_t usual_expansions = 40'000;
// As much work as it is to make a game without some clauses.
constexpr std::size_t expansions_of_a_game = 20;

// Expansions that are left, for one question or for many.
class Allowance {
public:
    explicit Allowance(std::size_t expansions = usual_expansions, Stop stop = {})
        : left_(expansions), stop_(std::move(stop)) {}

    // False: there are not so many left, or the run is to stop. From then on nothing is left.
    bool take(std::size_t expansions = 1);
    // Uses up what is left: the question has no answer.
    void give_up() { take(left_ + 1); }
    bool is_used_up() const { return is_used_up_; }
    bool allows(std::size_t expansions) const { return expansions <= left_; }

private:
    std::size_t left_;
    Stop stop_;
    bool is_used_up_ = false;
};

// The rules of a game, looked at within an allowance. Once it is used up, the game offers nothing any more,
// and what was asked is not known.
class Game {
public:
    Game(compiler::Evaluator rules, Allowance& allowance)
        : rules_(std::move(rules)), allowance_(&allowance) {}

    compiler::Expansion expand(const compiler::State& state) const;
    std::vector<compiler::Successor> successors(const compiler::State& state) const {
        return expand(state).successors;
    }
    // Those that make the choice of this move; what nobody decides may go another way.
    std::vector<compiler::Successor> same_choice(const compiler::State& state,
                                                 const compiler::Move& move) const;
    const compiler::Evaluator& rules() const { return rules_; }

private:
    compiler::Evaluator rules_;
    Allowance* allowance_;
};

// By clause: can it be left out?
std::vector<bool> clauses_that_can_go(const compiler::Model& model);

// And those of them that set nothing off: what they do is to forbid, to replace, to speak for or against.
std::vector<bool> clauses_that_hinder(const compiler::Model& model);

// Those that are marked, in order, but for some.
Clauses listed(const std::vector<bool>& clauses, const Clauses& but = {});

// Those the evaluator has, without some.
compiler::EnabledClauses all_but(const compiler::Evaluator& evaluator, const Clauses& without);

// The rules in which some clauses change nothing and set nothing off: one copy, for one set of clauses after
// the other.
class IdleRules {
public:
    explicit IdleRules(const compiler::Model& model) : model_(model) {}

    // Good until the next call.
    const compiler::Model& where_idle(const Clauses& clauses);

private:
    void make_idle(compiler::CodeId id, compiler::ClauseId outer, const Clauses& clauses, bool all);

    compiler::Model model_;
    std::vector<std::pair<compiler::CodeId, compiler::Code>> replaced_;  // as they were
};

class Experiment {
public:
    // Both must outlive it.
    Experiment(const compiler::Evaluator& evaluator, Allowance& allowance)
        : evaluator_(evaluator), allowance_(allowance) {}

    Game game() const { return {evaluator_, allowance_}; }
    Game without(const Clauses& left_out) const;
    bool is_known() const { return !allowance_.is_used_up(); }
    // The answer; no clauses where the allowance did not last.
    Clauses known(Clauses answer) const { return is_known() ? std::move(answer) : Clauses(); }

    // All that can be left out, but for some.
    Clauses that_can_go(const Clauses& but = {}) const {
        return listed(clauses_that_can_go(evaluator_.model()), but);
    }
    Clauses that_hinder(const Clauses& but = {}) const {
        return listed(clauses_that_hinder(evaluator_.model()), but);
    }

    // Each asks `is_so(Game)` of the game without some clauses. The answer is empty where the allowance does
    // not last, or would not if a question takes so many expansions.
    template <class IsSo>
    Clauses needed(const Clauses& among, const IsSo& goes_on, std::size_t expansions = 1) const {
        if (!is_affordable(among.size(), expansions)) return {};
        return known(needed_among(among, asked_without(goes_on)));
    }

    // The same. But where it goes on without all of them (what one keeps away another one would do), those
    // without any one of which, while all others are there, it does not.
    template <class IsSo>
    Clauses needed_beside_others(const Clauses& among, const IsSo& goes_on,
                                 std::size_t expansions = 1) const {
        if (among.empty() || !is_affordable(among.size(), expansions)) return {};
        const auto goes_on_without = asked_without(goes_on);
        if (!goes_on_without(among)) return known(needed_among(among, goes_on_without));
        if (!allowance_.allows(among.size() * cost(expansions))) return {};
        return known(each_alone(among, [&](const Clauses& alone) { return !goes_on_without(alone); }));
    }

    // Those without any one of which it is so.
    template <class IsSo>
    Clauses each_without(const Clauses& among, const IsSo& is_so, std::size_t expansions = 1) const {
        if (!allowance_.allows(among.size() * cost(expansions))) return {};
        return known(each_alone(among, asked_without(is_so)));
    }

    // One of them without which it is so; nothing where it takes several.
    template <class IsSo>
    std::optional<compiler::ClauseId> one_without(const Clauses& among, const IsSo& is_so) const {
        const std::optional<compiler::ClauseId> one = one_in_the_way(among, asked_without(is_so));
        return is_known() ? one : std::nullopt;
    }

    // `clauses` without those of them that can be left out and need not be there.
    template <class IsSo>
    Clauses pared(const Clauses& clauses, const IsSo& goes_on) const {
        const std::vector<bool> can_go = clauses_that_can_go(evaluator_.model());
        Clauses candidates = clauses;
        std::erase_if(candidates, [&](compiler::ClauseId clause) { return !can_go[clause.index]; });
        Clauses result = pared_down(clauses, candidates, asked_without(goes_on));
        return is_known() ? result : clauses;
    }

private:
    static std::size_t cost(std::size_t expansions) { return expansions + expansions_of_a_game; }
    bool is_affordable(std::size_t clauses, std::size_t expansions) const {
        return allowance_.allows(usual_questions(clauses) * cost(expansions));
    }
    template <class IsSo>
    auto asked_without(const IsSo& is_so) const {
        return [this, &is_so](const Clauses& left_out) { return is_so(without(left_out)); };
    }
    const compiler::Evaluator& evaluator_;
    Allowance& allowance_;
};

}  // namespace errata::checker
