#include "tests/metamorphic/said.h"

#include <algorithm>

#include "checker/driver/session.h"
#include "checker/words.h"
#include "dsl/ast/words.h"
#include "reports/cli/check_run.h"
#include "tests/support/memory_reader.h"

namespace errata::metamorphic {

namespace {

// With every word that is called otherwise under its old name.
std::string renamed(const std::string& text, const std::map<std::string, std::string>& names) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        bool found = false;
        for (const auto& [now, before] : names) {
            const bool starts = at == 0 || !dsl::grammar::is_word_char(text[at - 1]);
            const std::size_t end = at + now.size();
            const bool ends = end >= text.size() || !dsl::grammar::is_word_char(text[end]);
            if (!starts || !ends || text.compare(at, now.size(), now) != 0) continue;
            result += before;
            at = end;
            found = true;
            break;
        }
        if (!found) result += text[at++];
    }
    return result;
}

std::string clause_of(const reports::ClauseLine& clause) {
    static const std::set<std::string> written_as_code = {
        "rule",      "action",    "window", "turn",     "phase", "reading",   "derived",
        "inductive", "equations", "setup",  "scenario", "check", "partition", "ruling"};
    const std::string name = clause.kind + " " + clause.name;
    return written_as_code.contains(clause.kind) ? name : name + ": " + clause.text;
}

SaidFinding finding_of(const reports::FindingLines& line) {
    SaidFinding finding{reports::code_word(line), std::string(checker::word(line.status)), {}, {}, 0, false};
    finding.worth += " " + std::string(checker::word(line.severity));
    if (line.expected) finding.worth += " expected";
    for (const reports::ClauseLine& clause : line.clauses) {
        finding.clauses.push_back(clause_of(clause));
        finding.clause_names.insert(clause.name);
    }
    finding.is_note = line.severity == checker::Severity::Note;
    finding.steps = line.witness ? line.witness->steps.size() : 0;
    return finding;
}

Said said_of_report(const reports::Run& run) {
    Said said;
    const reports::Report& report = run.report;
    said.result = reports::word(run.result);
    said.is_inconclusive = report.inconclusive;
    for (const reports::FindingLines& line : report.findings) said.findings.push_back(finding_of(line));
    for (const reports::VerdictLine& line : report.verdicts)
        said.verdicts.emplace(line.claim, checker::word(line.status));
    if (report.checked) return said;
    for (const reports::DiagnosticLine& line : report.diagnostics)
        said.wrong += line.severity + " " + line.code + " " + line.message + "\n";
    if (said.wrong.empty()) said.wrong = "no model";
    return said;
}

constexpr const char* ends_by_text = "triggers and state checks always come to an end";

std::multiset<std::string> lines_of(const Said& said, unsigned keeps,
                                    const std::map<std::string, std::string>& names,
                                    const std::set<std::string>& added) {
    std::multiset<std::string> lines;
    for (const SaidFinding& finding : said.findings) {
        const bool is_added =
            !finding.clause_names.empty() && std::ranges::includes(added, finding.clause_names);
        if (is_added || (keeps & Findings) == 0) continue;
        std::string line = finding.code + " " + finding.worth;
        std::multiset<std::string> clauses;
        for (const std::string& clause : finding.clauses) clauses.insert(renamed(clause, names));
        for (const std::string& clause : clauses) line += (keeps & Clauses) != 0 ? "; " + clause : "";
        if ((keeps & Steps) != 0) line += "; " + std::to_string(finding.steps) + " steps";
        lines.insert(line);
    }
    for (const auto& [claim, status] : said.verdicts) {
        const bool of_text = claim.find("on any board") != std::string::npos || claim == ends_by_text;
        if ((keeps & (of_text ? Proofs : Verdicts)) != 0)
            lines.insert("verdict " + renamed(claim, names) + ": " + status);
    }
    return lines;
}

std::string only_in(const std::multiset<std::string>& one, const std::multiset<std::string>& other,
                    const std::string& front) {
    std::vector<std::string> lines;
    std::ranges::set_difference(one, other, std::back_inserter(lines));
    std::string text;
    for (const std::string& line : lines) text += front + line + "\n";
    return text;
}

}  // namespace

// On which no acceptance has ended.
constexpr dsl::Date no_day{std::chrono::year{1}, std::chrono::month{1}, std::chrono::day{1}};

Said said_of(const Texts& texts, const std::string& path) {
    const tests::MemoryReader reader(texts);
    checker::Session session = checker::open_session(reader, path, {});
    if (session.parts.empty()) return said_of_report(reports::report_of_errors(session));
    checker::CheckOptions options;
    options.today = no_day;
    return said_of_report(
        reports::report_of(session, checker::check(session, options), checker::Severity::Warning, options));
}

Said said_of(const Spec& spec) { return said_of(texts(spec), spec.path); }

std::string difference(const Said& original, const Said& rewritten, unsigned keeps,
                       const std::map<std::string, std::string>& names, const std::set<std::string>& added) {
    if (!rewritten.wrong.empty()) return "does not compile: " + rewritten.wrong;
    const std::multiset<std::string> before = lines_of(original, keeps, {}, {});
    const std::multiset<std::string> after = lines_of(rewritten, keeps, names, added);
    // What is said of things that were added counts for the result.
    const bool counts = (keeps & Findings) != 0 && added.empty() && original.result != rewritten.result;
    const std::string results = counts ? "  result: " + original.result + ", " + rewritten.result + "\n" : "";
    return only_in(before, after, "  - ") + only_in(after, before, "  + ") + results;
}

}  // namespace errata::metamorphic
