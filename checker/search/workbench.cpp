#include "checker/search/workbench.h"

#include <algorithm>

#include "checker/explicit/initial_states.h"
#include "checker/search/card_sets.h"
#include "checker/search/cuts.h"
#include "checker/search/describe.h"
#include "checker/symbolic/counters.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Setups with more initial states than this go to the symbolic search: listing them would eat the explicit
// budget.
constexpr SetupLimits listable{50'000, 2'000'000};

// Searched before growing counters are looked for: with one, no budget reaches the end.
constexpr std::size_t growth_states = 30'000;

// Searched to the end before readings that were asked are opened: most games are smaller.
constexpr std::size_t closed_states = 30'000;

// For all boards of a sample together: enough for a few turns on each of some dozens.
constexpr std::size_t sample_states = 1'000'000;

// What is left when the time is up, in seconds: never 0, which would mean that there is no limit.
constexpr double least_time = 0.001;

std::string with_commas(std::size_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, ",");
    return digits;
}

}  // namespace

Reach::Reach(const Evaluator& evaluator, const std::vector<InitialState>& initial, const SearchLimits& limits,
             const Reductions& reductions, std::optional<OpenedReadings> opened)
    : evaluator_(evaluator),
      opened_(std::move(opened)),
      successors_(evaluator),
      recording_(evaluator.model()),
      exploration_(evaluator.model(), successors_, reductions),
      initial_states_(initial.size()),
      stop_(limits.stop) {
    exploration_.run(initial, while_covered(limits, *this), &recording_);
    arena_ = make_arena(exploration_, recording_);
}

SearchLimits Reach::while_covered(const SearchLimits& limits, const Reach& reach) {
    SearchLimits result = limits;
    result.progress = [&limits, &reach](const SearchProgress& progress) {
        if (progress.states > closed_states && reach.asks_more()) return false;
        return !limits.progress || limits.progress(progress);
    };
    return result;
}

Workbench::Workbench(const Model& model, Limits limits)
    : model_(model),
      evaluator_(model),
      claims_(model),
      limits_(std::move(limits)),
      start_(std::chrono::steady_clock::now()),
      symbolic_(evaluator_, symbolic_limits()) {
    for (std::size_t i = 0; i < model.setups.size(); ++i) slots_.push_back(std::make_unique<Slot>());
}

const Reach* Workbench::reach(std::size_t setup) {
    Slot& slot = *slots_[setup];
    std::call_once(slot.once, [&] {
        slot.reach = search(setup);
        if (slot.reach) count(*slot.reach);
    });
    return slot.reach.get();
}

std::unique_ptr<Reach> Workbench::search(std::size_t number) const {
    const Setup& setup = model_.setups[number];
    const std::vector<TermId> questions = questions_about_readings(model_);
    OpenedReadings opened(model_, setup, !limits_.reductions.readings);
    for (;;) {
        const std::optional<std::vector<State>> states = initial_states(evaluator_, opened.setup(), listable);
        if (!states) return nullptr;
        std::vector<InitialState> initial;
        for (const State& state : *states) initial.push_back({state, number});
        std::unique_ptr<Reach> reach = search(setup.name, initial, limits_.budget.states, opened);
        ReadingSet asked = reach->exploration().asked();
        if (!reach->asks_more() && !questions.empty()) {
            const Evaluator watching = evaluator_.watched(asked);
            for (std::size_t i = 0; i < reach->exploration().size() && !is_out_of_time(); ++i) {
                const State state = reach->exploration().state(StateId(i));
                for (const TermId question : questions) watching.value(question, state);
            }
        }
        if (opened.cover(asked) || is_out_of_time()) return reach;
        opened.open(asked);
    }
}

std::unique_ptr<Reach> Workbench::search(const std::string& name, const std::vector<InitialState>& initial,
                                         std::size_t budget,
                                         const std::optional<OpenedReadings>& opened) const {
    if (has_counters(model_) && budget > growth_states) {
        auto first = std::make_unique<Reach>(evaluator_, initial, search_limits(name, growth_states),
                                             limits_.reductions, opened);
        if (first->exploration().complete() || first->asks_more()) return first;
        if (limits_.grows && limits_.grows(*first)) {
            first->mark_endless();
            return first;
        }
    }
    return std::make_unique<Reach>(evaluator_, initial, search_limits(name, budget), limits_.reductions,
                                   opened);
}

const std::vector<std::unique_ptr<Reach>>& Workbench::sample(std::size_t setup) {
    Slot& slot = *slots_[setup];
    std::call_once(slot.sampled, [&] {
        std::vector<std::vector<State>> games = small_games(evaluator_, model_.setups[setup]);
        for (State& board : symbolic_.boards(setup)) games.push_back({std::move(board)});
        if (games.empty()) return;
        const std::size_t states = std::min(limits_.budget.states, sample_states) / games.size();
        for (const std::vector<State>& game : games) {
            if (is_out_of_time()) break;
            const auto in_setup = [&](const State& state) { return InitialState{state, setup}; };
            const std::vector<InitialState> initial = dsl::mapped(game, in_setup);
            slot.sample.push_back(search(model_.setups[setup].name + ", a few cards", initial,
                                         std::max<std::size_t>(1, states)));
            count(*slot.sample.back());
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
        const std::lock_guard lock(mutex_);
        stats_[Statistic::CertifiedStates] += static_cast<double>(exploration.size());
        stats_[Statistic::CertifySeconds] += spent.count();
    });
    return *slot.fixpoint;
}

void Workbench::count(const Reach& reach) {
    const Exploration& exploration = reach.exploration();
    const std::lock_guard lock(mutex_);
    stats_[Statistic::States] += static_cast<double>(exploration.size());
    stats_[Statistic::Transitions] += static_cast<double>(exploration.graph().targets.size());
    double& depth = stats_[Statistic::MaxDepth];
    depth = std::max(depth, static_cast<double>(exploration.explored_depth()));
}

SymbolicSearch::Limits Workbench::symbolic_limits() {
    SymbolicSearch::Limits limits;
    limits.declared_depth = declared_depth();
    limits.solver_units = static_cast<unsigned>(limits_.budget.solver_units);
    limits.interrupted = limits_.interrupted;
    limits.seconds_left = [this] { return seconds_left(); };
    limits.progress = [this](const std::string& what, std::size_t depth) {
        if (limits_.progress) limits_.progress(what, 0, depth);
    };
    return limits;
}

SearchLimits Workbench::search_limits(const std::string& what, std::size_t max_states) const {
    SearchLimits limits;
    limits.max_states = max_states;
    if (limits_.depth > 0) limits.max_depth = static_cast<std::uint32_t>(limits_.depth);
    limits.progress = [this, what](const SearchProgress& progress) {
        if (limits_.progress) limits_.progress(what, progress.states, progress.depth);
        return true;
    };
    limits.stop = [this] { return is_out_of_time(); };
    return limits;
}

std::size_t Workbench::declared_depth() const { return limits_.depth > 0 ? limits_.depth : model_.depth; }

double Workbench::seconds_left() const {
    if (is_interrupted()) return least_time;
    if (limits_.budget.seconds <= 0) return 0;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    return std::max(least_time, limits_.budget.seconds - spent.count());
}

EncoderOptions Workbench::encoder_options() const {
    EncoderOptions options;
    options.stop = [this] { return is_out_of_time(); };
    return within({static_cast<unsigned>(limits_.budget.solver_units), 0}, options);
}

bool Workbench::is_out_of_time() const {
    return is_interrupted() || (limits_.budget.seconds > 0 && seconds_left() <= least_time);
}

std::string Workbench::what_stopped() const {
    return is_interrupted() ? "an interruption" : "the clock (raise --budget)";
}

Statistics Workbench::stats() const {
    Statistics result = symbolic_.stats();
    const std::lock_guard lock(mutex_);
    result.insert(stats_.begin(), stats_.end());
    return result;
}

bool is_enumerable(const Model& model, std::size_t setup, const Reductions& reductions) {
    const OpenedReadings opened(model, model.setups[setup], !reductions.readings);
    return initial_states(Evaluator(model), opened.setup(), listable).has_value();
}

namespace {

constexpr const char* alike_remark =
    ", some perhaps more than once, for their interchangeable objects are connected in too many ways to "
    "compare";

std::string budget_limit(std::size_t states) { return with_commas(states) + " states are not all: --budget"; }

}  // namespace

Completeness completeness(const Workbench& workbench, std::size_t setup, const Reach& reach) {
    const Exploration& exploration = reach.exploration();
    std::string of = " of setup \"" + workbench.model().setups[setup].name + "\"";
    if (reach.initial_states() == 0)
        return {Status::Unknown, "no initial state" + of + " satisfies its requirements", false};
    if (reach.opened()) of += reach.opened()->text();
    if (exploration.complete()) {
        const std::string merged = exploration.is_undecided() ? alike_remark
                                   : exploration.merges() ? ", those counted once that no rule can tell apart"
                                                          : "";
        return {Status::Complete,
                "all " + with_commas(exploration.size()) + " reachable states" + of + merged, true};
    }
    const std::size_t depth = workbench.declared_depth();
    bool cut_before = false;
    for (std::size_t i = 0; i < exploration.size(); ++i) {
        const ReachedState& state = exploration[StateId(i)];
        cut_before = cut_before || (state.cut && state.depth < depth);
    }
    Completeness result;
    result.text = with_commas(exploration.size()) + " states" + of + ", all up to depth " +
                  std::to_string(exploration.explored_depth());
    switch (exploration.end()) {
        case SearchEnd::Exhausted:
            break;
        case SearchEnd::States:
            result.text += reach.is_endless() ? "; there is no end to them, for a counter moves for ever"
                                              : "; stopped by the budget of states (raise it: --budget)";
            result.limit = reach.is_endless() ? "a counter moves for ever" : budget_limit(exploration.size());
            break;
        case SearchEnd::Memory:
            result.text +=
                "; stopped, for the states take all the memory there is for them (make the scope smaller)";
            result.limit = "memory: a smaller scope";
            break;
        case SearchEnd::Depth:
            result.text += "; stopped at the depth asked for (--depth)";
            result.limit = "plays of more than " + dsl::count_of(exploration.explored_depth(), "transition") +
                           ": --depth";
            break;
        case SearchEnd::Asked:
            result.text += "; stopped by " + workbench.what_stopped();
            result.limit = "stopped by " + workbench.what_stopped();
            break;
    }
    if (exploration.is_undecided()) result.text += alike_remark;
    result.text += cuts_text(workbench.model(), {&exploration});
    if (result.limit.empty()) result.limit = cuts_limit(workbench.model(), {&exploration});
    // Plays of so many steps were all seen: what the states at that depth lead to lies beyond it.
    const bool deep_enough = depth > 0 && exploration.explored_depth() >= depth;
    result.is_conclusive = deep_enough && !cut_before;
    if (result.is_conclusive)
        result.text += "; the spec declares depth " + std::to_string(depth) + " sufficient";
    return result;
}

Completeness sample_completeness(Workbench& workbench, std::size_t setup) {
    Completeness result;
    std::size_t states = 0;
    const auto& sample = workbench.sample(setup);
    std::vector<const Exploration*> searches;
    bool is_stopped = false;
    for (const std::unique_ptr<Reach>& reach : sample) {
        searches.push_back(&reach->exploration());
        states += reach->exploration().size();
        is_stopped = is_stopped || reach->exploration().end() == SearchEnd::States;
    }
    result.text = with_commas(states) + " states on " + dsl::count_of(sample.size(), "board") +
                  " of setup \"" + workbench.model().setups[setup].name +
                  "\" that the symbolic search came upon";
    if (is_stopped) {
        result.text += "; stopped by the budget of states (raise it: --budget)";
        result.limit = budget_limit(states);
    }
    result.text += cuts_text(workbench.model(), searches);
    if (result.limit.empty()) result.limit = cuts_limit(workbench.model(), searches);
    if (result.limit.empty()) result.limit = "some of its boards only: a smaller setup";
    return result;
}

}  // namespace errata::checker
