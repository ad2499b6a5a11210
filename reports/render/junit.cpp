#include "reports/render/junit.h"

#include <algorithm>
#include <map>
#include <utility>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/entries.h"
#include "reports/render/heading.h"
#include "reports/render/markup.h"
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

enum class Outcome { Passed, Failed, Error, Skipped };

struct Case {
    std::string name;
    Outcome outcome = Outcome::Passed;
    std::string type;     // what a failure is called
    std::string message;  // one line
    std::string text = {};
    std::string setup = {};  // of which it speaks, where the spec has several
};

constexpr MarkupLanguage xml = MarkupLanguage::Xml;

Markup case_element(const Case& test, const std::string& suite) {
    const Attributes named = {{"classname", test.setup.empty() ? suite : suite + "." + test.setup},
                              {"name", test.name}};
    if (test.outcome == Outcome::Passed) return lone_element("testcase", named, xml);
    const Markup outcome =
        test.outcome == Outcome::Skipped
            ? lone_element("skipped", {{"message", test.message}}, xml)
            : element(test.outcome == Outcome::Error ? "error" : "failure",
                      {{"message", test.message}, {"type", test.type}}, escaped(test.text, xml), xml);
    return element("testcase", named, Markup{"\n      "} + outcome + Markup{"\n    "}, xml);
}

std::string numbered(const FindingLines* finding) { return "#" + short_fingerprint(*finding); }

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
        const auto says_why = [&](const FindingLines& finding) {
            return is_put_aside(finding) && speaks_against(finding, verdict);
        };
        const auto aside = std::ranges::find_if(report.findings, says_why);
        if (aside == report.findings.end() && report.about.is_part())
            return {verdict.claim, Outcome::Skipped, "",
                    why + " (what was found is not among what was asked for)"};
        if (aside == report.findings.end()) return test;
        return {verdict.claim, Outcome::Skipped, "",
                aside->known ? why + " (known: it is in the baseline)"
                             : acceptance_sentence(*aside, report.spec)};
    }
    // A problem fails once, in its own case.
    constexpr std::size_t most_named = 20;
    return {verdict.claim, Outcome::Skipped, "",
            why + " (see " + few_of(dsl::mapped(findings, numbered), most_named) + ")"};
}

Case case_of(const Report& report, const Entry& entry) {
    const FindingLines& finding = *entry.shown;
    std::string text = render_finding(finding, report.spec, {});
    for (const Other& other : entry.others) text += "Also: " + other_name(entry, other) + "\n";
    return {code_word(finding) + ": " + heading_or_title(finding) + " #" + short_fingerprint(finding),
            Outcome::Failed, code_word(finding),
            finding.explanation.empty() ? heading_or_title(finding) : finding.explanation, std::move(text)};
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
    for (const Lack& lack : lacks(report)) {
        cases.push_back(
            {lack.name, Outcome::Failed, std::string(lack.code), lack.sentence, lack.sentence + "\n"});
    }
    const auto is_counted = [&](const Other& other) { return counts(report, *other.finding); };
    for (const Entry& entry : entries(report)) {
        if (counts(report, *entry.shown) || std::ranges::any_of(entry.others, is_counted))
            cases.push_back(case_of(report, entry));
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
    Attributes attributes(const std::string& name) const {
        const auto number = [&](Outcome outcome) {
            const auto entry = counts.find(outcome);
            return std::to_string(entry == counts.end() ? 0 : entry->second);
        };
        return {{"name", name},
                {"tests", std::to_string(all)},
                {"failures", number(Outcome::Failed)},
                {"errors", number(Outcome::Error)},
                {"skipped", number(Outcome::Skipped)}};
    }
};

}  // namespace

std::string render_junit(const Reports& reports) {
    Markup suites{"\n"};
    Totals all;
    for (const auto& [report, result] : reports) {
        Totals totals;
        Markup cases{"\n"};
        for (const Case& test : cases_of(*report)) {
            totals.add(test);
            all.add(test);
            cases += Markup{"    "} + case_element(test, report->spec) + Markup{"\n"};
        }
        std::string aside = report->checked ? headline_sentence(*report) + "\n" : "";
        for (const std::string& sentence : report->not_analysed) aside += "Not analysed: " + sentence + "\n";
        cases += Markup{"    "} + element("system-out", {}, escaped(aside, xml), xml) + Markup{"\n  "};
        suites +=
            Markup{"  "} + element("testsuite", totals.attributes(report->spec), cases, xml) + Markup{"\n"};
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
           element("testsuites", all.attributes("errata"), suites, xml).code + "\n";
}

}  // namespace errata::reports
