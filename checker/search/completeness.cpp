#include "checker/search/completeness.h"

#include "checker/fact_kinds.h"
#include "checker/search/cuts.h"

namespace errata::checker {

namespace {

std::vector<const Exploration*> sampled(Workbench& workbench, std::size_t setup) {
    std::vector<const Exploration*> result;
    for (const std::unique_ptr<Reach>& reach : workbench.of(setup).sample())
        result.push_back(&reach->exploration());
    return result;
}

const std::string& setup_name(const Workbench& workbench, std::size_t setup) {
    return workbench.model().setups[setup].name;
}

Facts how_counted(const Exploration& exploration) {
    if (exploration.quotient().undecided() > 0) return {{FactKind::CountedTwice}};
    const bool merges = exploration.complete() && exploration.outcome().merges;
    return merges ? Facts{{FactKind::CountedOnce}} : Facts{};
}

struct Stopped {
    Facts why = {};
    Facts limit = {};
};

Stopped what_stopped(const Workbench& workbench, const Reach& reach) {
    const Exploration& exploration = reach.exploration();
    switch (exploration.outcome().end) {
        case SearchEnd::Exhausted:
            return {};
        case SearchEnd::States:
            if (reach.is_endless()) return {{{FactKind::CounterMoves}}, {{FactKind::CounterMoves}}};
            return {{{FactKind::StatesSpent}}, {{FactKind::StatesNotAll, {exploration.size()}}}};
        case SearchEnd::Memory:
            return {{{FactKind::MemorySpent}}, {{FactKind::MemorySpent}}};
        case SearchEnd::Depth:
            return {{{FactKind::DepthReached}},
                    {{FactKind::LongerPlays, {std::size_t{exploration.outcome().explored_depth}}}}};
        case SearchEnd::Asked:
            return {{workbench.clock().what_stopped()}, {workbench.clock().what_stopped()}};
    }
    return {};
}

}  // namespace

Completeness completeness(const Workbench& workbench, std::size_t setup, const Reach& reach) {
    const Exploration& exploration = reach.exploration();
    const std::string& name = setup_name(workbench, setup);
    if (reach.initial_states() == 0) return {Status::Unknown, {{FactKind::NoInitialState, {name}}}};
    const Facts readings = reach.opened() ? reach.opened()->facts() : Facts{};
    const Facts counted = how_counted(exploration);
    if (exploration.complete())
        return {
            Status::Complete, {{FactKind::AllStates, {exploration.size(), name, readings, counted}}}, true};
    const std::size_t depth = declared_depth(workbench);
    const std::size_t explored = exploration.outcome().explored_depth;
    bool cut_before = false;
    for (std::size_t i = 0; i < exploration.size(); ++i) {
        const ReachedState& state = exploration[StateId(i)];
        cut_before = cut_before || (state.cut && exploration.depth(StateId(i)) < depth);
    }
    Completeness result;
    result.facts = {{FactKind::StatesToDepth, {exploration.size(), name, readings, counted, explored}}};
    Stopped stopped = what_stopped(workbench, reach);
    add(result.facts, std::move(stopped.why));
    add(result.facts, cuts(workbench.model(), {&exploration}));
    result.limit = std::move(stopped.limit);
    if (result.limit.empty()) result.limit = cuts_limit(workbench.model(), {&exploration});
    // Plays of so many steps were all seen: what the states at that depth lead to lies beyond it.
    const bool deep_enough = depth > 0 && explored >= depth;
    result.is_conclusive = deep_enough && !cut_before;
    if (result.is_conclusive) result.facts.push_back({FactKind::EnoughDepth, {depth}});
    return result;
}

void PartsSeen::add(Workbench& workbench, std::size_t setup, const Reach* reach) {
    ++parts;
    Completeness part{Status::Unknown, {{FactKind::TooManyStarts}}, false, {{FactKind::TooManyReadings}}};
    if (reach) {
        states += reach->exploration().size();
        part = completeness(workbench, setup, *reach);
    }
    if (part.status == Status::Complete) ++complete;
    if (open || part.status == Status::Complete) return;
    open = std::move(part);
    open_part = parts;
}

Completeness completeness(Workbench& workbench, std::size_t setup, const PartsSeen& seen) {
    const std::string& name = setup_name(workbench, setup);
    const std::size_t all = workbench.of(setup).pieces();
    const Fact so_far{FactKind::PartsToTheEnd, {seen.complete, all, name, seen.states}};
    if (seen.parts < all) {
        const Fact stopped = workbench.clock().what_stopped();
        return {Status::Bounded, {so_far, stopped}, false, {stopped}};
    }
    if (seen.open) {
        Completeness result = *seen.open;
        result.facts = {so_far, {FactKind::InPart, {seen.open_part, result.facts}}};
        return result;
    }
    return {Status::Complete, {{FactKind::AllStatesInParts, {seen.states, name, all}}}, true};
}

Completeness sample_completeness(Workbench& workbench, std::size_t setup) {
    Completeness result;
    std::size_t states = 0;
    const std::vector<const Exploration*> searches = sampled(workbench, setup);
    bool is_stopped = false;
    for (const Exploration* search : searches) {
        states += search->size();
        is_stopped = is_stopped || search->outcome().end == SearchEnd::States;
    }
    result.facts = {{FactKind::StatesOnBoards, {states, searches.size(), setup_name(workbench, setup)}}};
    if (is_stopped) {
        result.facts.push_back({FactKind::StatesSpent});
        result.limit = {{FactKind::StatesNotAll, {states}}};
    }
    add(result.facts, cuts(workbench.model(), searches));
    if (result.limit.empty()) result.limit = cuts_limit(workbench.model(), searches);
    if (result.limit.empty()) result.limit = {{FactKind::SomeBoardsOnly}};
    return result;
}

Completeness completeness(Workbench& workbench, std::size_t setup, const SearchFind& find) {
    Completeness result{find.verdict, find.facts, find.is_conclusive, find.limit};
    if (find.verdict != Status::Proved) return result;
    const std::vector<const Exploration*> searches = sampled(workbench, setup);
    Facts limit = cuts_limit(workbench.model(), searches);
    if (limit.empty()) return result;
    add(result.facts, cuts(workbench.model(), searches));
    return {Status::Bounded, std::move(result.facts), false, std::move(limit)};
}

}  // namespace errata::checker
