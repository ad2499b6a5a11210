#include "reports/render/summary.h"

#include <algorithm>
#include <map>
#include <sstream>

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

constexpr std::size_t indent = 2;
constexpr std::ptrdiff_t heading_at = 2;  // column

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

using Rows = std::vector<std::vector<std::string>>;

bool fits(const std::string& lines, std::size_t width) {
    std::istringstream all(lines);
    for (std::string line; std::getline(all, line);) {
        if (display_width(line) > width) return false;
    }
    return true;
}

// On a narrow page what an entry is called, which is what is long, has a line of its own.
std::string entry_lines(const Rows& rows, std::size_t width) {
    std::string text = table(rows, indent);
    if (fits(text, width)) return text;
    Rows others = rows;
    for (std::vector<std::string>& row : others) row.erase(row.begin() + heading_at);
    std::istringstream lines(table(others, indent));
    text.clear();
    for (const std::vector<std::string>& row : rows) {
        std::string line;
        std::getline(lines, line);
        text += line + "\n" + wrapped(row[heading_at], 2 * indent, width);
    }
    return text;
}

}  // namespace

std::string render_summary(const Report& report, const TextOptions& options) {
    std::string text =
        wrapped(dsl::visible_word(report.spec) + ": " + headline_sentence(report), 0, options.width);
    Rows rows;
    for (const Entry& entry : entries(report)) {
        const FindingLines& finding = *entry.shown;
        if (!finding.accepted.empty()) continue;  // counted in the headline
        rows.push_back({severity_word(finding.severity, options.colour), finding.code,
                        dsl::visible_word(heading_or_title(finding)), "#" + short_fingerprint(finding),
                        place_words(report, finding), standing(entry)});
    }
    text += entry_lines(rows, options.width);
    for (const std::string& missing : report.missing)
        text += "  Missing: " + dsl::visible_word(missing) + "\n";
    return text + claims(report);
}

}  // namespace errata::reports
