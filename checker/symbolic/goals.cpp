#include "checker/symbolic/goals.h"

#include <algorithm>

namespace errata::checker {

using compiler::Formula;
using compiler::StepIncident;
using compiler::Value;

Goals::Goals(const compiler::Model& model, compiler::Encoder& encoder, const std::vector<Formula>& cells,
             const compiler::Step* step)
    : model_(model), encoder_(encoder), pool_(encoder.pool()), cells_(cells), step_(step) {}

const compiler::Stuck& Goals::stuck() {
    if (!stuck_) stuck_ = encoder_.stuck(cells_);
    return *stuck_;
}

const std::vector<StepIncident>& Goals::whose() {
    if (!whose_) whose_ = encoder_.asking_whose(cells_);
    return *whose_;
}

Formula Goals::any_of(const std::vector<StepIncident>& incidents, const Target& target,
                      const std::set<compiler::ClauseId>& spoke) {
    std::vector<Formula> any;
    for (const StepIncident& incident : incidents) {
        if (incident.occurrence.incident != target.incident) continue;
        if (target.clause && incident.occurrence.clause != *target.clause) continue;
        if (spoke.contains(incident.occurrence.clause)) continue;
        any.push_back(incident.condition);
    }
    return pool_.lor(std::move(any));
}

Formula Goals::are_pending(const Target& target) {
    const compiler::Layout& layout = model_.layout;
    const auto is_instance = [&](std::size_t slot, compiler::TriggerId trigger) {
        return pool_.equal(cells_[layout.slot(slot)], static_cast<Value>(trigger.index) + 1);
    };
    std::vector<Formula> cases;
    for (std::size_t i = 0; i < layout.pending; ++i) {
        for (std::size_t j = 0; j < layout.pending; ++j) {
            if (i == j) continue;
            Formula differ = pool_.truth(target.trigger != target.other);
            for (std::size_t k = 0; target.trigger == target.other && k < layout.pending_arguments; ++k) {
                Formula same = pool_.equal(cells_[layout.slot(i) + 1 + k], cells_[layout.slot(j) + 1 + k]);
                differ = pool_.lor(differ, pool_.lnot(same));
            }
            cases.push_back(
                pool_.land({is_instance(i, target.trigger), is_instance(j, target.other), differ}));
        }
    }
    Formula both = pool_.lor(std::move(cases));
    return is_false(both) ? both : pool_.land(both, encoder_.places(cells_));
}

std::vector<StepIncident> Goals::meetings(const Target& target) {
    std::vector<StepIncident> result;
    const auto add = [&](const std::vector<StepIncident>& incidents) {
        for (const StepIncident& incident : incidents) {
            if (incident.occurrence.incident == target.incident && !is_false(incident.condition))
                result.push_back(incident);
        }
    };
    add(stuck().incidents);
    add(whose());
    if (step_ == nullptr) return result;
    add(step_->considered);
    add(step_->incidents);
    return result;
}

Goal Goals::of(const Target& target, const std::set<compiler::ClauseId>& spoke) {
    Goal goal{pool_.truth(false), pool_.truth(false)};
    switch (target.kind) {
        case TargetKind::Incident:
            goal.in_state =
                pool_.lor(any_of(stuck().incidents, target, spoke), any_of(whose(), target, spoke));
            if (step_ != nullptr) {
                goal.in_state = pool_.lor(goal.in_state, any_of(step_->considered, target, spoke));
                goal.in_step = any_of(step_->incidents, target, spoke);
            }
            break;
        case TargetKind::Condition:
            goal.in_state = encoder_.holds(target.condition, cells_);
            break;
        case TargetKind::Breach:
            goal.in_state = encoder_.fails(target.condition, target.wanted, cells_);
            if (target.premise.is_valid())
                goal.in_state = pool_.land(encoder_.holds(target.premise, cells_), goal.in_state);
            break;
        case TargetKind::Deadlock:
            goal.in_state = stuck().deadlock;
            break;
        case TargetKind::Ending:
            goal.in_state =
                pool_.equal(cells_[model_.layout.over], static_cast<Value>(target.ending.index) + 1);
            break;
        case TargetKind::Pending:
            goal.in_state = are_pending(target);
            break;
    }
    return goal;
}

}  // namespace errata::checker
