#include "checker/analyses/task.h"

#include "checker/codes.h"
#include "dsl/base/check.h"

namespace errata::checker {

Task::Task(Workbench& workbench, const Obligation& obligation, std::vector<std::string> only_codes)
    : workbench_(workbench), obligation_(obligation), only_codes_(std::move(only_codes)) {}

bool Task::wants(std::string_view code) const { return selects(only_codes_, code); }

void Task::verdict(std::string claim, Status status, std::string detail, bool is_conclusive) {
    if (status == Status::Unknown || (status == Status::Bounded && !is_conclusive))
        result_.inconclusive = true;
    result_.verdicts.push_back(
        {std::move(claim), status, std::move(detail), obligation_.engine, obligation_.id});
}

void Task::verdict(std::string claim, const Coverage& coverage, const std::string& remark) {
    verdict(std::move(claim), coverage.status, remark.empty() ? coverage.text : remark + "; " + coverage.text,
            coverage.is_conclusive);
}

Task::Searched Task::searched() {
    Searched result;
    const std::size_t setup = obligation_.setup;
    if (obligation_.engine == "symbolic") {
        for (const auto& reach : workbench_.sample(setup)) result.graphs.push_back(reach.get());
        result.coverage = sample_coverage(workbench_, setup);
        return result;
    }
    if (const Reach* reach = workbench_.reach(setup)) {
        result.graphs.push_back(reach);
        result.coverage = coverage(workbench_, setup, *reach);
        result.is_whole = true;
    } else {
        verdict(obligation_.claim, Status::Unknown,
                "the setup leaves too many initial states open to list them all");
    }
    return result;
}

void Task::certify(const Trace& trace) const {
    const Replayed replayed = replay(evaluator(), replay_start(model(), trace.setup), trace);
    if (replayed.trace) return;
    const std::string bug = "the witness of " + obligation_.id + " replays; step " +
                            std::to_string(replayed.step) + ": " + replayed.reason;
    dsl::check_failed(bug.c_str(), __FILE__, __LINE__);
}

ReplayStart replay_start(const compiler::Model& model, std::size_t setup) {
    if (setup < model.setups.size()) return {&model.setups[setup], setup};
    const std::size_t scenario = setup - model.setups.size();
    ERRATA_CHECK(scenario < model.scenarios.size());
    return {&model.scenarios[scenario].setup, setup};
}

void Task::finding(Finding finding) {
    if (!wants(finding.code)) return;
    if (finding.witness) certify(*finding.witness);
    if (const CodeInfo* row = find_code(finding.code)) finding.severity = row->severity;
    finding.obligation = obligation_.id;
    finding.fingerprint = fingerprint(model(), finding);
    result_.findings.push_back(std::move(finding));
}

}  // namespace errata::checker
