#include "reports/render/html.h"

#include <algorithm>

#include <fmt/format.h>

#include "dsl/base/text.h"
#include "reports/entries.h"
#include "reports/render/html_document.h"
#include "reports/render/html_filters.h"
#include "reports/render/html_finding.h"
#include "reports/render/html_overview.h"
#include "reports/render/html_readiness.h"
#include "reports/render/html_screened.h"
#include "reports/render/html_verdicts.h"
#include "reports/render/sentences.h"

namespace errata::reports {

using html::element;
using html::escaped;
using html::Html;
using html::worded;

namespace {

html::Section section_of(const Report& report, const std::vector<Item>& items, html::Ids& ids) {
    html::Section section;
    section.spec = report.spec;
    for (std::size_t i = 0; i < items.size(); ++i) section.items.emplace(key_of(items[i]), i);
    for (const FindingLines& finding : report.findings) {
        section.anchors.emplace(&finding, ids.unique(short_fingerprint(finding)));
        ++section.beginnings[short_fingerprint(finding)];
        if (finding.witness) html::add_tints(*finding.witness, section.tints);
    }
    return section;
}

// Findings of one standing, entry by entry; what an entry does not show stands folded behind it.
struct Group {
    std::string title;
    bool is_open = true;
    std::size_t entries = 0;
    std::size_t findings = 0;  // those that entries do not show among them
    std::size_t accepted = 0;  // as grave, and told among the accepted ones
    Html articles;
};

std::size_t group_of(const FindingLines& finding) {
    constexpr std::size_t accepted = 3;
    if (!finding.accepted.empty()) return accepted;
    return static_cast<std::size_t>(finding.severity);
}

std::vector<Group> groups_of(const Report& report, const html::Section& section) {
    std::vector<Group> groups(4);
    groups[0].title = "Errors";
    groups[1].title = "Warnings";
    groups[2] = {"Notes", false, 0, 0, 0, {}};
    groups[3] = {"Accepted", false, 0, 0, 0, {}};
    for (const Entry& entry : entries(report)) {
        Group& group = groups[group_of(*entry.shown)];
        ++group.entries;
        ++group.findings;
        group.articles += article(entry, group.is_open ? html::Fold::Open : html::Fold::Folded, section);
        for (const Other& other : entry.others) {
            Group& own = groups[group_of(*other.finding)];
            ++own.findings;
            own.articles += article(Entry{other.finding, {}}, html::Fold::Twin, section);
        }
    }
    for (const FindingLines& finding : report.findings) {
        if (!finding.accepted.empty()) ++groups[static_cast<std::size_t>(finding.severity)].accepted;
    }
    return groups;
}

Html group_html(const Group& group) {
    std::string count = std::to_string(group.entries);
    if (group.findings != group.entries)
        count = fmt::format("{} entries for {} findings", group.entries, group.findings);
    if (group.accepted > 0) count += fmt::format("; {} more accepted, see below", group.accepted);
    const Html heading = element("h3", escaped(group.title + " ") + worded("span", "count", count));
    if (group.is_open) return element("section", {{"class", "group"}}, heading + group.articles);
    return element("details", {{"class", "group"}}, element("summary", heading) + group.articles);
}

Html findings(const Report& report, const std::vector<Item>& items, const html::Section& section) {
    if (report.findings.empty()) return {};
    Html content = html::filters(report, items);
    for (const Group& group : groups_of(report, section)) {
        if (group.findings > 0) content += group_html(group);
    }
    return content;
}

Html spec_html(const Report& report, Result result, const std::string& id, html::Ids& ids) {
    Html content = html::overview(report, result, id);
    if (!report.checked) {
        content += html::diagnostics(report);
    } else {
        const std::vector<Item> items = items_of(report.findings);
        const html::Section section = section_of(report, items, ids);
        content += readiness(report, items, section) + html::screened(report);
        content += element("div", {{"class", "findings"}, {"id", ids.unique(id + "-findings")}},
                           findings(report, items, section));
        content += html::verdicts(report) + html::not_analysed(report) + html::diagnostics(report) +
                   html::meanings(report, ids) + html::statistics(report);
    }
    return element("section", {{"class", "spec"}, {"aria-labelledby", id}}, content) + Html{"\n"};
}

// Of several specs, where each is and what became of it.
Html contents(const Reports& reports, const std::vector<std::string>& ids) {
    if (reports.size() < 2) return {};
    Html rows;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        const auto& [report, result] = reports[i];
        const Html link = element("a", {{"href", "#" + ids[i]}}, escaped(dsl::visible_word(report->spec)));
        rows += html::row(
            "td", {link, escaped(report->checked ? counts_sentence(*report) : "-"), escaped(word(result))});
    }
    const Html head = html::row("th", {escaped("Spec"), escaped("Found"), escaped("Result")});
    return element("nav", {{"aria-label", "Specs"}},
                   html::scrolling_table("specs", "What became of each spec", head, rows));
}

std::string page_title(const Reports& reports) {
    if (reports.size() != 1) return dsl::count_of(reports.size(), "spec") + " - Errata";
    const Report& report = *reports[0].first;
    const std::string name = dsl::visible_word(report.title.empty() ? report.spec : report.title);
    return name + ": " + (report.checked ? counts_sentence(report) : std::string(word(reports[0].second))) +
           " - Errata";
}

}  // namespace

std::string render_html(const Reports& reports) {
    html::Ids ids;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < reports.size(); ++i)
        names.push_back(ids.unique("spec-" + std::to_string(i + 1)));
    Html sections;
    for (std::size_t i = 0; i < reports.size(); ++i)
        sections += spec_html(*reports[i].first, reports[i].second, names[i], ids);
    Html skip;
    if (!names.empty())
        skip = element("a", {{"class", "skip"}, {"href", "#" + names[0]}}, escaped("Skip to the results"));
    const Html masthead = element("header", {{"class", "masthead"}},
                                  element("h1", escaped("Errata")) +
                                      worded("p", "aside", "What a game's rules get wrong before print"));
    return html::document(page_title(reports),
                          skip + masthead + contents(reports, names) + element("main", sections));
}

}  // namespace errata::reports
