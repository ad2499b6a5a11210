#include "checker/search/workbench.h"

#include <algorithm>

#include "checker/explicit/initial_states.h"
#include "checker/explicit/setup_parts.h"
#include "checker/search/card_sets.h"
#include "checker/symbolic/counters.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

// With what readings that are asked open in a part.
constexpr SetupLimits listable{50'000, 2'000'000};

// Sets of printed items are many and small, and known to be looked at one by one.
constexpr PartLimits of_screens{2'000, 2'000, 50'000'000, 1'000'000'000};

PartLimits part_limits(const Setup& setup, const Budget& budget) {
    PartLimits limits = setup.screening ? of_screens : PartLimits();
    limits.whole = std::min(limits.whole, budget.initial_states);
    limits.part = std::min(limits.part, budget.initial_states);
    return limits;
}

// Searched before growing counters are looked for: with one, no budget reaches the end.
constexpr std::size_t growth_states = 30'000;

// For all boards of a sample together: enough for a few turns on each of some dozens.
constexpr std::size_t sample_states = 1'000'000;

SearchLimits search_limits(const Workbench& workbench, const std::string& what, std::size_t max_states) {
    SearchLimits limits;
    limits.max_states = max_states;
    if (workbench.limits().depth > 0) limits.max_depth = static_cast<std::uint32_t>(workbench.limits().depth);
    limits.progress = [&workbench, what](const SearchProgress& progress) {
        if (workbench.limits().progress) workbench.limits().progress(what, progress.states, progress.depth);
        return true;
    };
    limits.stop = [&workbench] { return workbench.is_out_of_time(); };
    return limits;
}

std::unique_ptr<Reach> search(const Workbench& workbench, const std::string& name,
                              const std::vector<InitialState>& initial, std::size_t budget,
                              const std::optional<OpenedReadings>& opened = {}) {
    if (has_counters(workbench.model()) && budget > growth_states) {
        auto first = std::make_unique<Reach>(workbench.evaluator(), initial,
                                             search_limits(workbench, name, growth_states),
                                             workbench.limits().reductions, opened);
        if (first->exploration().complete() || first->asks_more()) return first;
        if (workbench.limits().grows && workbench.limits().grows(*first)) {
            first->mark_endless();
            return first;
        }
    }
    return std::make_unique<Reach>(workbench.evaluator(), initial, search_limits(workbench, name, budget),
                                   workbench.limits().reductions, opened);
}

std::unique_ptr<Reach> search(const Workbench& workbench, std::size_t number, const Setup& setup,
                              const std::string& name) {
    const std::vector<TermId> questions = questions_about_readings(workbench.model());
    OpenedReadings opened(workbench.model(), setup, !workbench.limits().reductions.readings);
    for (;;) {
        const std::optional<std::vector<State>> states =
            initial_states(workbench.evaluator(), opened.setup(), listable);
        if (!states) return nullptr;
        std::vector<InitialState> initial;
        for (const State& state : *states) initial.push_back({state, number});
        std::unique_ptr<Reach> reach =
            search(workbench, name, initial, workbench.limits().budget.states, opened);
        ReadingSet asked = reach->exploration().asked();
        if (!reach->asks_more() && !questions.empty()) {
            const Evaluator watching = workbench.evaluator().watched(asked);
            for (std::size_t i = 0; i < reach->exploration().size() && !workbench.is_out_of_time(); ++i) {
                const State state = reach->exploration().state(StateId(i));
                for (const TermId question : questions) watching.value(question, state);
            }
        }
        if (opened.cover(asked) || workbench.is_out_of_time()) return reach;
        opened.open(asked);
    }
}

SymbolicSearch::Limits symbolic_limits(const Workbench& workbench) {
    SymbolicSearch::Limits limits;
    limits.declared_depth = declared_depth(workbench);
    limits.solver_units = static_cast<unsigned>(workbench.limits().budget.solver_units);
    limits.interrupted = workbench.limits().interrupted;
    limits.seconds_left = [&workbench] { return workbench.clock().seconds_left(); };
    limits.progress = [&workbench](const std::string& what, std::size_t depth) {
        if (workbench.limits().progress) workbench.limits().progress(what, 0, depth);
    };
    return limits;
}

}  // namespace

std::size_t declared_depth(const Workbench& workbench) {
    return workbench.limits().depth > 0 ? workbench.limits().depth : workbench.model().depth;
}

EncoderOptions encoder_options(const Workbench& workbench) {
    EncoderOptions options;
    options.stop = [&workbench] { return workbench.is_out_of_time(); };
    return within({static_cast<unsigned>(workbench.limits().budget.solver_units), 0}, options);
}

void RunStatistics::count(const Exploration& exploration) {
    const std::lock_guard lock(mutex_);
    stats_[Statistic::States] += static_cast<double>(exploration.size());
    stats_[Statistic::Transitions] += static_cast<double>(exploration.graph().targets.size());
    double& depth = stats_[Statistic::MaxDepth];
    depth = std::max(depth, static_cast<double>(exploration.outcome().explored_depth));
}

void RunStatistics::count(const Statistics& of_others) {
    const std::lock_guard lock(mutex_);
    for (const auto& [statistic, amount] : of_others) {
        double& all = stats_[statistic];
        all = joined(statistic, all, amount);
    }
}

void RunStatistics::count_certified(std::size_t states, double seconds) {
    const std::lock_guard lock(mutex_);
    stats_[Statistic::CertifiedStates] += static_cast<double>(states);
    stats_[Statistic::CertifySeconds] += seconds;
}

Statistics RunStatistics::so_far() const {
    const std::lock_guard lock(mutex_);
    return stats_;
}

Workbench::Workbench(const Model& model, Limits limits)
    : evaluator_(model),
      claims_(model),
      limits_(std::move(limits)),
      clock_(limits_.budget.seconds, limits_.interrupted),
      symbolic_(evaluator_, symbolic_limits(*this)) {
    for (std::size_t i = 0; i < model.setups.size(); ++i) slots_.push_back(std::make_unique<Slot>());
}

const Reach* Workbench::reach(std::size_t setup) {
    Slot& slot = *slots_[setup];
    std::call_once(slot.once, [&] {
        const Setup& declared = model().setups[setup];
        if (slot.part) {
            slot.reach = search(*this, setup, slot.part->setup, declared.name + ", " + slot.part->name);
        } else if (parts(setup) == 1) {
            slot.reach = search(*this, setup, declared, declared.name);
        }
        if (slot.reach) stats_.count(slot.reach->exploration());
    });
    return slot.reach.get();
}

std::size_t Workbench::parts(std::size_t setup) {
    Slot& slot = *slots_[setup];
    std::call_once(slot.split, [&] {
        const OpenedReadings opened(model(), model().setups[setup], !limits_.reductions.readings);
        auto parts = parts_of(evaluator_, opened.setup(), part_limits(model().setups[setup], limits_.budget));
        if (!parts) return;
        for (const Setup& part : *parts) {
            slot.parts.push_back(model().setups[setup]);  // readings are opened in each part as it needs them
            slot.parts.back().narrowed = part.narrowed;
        }
    });
    return slot.parts.size();
}

void Workbench::take_part(std::size_t setup, Part part) {
    auto slot = std::make_unique<Slot>();
    slot->parts = std::move(slots_[setup]->parts);
    slot->part = std::move(part);
    std::call_once(slot->split, [] {});
    slots_[setup] = std::move(slot);
}

void Workbench::leave_parts(std::size_t setup, std::size_t pieces) {
    auto slot = std::make_unique<Slot>();
    slot->pieces = pieces;
    slot->parts = std::move(slots_[setup]->parts);
    std::call_once(slot->split, [] {});
    std::call_once(slot->once, [] {});
    slots_[setup] = std::move(slot);
}

const std::vector<std::unique_ptr<Reach>>& Workbench::sample(std::size_t setup) {
    Slot& slot = *slots_[setup];
    std::call_once(slot.sampled, [&] {
        std::vector<std::vector<State>> games = small_games(evaluator_, model().setups[setup]);
        for (State& board : symbolic_.boards(setup)) games.push_back({std::move(board)});
        if (games.empty()) return;
        const std::size_t states = std::min(limits_.budget.states, sample_states) / games.size();
        for (const std::vector<State>& game : games) {
            if (is_out_of_time()) break;
            const auto in_setup = [&](const State& state) { return InitialState{state, setup}; };
            const std::vector<InitialState> initial = dsl::mapped(game, in_setup);
            slot.sample.push_back(search(*this, model().setups[setup].name + ", a few cards", initial,
                                         std::max<std::size_t>(1, states)));
            stats_.count(slot.sample.back()->exploration());
        }
    });
    return slot.sample;
}

const Fixpoint& Workbench::fixpoint(std::size_t setup) {
    const Reach* reach = this->reach(setup);
    ERRATA_CHECK(reach != nullptr);
    Slot& slot = *slots_[setup];
    std::call_once(slot.certified, [&] {
        const Exploration& exploration = reach->exploration();
        const auto start = std::chrono::steady_clock::now();
        slot.fixpoint = std::make_unique<Fixpoint>(
            evaluator_, reach->opened()->setup(),
            StateList{exploration.size(), [&](std::size_t i) { return exploration.state(StateId(i)); }},
            limits_.threads, reach->opened()->closed(), [this] { return is_out_of_time(); });
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        stats_.count_certified(exploration.size(), spent.count());
    });
    return *slot.fixpoint;
}

Statistics Workbench::stats() const {
    Statistics result = symbolic_.stats();
    const Statistics counted = stats_.so_far();
    result.insert(counted.begin(), counted.end());
    return result;
}

std::size_t number_of_parts(const Model& model, std::size_t setup, const Budget& budget,
                            const Reductions& reductions) {
    const OpenedReadings opened(model, model.setups[setup], !reductions.readings);
    const auto parts = parts_of(Evaluator(model), opened.setup(), part_limits(model.setups[setup], budget));
    return parts ? parts->size() : 0;
}

}  // namespace errata::checker
