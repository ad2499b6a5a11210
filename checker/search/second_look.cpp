#include "checker/search/second_look.h"

#include <algorithm>

#include "dsl/base/check.h"

namespace errata::checker {

SecondLook::SecondLook(Workbench& workbench, const Obligation& obligation, const CheckResult& result)
    : workbench_(workbench),
      obligation_(obligation),
      result_(result),
      evaluator_(workbench.evaluator().watched(asked_)) {}

bool SecondLook::is_complete(ClaimId claim) const {
    const ClaimId known = workbench_.claims().standing_for(claim);
    return std::ranges::any_of(result_.verdicts, [&](const Verdict& verdict) {
        return verdict.about == known && verdict.status == Status::Complete;
    });
}

void SecondLook::require(bool holds, const std::string& what) const {
    if (holds) return;
    const std::string bug = "the second look at " + print(obligation_.id) + " agrees: " + what;
    dsl::check_failed(bug.c_str(), __FILE__, __LINE__);
}

void SecondLook::looked_at(ClaimId claim) const {
    looked_at_.insert(workbench_.claims().standing_for(claim));
}

bool SecondLook::was_looked_at(ClaimId claim) const { return looked_at_.contains(claim); }

void SecondLook::forget_asked() { asked_.assign(asked_.size(), false); }

bool meets(const Fixpoint& states, compiler::IncidentId incident) {
    return std::ranges::any_of(states.seen().met,
                               [&](const compiler::Occurrence& met) { return met.incident == incident; });
}

Fixpoint::States all_of(const Fixpoint& states) { return Fixpoint::States(states.states().size(), true); }

bool is_empty(const Fixpoint::States& states) {
    return std::ranges::none_of(states, [](bool each) { return each; });
}

}  // namespace errata::checker
