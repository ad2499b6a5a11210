// Deadlocks of models in which a choice without an option may go unreported: states that are no ending and
// have no successor, without an incident that says so. (Where the spec's own incidents say "deadlock", the
// incidents analysis has them.)
#include <algorithm>
#include <set>

#include "checker/claims/second_look.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/headline.h"
#include "checker/plays/steps.h"
#include "checker/search/analysis.h"
#include "checker/search/findings.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

static void find_deadlocks(Task& task) {
    const Searched searched = searched_by(task);
    if (searched.graphs.empty()) return;
    const Reach& reach = *searched.graphs.front();
    std::set<Value> reported;  // top points
    for (const StateId id : reach.recording().stuck()) {
        const Value top = reach.exploration().state(id)[task.model().layout.frame(0)];
        if (!reported.insert(top).second) continue;
        Finding finding = deadlock_finding(task.model(), trace_to(reach.exploration(), id));
        finding.minimal_proved = true;
        task.finding(std::move(finding));
    }
    const Completeness& seen = searched.completeness;
    if (reported.empty()) {
        task.verdict(claim_of_none(FindingCode::Deadlock), seen);
    } else {
        task.verdict(claim_of_none(FindingCode::Deadlock), Status::Refuted,
                     {{FactKind::FoundIn, {reported.size(), seen.facts}}});
    }
}

static void search_deadlocks(Task& task) {
    const auto finds = task.workbench().symbolic().find(task.obligation().setup, AnalysisName::Deadlocks);
    const SearchFind& find = finds.at(deadlock_target);
    const bool reported =
        find.play && !task.workbench().evaluator().expand(last_state(*find.play)).incidents.empty();
    if (reported) {
        return task.verdict(claim_of_none(FindingCode::Deadlock), Status::Unknown,
                            {{FactKind::OnlyNoOption}});
    }
    if (!find.play)
        return task.verdict(claim_of_none(FindingCode::Deadlock),
                            completeness(task.workbench(), task.obligation().setup, find));
    Finding finding = deadlock_finding(task.model(), *find.play);
    finding.minimal_proved = find.is_minimal;
    task.verdict(claim_of_none(FindingCode::Deadlock), Status::Refuted, {headline(task.model(), finding)});
    task.finding(std::move(finding));
}

// Where every choice without an option is an incident of its own, play cannot stop without a word.
static bool can_deadlock(const Model& model) {
    return std::ranges::any_of(model.flow.points, [](const Point& point) {
        return !point.otherwise && !point.no_option.is_valid();
    });
}

Analysis rows::Deadlocks() {
    return {.claim = "play stops only at an ending",
            .codes = {FindingCode::Deadlock},
            .extent = Extent::Setup,
            .applies = can_deadlock,
            .run_explicit = find_deadlocks,
            .run_symbolic = search_deadlocks,
            .certify = certify_no_deadlock,
            .screens = true};
}

}  // namespace errata::checker
