#include "reports/play/play.h"

#include <algorithm>
#include <random>
#include <set>

#include "checker/explicit/initial_states.h"
#include "checker/explicit/opened_readings.h"
#include "dsl/base/check.h"

namespace errata::reports {

using compiler::Evaluator;
using compiler::Expansion;
using compiler::Setup;
using compiler::State;
using compiler::Successor;
using compiler::Type;
using compiler::Value;

namespace {

// Rules that grow something without end never repeat a position; the player is asked before going on.
constexpr std::size_t longest_run = 500;

// Equal moves to equal states are one choice.
void drop_equals(std::vector<Successor>& successors) {
    std::vector<Successor> different;
    for (Successor& one : successors) {
        const auto same = [&](const Successor& other) {
            return one.move == other.move && one.next == other.next;
        };
        if (std::ranges::none_of(different, same)) different.push_back(std::move(one));
    }
    successors = std::move(different);
}

// The rules' own step, or that of a choice that has no option.
bool is_by_itself(const Expansion& expansion) {
    if (expansion.successors.size() != 1) return false;
    const Successor& only = expansion.successors.front();
    const bool is_chosen =
        expansion.owner.kind != compiler::OwnerKind::Rules && only.move.kind == compiler::MoveKind::Option;
    return !is_chosen && only.next.has_value();
}

}  // namespace

const State& Play::now() const { return trace_.steps.empty() ? trace_.initial : *trace_.steps.back().next; }

void Play::begin(std::size_t setup, State initial) {
    trace_ = {};
    trace_.setup = setup;
    trace_.initial = std::move(initial);
    decisions_.clear();
    run_on();
}

bool Play::choose(std::size_t choice) {
    ERRATA_CHECK(choice < here_.successors.size());
    if (!here_.successors[choice].next) return false;
    decisions_.push_back(trace_.steps.size());
    trace_.steps.push_back(here_.successors[choice]);
    run_on();
    return true;
}

bool Play::undo() {
    if (decisions_.empty()) return false;
    trace_.steps.resize(decisions_.back());
    decisions_.pop_back();
    arrive();
    return true;
}

void Play::arrive() {
    here_ = evaluator_.expand(now());
    drop_equals(here_.successors);
    repeats_ = false;
}

void Play::run_on() {
    arrive();
    std::set<State> passed;
    while (is_by_itself(here_)) {
        if (!passed.insert(now()).second || passed.size() > longest_run) {
            repeats_ = passed.size() <= longest_run;
            return;
        }
        trace_.steps.push_back(here_.successors.front());
        arrive();
    }
}

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
