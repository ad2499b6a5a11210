// Before a result is believed: what it says of all states is computed once more from the states themselves.
// Each analysis has a rule for that, which stands beside it and is named in its row (search/analysis);
// this is what the rules are given. Where a rule does not agree, it is our bug and ends the run.
#pragma once

#include <set>
#include <string>

#include "checker/certify/fixpoint.h"
#include "checker/obligation.h"
#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

class SecondLook {
public:
    SecondLook(Workbench& workbench, const Obligation& obligation, const CheckResult& result);

    const compiler::Model& model() const { return workbench_.model(); }
    // Its questions count: `asked` has the readings on which the answers depend.
    const compiler::Evaluator& evaluator() const { return evaluator_; }
    const compiler::ReadingSet& asked() const { return asked_; }
    Workbench& workbench() const { return workbench_; }
    const CheckResult& result() const { return result_; }

    // The claim got a verdict about all states.
    bool is_complete(ClaimId claim) const;
    // What a `complete` verdict was about is so.
    void require(bool holds, const std::string& what) const;

    // The rule has looked at all that the verdict on the claim says: whoever says so is told in the report.
    void looked_at(ClaimId claim) const;
    bool was_looked_at(ClaimId claim) const;

    // Another setup is looked at.
    void forget_asked();

private:
    Workbench& workbench_;
    const Obligation& obligation_;
    const CheckResult& result_;
    compiler::ReadingSet asked_;
    compiler::Evaluator evaluator_;  // fills asked_
    mutable std::set<ClaimId> looked_at_;
};

// The rule of an analysis, given the states of one setup, all of which were seen.
using StatesRule = void (*)(const SecondLook& look, const Reach& reach, const Fixpoint& states);
// Its rule about what it has found.
using FindingsRule = void (*)(const SecondLook& look);

bool meets(const Fixpoint& states, compiler::IncidentId incident);
Fixpoint::States all_of(const Fixpoint& states);
bool is_empty(const Fixpoint::States& states);

}  // namespace errata::checker
