// Deadlocks: states that are no ending and have no successor, without a no_option incident that reports them already.
#include <set>

#include "checker/analyses/analysis.h"
#include "checker/analyses/findings.h"

namespace errata::checker {

using namespace compiler;

void find_deadlocks(Task& task) {
    const Reach* reach = task.reach();
    if (!reach) return;
    std::set<Value> reported;  // top points
    for (const StateId id : reach->recording().stuck()) {
        const Value top = reach->exploration().state(id)[task.model().layout.frame(0)];
        if (!reported.insert(top).second) continue;
        Finding finding = deadlock_finding(task.model(), reach->exploration().trace_to(id));
        finding.minimal_proved = true;
        task.finding(std::move(finding));
    }
    const Coverage seen = coverage(task.workbench(), task.obligation().setup, *reach);
    if (reported.empty()) {
        task.verdict("no deadlock", seen);
    } else {
        task.verdict("no deadlock", Status::Refuted, std::to_string(reported.size()) + " found in " + seen.text);
    }
}

}  // namespace errata::checker
