#include "checker/causes/incident.h"

#include <algorithm>
#include <optional>

#include "checker/causes/experiment.h"
#include "checker/plays/steps.h"

namespace errata::checker {

using namespace compiler;

namespace {

bool has_met(const std::vector<Occurrence>& met, IncidentId incident) {
    return std::ranges::find(met, incident, &Occurrence::incident) != met.end();
}

// The place in the play where the incident was met.
class IncidentPlace {
public:
    IncidentPlace(IncidentId incident, const Trace& play) : incident_(incident) {
        const bool in_step = !play.steps.empty() &&
                             (has_met(play.steps.back().incidents, incident) || !play.steps.back().next);
        if (in_step) move_ = play.steps.back().move;
        state_ = in_step ? state_before_last(play) : last_state(play);
    }

    bool is_met(const Game& game) const {
        if (!move_) return has_met(game.expand(state_).incidents, incident_);
        return std::ranges::any_of(game.same_choice(state_, *move_), [&](const Successor& successor) {
            return has_met(successor.incidents, incident_);
        });
    }

private:
    IncidentId incident_;
    std::optional<Move> move_;
    State state_;
};

}  // namespace

Clauses needed_elsewhere(const Evaluator& evaluator, IncidentId incident, const Trace& play,
                         const Clauses& own) {
    Allowance allowance;
    const Experiment experiment(evaluator, allowance);
    const IncidentPlace place(incident, play);
    const auto is_met = [&](const Game& game) { return place.is_met(game); };
    Clauses all = experiment.that_can_go();
    Clauses needed = experiment.needed_beside_others(all, is_met);
    // Of several minimal sets the other way round may find a smaller one.
    if (needed.size() > 1) {
        std::ranges::reverse(all);
        Clauses other = experiment.needed_beside_others(all, is_met);
        std::ranges::reverse(other);
        if (experiment.is_known() && other.size() < needed.size()) needed = std::move(other);
    }
    std::erase_if(needed, [&](ClauseId clause) { return has_clause(own, clause); });
    return needed;
}

std::vector<Clauses> minimal_clause_sets(const Evaluator& evaluator, IncidentId incident, const Trace& play,
                                         const Clauses& candidates) {
    Allowance allowance;
    const Experiment experiment(evaluator, allowance);
    const IncidentPlace place(incident, play);
    const std::vector<bool> can_go = clauses_that_can_go(evaluator.model());
    std::vector<Clauses> result;
    for (const ClauseId wanted : candidates) {
        if (!wanted.is_valid() || !can_go[wanted.index]) continue;
        if (std::ranges::any_of(result, [&](const Clauses& known) { return has_clause(known, wanted); }))
            continue;
        // One clause after the other is left out, the wanted one last.
        Clauses order = candidates;
        std::erase(order, wanted);
        order.push_back(wanted);
        std::erase_if(order, [&](ClauseId clause) { return !clause.is_valid() || !can_go[clause.index]; });
        Clauses set = pared_down(candidates, order, [&](const Clauses& left_out) {
            return place.is_met(experiment.without(left_out));
        });
        if (std::ranges::find(result, set) == result.end()) result.push_back(std::move(set));
    }
    const auto is_empty = [](const Clauses& set) { return set.empty(); };
    if (!experiment.is_known() || result.empty() || std::ranges::any_of(result, is_empty))
        return {candidates};
    return result;
}

}  // namespace errata::checker
