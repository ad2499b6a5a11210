#include "checker/rounds/number_rounds.h"

#include <algorithm>
#include <map>

#include "checker/plays/describe.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

std::vector<std::size_t> number_cells(const Model& model) {
    std::vector<std::size_t> result;
    for (const Variable& variable : model.variables) {
        if (!is_number_type(model.type(variable.type))) continue;
        for (std::size_t i = 0; i < variable.cells; ++i) result.push_back(variable.base + i);
    }
    return result;
}

namespace {

std::vector<std::pair<std::size_t, Value>> difference(const std::vector<std::size_t>& cells, const State& a,
                                                      const State& b) {
    std::vector<std::pair<std::size_t, Value>> result;
    for (const std::size_t cell : cells) {
        if (a[cell] != b[cell]) result.emplace_back(cell, b[cell] - a[cell]);
    }
    return result;
}

// A number may go round within the round.
constexpr std::size_t most_strides = 12;

// The last rounds in a row that change the same numbers by the same amounts; of so many of the places each.
NumberRounds rounds_of(const std::vector<State>& states, const std::vector<std::size_t>& cells,
                       const std::vector<std::size_t>& places, std::size_t stride) {
    const auto before = [&](std::size_t i) {
        return difference(cells, states[places[i - stride]], states[places[i]]);
    };
    std::size_t at = places.size() - 1;
    NumberRounds rounds{{places[at]}, before(at)};
    while (at >= stride && before(at) == rounds.shifts) rounds.places.push_back(places[at -= stride]);
    std::ranges::reverse(rounds.places);
    return rounds;
}

}  // namespace

std::optional<NumberRounds> find_number_rounds(const Model& model, const std::vector<State>& states) {
    const std::vector<std::size_t> cells = number_cells(model);
    std::map<State, std::vector<std::size_t>> alike;  // without numbers: places
    for (std::size_t i = 0; i < states.size(); ++i) {
        State state = states[i];
        for (const std::size_t cell : cells) state[cell] = 0;
        alike[std::move(state)].push_back(i);
    }
    std::optional<NumberRounds> best;
    for (const auto& [state, places] : alike) {
        if (places.size() < 3 || (best && places.back() <= best->places.back())) continue;
        // Rather those that move few numbers: over long rounds others may go on alike for a while.
        std::pair<std::size_t, std::size_t> least{cells.size() + 1, 0};  // numbers, states left out
        for (std::size_t stride = 1; stride <= most_strides && 2 * stride < places.size(); ++stride) {
            NumberRounds rounds = rounds_of(states, cells, places, stride);
            const std::size_t length = rounds.places.back() - rounds.places.front();
            const std::pair cost{rounds.shifts.size(), states.size() - length};
            if (rounds.shifts.empty() || rounds.places.size() < 3 || cost >= least) continue;
            least = cost;
            best = std::move(rounds);
        }
    }
    return best;
}

Facts shifts_of(const Model& model, const NumberRounds& rounds) {
    return dsl::mapped(rounds.shifts,
                       [&](const auto& shift) { return change_of(model, shift.first, shift.second); });
}

}  // namespace errata::checker
