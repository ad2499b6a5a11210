#include "reports/render/text.h"

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/explain/help.h"
#include "reports/render/heading.h"
#include "reports/render/readiness_text.h"
#include "reports/render/screened.h"
#include "reports/render/sentences.h"
#include "reports/render/steps.h"
#include "reports/render/summary.h"

namespace errata::reports {

using checker::Severity;
using checker::Status;

namespace {

constexpr std::size_t page_width = 100;
constexpr std::size_t fingerprint_column = 64;
constexpr std::size_t longest_clause = 160;
constexpr std::size_t clause_indent = 4;
constexpr std::size_t sentence_indent = 8;  // of what a cited row says

std::string quoted(const std::string& text) {
    if (display_width(text) <= longest_clause) return "\"" + text + "\"";
    std::size_t cut = longest_clause;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
    return "\"" + text.substr(0, cut) + "...\"";
}

// What it is about in words, and below it what it is called.
std::string headline(const FindingLines& finding, bool colour) {
    const std::string severity = severity_word(finding.severity, colour);
    const std::string words = heading(finding);
    const std::string name = finding.code + ": " + finding.title;
    const std::string fingerprint = "  #" + short_fingerprint(finding) + "\n";
    if (words.empty()) {
        const std::size_t taken = severity_word(finding.severity, false).size() + 1;
        return severity + " " + padded(name, fingerprint_column - taken) + fingerprint;
    }
    return severity + ": " + words + "\n  " + padded(name, fingerprint_column - 2) + fingerprint;
}

}  // namespace

std::string severity_word(Severity severity, bool colour) {
    std::string word(checker::word(severity));
    if (!colour) return word;
    const char* code = severity == Severity::Error     ? "\x1b[1;31m"
                       : severity == Severity::Warning ? "\x1b[1;33m"
                                                       : "\x1b[1;36m";
    return code + word + "\x1b[0m";
}

std::string render_clauses(const std::vector<ClauseLine>& clauses, const std::string& spec) {
    std::vector<std::vector<std::string>> rows;
    for (const ClauseLine& clause : clauses) {
        const std::vector<std::string> unknown = rows_without_sentence(clause);
        std::string text = quoted(clause.text);
        if (!unknown.empty()) text += "  [" + dsl::join(unknown, ", ") + "]";
        const std::string place =
            clause.file.empty() ? "" : shortened(clause.file, spec) + ":" + std::to_string(clause.line);
        rows.push_back({place, clause.name, text});
    }
    std::istringstream lines(table(rows, clause_indent));
    std::string text;
    std::string line;
    for (const ClauseLine& clause : clauses) {
        std::getline(lines, line);
        text += line + "\n";
        for (const std::string& row : clause.rows) {
            const auto known = clause.sentences.find(row);
            if (known == clause.sentences.end()) continue;
            text += std::string(sentence_indent, ' ') +
                    cut_to("[" + row + "] " + known->second, page_width - sentence_indent) + "\n";
        }
    }
    return text;
}

namespace {

std::string start_text(const WitnessLines& witness) {
    std::string text;
    for (const std::string& line : witness.board) text += "      " + line + "\n";
    std::vector<std::string> settings;
    std::size_t untouched = 0;
    for (const StartLine& cell : witness.start) {
        if (cell.matters)
            settings.push_back(cell.path + " = " + cell.value);
        else
            ++untouched;
    }
    if (!settings.empty()) text += wrapped("At the start: " + dsl::join(settings, ", "), 2, page_width);
    if (untouched > 0)
        text += fmt::format("  (and {} of things that this play neither changes nor names)\n",
                            dsl::count_of(untouched, "value"));
    return text;
}

std::string loop_text(const FindingLines& finding) {
    const LoopLines& loop = *finding.loop;
    std::string text;
    std::vector<std::string> net;
    for (const ChangeLine& change : loop.net_change) net.push_back(arrow(change));
    if (!net.empty()) text += wrapped("Each time round: " + dsl::join(net, ", "), 2, page_width);
    text += wrapped("Stage: " + loop.stage + "; " + loop_players_sentence(finding), 2, page_width);
    std::vector<std::string> ways;
    for (const checker::WayOut& way : loop.ways_out) ways.push_back(way.player + " " + way.option);
    if (!ways.empty()) text += wrapped("Way out: " + dsl::join(ways, "; "), 2, page_width);
    return text;
}

std::string outcomes_text(const std::vector<OutcomeLine>& outcomes) {
    std::vector<std::vector<std::string>> rows;
    for (const OutcomeLine& outcome : outcomes) {
        std::string label = outcome.label;
        for (const std::string& consequence : outcome.consequences) {
            rows.push_back({label, consequence});
            label.clear();
        }
    }
    return table(rows, 8);
}

}  // namespace

std::string render_finding(const FindingLines& finding, const std::string& spec, bool colour) {
    std::string text = headline(finding, colour);
    text += wrapped(finding.explanation, 2, page_width);
    text += render_clauses(finding.clauses, spec);
    text += wrapped(origin_sentence(finding), 2, page_width);
    if (finding.witness) {
        text += wrapped(witness_sentence(finding), 2, page_width) + start_text(*finding.witness);
        text += render_steps(*finding.witness, spec);
    }
    text += outcomes_text(finding.outcomes);
    if (finding.loop) text += loop_text(finding);
    if (finding.witness && !finding.witness->growth.empty())
        text += wrapped(finding.witness->growth, 2, page_width);
    if (!finding.needs.readings.empty()) {
        text +=
            wrapped("This play needs the reading " + dsl::join(finding.needs.readings, ", "), 2, page_width);
    }
    if (!finding.needs.versions.empty())
        text += wrapped("Only in this version of the text: " + dsl::join(finding.needs.versions, ", "), 2,
                        page_width);
    if (finding.expected) text += "  Expected: the spec says so.\n";
    if (!finding.accepted.empty()) text += wrapped(acceptance_sentence(finding, spec), 2, page_width);
    if (!finding.expected && finding.accepted.empty()) {
        if (const FindingHelp* help = find_help(finding.code))
            text += wrapped("Settle it: " + std::string(help->settle), 2, page_width);
        for (const std::string& sentence : finding.advice) text += wrapped(sentence, 2, page_width);
    }
    return text;
}

namespace {

std::string others_text(const Entry& entry) {
    std::string text;
    for (const std::string& sentence : also_sentences(entry)) text += wrapped(sentence, 2, page_width);
    return text + wrapped(same_words_sentence(entry), 2, page_width) +
           wrapped(alike_sentence(*entry.shown), 2, page_width);
}

std::string every_verdict(const Report& report) {
    std::vector<std::vector<std::string>> rows;
    for (const VerdictLine& verdict : report.verdicts) {
        rows.push_back({std::string(checker::word(verdict.status)), verdict.claim, verdict.detail});
    }
    return table(rows, 4);
}

std::string verdicts_text(const Report& report, bool all) {
    std::map<Status, std::size_t> counts;
    for (const VerdictLine& verdict : report.verdicts) ++counts[verdict.status];
    const auto counted = [](const auto& entry) {
        return fmt::format("{} {}", entry.second, checker::word(entry.first));
    };
    std::string text;
    if (!counts.empty()) text += "  Claims: " + dsl::join(dsl::mapped(counts, counted), ", ") + "\n";
    if (all) return text + every_verdict(report);
    // What was left open for one reason reads as one sentence.
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const VerdictLine& verdict : report.verdicts) {
        if (verdict.status != Status::Bounded && verdict.status != Status::Unknown) continue;
        std::string reason = std::string(checker::word(verdict.status)) + ": " + verdict.detail;
        const auto same = [&](const auto& entry) { return entry.first == reason; };
        auto entry = std::find_if(reasons.begin(), reasons.end(), same);
        if (entry == reasons.end())
            entry = reasons.emplace(reasons.end(), std::move(reason), std::vector<std::string>{});
        auto& claims = entry->second;
        if (std::find(claims.begin(), claims.end(), verdict.claim) == claims.end())
            claims.push_back(verdict.claim);
    }
    for (const auto& [reason, claims] : reasons) {
        text += wrapped(reason, 4, page_width) + wrapped(dsl::join(claims, ", "), 8, page_width);
    }
    return text;
}

std::string stats_text(const Report& report) {
    std::vector<std::string> parts;
    for (const auto& [name, value] : report.stats) parts.push_back(name + " " + grouped(value));
    return parts.empty() ? "" : wrapped("Searched: " + dsl::join(parts, ", "), 2, page_width);
}

// What was cleared and what not, and what is ready to be printed; of a run of claims only if not all hold.
std::string opening(const Report& report, const TextOptions& options) {
    if (report.findings.empty() && (options.all_verdicts || report.verdicts.empty())) return "";
    const std::string sentence = dsl::visible_word(report.spec) + ": " + opening_sentence(report);
    const std::string table = readiness_text(report);
    return wrapped(sentence, 0, page_width) + (table.empty() ? "" : "\n" + table) + "\n";
}

std::string scope_text(const Report& report) {
    std::vector<std::string> parts;
    for (const auto& [name, value] : report.scope) parts.push_back(name + " " + std::to_string(value));
    return parts.empty() ? "" : wrapped("Scope: " + dsl::join(parts, ", "), 2, page_width);
}

}  // namespace

std::string render_text(const Report& report, const TextOptions& options) {
    if (!report.checked) return "";
    if (options.summary) return render_summary(report, options.colour);
    std::string text = opening(report, options);
    for (const Entry& entry : entries(report.findings)) {
        text += render_finding(*entry.shown, report.spec, options.colour);
        text += others_text(entry) + "\n";
    }
    text += wrapped(dsl::visible_word(report.spec) + ": " + headline_sentence(report), 0, page_width);
    for (const std::string& missing : report.missing) text += wrapped("Missing: " + missing, 2, page_width);
    text += verdicts_text(report, options.all_verdicts);
    if (report.screened) text += screened_text(*report.screened) + playability_text(*report.screened);
    if (!report.unread.empty())
        text += wrapped("Unread, and so on no table: " + dsl::join(report.unread, ", "), 2, page_width);
    text += scope_text(report) + stats_text(report);
    for (const std::string& sentence : report.not_analysed)
        text += wrapped("Not analysed: " + sentence, 2, page_width);
    if (!report.made_tables.empty())
        text += "  Tables made from the vocabulary; copy them into the spec to change them:\n\n" +
                report.made_tables;
    return text;
}

std::string render_table(const std::vector<std::pair<const Report*, Result>>& runs) {
    std::vector<std::vector<std::string>> rows = {{"spec", "expected", "found", "result"}};
    for (const auto& [report, result] : runs) {
        std::size_t met = 0;
        for (const FindingLines& finding : report->findings) met += finding.expected ? 1U : 0U;
        std::string expected = "-";
        if (report->has_expectations) {
            expected = report->missing.empty()
                           ? fmt::format("{} met", met)
                           : fmt::format("{} met, {} missing", met, report->missing.size());
        }
        rows.push_back({dsl::visible_word(report->spec), expected,
                        report->checked ? counts_sentence(*report) : "-", std::string(word(result))});
    }
    return table(rows, 0);
}

}  // namespace errata::reports
