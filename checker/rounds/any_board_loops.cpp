#include "checker/rounds/any_board_loops.h"

#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/rounds/loop_report.h"
#include "checker/symbolic/counters.h"
#include "checker/symbolic/loop_query.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/check.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

bool is_first_open_setup(const Task& task) {
    for (std::size_t setup = 0; setup < task.model().setups.size(); ++setup) {
        if (task.workbench().of(setup).parts() == 0) return setup == task.obligation().setup;
    }
    return task.obligation().setup == 0 && task.workbench().of(0).is_first_part();
}

// How far ahead of the setup was looked for a play into the loop of this number.
Fact how_far(Task& task, std::size_t loop) {
    const LoopBoards& boards = task.workbench().loops().boards(task.obligation().setup);
    if (loop >= boards.by_loop.size() || boards.by_loop[loop]) return {FactKind::ComingUnknown};
    return {boards.is_cut_off ? FactKind::LookCutOff : FactKind::LookedAhead, {boards.depth}};
}

Finding finding_of(Task& task, const AnyBoardLoop& loop, std::size_t number) {
    const Model& model = task.model();
    const std::size_t setup = task.obligation().setup;
    Finding finding;
    finding.status = Status::Unconfirmed;
    finding.witness = loop.play;
    finding.witness->setup = setup;
    const LoopStage stage = coarsest_stage(model, loop.play, 0);
    finding.code = code_of(LoopForce::Mandatory, stage);
    finding.clauses = clauses_of_round(model, loop.play, 0);
    finding.loop = LoopFacts{};
    finding.loop->stage = stage;
    finding.facts = {
        {FactKind::ReturnsEvery, {loop.play.steps.size()}}, {FactKind::NobodyChooses}, how_far(task, number)};
    return finding;
}

}  // namespace

void find_any_board_loops(Task& task, const std::set<std::vector<ClauseId>>& known) {
    const bool wanted = task.wants(FindingCode::LoopMandatory) || task.wants(FindingCode::LoopSettle);
    if (!wanted || !is_first_open_setup(task) || task.workbench().clock().is_over()) return;
    const LoopQueryReport& report = task.workbench().loops().anywhere();
    if (!report.refused.empty()) dsl::check_failed(report.refused.front().c_str(), __FILE__, __LINE__);
    for (const std::string& what : report.not_analysed) task.not_analysed({FactKind::NotOnAnyBoard, {what}});
    std::size_t found = 0;
    for (std::size_t i = 0; i < report.loops.size(); ++i) {
        Finding finding = finding_of(task, report.loops[i], i);
        if (known.count(finding.clauses) > 0) continue;
        ++found;
        task.finding(std::move(finding));
    }
    const ClaimId claim{ClaimSort::NoForcedLoop};
    if (found > 0) {
        Facts facts{{FactKind::LoopsOnBoards, {found}}};
        if (report.decided > 0) facts.push_back({FactKind::NoOtherLoop, {report.decided}});
        task.verdict(claim, Status::Unconfirmed, std::move(facts));
    } else if (report.decided == 0 && !report.lengths.empty() && report.not_analysed.empty()) {
        task.not_analysed({FactKind::NotOnAnyBoard, {*report.lengths.front().reason}});
    } else if (report.decided > 0) {
        Facts facts{{FactKind::NoLoopOnBoards, {report.decided}}};
        if (has_counters(task.model())) facts.push_back({FactKind::NotTooLargeCounters});
        task.verdict(claim, Status::Bounded, std::move(facts), true);
    } else {
        task.not_analysed({FactKind::NotOnAnyBoard, {Fact{FactKind::UnitsSpentAtOnce}}});
    }
}

}  // namespace errata::checker
