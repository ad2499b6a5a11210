#include "checker/search/setup_search.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <set>

#include "checker/explicit/asked_by_terms.h"
#include "checker/explicit/initial_states.h"
#include "checker/explicit/setup_parts.h"
#include "checker/search/card_sets.h"
#include "checker/search/workbench.h"
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

// Searched to the end before readings that were asked are opened: most games are smaller. Each time twice as
// many, so that all searches together take little more than the last one.
constexpr std::size_t closed_states = 30'000;

// For all boards of a sample together: enough for a few turns on each of some dozens.
constexpr std::size_t sample_states = 1'000'000;

SearchLimits search_limits(const Workbench& workbench, const std::string& what, std::size_t max_states) {
    SearchLimits limits;
    limits.max_states = max_states;
    limits.max_bytes = workbench.limits().budget.memory;
    limits.threads = workbench.limits().threads;
    if (workbench.limits().depth > 0) limits.max_depth = static_cast<std::uint32_t>(workbench.limits().depth);
    limits.progress = [&workbench, what](const SearchProgress& progress) {
        if (workbench.limits().progress) workbench.limits().progress(what, progress.states, progress.depth);
        return true;
    };
    limits.stop = [&workbench] { return workbench.clock().is_over(); };
    return limits;
}

// States of one set of printed items, above which it is searched by itself: more than all but few take. So
// one that grows without end costs no other anything.
constexpr std::size_t states_of_one_set = 20'000;

// What lies on the table, as far as the setup leaves it open: the ranges of its holders.
std::vector<NarrowedCell> set_on(const Setup& setup, const State& state) {
    return dsl::mapped(setup.screening->holders, [&](std::size_t holder) {
        return NarrowedCell{holder, state[holder], state[holder]};
    });
}

// The initial states by the set that they lay out; no groups: it is one set, or no screen.
SearchLimits::Groups groups_of(const Setup& setup, const std::vector<State>& initial) {
    SearchLimits::Groups result;
    if (!setup.screening) return result;
    std::map<std::vector<Value>, std::uint32_t> numbers;
    for (const State& state : initial) {
        const auto set = dsl::mapped(set_on(setup, state), &NarrowedCell::lo);
        const auto next = static_cast<std::uint32_t>(numbers.size());
        result.of.push_back(numbers.try_emplace(set, next).first->second);
    }
    result.most = states_of_one_set;
    return numbers.size() > 1 ? result : SearchLimits::Groups();
}

// The graph that `search` makes with a budget.
std::unique_ptr<Reach> searched(const Workbench& workbench, std::size_t budget,
                                const std::function<std::unique_ptr<Reach>(std::size_t)>& search) {
    if (has_counters(workbench.model()) && budget > growth_states) {
        std::unique_ptr<Reach> first = search(growth_states);
        if (first->exploration().complete() || asks_more(*first)) return first;
        if (workbench.limits().grows && workbench.limits().grows(*first)) {
            first->mark_endless();
            return first;
        }
    }
    return search(budget);
}

std::unique_ptr<Reach> search(const Workbench& workbench, const std::string& name,
                              const std::vector<InitialState>& initial, std::size_t budget) {
    const Reductions& reductions = workbench.limits().reductions;
    return searched(workbench, budget, [&](std::size_t states) {
        return std::make_unique<Reach>(workbench.evaluator(), initial, search_limits(workbench, name, states),
                                       reductions);
    });
}

// What the claims and the printed items ask of the states that were reached, beside what their plays ask.
AskedReadings asked_of(const Workbench& workbench, const Reach& reach, const std::vector<TermId>& questions) {
    AskedReadings result = reach.exploration().beginnings().asked;
    if (questions.empty()) return result;
    AskedByTerms asked_by(workbench.evaluator(), questions);
    for (std::size_t i = 0; i < reach.exploration().size() && !workbench.clock().is_over(); ++i) {
        ReadingSet asked(workbench.model().readings.all.size());
        asked_by.add(reach.exploration().state(StateId(i)), asked);
        result.add(StateId(i), asked);
    }
    return result;
}

std::unique_ptr<Reach> search_from(const Workbench& workbench, const OpenedReadings& opened,
                                   std::size_t number, const SearchLimits& limits, std::size_t patience) {
    const auto search = [&](std::size_t states) {
        SearchLimits own = limits;
        own.max_states = states;
        return std::make_unique<Reach>(workbench.evaluator(), opened, number, own,
                                       workbench.limits().reductions, patience);
    };
    const std::size_t budget = workbench.limits().budget.states;
    return limits.groups.of.empty() ? searched(workbench, budget, search) : search(budget);
}

// `is_part`: of a screen, sets that take many states may be left.
std::unique_ptr<Reach> search(const Workbench& workbench, std::size_t number, const Setup& setup,
                              const std::string& name, bool is_part) {
    const std::vector<TermId>& questions = workbench.evaluator().facts().get<QuestionsAboutReadings>().terms;
    SearchLimits limits = search_limits(workbench, name, 0);
    OpenedReadings opened(workbench.model(), setup, !workbench.limits().reductions.readings);
    if (!opened.list(workbench.evaluator(), listable)) return nullptr;
    for (std::size_t patience = closed_states;; patience *= 2) {
        if (is_part) limits.groups = groups_of(setup, opened.initial());
        std::unique_ptr<Reach> reach = search_from(workbench, opened, number, limits, patience);
        std::vector<ReadingSet> asked = asked_by_plays(*reach, reach->exploration().beginnings().asked);
        if (opened.cover(asked) && !questions.empty())
            asked = asked_by_plays(*reach, asked_of(workbench, *reach, questions));
        if (opened.cover(asked) || workbench.clock().is_over()) return reach;
        if (!opened.open(workbench.evaluator(), asked, listable)) return nullptr;
    }
}

Statistics statistics_of(const Exploration& exploration) {
    return {{Statistic::States, static_cast<double>(exploration.size())},
            {Statistic::Transitions, static_cast<double>(exploration.graph().targets.size())},
            {Statistic::MaxDepth, static_cast<double>(exploration.outcome().explored_depth)}};
}

}  // namespace

const Reach* SetupSearch::reach() {
    std::call_once(made_->searched, [&] {
        const Setup& declared = workbench_.model().setups[setup_];
        if (part_) {
            made_->reach = search(workbench_, setup_, part_->setup, declared.name + ", " + part_->name, true);
        } else if (parts() == 1) {
            made_->reach = search(workbench_, setup_, declared, declared.name, false);
        }
        if (made_->reach) workbench_.count(statistics_of(made_->reach->exploration()));
    });
    return made_->reach.get();
}

std::size_t SetupSearch::parts() {
    if (part_) return 1;
    std::call_once(split_, [&] {
        const Setup& declared = workbench_.model().setups[setup_];
        const OpenedReadings opened(workbench_.model(), declared, !workbench_.limits().reductions.readings);
        const auto parts = parts_of(workbench_.evaluator(), opened.setup(),
                                    part_limits(declared, workbench_.limits().budget));
        if (!parts) return;
        for (const Setup& part : *parts) {
            parts_.push_back(declared);  // readings are opened in each part as it needs them
            parts_.back().narrowed = part.narrowed;
        }
    });
    return parts_.size();
}

void SetupSearch::take_part(Part part) {
    made_ = std::make_unique<Made>();
    part_ = std::move(part);
}

void SetupSearch::leave_parts(std::size_t pieces) {
    made_ = std::make_unique<Made>();
    std::call_once(made_->searched, [] {});
    part_.reset();
    pieces_ = pieces;
}

std::vector<Setup> SetupSearch::large_sets_apart() {
    const Reach* reach = this->reach();
    if (!part_ || reach == nullptr) return {};
    const std::set<std::uint32_t>& too_large = reach->exploration().outcome().too_large;
    if (too_large.empty()) return {};
    const std::vector<State>& initial = reach->opened()->initial();
    const std::vector<std::uint32_t> group = groups_of(part_->setup, initial).of;
    std::map<std::uint32_t, Setup> apart;
    Setup others = part_->setup;
    for (std::size_t i = 0; i < initial.size(); ++i) {
        if (!too_large.contains(group[i])) continue;
        const auto [setup, is_new] = apart.try_emplace(group[i], part_->setup);
        if (!is_new) continue;
        others.without.push_back(set_on(part_->setup, initial[i]));
        for (const NarrowedCell& range : others.without.back()) narrow(setup->second, range);
    }
    const bool are_all = std::ranges::all_of(group, [&](std::uint32_t one) { return apart.contains(one); });
    std::vector<Setup> result;
    if (!are_all) result.push_back(std::move(others));
    for (auto& [number, setup] : apart) result.push_back(std::move(setup));
    return result;
}

const std::vector<std::unique_ptr<Reach>>& SetupSearch::sample() {
    std::call_once(made_->sampled, [&] {
        const Setup& declared = workbench_.model().setups[setup_];
        std::vector<std::vector<State>> games = small_games(workbench_.evaluator(), declared);
        for (State& board : workbench_.symbolic().boards(setup_)) games.push_back({std::move(board)});
        for (const std::optional<State>& board : workbench_.loops().boards(setup_).by_loop) {
            const bool is_known =
                !board || std::ranges::find(games, std::vector<State>{*board}) != games.end();
            if (!is_known) games.push_back({*board});
        }
        if (games.empty()) return;
        const std::size_t states = std::min(workbench_.limits().budget.states, sample_states) / games.size();
        for (const std::vector<State>& game : games) {
            if (workbench_.clock().is_over()) break;
            const auto in_setup = [&](const State& state) { return InitialState{state, setup_}; };
            const std::vector<InitialState> initial = dsl::mapped(game, in_setup);
            made_->sample.push_back(search(workbench_, declared.name + ", a few cards", initial,
                                           std::max<std::size_t>(1, states)));
            workbench_.count(statistics_of(made_->sample.back()->exploration()));
        }
    });
    return made_->sample;
}

const Fixpoint& SetupSearch::fixpoint() {
    const Reach* reach = this->reach();
    ERRATA_CHECK(reach != nullptr);
    std::call_once(made_->certified, [&] {
        const Exploration& exploration = reach->exploration();
        const auto start = std::chrono::steady_clock::now();
        made_->fixpoint = std::make_unique<Fixpoint>(
            workbench_.evaluator(), reach->opened()->setup(),
            StateList{exploration.size(), [&](std::size_t i) { return exploration.state(StateId(i)); }},
            workbench_.limits().threads,
            KeptReadings{reach->opened()->kept_first(),
                         workbench_.evaluator().facts().get<QuestionsAboutReadings>().terms},
            [this] { return workbench_.clock().is_over(); });
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        workbench_.count({{Statistic::CertifiedStates, static_cast<double>(exploration.size())},
                          {Statistic::CertifySeconds, spent.count()}});
    });
    return *made_->fixpoint;
}

std::size_t number_of_parts(const Evaluator& evaluator, std::size_t setup, const Budget& budget,
                            const Reductions& reductions) {
    const Model& model = evaluator.model();
    const OpenedReadings opened(model, model.setups[setup], !reductions.readings);
    const auto parts = parts_of(evaluator, opened.setup(), part_limits(model.setups[setup], budget));
    return parts ? parts->size() : 0;
}

}  // namespace errata::checker
