#include "checker/text/destinations.h"

#include <algorithm>

#include "checker/plays/describe.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t states_per_move = 2'000;

}  // namespace

const Destination* find(const Destinations& all, const Choice& choice) {
    const auto entry = all.by_choice.find(choice);
    return entry == all.by_choice.end() ? nullptr : &entry->second;
}

bool come_to_the_same(const Destination& a, const Destination& b) {
    return a.endless == b.endless && a.complete && b.complete &&
           std::ranges::equal(a.ends, b.ends,
                              [](const auto& x, const auto& y) { return x.first == y.first; });
}

Kept::Kept(const Model& model) {
    for (const Variable& variable : model.variables) {
        const bool is_kept = variable.is_kept && !variable.is_horizon;
        for (std::size_t i = 0; is_kept && i < variable.cells; ++i)
            cells_.emplace_back(variable.base + i, variable.initial);
    }
}

bool Kept::is_in(const State& state) const {
    return std::ranges::any_of(cells_, [&](const auto& kept) { return state[kept.first] != kept.second; });
}

void Kept::remove_from(State& state) const {
    for (const auto& [cell, initial] : cells_) state[cell] = initial;
}

std::optional<Destinations> Forward::destinations(const Evaluator& evaluator, const State& state) const {
    const Model& model = evaluator.model();
    const Expansion expansion = evaluator.expand(state);
    if (!is_quiescent(model, state, expansion, in_windows_)) return std::nullopt;
    Destinations result;
    result.chooser = expansion.owner;
    for (const Successor& successor : expansion.successors) {
        const Move& move = successor.move;
        Destination& destination = result.by_choice[{move.kind, move.point, move.option, move.bindings}];
        destination.move = move_text(model, state, move);
        if (successor.next) {
            destination.behind.push_back(*successor.next);
            add(evaluator, destination, *successor.next, result);
        } else {
            destination.complete = false;
        }
    }
    return result;
}

void Forward::add(const Evaluator& evaluator, Destination& destination, const State& from,
                  Destinations& all) const {
    const GoingOn within{.registers = Registers::Kept, .in_windows = in_windows_};
    const Quiescence rest = explore(evaluator, from, std::nullopt, states_per_move, within);
    all.states += rest.states;
    destination.complete = destination.complete && rest.complete();
    destination.endless = destination.endless || rest.endless;
    for (const auto& [known_by, end] : rest.ends) {
        const bool keeps = kept_.is_in(end);
        all.keeps_something = all.keeps_something || keeps;
        destination.ends.emplace(keeps ? this->known_by(evaluator, end) : known_by, end);
    }
}

State Forward::known_by(const Evaluator& evaluator, const State& end) const {
    // Before the objects are put in order: what is kept would tell them apart.
    State bare = end;
    kept_.remove_from(bare);
    return end_view(evaluator.model(), evaluator.facts().get<Symmetry>(), bare, Registers::Kept, in_windows_);
}

}  // namespace errata::checker
