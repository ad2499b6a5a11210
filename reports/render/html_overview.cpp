#include "reports/render/html_overview.h"

#include <filesystem>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/render/questions.h"
#include "reports/render/sentences.h"
#include "reports/render/setups_met.h"

namespace errata::reports::html {

namespace {

Html question_item(const Asked& asked) {
    const std::string state = asked.refuted > 0 ? "found" : asked.open > 0 ? "open" : "cleared";
    std::string words = asked.refuted > 0 ? "found" : asked.open > 0 ? "not cleared" : "cleared";
    if (asked.refuted > 0 && asked.open > 0) words += "; not all cleared";
    Html content = element("span", {{"class", "asked"}}, prose(with_what_it_excludes(asked))) + escaped(" ") +
                   worded("span", "state", words);
    if (!asked.limits.empty()) {
        content += worded("span", "limit", dsl::join({asked.limits.begin(), asked.limits.end()}, "; "));
    }
    return element("li", {{"class", state}}, content);
}

Html questions(const Report& report) {
    Html items;
    for (const Asked& one : asked_questions(report)) items += question_item(one);
    return items.empty()
               ? items
               : element("ul",
                         {{"class", "questions"}, {"role", "list"}, {"aria-label", "What was looked for"}},
                         items);
}

std::string result_class(Result result) {
    switch (result) {
        case Result::Passed:
            return "result passed";
        case Result::Findings:
            return "result findings";
        case Result::Wrong:
            return "result wrong";
        case Result::Inconclusive:
            return "result inconclusive";
    }
    return "result";
}

std::string scope_words(const Report& report) {
    std::vector<std::string> parts;
    for (const auto& [name, value] : report.scope) parts.push_back(name + " " + std::to_string(value));
    return dsl::join(parts, ", ");
}

Html line(const std::string& term, const std::string& words) {
    if (words.empty()) return {};
    return element("div", element("dt", escaped(term)) + element("dd", escaped(words)));
}

}  // namespace

Html overview(const Report& report, Result result, const std::string& id) {
    const std::string title =
        report.title.empty() ? std::filesystem::path(report.spec).filename().string() : report.title;
    Html content = element("p", {{"class", "eyebrow"}},
                           worded("span", result_class(result), word(result)) + escaped(" ") +
                               worded("span", "path", report.spec)) +
                   element("h2", {{"id", id}}, escaped(dsl::visible_word(title)));
    if (!report.checked) {
        content += worded("p", "headline",
                          "The spec is wrong: " + dsl::count_of(report.diagnostics.size(), "message") +
                              ". Nothing was looked for.");
        return element("header", {{"class", "overview"}}, content);
    }
    content += worded("p", "headline", opening_sentence(report));
    if (!report.missing.empty()) {
        content += element(
            "div", {{"class", "missing"}},
            worded("p", "label", "Expected and not found") + element("ul", each("li", report.missing)));
    }
    content += questions(report);
    content += element("dl", {{"class", "scope"}},
                       line("Scope", scope_words(report)) + line("Found in", found_in(report)) +
                           line("No finding in", nothing_found_in(report)));
    return element("header", {{"class", "overview"}}, content);
}

}  // namespace errata::reports::html
