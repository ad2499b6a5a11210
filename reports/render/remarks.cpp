#include "reports/render/remarks.h"

#include <algorithm>
#include <array>
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

namespace {

constexpr std::string_view missing_code = "expectation.missing";
constexpr std::string_view weaker_code = "baseline.weaker";
constexpr std::string_view unasked_code = "baseline.unasked";
constexpr std::string_view idle_code = "baseline.idle";

constexpr std::array lack_infos = {
    LackInfo{missing_code, "The spec expects a finding that is not there",
             "Mend the `expect` line, or what it is about."},
    LackInfo{weaker_code, "Less is known of a claim than in the baseline",
             "Raise the bound that stood in the way, or make a new baseline."},
    LackInfo{unasked_code, "A claim or a setup of the baseline is not there any more",
             "Put it back, or make a new baseline."},
    LackInfo{idle_code, "A printed item acted in the baseline, and does not act now",
             "Mend its text, or make a new baseline."},
};

std::string_view code_of(WorseKind kind) {
    switch (kind) {
        case WorseKind::Weaker:
            return weaker_code;
        case WorseKind::Unasked:
            return unasked_code;
        case WorseKind::Idle:
            return idle_code;
    }
    return weaker_code;
}

Lack lack_of(const Report& report, std::string_view code, const std::string& what, std::string sentence) {
    const std::string_view before = code == missing_code ? "expect " : "since the baseline: ";
    return {code, std::string(before) + what, std::move(sentence),
            dsl::hash_of(std::string(code) + "\n" + report.spec + "\n" + what)};
}

}  // namespace

const LackInfo* lack_info(std::string_view code) {
    const auto row = std::ranges::find(lack_infos, code, &LackInfo::code);
    return row == lack_infos.end() ? nullptr : &*row;
}

std::vector<Lack> lacks(const Report& report) {
    std::vector<Lack> result;
    for (const std::string& missing : report.missing)
        result.push_back(lack_of(report, missing_code, missing,
                                 "The spec expects " + missing + ", and nothing like it was found."));
    if (!report.held_against) return result;
    for (const Worse& worse : report.held_against->worse) {
        const std::string what = worse.setup.empty() ? worse.name : worse.name + ", " + worse.setup;
        result.push_back(lack_of(report, code_of(worse.kind), what, worse_sentence(worse)));
    }
    return result;
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
    for (const Lack& lack : lacks(report)) {
        result.push_back({std::string(lack.code), Severity::Error, lack.name, lack.sentence, false,
                          place_of(report), lack.fingerprint});
    }
    for (const FindingLines& finding : report.findings) {
        if (!is_settled(finding)) result.push_back(remark_of(report, finding));
    }
    std::ranges::stable_sort(result, {}, &Remark::severity);
    return result;
}

}  // namespace errata::reports
