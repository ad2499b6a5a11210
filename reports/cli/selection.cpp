#include "reports/cli/selection.h"

#include <algorithm>

#include "compiler/ir/finding_codes.h"
#include "dsl/base/text.h"

namespace errata::reports {

using checker::CheckResult;
using checker::Finding;

namespace {

std::vector<std::string> item_names(const checker::Session& session) {
    std::vector<std::string> names;
    for (const checker::Part& part : session.parts) {
        for (const compiler::Clause& clause : part.model.clauses) {
            if (!clause.name.empty()) names.push_back(clause.name);
        }
    }
    return names;
}

bool names(const std::string& word, const Finding& finding) {
    if (is_digits(word)) return checker::is_fingerprint(word, finding.fingerprint);
    return is_title(word) ? finding.title == word
                          : compiler::selects({word}, checker::code_name(finding.code));
}

// Of each title that nothing goes by.
std::vector<std::string> unknown_titles(const std::vector<std::string>& only,
                                        const std::vector<CheckResult>& results) {
    std::vector<std::string> titles;
    for (const CheckResult& result : results) {
        for (const Finding& finding : result.findings) titles.push_back(finding.title);
    }
    std::vector<std::string> sentences;
    for (const std::string& word : only) {
        if (!is_title(word) || std::ranges::find(titles, word) != titles.end()) continue;
        const auto near = dsl::nearest(word, titles);
        sentences.push_back("--only: no finding has the title '" + word + "'" +
                            (near ? "; did you mean '" + *near + "'?" : ""));
    }
    return sentences;
}

}  // namespace

bool is_digits(const std::string& word) {
    return word.find_first_not_of("0123456789abcdef") == std::string::npos && !word.empty();
}

bool is_title(const std::string& word) {
    return word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") != std::string::npos;
}

std::vector<std::string> keep_only(const std::vector<std::string>& only, std::vector<CheckResult>& results) {
    if (std::ranges::none_of(only, is_title)) return {};
    std::vector<std::string> sentences = unknown_titles(only, results);
    for (CheckResult& result : results) {
        std::erase_if(result.findings, [&](const Finding& finding) {
            return std::ranges::none_of(only, [&](const std::string& word) { return names(word, finding); });
        });
        result.missing.clear();
        result.stale_acceptances.clear();
        result.expired_acceptances.clear();
    }
    return sentences;
}

bool has_item(const checker::Session& session, const std::string& name) {
    return std::ranges::any_of(
        item_names(session), [&](const std::string& known) { return dsl::lower(known) == dsl::lower(name); });
}

std::string nearest_item(const checker::Session& session, const std::string& name) {
    const std::vector<std::string> known = item_names(session);
    std::vector<std::string> lower;
    lower.reserve(known.size());
    for (const std::string& one : known) lower.push_back(dsl::lower(one));
    const auto near = dsl::nearest(dsl::lower(name), lower);
    if (!near) return "";
    const auto place = std::ranges::find(lower, *near) - lower.begin();
    return "; did you mean '" + known[static_cast<std::size_t>(place)] + "'?";
}

void keep_about(const std::string& name, Report& report) {
    const std::size_t before = report.findings.size();
    std::erase_if(report.findings, [&](const FindingLines& finding) {
        return std::ranges::none_of(finding.clauses, [&](const ClauseLine& clause) {
            return dsl::lower(clause.name) == dsl::lower(name);
        });
    });
    report.about.item = name;
    for (const FindingLines& finding : report.findings) {
        for (const ClauseLine& clause : finding.clauses) {
            if (dsl::lower(clause.name) == dsl::lower(name))
                report.about.item = clause.name;  // as the spec has it
        }
    }
    report.about.others = before - report.findings.size();
}

}  // namespace errata::reports
