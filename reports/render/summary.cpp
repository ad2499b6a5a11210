#include "reports/render/summary.h"

#include <map>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/entries.h"
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

std::string standing(const Entry& entry) {
    std::vector<std::string> words;
    if (entry.shown->expected) words.emplace_back("expected");
    if (entry.shown->status == checker::Status::Unconfirmed)
        words.emplace_back(checker::word(entry.shown->status));
    if (!entry.others.empty()) words.push_back(std::to_string(entry.others.size()) + " more like it");
    return dsl::join(words, ", ");
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
    for (const Entry& entry : entries(report)) {
        const FindingLines& finding = *entry.shown;
        if (!finding.accepted.empty()) continue;  // counted in the headline
        rows.push_back({severity_word(finding.severity, colour), finding.code,
                        dsl::visible_word(heading_or_title(finding)), "#" + short_fingerprint(finding),
                        place_words(report, finding), standing(entry)});
    }
    text += table(rows, 2);
    for (const std::string& missing : report.missing)
        text += "  Missing: " + dsl::visible_word(missing) + "\n";
    return text + claims(report);
}

}  // namespace errata::reports
