#include "reports/render/decisions.h"

#include <algorithm>

#include "dsl/base/text.h"
#include "reports/entries.h"
#include "reports/render/heading.h"
#include "reports/render/markdown.h"
#include "reports/render/sentences.h"

namespace errata::reports::markdown {

namespace {

constexpr std::size_t longest_words = 2'000;  // of a reason or a clause

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
    std::string text = "## " + escaped(heading_or_title(finding)) + "\n\n";
    for (const ClauseLine& clause : finding.clauses) text += quoted_clause(clause);
    return text + "\n";
}

std::string number_of(const FindingLines& finding) { return escaped("#" + short_form(finding.fingerprint)); }

std::string decision(const FindingLines& finding) {
    const std::string terms = acceptance_terms(finding);
    return question(finding) + escaped(finding.accepted, longest_words) + "\n\n<sub>" +
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
std::string decisions(const Report& report) {
    if (!report.checked) return "The spec has errors, so that its decisions cannot be read.\n\n";
    std::string text;
    std::string ended;
    for (const Entry& entry : entries(report)) {
        if (!entry.shown->accepted.empty()) text += decision(*entry.shown);
        std::vector<const FindingLines*> all = {entry.shown};
        for (const Other& other : entry.others) all.push_back(other.finding);
        const auto first = std::ranges::find_if(all, [](const auto* one) { return has_ended(*one); });
        if (first != all.end()) ended += ended_decision(**first);
    }
    return text.empty() && ended.empty() ? "Nothing has been decided.\n\n" : text + ended;
}

std::string all_decisions(const Reports& reports) {
    std::string text;
    for (const auto& [report, result] : reports)
        text += "# " + escaped(report->title.empty() ? report->spec : report->title) + ": decisions\n\n" +
                decisions(*report);
    return text;
}

}  // namespace

}  // namespace errata::reports::markdown

namespace errata::reports {

std::string render_decisions(const Reports& reports) { return markdown::all_decisions(reports); }

}  // namespace errata::reports
