#include "reports/play/starts.h"

#include <random>

#include "checker/explicit/initial_states.h"
#include "checker/explicit/opened_readings.h"

namespace errata::reports {

using compiler::Evaluator;
using compiler::Setup;
using compiler::Type;
using compiler::Value;

namespace {

constexpr checker::SetupLimits listed{1'000, 1'000'000};
constexpr std::size_t samples = 10;
constexpr std::size_t tries = 20'000;

const Type& type_of(const compiler::Model& model, std::size_t cell) {
    for (const compiler::Variable& variable : model.variables) {
        if (cell >= variable.base && cell < variable.base + variable.cells) return model.type(variable.type);
    }
    return model.types.front();
}

}  // namespace

Starts starts_of(const Evaluator& evaluator, const Setup& whole) {
    if (auto all = checker::initial_states(evaluator, whole, listed)) return {std::move(*all), true};
    // Not for the readings' sake: each can keep to its first alternative.
    const checker::OpenedReadings few(evaluator.model(), whole);
    const Setup& setup = few.setup();
    if (auto some = checker::initial_states(evaluator, setup, listed)) return {std::move(*some), false};
    Starts starts{{}, false};
    std::mt19937 dice(1);  // a fixed seed: the same commands play the same game
    for (std::size_t i = 0; i < tries && starts.states.size() < samples; ++i) {
        std::vector<Value> open;
        for (const std::size_t cell : setup.open) {
            const Type& type = type_of(evaluator.model(), cell);
            open.push_back(type.lo + static_cast<Value>(dice() % static_cast<std::uint64_t>(type.size())));
        }
        compiler::State state = evaluator.initial(setup, open);
        if (evaluator.satisfies_requirements(setup, state)) starts.states.push_back(std::move(state));
    }
    return starts;
}

}  // namespace errata::reports
