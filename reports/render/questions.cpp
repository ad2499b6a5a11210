#include "reports/render/questions.h"

#include <algorithm>
#include <map>

#include "compiler/ir/finding_codes.h"
#include "dsl/base/mapped.h"
#include "reports/entries.h"
#include "reports/words/facts.h"

namespace errata::reports {

using checker::Status;

namespace {

// What the checker asks of every game.
std::vector<std::string> general_questions() {
    std::set<compiler::Question> questions;
    for (const compiler::CodeInfo& code : compiler::all_codes()) questions.insert(code.question);
    const auto words = [](compiler::Question question) { return std::string(word(question)); };
    return dsl::mapped(questions, words);
}

// The questions that codes of the finding's family belong to: what was cleared must not be at odds with it.
std::set<std::string> questions_of_family(compiler::FindingFamily family) {
    std::set<std::string> questions;
    for (const compiler::CodeInfo& code : compiler::all_codes()) {
        if (code.family == family && code.question != compiler::Question::Claims)
            questions.emplace(word(code.question));
    }
    return questions;
}

// Limits that differ in numbers alone, as each setup has its own, are of one sort: they are the same without
// their numbers.
checker::Facts sort_of(checker::Facts facts) {
    for (checker::Fact& fact : facts) {
        for (checker::Argument& argument : fact.arguments) {
            if (auto* const number = std::get_if<std::int64_t>(&argument.value)) *number = 0;
            if (auto* const more = std::get_if<checker::Facts>(&argument.value)) *more = sort_of(*more);
        }
    }
    return facts;
}

// Of each sort the one with the largest numbers.
using BySort = std::map<checker::Facts, checker::Facts>;

const checker::Facts& reason_of(const VerdictLine& verdict) {
    return verdict.limit.empty() ? verdict.facts : verdict.limit;
}

void add_reason(BySort& reasons, const VerdictLine& verdict) {
    const checker::Facts& reason = reason_of(verdict);
    checker::Facts& largest = reasons[sort_of(reason)];
    largest = std::max(largest, reason);
}

}  // namespace

checker::Facts told_reason(const Report& report, const VerdictLine& verdict) {
    BySort reasons;
    for (const VerdictLine& other : report.verdicts) {
        if (other.open && other.question == verdict.question) add_reason(reasons, other);
    }
    return reasons.at(sort_of(reason_of(verdict)));
}

bool is_general(const std::string& question) {
    const std::vector<std::string> general = general_questions();
    return std::ranges::find(general, question) != general.end();
}

std::string told_detail(const VerdictLine& verdict, Language language) {
    std::string detail = in_one_line(verdict.facts, language);
    const bool is_decided = verdict.status == Status::Proved || verdict.status == Status::Complete ||
                            verdict.status == Status::Refuted;
    if (!is_decided) return detail;
    return detail + (detail.empty() ? "" : "; ") + std::string(checker::word(verdict.rechecked));
}

std::string with_what_it_excludes(const Asked& asked) {
    const bool is_cleared = asked.refuted == 0 && asked.open == 0;
    return is_cleared && !asked.excludes.empty() ? asked.question + " (but for " + asked.excludes + ")"
                                                 : asked.question;
}

std::vector<Asked> asked_questions(const Report& report) {
    const std::vector<std::string> general = general_questions();
    const std::string claims(word(compiler::Question::Claims));
    std::map<std::string, Asked> by_question;
    std::map<std::string, BySort> reasons;
    for (const VerdictLine& verdict : report.verdicts) {
        const bool is_general = std::ranges::find(general, verdict.question) != general.end();
        const std::string& question = is_general ? verdict.question : claims;
        Asked& entry = by_question[question];
        if (verdict.status == Status::Refuted) ++entry.refuted;
        if (entry.excludes.empty()) entry.excludes = in_one_line(verdict.excludes, report.language);
        if (!verdict.open) continue;
        ++entry.open;
        add_reason(reasons[question], verdict);
    }
    std::set<compiler::FindingCode> codes = report.about.other_codes;
    for (const FindingLines& finding : report.findings) {
        if (finding.status != Status::Unconfirmed) codes.insert(finding.code);
    }
    for (const compiler::FindingCode code : codes) {
        for (const std::string& question : questions_of_family(family_of(code))) {
            const auto known = by_question.find(question);
            if (known != by_question.end() && known->second.refuted == 0) known->second.refuted = 1;
        }
    }
    std::vector<Asked> result;
    for (const std::string& question : general) {
        const auto found = by_question.find(question);
        if (found == by_question.end()) continue;
        found->second.question = question;
        for (const auto& [sort, reason] : reasons[question])
            found->second.limits.insert(in_one_line(reason, report.language));
        result.push_back(std::move(found->second));
    }
    return result;
}

}  // namespace errata::reports
