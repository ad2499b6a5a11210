#include "checker/order/telling_ends.h"

namespace errata::checker {

using namespace compiler;

namespace {

// More than these are not looked through for the same choices.
constexpr std::size_t most_states_looked_through = 1'000;
constexpr std::size_t most_ends = 12;

}  // namespace

std::optional<Ends> telling_ends(const Evaluator& evaluator, const Quiescence& first,
                                 const Beginning& first_begins, const Quiescence& second,
                                 const Beginning& second_begins) {
    const std::optional<Ends> nearest = differing_ends(evaluator, first, second);
    const bool are_few = first.states + second.states <= most_states_looked_through &&
                         first.ends.size() <= most_ends && second.ends.size() <= most_ends;
    const bool is_plain = first.ends.size() == 1 && second.ends.size() == 1;
    if (!nearest || !are_few || is_plain) return nearest;
    const std::map<State, WayThere> ways = ways_to_ends(evaluator, first_begins, most_states_looked_through);
    const std::map<State, WayThere> other_ways =
        ways_to_ends(evaluator, second_begins, most_states_looked_through);
    for (const EndByView& one : first.ends) {
        const auto way = ways.find(one.second);
        const bool is_own = !comes_to_it(evaluator, first, one, second);
        for (const EndByView& other : second.ends) {
            const auto other_way = other_ways.find(other.second);
            const bool are_known = way != ways.end() && other_way != other_ways.end();
            if (!are_known || way->second.chosen != other_way->second.chosen) continue;
            if (is_own || !comes_to_it(evaluator, second, other, first))
                return Ends{&one.second, &other.second};
        }
    }
    return nearest;
}

}  // namespace errata::checker
