#include "checker/text/deciders.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "checker/order/quiescence.h"
#include "checker/plays/describe.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_decided_states = 4'000;

// A move, whatever nobody decides in it.
using Chosen =
    std::tuple<MoveKind, PointId, std::uint32_t, std::vector<Value>, TriggerId, std::vector<Value>>;

}  // namespace

Deciders::Deciders(const Evaluator& evaluator, std::function<std::size_t(const State&)> end_of)
    : evaluator_(evaluator), end_of_(std::move(end_of)) {}

Shape Deciders::number(Node node) {
    const auto [entry, is_new] = numbers_.emplace(std::move(node), static_cast<Shape>(nodes_.size()));
    if (is_new) nodes_.push_back(&entry->first);
    return entry->second;
}

Shape Deciders::decided(const Decider& decider, const std::vector<Shape>& ways) {
    std::set<Shape> different;
    for (const Shape way : ways) {
        const Node& node = *nodes_[way];
        if (node.decider == decider)
            different.insert(node.ways.begin(), node.ways.end());
        else
            different.insert(way);
    }
    if (different.size() == 1) return *different.begin();
    return number({decider, {different.begin(), different.end()}});
}

Deciders::Decider Deciders::decider_in(const State& state, const Expansion& expansion) const {
    const Value top = state[evaluator_.model().layout.frame(0)];
    const bool is_unseen =
        top != 0 && evaluator_.model().flow.points[static_cast<std::size_t>(top - 1)].unseen;
    return {expansion.owner.kind, expansion.owner.player, is_unseen};
}

std::optional<Shape> Deciders::shape_of(const State& state) {
    const auto [entry, is_new] = known_.try_emplace(state, std::nullopt);
    if (!is_new) return entry->second;
    if (known_.size() > most_decided_states) return std::nullopt;
    const std::optional<Shape> result = behind(state);
    return known_[state] = result;
}

std::optional<Shape> Deciders::behind(const State& state) {
    const Expansion expansion = evaluator_.expand(state);
    if (is_quiescent(evaluator_.model(), state, expansion))
        return number({std::nullopt, {static_cast<Shape>(end_of_(state))}});
    std::map<Chosen, std::vector<State>> choices;
    for (const Successor& successor : expansion.successors) {
        if (!successor.next) return std::nullopt;
        const Move& move = successor.move;
        choices[{move.kind, move.point, move.option, move.bindings, move.trigger, move.arguments}].push_back(
            *successor.next);
    }
    std::vector<Shape> ways;
    for (const auto& [choice, states] : choices) {
        const std::optional<Shape> way = shape(states);
        if (!way) return std::nullopt;
        ways.push_back(*way);
    }
    return decided(decider_in(state, expansion), ways);
}

std::optional<Shape> Deciders::shape(const std::vector<State>& states) {
    std::vector<Shape> ways;
    for (const State& state : states) {
        const std::optional<Shape> way = shape_of(state);
        if (!way) return std::nullopt;
        ways.push_back(*way);
    }
    return decided({OwnerKind::Nobody, none_value, false}, ways);
}

std::string Deciders::in_words(Shape shape) const {
    std::string result;
    std::set<Decider> told;
    std::vector<Shape> level{shape};
    while (!level.empty()) {
        std::vector<Shape> next;
        for (const Shape one : level) {
            const Node& node = *nodes_[one];
            if (!node.decider) continue;
            next.insert(next.end(), node.ways.begin(), node.ways.end());
            if (!told.insert(*node.decider).second) continue;
            const auto& [kind, player, is_unseen] = *node.decider;
            const std::string who = actor_name(evaluator_.model(), {kind, player});
            result += (result.empty() ? "" : ", then ") + who + (is_unseen ? " secretly" : "");
            if (told.size() == 1) result += " chooses";
        }
        std::ranges::sort(next);
        next.erase(std::unique(next.begin(), next.end()), next.end());
        level = std::move(next);
    }
    return result;
}

}  // namespace errata::checker
