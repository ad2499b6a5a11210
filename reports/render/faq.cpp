#include "reports/render/faq.h"

#include <algorithm>
#include <optional>

#include "compiler/ir/finding_codes.h"
#include "dsl/base/text.h"
#include "reports/entries.h"
#include "reports/render/heading.h"
#include "reports/render/markdown.h"
#include "reports/render/sentences.h"

namespace errata::reports::markdown {

namespace {

constexpr std::size_t longest_words = 2'000;  // of a reason or a clause

// A sentence ends with a stop.
std::string with_stop(std::string words) {
    if (!words.empty() && words.find_last_of(".?!") != words.size() - 1) words += ".";
    return words;
}

// Of a claim of the spec the heading has the question: what it is written as is of no use to players.
std::string quoted_clause(const ClauseLine& clause) {
    const bool is_question = clause.is_claim;
    if (is_question && clause.rows.empty()) return "";
    std::string text = "> <b>" + escaped(clause.name) + "</b>";
    if (!is_question) text += ": " + escaped(clause.text, longest_words);
    if (!clause.rows.empty()) text += " (" + escaped(cited_sentence(clause), longest_words) + ")";
    return text + "<br>\n";
}

std::string question(const FindingLines& finding) {
    std::string text = "### " + escaped(heading_or_title(finding)) + "\n\n";
    for (const ClauseLine& clause : finding.clauses) text += quoted_clause(clause);
    return text + "\n";
}

std::string number_of(const FindingLines& finding) { return escaped("#" + short_form(finding.fingerprint)); }

std::string decision(const FindingLines& finding) {
    const std::string terms = acceptance_terms(finding);
    return question(finding) + with_stop(escaped(finding.accepted, longest_words)) + "\n\n<sub>" +
           (terms.empty() ? "" : "Decided" + escaped(terms) + ". ") + number_of(finding) + "</sub>\n\n";
}

// What was said then no longer holds, and is not repeated.
std::string ended_decision(const FindingLines& finding) {
    return question(finding) + "The decision has run out, and the question is open again.\n\n<sub>Decided" +
           escaped(acceptance_terms(finding)) + ". " + number_of(finding) + "</sub>\n\n";
}

bool has_ended(const FindingLines& finding) {
    return finding.accepted.empty() && !finding.terms.until.empty();
}

// One for each cause, and behind them those that have run out.
std::string decisions(const std::vector<Entry>& all) {
    std::string text;
    std::string ended;
    for (const Entry& entry : all) {
        if (!entry.shown->accepted.empty()) text += decision(*entry.shown);
        std::vector<const FindingLines*> findings = {entry.shown};
        for (const Other& other : entry.others) findings.push_back(other.finding);
        const auto first = std::ranges::find_if(findings, [](const auto* one) { return has_ended(*one); });
        if (first != findings.end()) ended += ended_decision(**first);
    }
    return text + ended;
}

// What nobody has decided.
std::string open_questions(const std::vector<Entry>& all) {
    std::string text;
    for (const Entry& entry : all) {
        const FindingLines& finding = *entry.shown;
        const bool is_open = !is_settled(finding) && !has_ended(finding) &&
                             finding.status != checker::Status::Unconfirmed &&
                             (finding.severity != checker::Severity::Note ||
                              finding.code == compiler::FindingCode::AmbiguousReading);
        if (is_open) text += question(finding) + "<sub>" + number_of(finding) + "</sub>\n\n";
    }
    return text;
}

// What came of a question in this run. It holds if each verdict about it says so.
std::string_view outcome(const Report& report, const AskedLines& asked) {
    bool is_looked_at = false;
    bool is_decided = true;
    for (const VerdictLine& verdict : report.verdicts) {
        if (verdict.about != asked.claim) continue;
        if (verdict.status == checker::Status::Refuted) return "**No longer so**: play goes another way.";
        is_looked_at = true;
        is_decided = is_decided && (verdict.status == checker::Status::Proved ||
                                    verdict.status == checker::Status::Complete);
    }
    if (!is_looked_at) return "Not looked at in this run.";
    return is_decided ? "Looked at again: it is so." : "Not decided: not all was looked at.";
}

std::string rows_of(const ClauseLine& clause) {
    return clause.rows.empty() ? "" : "> " + escaped(cited_sentence(clause), longest_words) + "\n\n";
}

std::string as_written(const ClauseLine& clause) {
    std::string written;
    for (const SourceLine& line : clause.written) written += line.text + "\n";
    return fenced(written.empty() ? clause.text + "\n" : written) + "\n";
}

std::string answer(const Report& report, const AskedLines& asked) {
    return "### " + escaped(asked.clause.name) + "\n\n" + rows_of(asked.clause) + as_written(asked.clause) +
           std::string(outcome(report, asked)) + "\n\n";
}

std::string answers(const Report& report, AskedSort sort) {
    std::string text;
    for (const AskedLines& asked : report.asked) {
        if (asked.sort == sort) text += answer(report, asked);
    }
    return text;
}

std::string readings(const Report& report) {
    std::string text;
    for (const ClauseLine& reading : report.readings)
        text += "### " + escaped(reading.name) + "\n\n" + rows_of(reading) + as_written(reading) + "\n";
    return text;
}

std::string assumptions(const Report& report) {
    std::string text;
    for (const AssumptionLine& one : report.assumptions) {
        const std::string rows = one.rows.empty() ? "" : " (" + escaped(dsl::join(one.rows, ", ")) + ")";
        text += "* " + escaped(one.text, longest_words) + rows + "\n";
    }
    return text.empty() ? "" : text + "\n";
}

struct Section {
    std::string_view heading;
    std::string text;
};

std::string faq(const Report& report) {
    if (!report.checked) return "The spec has errors, so that it answers nothing.\n\n";
    const std::vector<Entry> all = entries(report);
    const Section sections[] = {{"What happens", answers(report, AskedSort::Scenario)},
                                {"What always holds", answers(report, AskedSort::Claim)},
                                {"Decided", decisions(all)},
                                {"Rules with several meanings", readings(report)},
                                {"Assumed", assumptions(report)},
                                {"Open", open_questions(all)}};
    std::string text;
    for (const Section& section : sections) {
        if (!section.text.empty()) text += "## " + std::string(section.heading) + "\n\n" + section.text;
    }
    return text.empty() ? "Nothing is asked, and nothing has been decided.\n\n" : text;
}

std::string all_faqs(const Reports& reports) {
    std::string text;
    for (const auto& [report, result] : reports)
        text += "# " + escaped(report->title.empty() ? report->spec : report->title) +
                ": questions and answers\n\n" + faq(*report);
    return text;
}

}  // namespace

}  // namespace errata::reports::markdown

namespace errata::reports {

std::string render_faq(const Reports& reports) { return markdown::all_faqs(reports); }

}  // namespace errata::reports
