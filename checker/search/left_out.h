// What goes on as it does without some clauses: continuous effects, prohibitions and statements take part or
// do not (EnabledClauses); all other clauses are always there. Which are needed for what a finding shows, and
// whether a clause matters at all, is asked so.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// By clause: can it be left out?
std::vector<bool> clauses_that_can_go(const compiler::Model& model);

// And those of them that set nothing off: what they do is to forbid, to replace, to speak for or against.
std::vector<bool> clauses_that_hinder(const compiler::Model& model);

// Those that are marked, in order.
std::vector<compiler::ClauseId> listed(const std::vector<bool>& clauses);

// Those the evaluator has, without some.
compiler::EnabledClauses all_but(const compiler::Evaluator& evaluator,
                                 const std::vector<compiler::ClauseId>& without);

// Questions that are asked about so many clauses, if few of them are needed (DeletionFilter).
std::size_t usual_questions(std::size_t clauses);

// A minimal set of these clauses that has to be there (a deletion filter: Chinneck, Dravnieks 1991): one
// after the other is left out, in order, if `goes_on_without` all that were left out so far and this one.
// Whole stretches are tried first and halved (as QuickXplain does: Junker 2004), so that few needed ones
// among thousands take some dozens of questions.
template <class GoesOnWithout>
class DeletionFilter {
public:
    explicit DeletionFilter(const GoesOnWithout& goes_on_without) : goes_on_without_(goes_on_without) {}

    void go_over(std::span<const compiler::ClauseId> stretch) {
        if (stretch.empty()) return;
        const std::size_t before = left_out_.size();
        left_out_.insert(left_out_.end(), stretch.begin(), stretch.end());
        if (goes_on_without_(left_out_)) return;
        left_out_.resize(before);
        if (stretch.size() == 1) return needed_.push_back(stretch.front());
        go_over(stretch.first(stretch.size() / 2));
        go_over(stretch.subspan(stretch.size() / 2));
    }

    std::vector<compiler::ClauseId> needed() && { return std::move(needed_); }

private:
    const GoesOnWithout& goes_on_without_;
    std::vector<compiler::ClauseId> left_out_;
    std::vector<compiler::ClauseId> needed_;
};

template <class GoesOnWithout>
std::vector<compiler::ClauseId> needed_among(const std::vector<compiler::ClauseId>& clauses,
                                             const GoesOnWithout& goes_on_without) {
    DeletionFilter<GoesOnWithout> filter(goes_on_without);
    filter.go_over(clauses);
    return std::move(filter).needed();
}

// The same; but where it goes on without all of them (what one keeps away another one would do), those
// without any one of which, while all others are there, it does not. Of more than `most` none is tried alone.
template <class GoesOnWithout>
std::vector<compiler::ClauseId> needed_beside_others(const std::vector<compiler::ClauseId>& clauses,
                                                     const GoesOnWithout& goes_on_without,
                                                     std::size_t most = 2'000) {
    if (clauses.empty()) return {};
    if (!goes_on_without(clauses)) return needed_among(clauses, goes_on_without);
    std::vector<compiler::ClauseId> result;
    if (clauses.size() > most) return result;
    for (const compiler::ClauseId clause : clauses) {
        const std::vector<compiler::ClauseId> alone{clause};
        if (!goes_on_without(alone)) result.push_back(clause);
    }
    return result;
}

// One of these without which it is so, found by halving; nothing where it takes several.
template <class IsSoWithout>
std::optional<compiler::ClauseId> one_in_the_way(std::span<const compiler::ClauseId> clauses,
                                                 const IsSoWithout& is_so_without) {
    while (clauses.size() > 1) {
        const std::size_t half = clauses.size() / 2;
        const auto first = clauses.first(half);
        clauses = is_so_without(first) ? first : clauses.subspan(half);
    }
    if (clauses.empty() || !is_so_without(clauses)) return std::nullopt;
    return clauses.front();
}

// `clauses` without those of `order` that need not be there; what is left out is tried in that order.
template <class GoesOnWithout>
std::vector<compiler::ClauseId> pared_down(std::vector<compiler::ClauseId> clauses,
                                           const std::vector<compiler::ClauseId>& order,
                                           const GoesOnWithout& goes_on_without) {
    const std::vector<compiler::ClauseId> needed = needed_among(order, goes_on_without);
    std::erase_if(clauses, [&](compiler::ClauseId clause) {
        return std::ranges::find(order, clause) != order.end() &&
               std::ranges::find(needed, clause) == needed.end();
    });
    return clauses;
}

// `clauses` without those of them that can be left out and need not be there.
template <class GoesOnWithout>
std::vector<compiler::ClauseId> pared_down(const compiler::Model& model,
                                           const std::vector<compiler::ClauseId>& clauses,
                                           const GoesOnWithout& goes_on_without) {
    const std::vector<bool> can_go = clauses_that_can_go(model);
    std::vector<compiler::ClauseId> candidates = clauses;
    std::erase_if(candidates, [&](compiler::ClauseId clause) { return !can_go[clause.index]; });
    return pared_down(clauses, candidates, goes_on_without);
}

}  // namespace errata::checker
