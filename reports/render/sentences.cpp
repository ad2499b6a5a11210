#include "reports/render/sentences.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "compiler/ir/finding_codes.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::reports {

using checker::Severity;
using checker::Status;

namespace {

std::string list_or(const std::vector<std::string>& names, const std::string& none) {
    return names.empty() ? none : dsl::join(names, ", ");
}

bool is_forced(const std::string& code) {
    using enum compiler::FindingCode;
    constexpr std::array endless = {LoopMandatory, LoopInevitable, LoopSettle, LoopAgenda, LoopLethal};
    const auto known = compiler::find_code(code);
    return known && std::ranges::find(endless, *known) != endless.end();
}

// "Camp and Mine at once" -> "... and ... at once": what is left of a title without the names of the clauses.
std::string without_names(std::string title, const std::vector<ClauseLine>& clauses) {
    for (const ClauseLine& clause : clauses) {
        for (std::size_t at = title.find(clause.name); !clause.name.empty() && at != std::string::npos;
             at = title.find(clause.name, at)) {
            title.replace(at, clause.name.size(), "...");
        }
    }
    return title;
}

// What was asked and is not decided: each limit once, with the questions that it leaves open. What a limit
// leaves open of one question only in part is open.
std::string not_cleared(const Report& report) {
    std::vector<std::pair<std::string, std::vector<std::string>>> by_limit;
    std::set<std::string> named;
    for (const VerdictLine& verdict : report.verdicts) {
        if (!verdict.open || !named.insert(verdict.question).second) continue;
        const auto same = std::ranges::find(by_limit, verdict.limit, [](const auto& e) { return e.first; });
        auto& questions = same == by_limit.end()
                              ? by_limit.emplace_back(verdict.limit, std::vector<std::string>{}).second
                              : same->second;
        questions.push_back(verdict.question);
    }
    std::vector<std::string> parts;
    parts.reserve(by_limit.size());
    for (const auto& [limit, questions] : by_limit)
        parts.push_back(dsl::join(questions, ", ") + (limit.empty() ? "" : " (" + limit + ")"));
    return parts.empty() ? "" : "not cleared: " + dsl::join(parts, "; ");
}

}  // namespace

std::string short_fingerprint(const FindingLines& finding) { return finding.fingerprint.substr(0, 8); }

std::string counts_sentence(const Report& report) {
    std::map<Severity, std::size_t> counts;
    std::size_t expected = 0;
    std::size_t accepted = 0;
    for (const FindingLines& finding : report.findings) {
        ++counts[finding.severity];
        if (finding.expected) ++expected;
        if (!finding.accepted.empty()) ++accepted;
    }
    const auto counted = [](const auto& entry) {
        return dsl::count_of(entry.second, checker::word(entry.first));
    };
    std::string text = counts.empty() ? "no findings" : dsl::join(dsl::mapped(counts, counted), ", ");
    if (expected > 0) text += fmt::format("; {} expected", expected);
    if (accepted > 0) text += fmt::format("; {} accepted", accepted);
    if (report.about.empty()) return text;
    return text +
           fmt::format(" about {}; {} about others", report.about, dsl::count_of(report.others, "finding"));
}

std::string headline_sentence(const Report& report) {
    const std::string open = not_cleared(report);
    if (open.empty()) return counts_sentence(report);
    return report.findings.empty() && report.about.empty() ? open : counts_sentence(report) + "; " + open;
}

std::string witness_sentence(const FindingLines& finding) {
    const WitnessLines& witness = *finding.witness;
    std::vector<std::string> facts;
    if (!witness.pieces.empty()) facts.push_back(witness.pieces);
    facts.push_back(dsl::count_of(witness.steps.size(), "step"));
    std::string text =
        (finding.minimal_proved ? "Smallest game: " : "Shortest game found: ") + dsl::join(facts, ", ");
    text += finding.status == Status::Unconfirmed
                ? "; from a well-formed position that no play was shown to reach"
                : "; reachable from " + witness.setup;
    return text +
           (finding.minimal_proved ? "; replayed; minimal (proved)" : "; replayed; minimality not proved");
}

std::string loop_players_sentence(const FindingLines& finding) {
    const LoopLines& loop = *finding.loop;
    if (!loop.undecided.empty()) return "who can break it is not decided: " + loop.undecided;
    if (is_forced(finding.code) && loop.can_keep_going.empty() && loop.can_break.empty())
        return "nobody can break it";
    return "can keep it going: " + list_or(loop.can_keep_going, "none alone") +
           "; can break it: " + list_or(loop.can_break, "nobody");
}

std::vector<std::string> rows_without_sentence(const ClauseLine& clause) {
    std::vector<std::string> rows = clause.rows;
    std::erase_if(rows, [&](const std::string& row) { return clause.sentences.contains(row); });
    return rows;
}

std::string cited_sentence(const ClauseLine& clause) {
    const auto cited = [&](const std::string& row) {
        const auto known = clause.sentences.find(row);
        return known == clause.sentences.end() ? row : row + ": " + known->second;
    };
    return dsl::join(dsl::mapped(clause.rows, cited), "; ");
}

std::vector<std::vector<const FindingLines*>> by_wording(const std::vector<FindingLines>& findings) {
    using Wording =
        std::tuple<std::string, std::string, Severity, Status, bool, std::string, std::vector<std::string>>;
    std::vector<std::vector<const FindingLines*>> groups;
    std::map<Wording, std::size_t> known;
    for (const FindingLines& finding : findings) {
        std::vector<std::string> texts;
        for (const ClauseLine& clause : finding.clauses) texts.push_back(clause.text);
        std::ranges::sort(texts);
        Wording wording{finding.code,
                        without_names(finding.title, finding.clauses),
                        finding.severity,
                        finding.status,
                        finding.expected,
                        finding.accepted,
                        texts};
        const bool is_first = texts.empty() || known.try_emplace(wording, groups.size()).second;
        if (is_first) {
            groups.push_back({&finding});
        } else {
            groups[known.at(wording)].push_back(&finding);
        }
    }
    return groups;
}

}  // namespace errata::reports
