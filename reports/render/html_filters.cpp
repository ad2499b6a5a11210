#include "reports/render/html_filters.h"

#include <algorithm>
#include <map>

#include "dsl/base/text.h"

namespace errata::reports::html {

using checker::Severity;

namespace {

Html option(const std::string& value, const std::string& words) {
    return element("option", {{"value", value}}, escaped(words));
}

Html chooser(const std::string& label, const std::string& name, const Html& options) {
    return element("label", worded("span", "label", label) +
                                element("select", {{"name", name}}, option("", "all") + options));
}

Html severities(const Report& report) {
    Html boxes;
    for (const Severity severity : compiler::all_severities) {
        const auto count = std::ranges::count(report.findings, severity, &FindingLines::severity);
        if (count == 0) continue;
        const std::string word(checker::word(severity));
        boxes += element(
            "label", {{"class", "box"}},
            lone_element("input",
                         {{"type", "checkbox"}, {"name", "severity"}, {"value", word}, {"checked", ""}}) +
                severity_mark(severity) + escaped(" " + std::to_string(count)));
    }
    return element("fieldset", worded("legend", "label", "Severity") + boxes);
}

Html codes(const Report& report) {
    std::map<std::string, std::size_t> counts;
    for (const FindingLines& finding : report.findings) ++counts[finding.code];
    Html options;
    for (const auto& [code, count] : counts)
        options += option(code, code + " (" + std::to_string(count) + ")");
    return options;
}

// By name, each with its place among the items as its value.
Html cards(const std::vector<Item>& items) {
    std::vector<std::pair<std::string, std::size_t>> names;
    for (std::size_t i = 0; i < items.size(); ++i)
        names.emplace_back(items[i].name + " (" + std::to_string(items[i].all) + ")", i);
    std::ranges::sort(names);
    Html options;
    for (const auto& [name, number] : names) options += option(std::to_string(number), name);
    return options;
}

}  // namespace

Html filters(const Report& report, const std::vector<Item>& items) {
    const Html words =
        element("label", {{"class", "words"}},
                worded("span", "label", "Words") +
                    lone_element("input", {{"type", "search"}, {"name", "words"}, {"autocomplete", "off"}}));
    const std::string total = dsl::count_of(report.findings.size(), "finding");
    const Html form = severities(report) + chooser("Code", "code", codes(report)) +
                      chooser("Card or rule", "item", cards(items)) + words +
                      element("button", {{"type", "reset"}}, escaped("Show all")) +
                      element("button", {{"type", "button"}, {"data-fold", "all"}}, escaped("Fold all")) +
                      element("output", {{"name", "total"}, {"aria-live", "polite"}}, escaped(total));
    return element("search", {{"class", "needs-script"}},
                   element("form", {{"class", "filters"}, {"aria-label", "Which findings are shown"}}, form));
}

}  // namespace errata::reports::html
