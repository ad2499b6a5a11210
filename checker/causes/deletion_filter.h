// Which of some clauses have to be there? The answer is a minimal set, found by leaving clauses out. The
// caller says what goes on without them. `experiment.h` asks it of a game.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "checker/plays/clause_lists.h"

namespace errata::checker {

// Questions that the filter asks about so many clauses, if few of them are needed.
inline std::size_t usual_questions(std::size_t clauses) {
    constexpr std::size_t few = 8;
    return std::min(clauses, 2 * few * static_cast<std::size_t>(std::bit_width(clauses))) + 1;
}

// One clause after the other is left out, in order, if `goes_on_without` all that were left out so far and
// this one (a deletion filter: Chinneck, Dravnieks 1991). Whole stretches are tried first and halved (as
// QuickXplain does: Junker 2004), so that few needed ones among thousands take some dozens of questions.
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

    Clauses needed() && { return std::move(needed_); }

private:
    const GoesOnWithout& goes_on_without_;
    Clauses left_out_;
    Clauses needed_;
};

template <class GoesOnWithout>
Clauses needed_among(const Clauses& clauses, const GoesOnWithout& goes_on_without) {
    DeletionFilter<GoesOnWithout> filter(goes_on_without);
    filter.go_over(clauses);
    return std::move(filter).needed();
}

// Those without any one of which, while all others are there, it is so.
template <class IsSoWithout>
Clauses each_alone(const Clauses& clauses, const IsSoWithout& is_so_without) {
    Clauses result;
    for (const compiler::ClauseId clause : clauses) {
        if (is_so_without(Clauses{clause})) result.push_back(clause);
    }
    return result;
}

// A clause without which it is so, found by halving. Nothing: it takes several.
template <class IsSoWithout>
std::optional<compiler::ClauseId> one_in_the_way(const Clauses& clauses, const IsSoWithout& is_so_without) {
    std::span<const compiler::ClauseId> left(clauses);
    const auto is_so = [&](std::span<const compiler::ClauseId> some) {
        return is_so_without(Clauses(some.begin(), some.end()));
    };
    while (left.size() > 1) {
        const auto first = left.first(left.size() / 2);
        left = is_so(first) ? first : left.subspan(left.size() / 2);
    }
    if (left.empty() || !is_so(left)) return std::nullopt;
    return left.front();
}

// `clauses` without those of `order` that need not be there. They are left out in that order.
template <class GoesOnWithout>
Clauses pared_down(Clauses clauses, const Clauses& order, const GoesOnWithout& goes_on_without) {
    const Clauses needed = needed_among(order, goes_on_without);
    std::erase_if(clauses, [&](compiler::ClauseId clause) {
        return has_clause(order, clause) && !has_clause(needed, clause);
    });
    return clauses;
}

}  // namespace errata::checker
