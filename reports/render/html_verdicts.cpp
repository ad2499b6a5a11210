#include "reports/render/html_verdicts.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/explain/help.h"
#include "reports/render/steps.h"

namespace errata::reports::html {

using checker::Status;

namespace {

// All verdicts about one claim: of each setup there may be one.
struct Claim {
    std::string words;
    std::map<Status, std::size_t> statuses;
    std::vector<std::string> details;  // each once
};

std::vector<Claim> claims_of(const Report& report) {
    std::vector<Claim> claims;
    std::map<std::string, std::size_t> known;
    for (const VerdictLine& verdict : report.verdicts) {
        const auto [entry, is_new] = known.try_emplace(verdict.claim, claims.size());
        if (is_new) claims.push_back({verdict.claim, {}, {}});
        Claim& claim = claims[entry->second];
        ++claim.statuses[verdict.status];
        const bool is_said = std::ranges::find(claim.details, verdict.detail) != claim.details.end();
        if (!is_said && !verdict.detail.empty()) claim.details.push_back(verdict.detail);
    }
    return claims;
}

// What is refuted first, then what is not settled.
int weight(const Claim& claim) {
    constexpr std::array order = {Status::Refuted, Status::Unconfirmed, Status::Unknown,
                                  Status::Bounded, Status::Complete,    Status::Proved};
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (claim.statuses.contains(order[i])) return static_cast<int>(i);
    }
    return static_cast<int>(order.size());
}

Html details_html(const std::vector<std::string>& details) {
    if (details.size() == 1) return escaped(details[0]);
    if (details.empty()) return {};
    return element("details", element("summary", escaped(dsl::count_of(details.size(), "answer"))) +
                                  element("ul", each("li", details)));
}

Html claim_row(const Claim& claim) {
    Html statuses;
    for (const auto& [status, count] : claim.statuses) {
        const std::string word(checker::word(status));
        statuses += worded("span", "status " + word, count == 1 ? word : fmt::format("{} {}", count, word)) +
                    escaped(" ");
    }
    return row("td", {escaped(claim.words), statuses, details_html(claim.details)});
}

Html column_heads(const std::vector<std::string>& words) {
    Html cells;
    for (const std::string& word : words) cells += element("th", {{"scope", "col"}}, escaped(word));
    return element("tr", cells);
}

}  // namespace

Html verdicts(const Report& report) {
    std::vector<Claim> claims = claims_of(report);
    if (claims.empty()) return {};
    std::ranges::stable_sort(claims, {}, weight);
    std::map<Status, std::size_t> counts;
    for (const VerdictLine& verdict : report.verdicts) ++counts[verdict.status];
    const auto counted = [](const auto& entry) {
        return fmt::format("{} {}", entry.second, checker::word(entry.first));
    };
    Html rows;
    for (const Claim& claim : claims) rows += claim_row(claim);
    const Html heading = element("h3", escaped("Claims")) + escaped(" ") +
                         worded("span", "aside", dsl::join(dsl::mapped(counts, counted), ", "));
    return element("details", {{"class", "group"}},
                   element("summary", heading) +
                       scrolling_table("claims", "Claims and their verdicts",
                                       column_heads({"Claim", "Verdict", "What was looked at"}), rows));
}

Html not_analysed(const Report& report) {
    if (report.not_analysed.empty()) return {};
    return element("section",
                   element("h3", escaped("Not analysed")) + element("ul", each("li", report.not_analysed)));
}

Html diagnostics(const Report& report) {
    if (report.diagnostics.empty()) return {};
    Html items;
    for (const DiagnosticLine& line : report.diagnostics) {
        const std::string place =
            line.file.empty()
                ? ""
                : fmt::format("{}:{}:{}", shortened(line.file, report.spec), line.line, line.column);
        Html content =
            element("p", {{"class", "line"}},
                    worded("span", "severity " + line.severity, line.severity) + escaped(" ") +
                        worded("span", "code", line.code) + escaped(" ") + worded("span", "place", place)) +
            worded("p", "message", line.message);
        if (!line.hint.empty()) content += worded("p", "hint", line.hint);
        for (const std::string& note : line.notes) content += worded("p", "hint", note);
        items += element("li", content) + Html{"\n"};
    }
    return element(
        "section", {{"class", "diagnostics"}},
        element("h3", escaped("The spec as it is written")) + element("ol", {{"role", "list"}}, items));
}

Html meanings(const Report& report, Ids& ids) {
    std::set<std::string> codes;
    for (const FindingLines& finding : report.findings) codes.insert(finding.code);
    Html entries;
    for (const std::string& code : codes) {
        const FindingHelp* help = find_help(code);
        if (help == nullptr) continue;
        entries += element("dt", {{"id", ids.unique("code-" + code)}}, worded("span", "code", code)) +
                   element("dd", element("p", escaped(help->means)) +
                                     element("p", element("b", escaped("How Errata knows: ")) +
                                                      escaped(help->decided)));
    }
    if (entries.empty()) return {};
    return element("details", {{"class", "group"}},
                   element("summary", element("h3", escaped("What the codes mean"))) +
                       element("dl", {{"class", "meanings"}}, entries));
}

Html statistics(const Report& report) {
    if (report.stats.empty()) return {};
    std::vector<std::string> parts;
    for (const auto& [name, value] : report.stats) parts.push_back(name + " " + grouped(value));
    return worded("p", "statistics", "Searched: " + dsl::join(parts, ", "));
}

}  // namespace errata::reports::html
