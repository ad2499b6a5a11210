#include "checker/search/completeness.h"

#include "checker/search/to_do.h"
#include "dsl/base/text.h"

namespace errata::checker {

namespace {

std::string with_commas(std::size_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, ",");
    return digits;
}

// Which bounds a search ran into, as far as its states show, and what else cut plays off; each with its
// remedy.
std::string cut_text(const Exploration& exploration, const compiler::Layout& layout) {
    bool agenda = false;
    bool bag = false;
    bool other = false;
    for (std::size_t i = 0; i < exploration.size(); ++i) {
        if (!exploration[StateId(i)].cut) continue;
        const compiler::State state = exploration.state(StateId(i));
        const bool full = is_agenda_full(layout, state);
        const bool full_bag = layout.pending > 0 && state[layout.slot(layout.pending - 1)] != 0;
        agenda = agenda || full;
        bag = bag || full_bag;
        other = other || (!full && !full_bag);
    }
    std::vector<std::string> bounds;
    if (agenda) bounds.push_back("agenda: " + std::to_string(layout.frames - 1));
    if (bag) bounds.push_back("pending: " + std::to_string(layout.pending));
    const SearchOutcome::Cuts& cuts = exploration.outcome().cuts;
    std::vector<std::string> others;
    if (cuts.orders)
        others.push_back(std::string(compiler::more_than_all_orders) + " (" + compiler::orders_remedy + ")");
    if (cuts.ways) others.push_back(std::string(compiler::more_than_all_ways) + " (make the scope smaller)");
    if (cuts.too_large)
        others.push_back("numbers, or searches for solutions of equations, grow too large (smaller ranges)");
    if (other && others.empty())
        bounds.push_back("a pool of objects, 'later', or more triggers at once than 'pending' holds");
    std::string result;
    if (!bounds.empty())
        result += "; some plays outgrow the scope (" + dsl::join(bounds, ", ") +
                  ") and were cut off (raise that in the scope)";
    if (!others.empty()) result += "; some plays were cut off: " + dsl::join(others, "; ");
    return result;
}

constexpr const char* alike_remark =
    ", some perhaps more than once, for their interchangeable objects are connected in too many ways to "
    "compare";

}  // namespace

Completeness completeness(const Workbench& workbench, std::size_t setup, const Reach& reach) {
    const Exploration& exploration = reach.exploration();
    std::string of = " of setup \"" + workbench.model().setups[setup].name + "\"";
    if (reach.initial_states() == 0)
        return {Status::Unknown, "no initial state" + of + " satisfies its requirements", false};
    if (reach.opened()) of += reach.opened()->text();
    if (exploration.complete()) {
        const std::string merged = exploration.is_undecided() ? alike_remark
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
        cut_before = cut_before || (state.cut && state.depth < depth);
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
            break;
        case SearchEnd::Memory:
            result.text +=
                "; stopped, for the states take all the memory there is for them (make the scope smaller)";
            break;
        case SearchEnd::Depth:
            result.text += "; stopped at the depth asked for (--depth)";
            break;
        case SearchEnd::Asked:
            result.text += "; stopped by " + workbench.clock().what_stopped();
            break;
    }
    if (exploration.is_undecided()) result.text += alike_remark;
    if (exploration.outcome().any_cut) result.text += cut_text(exploration, workbench.model().layout);
    // Plays of so many steps were all seen: what the states at that depth lead to lies beyond it.
    const bool deep_enough = depth > 0 && exploration.outcome().explored_depth >= depth;
    result.is_conclusive = deep_enough && !cut_before;
    if (result.is_conclusive)
        result.text += "; the spec declares depth " + std::to_string(depth) + " sufficient";
    return result;
}

Completeness sample_completeness(Workbench& workbench, std::size_t setup) {
    Completeness result;
    std::size_t states = 0;
    const auto& sample = workbench.sample(setup);
    for (const std::unique_ptr<Reach>& reach : sample) states += reach->exploration().size();
    result.text = with_commas(states) + " states on " + dsl::count_of(sample.size(), "board") +
                  " of setup \"" + workbench.model().setups[setup].name +
                  "\" that the symbolic search came upon";
    return result;
}

}  // namespace errata::checker
