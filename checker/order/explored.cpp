#include "checker/order/explored.h"

#include <algorithm>

#include "checker/plays/steps.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

std::vector<Same> by_choice(const Expansion& expansion) {
    std::vector<Same> result;
    for (const Successor& successor : expansion.successors) {
        if (result.empty() || !is_same_choice(result.back().front()->move, successor.move))
            result.emplace_back();
        result.back().push_back(&successor);
    }
    return result;
}

ByOutcome by_outcome(const Same& same, std::size_t place) {
    ByOutcome result;
    for (const Successor* successor : same) {
        if (successor->move.outcomes.size() > place)
            result[successor->move.outcomes[place].second].push_back(successor);
    }
    return result;
}

void Explored::add_ends(const State& from, const GoingOn& within, Quiescence& all) {
    Quiescence own = explore(evaluator_, from, std::nullopt, states_per_order, within);
    visited_ += own.states;
    all.states += own.states;
    all.cut_off(own.cut);
    all.endless = all.endless || own.endless;
    all.ends.merge(own.ends);
}

Way Explored::way_of(Phrase label, const Same& choice, const GoingOn& within) {
    Way way{std::move(label), {}, {{}, {}, within, choice.front()->used}};
    for (const Successor* successor : choice) {
        if (!successor->next) {
            way.ends.cut_off(successor->incidents.empty() ? OrderCut::Room : OrderCut::Error);
            continue;
        }
        way.beginning.states.push_back(*successor->next);
        add_ends(*successor->next, within, way.ends);
    }
    return way;
}

std::optional<Way> Explored::way_behind(const NextPicks& next, const Same& second, const Point& within) {
    const std::vector<State>* const behind = next.behind_pick(second.front()->move);
    if (!behind) return std::nullopt;
    Way way;
    way.beginning = {*behind, {}, {&within, Until::Rounds}};
    for (const State& state : *behind) add_ends(state, {&within, Until::Rounds}, way.ends);
    return way;
}

std::optional<Parted> Explored::parting_of(const std::vector<const Way*>& ways) {
    OrderCut cut = OrderCut::None;
    for (const Way* way : ways) cut = std::max(cut, way->ends.cut);
    undecided_.add(cut);
    if (cut != OrderCut::None) return std::nullopt;
    for (std::size_t i = 1; i < ways.size(); ++i) {
        const std::optional<Ends> differ = differing_ends(evaluator_, ways[0]->ends, ways[i]->ends);
        if (differ) return Parted{ways[0], ways[i], *differ};
        if (ways[0]->ends.endless != ways[i]->ends.endless) return Parted{ways[0], ways[i]};
    }
    return std::nullopt;
}

namespace {

// The transitions of the same choice in another game; none: it is not there.
Same found_again(const Expansion& expansion, const Same& choice) {
    Same result;
    for (const Successor& successor : expansion.successors) {
        if (is_same_choice(successor.move, choice.front()->move)) result.push_back(&successor);
    }
    return result;
}

}  // namespace

Parting choices_part(const Evaluator& evaluator, const State& state,
                     const std::pair<const Same&, const Same&>& choices, const GoingOn& within) {
    const Expansion expansion = evaluator.expand(state);
    const Same first = found_again(expansion, choices.first);
    const Same second = found_again(expansion, choices.second);
    if (first.empty() || second.empty()) return {};
    Explored explored(evaluator);
    return parting_of(evaluator, explored.way_of("", first, within).ends,
                      explored.way_of("", second, within).ends);
}

Parting picks_part(const Evaluator& evaluator, const State& state,
                   const std::pair<const Same&, const Same&>& picks, const Point& within) {
    const Expansion expansion = evaluator.expand(state);
    const Same first = found_again(expansion, picks.first);
    const Same second = found_again(expansion, picks.second);
    if (first.empty() || second.empty()) return {};
    const Picking picking{state, expansion.owner};
    Explored explored(evaluator);
    const NextPicks behind_first = next_picks(evaluator, picking, first);
    const NextPicks behind_second = next_picks(evaluator, picking, second);
    const auto one = explored.way_behind(behind_first, second, within);
    const auto other = explored.way_behind(behind_second, first, within);
    Parting result = one && other ? parting_of(evaluator, one->ends, other->ends) : Parting();
    result.states += behind_first.states + behind_second.states;
    result.is_known = result.is_known && behind_first.is_whole && behind_second.is_whole;
    return result;
}

Parting outcomes_part(const Evaluator& evaluator, const State& state, const Move& taken, std::size_t place) {
    const std::vector<Successor> followed = evaluator.follow(state, taken);
    Same same;
    for (const Successor& successor : followed) {
        const auto& outcomes = successor.move.outcomes;
        const bool is_there = outcomes.size() > place && is_same_choice(successor.move, taken) &&
                              outcomes[place].first == taken.outcomes[place].first;
        const auto before = static_cast<std::ptrdiff_t>(place);
        if (is_there && std::equal(outcomes.begin(), outcomes.begin() + before, taken.outcomes.begin()))
            same.push_back(&successor);
    }
    Explored explored(evaluator);
    std::vector<Way> ways;
    for (const auto& [outcome, successors] : by_outcome(same, place))
        ways.push_back(explored.way_of("", successors, {}));
    const std::vector<const Way*> all = dsl::mapped(ways, [](const Way& way) { return &way; });
    Parting result;
    result.parts = all.size() > 1 && explored.parting_of(all).has_value();
    result.is_known = explored.undecided().comparisons == 0;
    result.states = explored.visited();
    return result;
}

}  // namespace errata::checker
