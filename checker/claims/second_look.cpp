// The claims, rulings, incidents and deadlocks of a result, looked at again.
#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "checker/claims/claims.h"
#include "checker/claims/second_look.h"
#include "checker/headline.h"
#include "checker/order/quiescence.h"
#include "checker/plays/describe.h"
#include "checker/search/incident_list.h"
#include "checker/search/second_look.h"
#include "compiler/ir/decision_tree.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

void certify_incidents(const SecondLook& look, const Reach&, const Fixpoint& states) {
    for (const IncidentFamily& family : incident_families(look.model())) {
        if (!look.is_complete(claim_of_none(family.code))) continue;
        for (const IncidentId incident : family.incidents)
            look.require(!meets(states, incident),
                         label_of(look.model(), look.model().incidents.all[incident.index]));
        look.looked_at(claim_of_none(family.code));
    }
}

void certify_no_deadlock(const SecondLook& look, const Reach&, const Fixpoint& states) {
    if (!look.is_complete(claim_of_none(FindingCode::Deadlock))) return;
    look.require(!states.seen().stuck, "play stops nowhere");
    look.looked_at(claim_of_none(FindingCode::Deadlock));
}

namespace {

bool holds(const SecondLook& look, const Fixpoint& states, const Claim& claim) {
    switch (claim.kind) {
        case ClaimKind::After:
            return !meets(states, claim.incident);
        case ClaimKind::Possible: {
            DecisionTree condition(look.evaluator(), claim.condition);
            const Fixpoint::States can = states.graph().leading_to(states.states().where(
                [&](const State& state) { return condition.value(state) == Value{1}; }));
            return std::ranges::all_of(can, [](bool each) { return each; });
        }
        case ClaimKind::Terminates:
            return is_empty(states.graph().endless());
        case ClaimKind::Unique: {
            const Symmetry& symmetry = look.evaluator().facts().get<Symmetry>();
            return !states.can_end_differently(
                [&](const State& state) { return quiescent_view(look.model(), symmetry, state); });
        }
        case ClaimKind::Always:  // looked at for all such claims together
        case ClaimKind::Never:
        case ClaimKind::Reachable:
        case ClaimKind::Eventually:
            return true;
    }
    return true;
}

// What is claimed of every state.
struct AboutStates {
    const Claim* claim;
    std::optional<DecisionTree> premise;
    DecisionTree condition;

    bool is_broken_by(const State& state) {
        if (premise && premise->value(state) != Value{1}) return false;
        const std::optional<Value> said = condition.value(state);
        return !said || (*said != 0) == (claim->kind == ClaimKind::Never);
    }
};

AboutStates about_states(const Evaluator& evaluator, const Claim& claim) {
    std::optional<DecisionTree> premise;
    if (claim.premise.is_valid()) premise.emplace(evaluator, claim.premise);
    return {&claim, std::move(premise), DecisionTree(evaluator, claim.condition)};
}

}  // namespace

void certify_claims(const SecondLook& look, const Reach&, const Fixpoint& states) {
    std::deque<AboutStates> asked;
    std::vector<ListedStates::Passes> broken;
    for (const Claim& claim : look.model().asked.claims) {
        const bool is_looked_at_elsewhere =
            claim.kind == ClaimKind::Reachable || claim.kind == ClaimKind::Eventually;
        if (is_looked_at_elsewhere || !look.is_complete(id_of(look.model(), claim))) continue;
        look.looked_at(id_of(look.model(), claim));
        if (claim.kind != ClaimKind::Always && claim.kind != ClaimKind::Never) {
            look.require(holds(look, states, claim), claim_name(claim));
            continue;
        }
        AboutStates& about = asked.emplace_back(about_states(look.evaluator(), claim));
        broken.push_back([&about](const State& state) { return about.is_broken_by(state); });
    }
    const std::vector<bool> found = states.states().anywhere(broken);
    for (std::size_t i = 0; i < found.size(); ++i) look.require(!found[i], claim_name(*asked[i].claim));
}

}  // namespace errata::checker
