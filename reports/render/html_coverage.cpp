#include "reports/render/html_coverage.h"

#include <algorithm>

#include "dsl/base/text.h"
#include "reports/render/html_document.h"
#include "reports/render/steps.h"

namespace errata::reports {

using checker::row_doubts;
using checker::row_statuses;
using checker::RowCoverage;
using checker::RowDoubt;
using checker::RowFact;
using checker::UnknownRow;
using html::element;
using html::escaped;
using html::Html;
using html::worded;

namespace {

Html mark(RowStatus status) {
    const bool is_gap = status == RowStatus::Missing || status == RowStatus::Idle;
    return worded("span", is_gap ? "status refuted" : "status proved", word(status));
}

Html fact_item(const RowFact& fact, const std::string& spec, bool why) {
    const bool is_reason = fact.status == RowStatus::LeftOut;
    const bool is_told =
        !fact.detail.empty() && (is_reason || why || fact.is_weak || fact.status == RowStatus::Idle);
    Html content = mark(fact.status) + escaped(fact.is_weak ? " (weak) " : " ") +
                   worded("span", "place", shortened(fact.file, spec) + ":" + std::to_string(fact.line)) +
                   escaped(" " + fact.what + (fact.verdict.empty() ? "" : ": " + fact.verdict));
    if (is_told) content += worded("p", "hint", fact.detail);
    return element("li", content);
}

Html row_html(const RowCoverage& row, const Coverage& coverage, const CoverageText& options) {
    Html facts;
    for (const RowFact& fact : row.facts) facts += fact_item(fact, coverage.spec, options.why);
    return html::row("td", {escaped(row.id), mark(row.status), escaped(row.statement),
                            facts.empty() ? facts : element("ul", facts)});
}

Html rows_html(const Coverage& coverage, const CoverageText& options) {
    Html rows;
    for (const RowCoverage& row : coverage.rows) {
        const bool is_wanted =
            options.only.empty() || std::ranges::find(options.only, row.status) != options.only.end();
        if (is_wanted) rows += row_html(row, coverage, options);
    }
    const Html head = html::row(
        "th", {escaped("Row"), escaped("Status"), escaped("Statement"), escaped("What the spec does")});
    return html::scrolling_table("coverage", "Rows of the rulebook", head, rows);
}

Html unknown_html(const Coverage& coverage) {
    if (coverage.unknown.empty()) return {};
    std::vector<std::string> lines;
    for (const UnknownRow& row : coverage.unknown) {
        lines.push_back(row.id + ": " + shortened(row.file, coverage.spec) + ":" + std::to_string(row.line) +
                        " " + row.what);
    }
    return element("section", element("h3", escaped("Not in " + coverage.catalogue)) +
                                  element("ul", html::each("li", lines)));
}

std::string summary(const Coverage& coverage) {
    std::vector<std::string> parts;
    for (const RowStatus status : row_statuses) {
        const std::size_t count = coverage.count(status);
        if (count > 0) parts.push_back(std::to_string(count) + " " + std::string(word(status)));
    }
    for (const RowDoubt doubt : row_doubts) {
        const std::size_t count = coverage.count(doubt);
        if (count > 0) parts.push_back(std::to_string(count) + " of them " + std::string(word(doubt)));
    }
    std::string text = dsl::count_of(coverage.rows.size(), "row") + ": " + dsl::join(parts, "; ");
    if (coverage.untried > 0)
        text += ". Interrupted: " + dsl::count_of(coverage.untried, "citation") +
                " not tried, and counted as idle";
    return text;
}

}  // namespace

std::string render_html(const Coverage& coverage, const CoverageText& options) {
    const std::string title =
        dsl::visible_word(coverage.spec) + " against " + dsl::visible_word(coverage.catalogue);
    const Html head = element("header", {{"class", "overview"}},
                              element("p", {{"class", "eyebrow"}}, worded("span", "path", title)) +
                                  element("h2", {{"id", "coverage"}}, escaped("Coverage")) +
                                  worded("p", "headline", summary(coverage)));
    const Html masthead = element("header", {{"class", "masthead"}}, element("h1", escaped("Errata")));
    const Html main = element("main", element("section", {{"class", "spec"}, {"aria-labelledby", "coverage"}},
                                              head + rows_html(coverage, options) + unknown_html(coverage)));
    return html::document(title + " - Errata", masthead + main);
}

}  // namespace errata::reports
