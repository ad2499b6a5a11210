#include "reports/render/junit.h"

#include <algorithm>
#include <map>
#include <utility>

#include "dsl/base/text.h"
#include "reports/render/heading.h"
#include "reports/render/remarks.h"
#include "reports/render/sentences.h"
#include "reports/render/text.h"
#include "reports/words/facts.h"

namespace errata::reports {

using checker::Status;

namespace {

bool is_met_in(const FindingLines& finding, const std::string& setup) {
    if (!finding.witness || setup.empty()) return true;
    return finding.witness->setup == setup ||
           std::ranges::find(finding.witness->elsewhere, setup, &SituationLine::setup) !=
               finding.witness->elsewhere.end();
}

}  // namespace

bool speaks_against(const FindingLines& finding, const VerdictLine& verdict) {
    return verdict.about && std::ranges::find(finding.against, *verdict.about) != finding.against.end();
}

std::vector<const FindingLines*> failing(const Report& report, const VerdictLine& verdict) {
    std::vector<const FindingLines*> result;
    std::vector<const FindingLines*> all;
    bool is_known = false;
    for (const FindingLines& finding : report.findings) {
        const bool speaks = speaks_against(finding, verdict);
        is_known = is_known || speaks;
        if (!counts(report, finding)) continue;
        all.push_back(&finding);
        if (speaks) result.push_back(&finding);
    }
    if (!is_known) return report.about.is_part() ? result : all;
    std::vector<const FindingLines*> met_there = result;
    std::erase_if(met_there,
                  [&](const FindingLines* finding) { return !is_met_in(*finding, verdict.setup); });
    return met_there.empty() ? result : met_there;
}

namespace {

// Of the findings that speak against a claim, so many are quoted there; each has a case of its own.
constexpr std::size_t most_quoted = 20;

// XML 1.0 has no way to write most control codes and the two characters that are none; they are dropped, as
// is what is no UTF-8.
std::string escaped_xml(std::string_view words) {
    std::string result;
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t length = dsl::utf8_length(words, at);
        const std::string_view one = words.substr(at, std::max<std::size_t>(1, length));
        at += one.size();
        const auto byte = static_cast<unsigned char>(one[0]);
        const bool is_forbidden = length == 0 || one == "\xEF\xBF\xBE" || one == "\xEF\xBF\xBF" ||
                                  (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r');
        if (is_forbidden) continue;
        switch (one[0]) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            case '\r':
                result += "&#13;";
                break;
            default:
                result += one;
        }
    }
    return result;
}

// In an attribute a line break would be read as a blank.
std::string attribute(std::string_view name, std::string_view value) {
    std::string text;
    for (const char c : escaped_xml(value)) {
        if (c == '\n' || c == '\t')
            text += c == '\n' ? "&#10;" : "&#9;";
        else
            text += c;
    }
    return " " + std::string(name) + "=\"" + text + "\"";
}

enum class Outcome { Passed, Failed, Error, Skipped };

struct Case {
    std::string name;
    Outcome outcome = Outcome::Passed;
    std::string type;     // what a failure is called
    std::string message;  // one line
    std::string text = {};
    std::string setup = {};  // of which it speaks, where the spec has several
};

std::string case_text(const Case& test, const std::string& suite) {
    const std::string head = "    <testcase" +
                             attribute("classname", test.setup.empty() ? suite : suite + "." + test.setup) +
                             attribute("name", test.name);
    if (test.outcome == Outcome::Passed) return head + "/>\n";
    const bool is_skipped = test.outcome == Outcome::Skipped;
    const std::string element =
        is_skipped ? "skipped" : (test.outcome == Outcome::Error ? "error" : "failure");
    std::string text = head + ">\n      <" + element + attribute("message", test.message);
    if (is_skipped) return text + "/>\n    </testcase>\n";
    text += attribute("type", test.type) + ">" + escaped_xml(test.text);
    return text + "</" + element + ">\n    </testcase>\n";
}

std::string quotes(const std::vector<const FindingLines*>& findings) {
    std::string text;
    for (std::size_t i = 0; i < findings.size() && i < most_quoted; ++i) {
        const FindingLines& finding = *findings[i];
        text += code_word(finding) + ": " + heading_or_title(finding) + "\n" + plain_text(finding) + "\n\n";
    }
    if (findings.size() > most_quoted)
        text += "and " + std::to_string(findings.size() - most_quoted) + " more\n";
    return text;
}

Case case_of(const Report& report, const VerdictLine& verdict) {
    Case test{verdict.claim, Outcome::Passed, "", ""};
    if (verdict.status == Status::Proved || verdict.status == Status::Complete) return test;
    const std::string why = std::string(checker::word(verdict.status)) +
                            (verdict.facts.empty() ? "" : ": " + in_one_line(verdict.facts, report.language));
    if (verdict.status != Status::Refuted) {
        return {
            verdict.claim, Outcome::Skipped, "",
            why + (verdict.limit.empty() ? "" : " (" + in_one_line(verdict.limit, report.language) + ")")};
    }
    const std::vector<const FindingLines*> findings = failing(report, verdict);
    if (findings.empty()) {
        const auto is_accepted = [&](const FindingLines& finding) {
            return !finding.accepted.empty() && speaks_against(finding, verdict);
        };
        const auto accepted = std::ranges::find_if(report.findings, is_accepted);
        if (accepted == report.findings.end() && report.about.is_part())
            return {verdict.claim, Outcome::Skipped, "",
                    why + " (what was found is not among what was asked for)"};
        if (accepted == report.findings.end()) return test;
        return {verdict.claim, Outcome::Skipped, "", acceptance_sentence(*accepted, report.spec)};
    }
    return {verdict.claim, Outcome::Failed, "refuted", why, quotes(findings)};
}

Case case_of(const Report& report, const FindingLines& finding) {
    return {code_word(finding) + ": " + heading_or_title(finding) + " #" + short_fingerprint(finding),
            Outcome::Failed, code_word(finding),
            finding.explanation.empty() ? heading_or_title(finding) : finding.explanation,
            render_finding(finding, report.spec, {})};
}

Case compiles(const Report& report) {
    Case test{"the spec compiles", report.checked ? Outcome::Passed : Outcome::Error, "diagnostics", ""};
    for (const DiagnosticLine& line : report.diagnostics) {
        if (test.message.empty() && line.severity == word(dsl::Severity::Error)) test.message = line.message;
        if (!line.file.empty())
            test.text +=
                line.file + ":" + std::to_string(line.line) + ":" + std::to_string(line.column) + ": ";
        test.text += line.severity + " " + line.code + ": " + line.message + "\n";
        if (!line.hint.empty()) test.text += "  " + line.hint + "\n";
        for (const std::string& note : line.notes) test.text += "  " + note + "\n";
    }
    return test;
}

using Known = std::map<std::pair<std::string, std::string>, std::size_t>;  // by setup and claim

// Claims that go by the same words are one to the reader: what was not decided, or speaks against it, stays.
void add_claim(Case test, std::vector<Case>& cases, Known& known) {
    const auto [entry, is_new] = known.try_emplace({test.setup, test.name}, cases.size());
    if (is_new) {
        cases.push_back(std::move(test));
        return;
    }
    Case& earlier = cases[entry->second];
    const bool is_worse = test.outcome == Outcome::Failed || earlier.outcome == Outcome::Passed;
    if (earlier.outcome != Outcome::Failed && is_worse) earlier = std::move(test);
}

std::vector<Case> cases_of(const Report& report) {
    std::vector<Case> cases = {compiles(report)};
    Known known;
    for (const VerdictLine& verdict : report.verdicts) {
        Case test = case_of(report, verdict);
        if (report.setups.size() > 1) test.setup = verdict.setup;
        add_claim(std::move(test), cases, known);
    }
    for (const std::string& missing : report.missing) {
        cases.push_back({"expect " + missing, Outcome::Failed, std::string(missing_code),
                         missing_sentence(missing), missing_sentence(missing) + "\n"});
    }
    for (const FindingLines& finding : report.findings) {
        if (counts(report, finding)) cases.push_back(case_of(report, finding));
    }
    return cases;
}

struct Totals {
    std::map<Outcome, std::size_t> counts;
    std::size_t all = 0;

    void add(const Case& test) {
        ++counts[test.outcome];
        ++all;
    }
    std::string attributes() const {
        const auto number = [&](Outcome outcome) {
            const auto entry = counts.find(outcome);
            return std::to_string(entry == counts.end() ? 0 : entry->second);
        };
        return attribute("tests", std::to_string(all)) + attribute("failures", number(Outcome::Failed)) +
               attribute("errors", number(Outcome::Error)) + attribute("skipped", number(Outcome::Skipped));
    }
};

}  // namespace

std::string render_junit(const Reports& reports) {
    std::string suites;
    Totals all;
    for (const auto& [report, result] : reports) {
        Totals totals;
        std::string cases;
        for (const Case& test : cases_of(*report)) {
            totals.add(test);
            all.add(test);
            cases += case_text(test, report->spec);
        }
        std::string aside = report->checked ? headline_sentence(*report) + "\n" : "";
        for (const std::string& sentence : report->not_analysed) aside += "Not analysed: " + sentence + "\n";
        suites += "  <testsuite" + attribute("name", report->spec) + totals.attributes() + ">\n" + cases +
                  "    <system-out>" + escaped_xml(aside) + "</system-out>\n  </testsuite>\n";
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"errata\"" + all.attributes() +
           ">\n" + suites + "</testsuites>\n";
}

}  // namespace errata::reports
