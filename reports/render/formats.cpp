#include "reports/render/formats.h"

#include "reports/render/coverage.h"
#include "reports/render/csv.h"
#include "reports/render/faq.h"
#include "reports/render/github.h"
#include "reports/render/gitlab.h"
#include "reports/render/html.h"
#include "reports/render/json.h"
#include "reports/render/junit.h"
#include "reports/render/markdown.h"
#include "reports/render/sarif.h"

namespace errata::reports {

namespace {

std::string table_of_several(const Reports& reports) {
    return reports.size() > 1 ? "\n" + render_table(reports) : "";
}

std::string one_or_array(const Reports& reports) {
    return reports.size() == 1 ? render_json(*reports[0].first, reports[0].second) : render_json(reports);
}

std::string whole(const Coverage& coverage, const CoverageText&) { return render_json(coverage); }

constexpr OutputFormat formats[] = {
    {"text", render_text, table_of_several, render_text, render_text, render_text, render_text},
    {"json", nullptr, one_or_array, whole, render_json, render_json, render_json, false, ".json"},
    {"html", nullptr, render_html, render_html, nullptr, nullptr, nullptr, false, ".html"},
    {"sarif", nullptr, render_sarif, nullptr, nullptr, nullptr, nullptr, true, ".sarif"},
    {"junit", nullptr, render_junit, nullptr, nullptr, nullptr, nullptr, true, ".xml"},
    {"markdown", nullptr, render_markdown, nullptr, nullptr, nullptr, nullptr, true, ".md"},
    {"faq", nullptr, render_faq, nullptr, nullptr, nullptr, nullptr},
    {"csv", nullptr, render_csv, nullptr, nullptr, nullptr, nullptr, false, ".csv"},
    {"github", nullptr, render_github, nullptr, nullptr, nullptr, nullptr, true},
    {"gitlab", nullptr, render_gitlab, nullptr, nullptr, nullptr, nullptr, true},
};

}  // namespace

std::span<const OutputFormat> all_formats() { return formats; }

}  // namespace errata::reports
