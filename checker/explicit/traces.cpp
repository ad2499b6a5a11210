#include "checker/explicit/traces.h"

#include <algorithm>

#include "dsl/base/check.h"

namespace errata::checker {

using compiler::Expansion;
using compiler::Successor;

namespace {

void step(const Exploration& exploration, Trace& trace, StateId id, std::uint32_t successor) {
    Expansion expansion = exploration.successors().expand(exploration.state(id));
    ERRATA_CHECK(successor < expansion.successors.size());
    trace.steps.push_back(std::move(expansion.successors[successor]));
}

// The way by which the state was first met: the first of its parent's that leads to it.
void step_to(const Exploration& exploration, Trace& trace, StateId id) {
    Expansion expansion = exploration.successors().expand(exploration.state(exploration[id].parent));
    const auto leads_there = [&](const Successor& successor) {
        return successor.next && exploration.find(*successor.next) == id;
    };
    const auto way = std::ranges::find_if(expansion.successors, leads_there);
    ERRATA_CHECK(way != expansion.successors.end());
    trace.steps.push_back(std::move(*way));
}

// The same but for names: the choice made, what nobody decided, what was met and which clauses took part.
bool alike(const Successor& a, const Successor& b) {
    return a.move.kind == b.move.kind && a.move.point == b.move.point && a.move.option == b.move.option &&
           a.move.trigger == b.move.trigger && a.move.outcomes == b.move.outcomes &&
           a.incidents == b.incidents && a.used == b.used;
}

}  // namespace

Trace trace_to(const Exploration& exploration, StateId id) {
    std::vector<StateId> way{id};
    while (exploration[way.back()].parent.is_valid()) way.push_back(exploration[way.back()].parent);
    std::ranges::reverse(way);
    Trace trace;
    trace.setup = exploration[id].setup;
    trace.initial = exploration.state(way.front());
    for (std::size_t i = 1; i < way.size(); ++i) step_to(exploration, trace, way[i]);
    return trace;
}

Trace trace_to(const Exploration& exploration, StateId id, std::uint32_t successor) {
    Trace trace = trace_to(exploration, id);
    step(exploration, trace, id, successor);
    return trace;
}

Trace trace_of(const Exploration& exploration, const Met& met) {
    return met.successor ? trace_to(exploration, met.state, *met.successor)
                         : trace_to(exploration, met.state);
}

std::vector<StateId> roots_of(const Exploration& exploration) {
    std::vector<StateId> roots;
    roots.reserve(exploration.size());
    for (std::size_t i = 0; i < exploration.size(); ++i) {
        const StateId parent = exploration[StateId(i)].parent;
        roots.push_back(parent.is_valid() ? roots[parent.index] : StateId(i));
    }
    return roots;
}

StateId follow(const Exploration& exploration, Trace& play, StateId at, std::uint32_t edge) {
    const StateId target(exploration.graph().targets[edge]);
    const compiler::State& from = play.steps.empty() ? play.initial : *play.steps.back().next;
    const compiler::State standing = exploration.state(at);
    if (from == standing) {
        step(exploration, play, at, exploration.edges().successor_of(edge));
        return target;
    }
    const Expansion model_step = exploration.successors().expand(standing);
    const Successor& wanted = model_step.successors[exploration.edges().successor_of(edge)];
    Expansion expansion = exploration.successors().expand(from);
    Successor* match = nullptr;
    for (Successor& successor : expansion.successors) {
        if (!successor.next || exploration.find(*successor.next) != target) continue;
        if (match == nullptr || (alike(successor, wanted) && !alike(*match, wanted))) match = &successor;
    }
    ERRATA_CHECK(match != nullptr);
    play.steps.push_back(std::move(*match));
    return target;
}

}  // namespace errata::checker
