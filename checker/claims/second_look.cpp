// The claims, rulings, incidents and deadlocks of a result, looked at again.
#include <algorithm>

#include "checker/claims/claims.h"
#include "checker/claims/second_look.h"
#include "checker/order/quiescence.h"
#include "checker/search/describe.h"
#include "checker/search/incident_list.h"
#include "checker/search/second_look.h"

namespace errata::checker {

using namespace compiler;

void certify_incidents(const SecondLook& look, const Reach&, const Fixpoint& states) {
    for (const IncidentFamily& family : incident_families(look.model())) {
        if (!look.is_complete(claim_of_none(family.code))) continue;
        for (const IncidentId incident : family.incidents)
            look.require(!meets(states, incident), look.model().incidents.all[incident.index].title);
    }
}

void certify_no_deadlock(const SecondLook& look, const Reach&, const Fixpoint& states) {
    if (look.is_complete(claim_of_none(FindingCode::Deadlock)))
        look.require(!states.seen().stuck, "play stops nowhere");
}

namespace {

bool holds(const SecondLook& look, const Fixpoint& states, const Claim& claim) {
    switch (claim.kind) {
        case ClaimKind::After:
            return !meets(states, claim.incident);
        case ClaimKind::Possible: {
            const Fixpoint::States can =
                states.graph().leading_to(states.states().where([&](const State& state) {
                    return look.evaluator().value(claim.condition, state) == Value{1};
                }));
            return std::ranges::all_of(can, [](bool each) { return each; });
        }
        case ClaimKind::Terminates:
            return is_empty(states.graph().endless());
        case ClaimKind::Unique: {
            const Symmetry symmetry(look.model());
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

}  // namespace

void certify_claims(const SecondLook& look, const Reach&, const Fixpoint& states) {
    std::vector<const Claim*> about_states;
    std::vector<ListedStates::Passes> broken;
    for (const Claim& claim : look.model().asked.claims) {
        if (!look.is_complete(id_of(look.model(), claim))) continue;
        if (claim.kind != ClaimKind::Always && claim.kind != ClaimKind::Never) {
            look.require(holds(look, states, claim), claim_name(claim));
            continue;
        }
        about_states.push_back(&claim);
        broken.push_back(
            [&](const State& state) { return breach(look.evaluator(), claim, state).has_value(); });
    }
    const std::vector<bool> found = states.states().anywhere(broken);
    for (std::size_t i = 0; i < found.size(); ++i) look.require(!found[i], claim_name(*about_states[i]));
}

}  // namespace errata::checker
