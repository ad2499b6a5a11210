#include "checker/analyses/task.h"

#include "checker/certify/replay.h"
#include "checker/codes.h"

namespace errata::checker {

Task::Task(Workbench& workbench, const Obligation& obligation, std::vector<std::string> only_codes)
    : workbench_(workbench), obligation_(obligation), only_codes_(std::move(only_codes)) {}

bool Task::wants(std::string_view code) const { return selects(only_codes_, code); }

void Task::verdict(std::string claim, Status status, std::string detail, bool is_conclusive) {
    if (status == Status::Unknown || (status == Status::Bounded && !is_conclusive)) result_.inconclusive = true;
    result_.verdicts.push_back({std::move(claim), status, std::move(detail), obligation_.engine, obligation_.id});
}

void Task::verdict(std::string claim, const Coverage& coverage, const std::string& remark) {
    verdict(std::move(claim), coverage.status, remark.empty() ? coverage.text : remark + "; " + coverage.text,
            coverage.is_conclusive);
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
