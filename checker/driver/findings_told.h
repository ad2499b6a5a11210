// Tells findings as soon as they stand, each once, whichever thread comes upon them. What is told is not yet
// the result: of several plays that show one thing the first is told, and the shortest is reported.
#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <string>

#include "checker/verdict.h"

namespace errata::checker {

class FindingsTold {
public:
    using Found = std::function<void(const compiler::Model&, const Finding&)>;

    // `found` may be empty.
    FindingsTold(const compiler::Model& model, const Found& found) : model_(model), found_(found) {}

    // Those that count by themselves: no notes, nothing unconfirmed.
    void tell(const CheckResult& result) {
        if (!found_) return;
        const std::lock_guard lock(mutex_);
        for (const Finding& finding : result.findings) {
            const bool counts = finding.severity != Severity::Note && finding.status != Status::Unconfirmed;
            if (counts && told_.insert(finding.fingerprint).second) found_(model_, finding);
        }
    }

private:
    const compiler::Model& model_;
    const Found& found_;
    std::mutex mutex_;
    std::set<std::string> told_;
};

}  // namespace errata::checker
