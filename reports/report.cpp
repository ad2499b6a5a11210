#include "reports/report.h"

#include <algorithm>

#include "reports/never_acted.h"

namespace errata::reports {

using checker::Severity;
using checker::Status;

std::string_view word(dsl::Severity severity) {
    switch (severity) {
        case dsl::Severity::Error:
            return "error";
        case dsl::Severity::Warning:
            return "warning";
        case dsl::Severity::Note:
            return "note";
    }
    return "";
}

std::string_view word(Raising origin) { return origin == Raising::Asked ? "asked" : "derived"; }

std::string_view word(Result result) {
    switch (result) {
        case Result::Passed:
            return "ok";
        case Result::Findings:
            return "findings";
        case Result::Wrong:
            return "spec is wrong";
        case Result::Inconclusive:
            return "inconclusive";
    }
    return "";
}

std::string acceptance_terms(const FindingLines& finding) {
    return (finding.terms.by.empty() ? "" : " by " + finding.terms.by) +
           (finding.terms.until.empty() ? "" : " until " + finding.terms.until);
}

std::string choice_words(const StepLine& step) { return step.choice + step.decided; }

std::string code_word(const FindingLines& finding) { return std::string(code_name(finding.code)); }

bool is_put_aside(const FindingLines& finding) { return finding.known || !finding.accepted.empty(); }

bool is_settled(const FindingLines& finding) { return finding.expected || is_put_aside(finding); }

namespace {

bool counts_from(const Report& report, const FindingLines& finding, Severity fail_on) {
    // The enumerators run from the gravest to the lightest.
    const Severity limit = report.has_expectations ? std::max(fail_on, Severity::Warning) : fail_on;
    return finding.severity <= limit && finding.status != Status::Unconfirmed && !is_settled(finding);
}

}  // namespace

bool counts(const Report& report, const FindingLines& finding) {
    return counts_from(report, finding, report.fail_on);
}

std::vector<std::string> never_acted(const Report& report) {
    const auto is_told = [&](const std::string& item) {
        return std::ranges::any_of(report.findings, [&](const FindingLines& finding) {
            return is(finding.code, compiler::CodeNature::Idle) &&
                   std::ranges::find(finding.clauses, item, &ClauseLine::name) != finding.clauses.end();
        });
    };
    std::vector<std::string> names;
    if (!report.screened) return names;
    for (const checker::ItemUse& item : report.screened->items) {
        const bool is_idle =
            item.has_text && item.acts_with.empty() && !item.acts_unseen && item.smallest_open == 0;
        if (is_idle && !is_told(item.name) && !is_told(item.same_as)) names.push_back(item.name);
    }
    return names;
}

std::string_view idle_words(const Report& report, std::size_t count) {
    const bool are_single = report.screened && checker::has_single_items_only(*report.screened);
    if (are_single) return count == 1 ? "does nothing by itself" : "do nothing by themselves";
    return count == 1 ? "never acts" : "never act";
}

Result judge(const Report& report, Severity fail_on) {
    if (!report.checked) return Result::Wrong;
    if (!report.missing.empty()) return Result::Findings;
    if (report.held_against && !report.held_against->worse.empty()) return Result::Findings;
    const auto weighs = [&](const FindingLines& f) { return counts_from(report, f, fail_on); };
    if (std::any_of(report.findings.begin(), report.findings.end(), weighs)) return Result::Findings;
    // What was open then excuses nothing unless the runs can be compared.
    if (report.held_against && report.held_against->is_whole)
        return report.stopped || report.held_against->has_new_open ? Result::Inconclusive : Result::Passed;
    if (!report.unread.names.empty() || !never_acted(report).empty()) return Result::Inconclusive;
    const auto is_found = [](const FindingLines& f) { return f.expected; };
    const bool found = std::any_of(report.findings.begin(), report.findings.end(), is_found);
    if (report.inconclusive && (report.stopped || !found)) {
        return Result::Inconclusive;
    }
    return Result::Passed;
}

std::vector<DiagnosticLine> lines(const dsl::Sink& sink, const dsl::SourceSet& sources) {
    std::vector<DiagnosticLine> result;
    for (const dsl::Diagnostic& diagnostic : sink.sorted()) {
        const dsl::DiagnosticInfo& about = dsl::info(diagnostic.kind);
        DiagnosticLine line;
        line.code = about.code;
        line.severity = word(about.severity);
        line.message = diagnostic.message;
        line.hint = diagnostic.hint;
        if (diagnostic.span.is_valid()) {
            const dsl::SourceFile& file = sources.file(diagnostic.span.file);
            const dsl::Position at = file.position(diagnostic.span.begin);
            line.file = file.path();
            line.line = at.line;
            line.column = at.column;
        }
        for (const auto& [span, text] : diagnostic.notes) {
            line.notes.push_back(span.is_valid() ? sources.place(span) + ": " + text : text);
        }
        result.push_back(std::move(line));
    }
    return result;
}

std::string short_form(const std::string& fingerprint) {
    constexpr std::size_t digits = 8;
    return fingerprint.substr(0, digits);
}

}  // namespace errata::reports
