#include "reports/render/coverage.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/render/html_markup.h"
#include "reports/render/steps.h"
#include "reports/version.h"
#include "reports/words/facts.h"

namespace errata::reports {

using checker::AssumptionMade;
using checker::row_doubts;
using checker::row_statuses;
using checker::RowCoverage;
using checker::RowDoubt;
using checker::RowFact;
using checker::UnknownRow;

namespace {

constexpr std::size_t status_width = 13;

std::string coloured(RowStatus status, bool colour) {
    std::string text = padded(word(status), status_width);
    if (!colour || (status != RowStatus::Missing && status != RowStatus::Idle)) return text;
    return (status == RowStatus::Missing ? "\x1b[1;31m" : "\x1b[1;33m") + text + "\x1b[0m";
}

// One line of it, cut between words.
std::string first_words(const std::string& text, std::size_t width) {
    if (display_width(text) <= width) return text;
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (display_width(text.substr(0, end)) + 3 > width) break;
        result = text.substr(0, end);
        at = end + 1;
    }
    return result + "...";
}

std::string facts_text(const RowCoverage& row, const std::string& spec, std::size_t place_width,
                       const CoverageText& options) {
    if (row.facts.empty()) {
        std::string text = "    " + coloured(RowStatus::Missing, options.colour);
        while (text.ends_with(' ')) text.pop_back();
        return text + "\n";
    }
    std::string text;
    for (const RowFact& fact : row.facts) {
        const std::string place = shortened(fact.file, spec) + ":" + std::to_string(fact.line);
        const bool is_reason = fact.status == RowStatus::LeftOut;
        text += "    " + coloured(fact.status, options.colour) + padded(place, place_width) + "  " +
                (is_reason ? in_one_line(fact.facts) : fact.what) +
                (fact.verdict.empty() ? "" : ": " + fact.verdict) + (fact.is_weak ? " (weak)" : "") + "\n";
        const std::string detail = in_one_line(fact.facts);
        const bool is_told =
            !is_reason && !detail.empty() && (options.why || fact.status == RowStatus::Idle || fact.is_weak);
        if (is_told) text += wrapped(detail, 4 + status_width, default_width);
    }
    return text;
}

std::string row_text(const RowCoverage& row, const std::string& spec, std::size_t id_width,
                     std::size_t type_width, std::size_t place_width, const CoverageText& options) {
    std::string head = padded(row.id, id_width) + "  " + padded(row.type, type_width) + "  ";
    head += first_words(row.statement, default_width - std::min(default_width / 2, display_width(head)));
    while (head.ends_with(' ')) head.pop_back();
    return head + "\n" + facts_text(row, spec, place_width, options);
}

struct Total {
    std::string type;
    std::size_t rows = 0;
    std::map<RowStatus, std::size_t> counts;
    std::map<RowDoubt, std::size_t> doubts;
};

// By type, in the order in which the types appear, and of all.
std::vector<Total> totals(const Coverage& coverage) {
    std::vector<Total> result;
    Total all{"all", 0, {}, {}};
    for (const RowCoverage& row : coverage.rows) {
        auto own = std::ranges::find(result, row.type, &Total::type);
        if (own == result.end()) own = result.insert(own, Total{row.type, 0, {}, {}});
        for (Total* total : {&*own, &all}) {
            ++total->rows;
            ++total->counts[row.status];
            for (const RowDoubt doubt : row_doubts) total->doubts[doubt] += has(row, doubt) ? 1 : 0;
        }
    }
    result.push_back(std::move(all));
    return result;
}

std::string totals_text(const Coverage& coverage) {
    std::vector<std::string> head = {"type", "rows"};
    for (const RowStatus status : row_statuses) head.emplace_back(word(status));
    for (const RowDoubt doubt : row_doubts) head.emplace_back(word(doubt));
    std::vector<std::vector<std::string>> lines;
    for (const Total& total : totals(coverage)) {
        std::vector<std::string> line = {total.type.empty() ? "-" : total.type, std::to_string(total.rows)};
        for (const RowStatus status : row_statuses) {
            const auto found = total.counts.find(status);
            line.push_back(found == total.counts.end() ? "-" : std::to_string(found->second));
        }
        for (const auto& [doubt, count] : total.doubts)
            line.push_back(count == 0 ? "-" : std::to_string(count));
        lines.push_back(std::move(line));
    }
    // Numbers stand below the ends of their headings.
    for (std::vector<std::string>& line : lines) {
        for (std::size_t i = 1; i < line.size(); ++i)
            line[i].insert(0, std::max(head[i].size(), line[i].size()) - line[i].size(), ' ');
    }
    lines.insert(lines.begin(), head);
    return table(lines, 2);
}

// The rows behind the last columns of the totals.
std::string doubts_text(const Coverage& coverage) {
    static const std::map<RowDoubt, std::string> meanings = {
        {RowDoubt::Weak, "Weak evidence: missed if nothing of it happens, and no more is known"},
        {RowDoubt::IdleClaims, "Claims idle: claimed, and no claim says anything"},
        {RowDoubt::HalfClaimed, "Half claimed: some of the claims say nothing"}};
    std::string text;
    for (const RowDoubt doubt : row_doubts) {
        std::vector<std::string> ids;
        for (const RowCoverage& row : coverage.rows) {
            if (has(row, doubt)) ids.push_back(row.id);
        }
        if (!ids.empty())
            text += "\n" + meanings.at(doubt) + ":\n" + wrapped(dsl::join(ids, ", "), 4, default_width);
    }
    return text;
}

std::string unknown_text(const Coverage& coverage) {
    if (coverage.unknown.empty()) return "";
    std::vector<std::vector<std::string>> lines;
    for (const UnknownRow& row : coverage.unknown) {
        lines.push_back(
            {row.id, shortened(row.file, coverage.spec) + ":" + std::to_string(row.line), row.what});
    }
    return "\nNot in " + dsl::visible_word(coverage.catalogue) + ":\n" + table(lines, 4);
}

std::string assumption_words(const AssumptionMade& one) {
    const std::string named = one.name == one.text ? "" : one.name + ": ";
    return named + one.text + (one.is_denied ? " (not assumed here)" : "") +
           (one.rows.empty() ? "" : " [" + dsl::join(one.rows, ", ") + "]");
}

std::string assumptions_text(const Coverage& coverage) {
    if (coverage.assumptions.empty()) return "";
    std::vector<std::vector<std::string>> lines;
    for (const AssumptionMade& one : coverage.assumptions) {
        lines.push_back(
            {shortened(one.file, coverage.spec) + ":" + std::to_string(one.line), assumption_words(one)});
    }
    return "\nAssumed, for the source does not say it:\n" + table(lines, 4);
}

std::string coverage_summary(const Coverage& coverage) {
    std::vector<std::string> parts;
    for (const RowStatus status : row_statuses) {
        const std::size_t count = coverage.count(status);
        if (count == 0) continue;
        const std::size_t weak = status == RowStatus::Modelled ? coverage.count(RowDoubt::Weak) : 0;
        parts.push_back(std::to_string(count) + " " + std::string(word(status)) +
                        (weak > 0 ? " (" + std::to_string(weak) + " on weak evidence)" : ""));
    }
    const std::string text = dsl::visible_word(coverage.spec) + " against " +
                             dsl::visible_word(coverage.catalogue) + ": " +
                             dsl::count_of(coverage.rows.size(), "row") + ": " + dsl::join(parts, "; ");
    return wrapped(text, 0, default_width) +
           (coverage.untried == 0 ? ""
                                  : "Interrupted: " + dsl::count_of(coverage.untried, "citation") +
                                        " not tried, and counted as idle.\n");
}

}  // namespace

std::string render_text(const Coverage& coverage, const CoverageText& options) {
    std::size_t id_width = 0;
    std::size_t type_width = 0;
    std::size_t place_width = 0;
    for (const RowCoverage& row : coverage.rows) {
        id_width = std::max(id_width, display_width(row.id));
        type_width = std::max(type_width, display_width(row.type));
        for (const RowFact& fact : row.facts) {
            const std::string place = shortened(fact.file, coverage.spec) + ":" + std::to_string(fact.line);
            place_width = std::max(place_width, display_width(place));
        }
    }
    std::string text;
    for (const RowCoverage& row : coverage.rows) {
        const bool is_wanted =
            options.only.empty() || std::ranges::find(options.only, row.status) != options.only.end();
        if (is_wanted) text += row_text(row, coverage.spec, id_width, type_width, place_width, options);
    }
    if (!text.empty()) text += "\n";
    return text + totals_text(coverage) + doubts_text(coverage) + unknown_text(coverage) +
           assumptions_text(coverage) + "\n" + coverage_summary(coverage);
}

namespace {

std::string doubt_key(RowDoubt doubt) {
    std::string key(word(doubt));
    std::ranges::replace(key, ' ', '_');
    return key;
}

std::string key(RowStatus status) {
    switch (status) {
        case RowStatus::LeftOut:
            return "left_out";
        case RowStatus::Idle:
            return "idle";
        case RowStatus::Modelled:
        case RowStatus::Claimed:
        case RowStatus::Assumed:
        case RowStatus::Missing:
            return std::string(word(status));
    }
    return "";
}

}  // namespace

std::string render_json(const Coverage& coverage) {
    using Json = nlohmann::ordered_json;
    Json rows = Json::array();
    for (const RowCoverage& row : coverage.rows) {
        Json facts = Json::array();
        for (const RowFact& fact : row.facts) {
            facts.push_back({{"status", key(fact.status)},
                             {"what", fact.what},
                             {"file", fact.file},
                             {"line", fact.line},
                             {"verdict", fact.verdict},
                             {"detail", in_one_line(fact.facts)},
                             {"weak", fact.is_weak}});
        }
        Json doubts = Json::array();
        for (const RowDoubt doubt : row_doubts) {
            if (has(row, doubt)) doubts.push_back(doubt_key(doubt));
        }
        rows.push_back({{"id", row.id},
                        {"type", row.type},
                        {"statement", row.statement},
                        {"line", row.line},
                        {"status", key(row.status)},
                        {"doubts", doubts},
                        {"facts", facts}});
    }
    Json unknown = Json::array();
    for (const UnknownRow& row : coverage.unknown)
        unknown.push_back({{"id", row.id}, {"what", row.what}, {"file", row.file}, {"line", row.line}});
    Json sums = Json::array();
    for (const Total& total : totals(coverage)) {
        Json sum = {{"type", total.type}, {"rows", total.rows}};
        for (const RowStatus status : row_statuses) {
            const auto found = total.counts.find(status);
            sum[key(status)] = found == total.counts.end() ? 0 : found->second;
        }
        for (const auto& [doubt, count] : total.doubts) sum[doubt_key(doubt)] = count;
        sums.push_back(std::move(sum));
    }
    Json assumptions = Json::array();
    for (const AssumptionMade& one : coverage.assumptions)
        assumptions.push_back({{"name", one.name},
                               {"text", one.text},
                               {"rows", one.rows},
                               {"file", one.file},
                               {"line", one.line},
                               {"assumed", !one.is_denied}});
    const Json json = {{"tool", "errata"},
                       {"version", version()},
                       {"spec", coverage.spec},
                       {"catalogue", coverage.catalogue},
                       {"rows", rows},
                       {"unknown", unknown},
                       {"assumptions", assumptions},
                       {"untried", coverage.untried},
                       {"totals", sums}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace html {

namespace {

Html mark(RowStatus status) {
    const bool is_gap = status == RowStatus::Missing || status == RowStatus::Idle;
    return worded("span", is_gap ? "status refuted" : "status proved", word(status));
}

Html fact_item(const RowFact& fact, const std::string& spec, bool why) {
    const bool is_reason = fact.status == RowStatus::LeftOut;
    const std::string detail = in_one_line(fact.facts);
    const bool is_told =
        !detail.empty() && (is_reason || why || fact.is_weak || fact.status == RowStatus::Idle);
    Html content = mark(fact.status) + escaped(fact.is_weak ? " (weak) " : " ") +
                   worded("span", "place", shortened(fact.file, spec) + ":" + std::to_string(fact.line)) +
                   escaped(" " + fact.what + (fact.verdict.empty() ? "" : ": " + fact.verdict));
    if (is_told) content += worded("p", "hint", detail);
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
    const Html head =
        row("th", {escaped("Row"), escaped("Status"), escaped("Statement"), escaped("What the spec does")});
    return scrolling_table("coverage", "Rows of the rulebook", head, rows);
}

Html unknown_html(const Coverage& coverage) {
    if (coverage.unknown.empty()) return {};
    std::vector<std::string> lines;
    for (const UnknownRow& row : coverage.unknown) {
        lines.push_back(row.id + ": " + shortened(row.file, coverage.spec) + ":" + std::to_string(row.line) +
                        " " + row.what);
    }
    return element("section",
                   element("h3", escaped("Not in " + coverage.catalogue)) + element("ul", each("li", lines)));
}

Html assumptions_html(const Coverage& coverage) {
    if (coverage.assumptions.empty()) return {};
    std::vector<std::string> lines;
    for (const AssumptionMade& one : coverage.assumptions) {
        lines.push_back(shortened(one.file, coverage.spec) + ":" + std::to_string(one.line) + " " +
                        assumption_words(one));
    }
    return element("section", element("h3", escaped("Assumed, for the source does not say it")) +
                                  element("ul", each("li", lines)));
}

std::string totals_sentence(const Coverage& coverage) {
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

std::string coverage_page(const Coverage& coverage, const CoverageText& options) {
    const std::string title =
        dsl::visible_word(coverage.spec) + " against " + dsl::visible_word(coverage.catalogue);
    const Html head = element("header", {{"class", "overview"}},
                              element("p", {{"class", "eyebrow"}}, worded("span", "path", title)) +
                                  element("h2", {{"id", "coverage"}}, escaped("Coverage")) +
                                  worded("p", "headline", totals_sentence(coverage)));
    const Html masthead = element("header", {{"class", "masthead"}}, element("h1", escaped("Errata")));
    const Html main = element("main", element("section", {{"class", "spec"}, {"aria-labelledby", "coverage"}},
                                              head + rows_html(coverage, options) + unknown_html(coverage) +
                                                  assumptions_html(coverage)));
    return document(title + " - Errata", masthead + main);
}

}  // namespace

}  // namespace html

std::string render_html(const Coverage& coverage, const CoverageText& options) {
    return html::coverage_page(coverage, options);
}

}  // namespace errata::reports
