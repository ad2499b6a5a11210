#include "checker/certify/replay.h"

#include <algorithm>

#include "checker/certify/sameness.h"

namespace errata::checker {

using compiler::Change;
using compiler::Evaluator;
using compiler::Expansion;
using compiler::IncidentId;
using compiler::Occurrence;
using compiler::State;
using compiler::Successor;

namespace {

bool meets(const std::vector<Occurrence>& incidents, IncidentId incident) {
    return std::ranges::find(incidents, incident, &Occurrence::incident) != incidents.end();
}

Replayed failure(std::size_t step, std::string reason, bool given_up = false) {
    return {std::nullopt, step, std::move(reason), given_up, false};
}

bool gives_up(const Evaluator& evaluator, const State& state) {
    return std::ranges::any_of(evaluator.expand(state).successors, &Successor::given_up);
}

// What is wrong with an initial state, or nothing.
std::optional<std::string> refuse_start(const Evaluator& evaluator, const ReplayStart& start,
                                        const State& state) {
    if (!evaluator.is_well_formed(state)) return "the initial state is not well-formed";
    if (start.setup == nullptr) return std::nullopt;
    std::vector<compiler::Value> open;
    for (const std::size_t cell : start.setup->open) open.push_back(state[cell]);
    if (evaluator.initial(*start.setup, open) != compiler::canonical(evaluator.model(), state)) {
        return "the initial state differs from the setup in a cell that the setup fixes";
    }
    if (!evaluator.satisfies_requirements(*start.setup, state)) {
        return "the initial state does not meet the setup's requirements";
    }
    return std::nullopt;
}

bool same(const Change& a, const Change& b) {
    return a.cell == b.cell && a.before == b.before && a.after == b.after && a.clause == b.clause;
}

// What differs between a recorded step and the one carried out, or nothing.
std::optional<std::string> difference(const Successor& recorded, const Successor& carried_out) {
    if (recorded.next != carried_out.next) return "the move leads to another state";
    if (recorded.cut != carried_out.cut) return "the move is cut here and not there";
    if (recorded.incidents != carried_out.incidents) return "the move meets other incidents";
    if (recorded.used != carried_out.used) return "the move uses other clauses";
    if (!std::ranges::equal(recorded.changes, carried_out.changes, same))
        return "the move makes other changes";
    return std::nullopt;
}

// The last state, or the last step before it, must meet the incident; otherwise a failing step from it is
// added if one does.
bool reach_last(const Evaluator& evaluator, Trace& trace, const State& state, IncidentId last) {
    if (!trace.steps.empty() && meets(trace.steps.back().incidents, last)) return true;
    const Expansion expansion = evaluator.expand(state);
    if (meets(expansion.incidents, last)) return true;
    const auto failing = std::ranges::find_if(expansion.successors, [&](const Successor& successor) {
        return !successor.next && meets(successor.incidents, last);
    });
    if (failing == expansion.successors.end()) return false;
    trace.steps.push_back(*failing);
    return true;
}

}  // namespace

Replayed replay(const Evaluator& evaluator, const ReplayStart& start, const std::vector<State>& states,
                std::optional<IncidentId> last) {
    if (states.empty()) return failure(0, "there is no state to begin with");
    if (const auto refused = refuse_start(evaluator, start, states.front())) return failure(0, *refused);

    Trace trace;
    trace.setup = start.number;
    trace.initial = compiler::canonical(evaluator.model(), states.front());
    State at = trace.initial;
    for (std::size_t i = 1; i < states.size(); ++i) {
        const State wanted = compiler::canonical(evaluator.model(), states[i]);
        Expansion expansion = evaluator.expand(at);
        Successor* match = nullptr;
        for (Successor& successor : expansion.successors) {
            if (successor.next != wanted) continue;
            const bool better = last && i + 1 == states.size() && meets(successor.incidents, *last);
            if (match == nullptr || (better && !meets(match->incidents, *last))) match = &successor;
        }
        if (match == nullptr) return failure(i, "no transition leads to this state", gives_up(evaluator, at));
        trace.steps.push_back(std::move(*match));
        at = wanted;
    }
    if (last && !reach_last(evaluator, trace, at, *last)) {
        return failure(states.size() - 1, "the expected incident is not met", gives_up(evaluator, at));
    }
    return {std::move(trace), 0, "", false, false};
}

Replayed replay(const Evaluator& evaluator, const ReplayStart& start, const Trace& trace,
                std::optional<IncidentId> last) {
    if (const auto refused = refuse_start(evaluator, start, trace.initial)) return failure(0, *refused);

    State at = compiler::canonical(evaluator.model(), trace.initial);
    if (at != trace.initial) return failure(0, "the initial state is not canonical");
    std::vector<State> states{at};
    bool last_met = false;
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        if (states.size() <= i) return failure(i + 1, "the play goes on after an error");
        const Expansion expansion = evaluator.expand(at);
        const auto match = std::ranges::find(expansion.successors, trace.steps[i].move, &Successor::move);
        if (match == expansion.successors.end()) return failure(i + 1, "the move is not possible");
        if (const auto differs = difference(trace.steps[i], *match)) return failure(i + 1, *differs);
        last_met = last && meets(match->incidents, *last);
        if (!match->next) continue;
        at = *match->next;
        states.push_back(at);
    }
    if (trace.loop_start) {
        const Sameness& sameness = evaluator.facts().get<Sameness>();
        std::atomic<bool> gave_up = false;
        const bool closes = trace.steps.size() + 1 == states.size() &&
                            *trace.loop_start < trace.steps.size() &&
                            sameness.compare(states[*trace.loop_start], states.back(), &gave_up);
        if (!closes) {
            Replayed open = failure(trace.steps.size(), "the loop does not close");
            open.is_undecided = gave_up;
            return open;
        }
    }
    if (last && !last_met) {
        const bool ended = states.size() <= trace.steps.size();
        if (ended || !meets(evaluator.expand(at).incidents, *last)) {
            return failure(trace.steps.size(), "the expected incident is not met");
        }
    }
    return {trace, 0, "", false, false};
}

}  // namespace errata::checker
