#include "checker/order/needed.h"

#include "checker/causes/experiment.h"

namespace errata::checker {

void name_what_parting_needs(const Workbench& workbench, const Parts& parts, Finding& finding) {
    Allowance allowance(usual_expansions, [&] { return workbench.clock().is_over(); });
    const Experiment experiment(workbench.evaluator(), allowance);
    const auto are_parted = [&](const Game& others) {
        if (allowance.is_used_up()) return true;
        const Parting parting = parts(others.rules());
        allowance.take(parting.states);
        if (!parting.is_known) allowance.give_up();
        return parting.parts;
    };
    const Clauses needed =
        experiment.needed_beside_others(experiment.that_can_go(finding.clauses), are_parted);
    add_clauses(finding.clauses, needed);
    finding.helping = needed;
}

}  // namespace errata::checker
