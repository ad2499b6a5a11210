#include "reports/render/summary.h"

#include <map>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/render/heading.h"
#include "reports/render/remarks.h"
#include "reports/render/sentences.h"
#include "reports/render/steps.h"
#include "reports/render/text.h"

namespace errata::reports {

namespace {

std::string place_words(const Report& report, const FindingLines& finding) {
    const Place place = place_of(report, finding);
    return shortened(place.file, report.spec) + ":" + std::to_string(place.line);
}

std::string standing(const FindingLines& finding) {
    if (!finding.accepted.empty()) return "accepted";
    if (finding.expected) return "expected";
    return finding.status == checker::Status::Unconfirmed ? std::string(checker::word(finding.status)) : "";
}

std::string claims(const Report& report) {
    std::map<checker::Status, std::size_t> counts;
    for (const VerdictLine& verdict : report.verdicts) ++counts[verdict.status];
    const auto counted = [](const auto& entry) {
        return std::to_string(entry.second) + " " + std::string(checker::word(entry.first));
    };
    return counts.empty() ? "" : "  Claims: " + dsl::join(dsl::mapped(counts, counted), ", ") + "\n";
}

}  // namespace

std::string render_summary(const Report& report, bool colour) {
    std::string text = dsl::visible_word(report.spec) + ": " + headline_sentence(report) + "\n";
    std::vector<std::vector<std::string>> rows;
    for (const FindingLines& finding : report.findings) {
        rows.push_back({severity_word(finding.severity, colour), finding.code,
                        dsl::visible_word(heading_or_title(finding)), "#" + short_fingerprint(finding),
                        place_words(report, finding), standing(finding)});
    }
    text += table(rows, 2);
    for (const std::string& missing : report.missing)
        text += "  Missing: " + dsl::visible_word(missing) + "\n";
    return text + claims(report);
}

}  // namespace errata::reports
