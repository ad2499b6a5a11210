#include "checker/search/completeness.h"

#include "checker/search/cuts.h"
#include "dsl/base/text.h"

namespace errata::checker {

namespace {

std::string with_commas(std::size_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, ",");
    return digits;
}

constexpr const char* alike_remark =
    ", some perhaps more than once, for their interchangeable objects are connected in too many ways to "
    "compare";

std::vector<const Exploration*> sampled(Workbench& workbench, std::size_t setup) {
    std::vector<const Exploration*> result;
    for (const std::unique_ptr<Reach>& reach : workbench.of(setup).sample())
        result.push_back(&reach->exploration());
    return result;
}

std::string budget_limit(std::size_t states) { return with_commas(states) + " states are not all: --budget"; }

}  // namespace

Completeness completeness(const Workbench& workbench, std::size_t setup, const Reach& reach) {
    const Exploration& exploration = reach.exploration();
    std::string of = " of setup \"" + workbench.model().setups[setup].name + "\"";
    if (reach.initial_states() == 0)
        return {Status::Unknown, "no initial state" + of + " satisfies its requirements", false};
    if (reach.opened()) of += reach.opened()->text();
    if (exploration.complete()) {
        const std::string merged = exploration.quotient().undecided() > 0 ? alike_remark
                                   : exploration.outcome().merges
                                       ? ", those counted once that no rule can tell apart"
                                       : "";
        return {Status::Complete,
                "all " + with_commas(exploration.size()) + " reachable states" + of + merged, true};
    }
    const std::size_t depth = declared_depth(workbench);
    bool cut_before = false;
    for (std::size_t i = 0; i < exploration.size(); ++i) {
        const ReachedState& state = exploration[StateId(i)];
        cut_before = cut_before || (state.cut && exploration.depth(StateId(i)) < depth);
    }
    Completeness result;
    result.text = with_commas(exploration.size()) + " states" + of + ", all up to depth " +
                  std::to_string(exploration.outcome().explored_depth);
    switch (exploration.outcome().end) {
        case SearchEnd::Exhausted:
            break;
        case SearchEnd::States:
            result.text += reach.is_endless() ? "; there is no end to them, for a counter moves for ever"
                                              : "; stopped by the budget of states (raise it: --budget)";
            result.limit = reach.is_endless() ? "a counter moves for ever" : budget_limit(exploration.size());
            break;
        case SearchEnd::Memory:
            result.text +=
                "; stopped, for the states take all the memory there is for them (raise it: --memory)";
            result.limit = "memory: --memory, or a smaller scope";
            break;
        case SearchEnd::Depth:
            result.text += "; stopped at the depth asked for (--depth)";
            result.limit = "plays of more than " +
                           dsl::count_of(exploration.outcome().explored_depth, "transition") + ": --depth";
            break;
        case SearchEnd::Asked:
            result.text += "; stopped by " + workbench.clock().what_stopped();
            result.limit = "stopped by " + workbench.clock().what_stopped();
            break;
    }
    if (exploration.quotient().undecided() > 0) result.text += alike_remark;
    result.text += cuts_text(workbench.model(), {&exploration});
    if (result.limit.empty()) result.limit = cuts_limit(workbench.model(), {&exploration});
    // Plays of so many steps were all seen: what the states at that depth lead to lies beyond it.
    const bool deep_enough = depth > 0 && exploration.outcome().explored_depth >= depth;
    result.is_conclusive = deep_enough && !cut_before;
    if (result.is_conclusive)
        result.text += "; the spec declares depth " + std::to_string(depth) + " sufficient";
    return result;
}

void PartsSeen::add(Workbench& workbench, std::size_t setup, const Reach* reach) {
    ++parts;
    Completeness part{Status::Unknown, "too many initial states", false,
                      "the readings make too many initial states: scope { readings: 1 }"};
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
    const std::string of = " of setup \"" + workbench.model().setups[setup].name + "\"";
    const std::size_t all = workbench.of(setup).pieces();
    const std::string parts = dsl::count_of(all, "part");
    const std::string so_far = with_commas(seen.complete) + " of " + parts + of + " to the end, " +
                               with_commas(seen.states) + " states in all";
    if (seen.parts < all)
        return {Status::Bounded, so_far + "; stopped by " + workbench.clock().what_stopped(), false,
                "stopped by " + workbench.clock().what_stopped()};
    if (seen.open) {
        Completeness result = *seen.open;
        result.text = so_far + "; part " + std::to_string(seen.open_part) + ": " + result.text;
        return result;
    }
    return {Status::Complete,
            "all " + with_commas(seen.states) + " reachable states" + of + ", searched in " + parts, true};
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
    result.text = with_commas(states) + " states on " + dsl::count_of(searches.size(), "board") +
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

Completeness completeness(Workbench& workbench, std::size_t setup, const SearchFind& find) {
    Completeness result{find.verdict, find.detail, find.is_conclusive, find.limit};
    if (find.verdict != Status::Proved) return result;
    const std::vector<const Exploration*> searches = sampled(workbench, setup);
    const std::string limit = cuts_limit(workbench.model(), searches);
    if (limit.empty()) return result;
    return {Status::Bounded, find.detail + cuts_text(workbench.model(), searches), false, limit};
}

}  // namespace errata::checker
