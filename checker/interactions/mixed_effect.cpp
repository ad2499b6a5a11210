#include "checker/interactions/mixed_effect.h"

#include <algorithm>
#include <set>

#include "checker/plays/describe.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Ends of one move that are added up, one with another.
constexpr std::size_t most_ends = 2'000;

bool is_followed(const Destination* destination) { return !destination || destination->complete; }

}  // namespace

MixedEffect::MixedEffect(const Evaluator& evaluator, const Forward& forward)
    : evaluator_(evaluator), forward_(forward) {
    const Model& model = evaluator.model();
    for (const Variable& variable : model.variables) {
        types_.resize(std::max(types_.size(), variable.base + variable.cells));
        for (std::size_t i = 0; i < variable.cells; ++i)
            types_[variable.base + i] = &model.type(variable.type);
    }
}

MixedMoves MixedEffect::moves(const FourGames& games) const {
    std::set<Choice> all;
    for (const Destinations* game :
         {&games.with_both, &games.without_first, &games.without_second, &games.without_both}) {
        for (const auto& [choice, destination] : game->by_choice) all.insert(choice);
    }
    MixedMoves result;
    for (const Choice& choice : all) {
        const FourEnds ends{find(games.with_both, choice), find(games.without_first, choice),
                            find(games.without_second, choice), find(games.without_both, choice)};
        const bool are_followed = is_followed(ends.with_both) && is_followed(ends.without_first) &&
                                  is_followed(ends.without_second) && is_followed(ends.without_both);
        const std::optional<bool> mixed = are_followed ? is_mixed(ends) : std::nullopt;
        if (!mixed)
            ++result.undecided;
        else if (*mixed)
            result.mixed.push_back(choice);
    }
    return result;
}

// Where the move is there with the one part alone, or with the other alone, and nothing takes it away, it is
// expected with both.
std::optional<bool> MixedEffect::is_mixed(const FourEnds& ends) const {
    const int neither = ends.without_both ? 1 : 0;
    const int first = ends.without_second ? 1 : 0;
    const int second = ends.without_first ? 1 : 0;
    const int expected = std::clamp(first + second - neither, 0, 1);
    if ((ends.with_both ? 1 : 0) != expected) return true;
    if (!ends.with_both) return false;
    if (ends.without_both && ends.without_first && ends.without_second) {
        const std::optional<bool> added_up = adds_up(ends);
        return added_up ? std::optional(!*added_up) : std::nullopt;
    }
    // It is there by one of them. Does the other change what comes of it?
    if (ends.without_second && !come_to_the_same(*ends.with_both, *ends.without_second)) return true;
    return ends.without_first && !come_to_the_same(*ends.with_both, *ends.without_first);
}

std::optional<bool> MixedEffect::adds_up(const FourEnds& ends) const {
    // One of them changes nothing, whether or not the other is there.
    if (come_to_the_same(*ends.with_both, *ends.without_second) &&
        come_to_the_same(*ends.without_first, *ends.without_both))
        return true;
    if (come_to_the_same(*ends.with_both, *ends.without_first) &&
        come_to_the_same(*ends.without_second, *ends.without_both))
        return true;
    if (ends.with_both->endless != (ends.without_first->endless || ends.without_second->endless))
        return false;
    if (ends.without_both->ends.size() * ends.without_second->ends.size() * ends.without_first->ends.size() >
        most_ends)
        return std::nullopt;
    std::set<State> expected;
    for (const auto& [of_neither, neither] : ends.without_both->ends) {
        for (const auto& [of_first, first] : ends.without_second->ends) {
            for (const auto& [of_second, second] : ends.without_first->ends)
                expected.insert(forward_.known_by(evaluator_, added(neither, first, second)));
        }
    }
    return std::ranges::all_of(ends.with_both->ends,
                               [&](const auto& end) { return expected.contains(end.first); });
}

// Numbers add up, within their range; a cell that one of the two changes is as that one leaves it.
State MixedEffect::added(const State& neither, const State& first, const State& second) const {
    State result = neither;
    for (std::size_t cell = 0; cell < result.size(); ++cell) {
        const bool by_first = first[cell] != neither[cell];
        const bool by_second = second[cell] != neither[cell];
        if (!by_second || first[cell] == second[cell]) result[cell] = first[cell];
        if (by_second && !by_first) result[cell] = second[cell];
        const Type* const type = cell < types_.size() ? types_[cell] : nullptr;
        const bool is_number = type && !type->optional && is_number_type(*type);
        if (!by_first || !by_second || !is_number) continue;
        result[cell] = first[cell] + second[cell] - neither[cell];
        if (type->is_finite()) result[cell] = std::clamp(result[cell], type->lo, type->hi);
    }
    return result;
}

}  // namespace errata::checker
