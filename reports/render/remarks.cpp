#include "reports/render/remarks.h"

#include <algorithm>
#include <charconv>

#include "dsl/base/hash.h"
#include "dsl/base/text.h"
#include "reports/render/heading.h"
#include "reports/render/sentences.h"

namespace errata::reports {

using checker::Severity;

namespace {

Severity read_severity(const std::string& word) {
    if (word == reports::word(dsl::Severity::Error)) return Severity::Error;
    return word == reports::word(dsl::Severity::Warning) ? Severity::Warning : Severity::Note;
}

Remark remark_of(const Report& report, const FindingLines& finding) {
    const bool says_title = finding.explanation.empty() && heading(finding).empty();
    return {code_word(finding), shown_severity(finding),   heading_or_title(finding), plain_text(finding),
            says_title,         place_of(report, finding), finding.fingerprint};
}

Remark remark_of(const Report& report, const DiagnosticLine& diagnostic) {
    std::string text = diagnostic.message;
    if (!diagnostic.hint.empty()) text += "\n" + diagnostic.hint;
    for (const std::string& note : diagnostic.notes) text += "\n" + note;
    const Place place = diagnostic.file.empty() ? place_of(report)
                                                : Place{diagnostic.file, diagnostic.line, diagnostic.column};
    // Without the line: the same message a few lines further down is the same message.
    return {diagnostic.code,
            read_severity(diagnostic.severity),
            diagnostic.message,
            text,
            true,
            place,
            dsl::hash_of(diagnostic.code + "\n" + diagnostic.message + "\n" + place.file)};
}

}  // namespace

std::string missing_sentence(const std::string& missing) {
    return "The spec expects " + missing + ", and nothing like it was found.";
}

std::string missing_fingerprint(const Report& report, const std::string& missing) {
    return dsl::hash_of(std::string(missing_code) + "\n" + report.spec + "\n" + missing);
}

Severity shown_severity(const FindingLines& finding) {
    const bool is_doubtful = finding.status == checker::Status::Unconfirmed;
    return is_doubtful ? std::max(finding.severity, Severity::Warning) : finding.severity;
}

std::string plain_text(const FindingLines& finding) {
    std::string text = finding.explanation.empty() ? finding.title : finding.explanation;
    for (const ClauseLine& clause : finding.clauses) {
        text += "\n" + clause.name + ": \"" + clause.text + "\"";
        if (!clause.rows.empty()) text += " [" + cited_sentence(clause) + "]";
    }
    if (finding.witness) text += "\n" + witness_sentence(finding);
    if (finding.loop) text += "\n" + loop_players_sentence(finding);
    return text + "\nerrata " + short_fingerprint(finding);
}

Place read_place(const std::string& place) {
    const std::size_t colon = place.rfind(':');
    if (colon == std::string::npos) return {};
    Place result;
    const char* end = place.data() + place.size();
    const auto [last, error] = std::from_chars(place.data() + colon + 1, end, result.line);
    if (error != std::errc() || last != end || result.line == 0) return {};
    result.file = place.substr(0, colon);
    return result;
}

Place place_of(const ClauseLine& clause) { return {clause.file, clause.line, 0}; }

Place place_of(const Report& report) {
    if (report.spec.ends_with(".rules")) return {report.spec, 1, 0};
    // Of a folder nothing can be shown; any file of it will do, and the first is the same every time.
    for (const FindingLines& finding : report.findings) {
        for (const ClauseLine& clause : finding.clauses) {
            if (!clause.file.empty()) return {clause.file, 1, 0};
        }
    }
    return {report.spec, 1, 0};
}

Place place_of(const Report& report, const FindingLines& finding) {
    for (const ClauseLine& clause : finding.clauses) {
        if (!clause.file.empty()) return place_of(clause);
    }
    if (finding.witness) {
        for (const StepLine& step : finding.witness->steps) {
            if (Place place = read_place(step.rule); !place.file.empty()) return place;
        }
    }
    return place_of(report);
}

std::vector<Remark> remarks(const Report& report) {
    std::vector<Remark> result;
    for (const DiagnosticLine& diagnostic : report.diagnostics)
        result.push_back(remark_of(report, diagnostic));
    for (const std::string& missing : report.missing) {
        result.push_back({std::string(missing_code), Severity::Error, missing, missing_sentence(missing),
                          false, place_of(report), missing_fingerprint(report, missing)});
    }
    for (const FindingLines& finding : report.findings) {
        if (!is_settled(finding)) result.push_back(remark_of(report, finding));
    }
    std::ranges::stable_sort(result, {}, &Remark::severity);
    return result;
}

}  // namespace errata::reports
