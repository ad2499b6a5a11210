#include "reports/render/questions.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>

#include "compiler/ir/finding_codes.h"
#include "dsl/base/mapped.h"
#include "reports/entries.h"

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
std::set<std::string> questions_of_family(const std::string& of) {
    std::set<std::string> questions;
    for (const compiler::CodeInfo& code : compiler::all_codes()) {
        const std::string_view name = code.name;
        const bool is_of_family = name.substr(0, name.find('.')) == family_of(of);
        if (is_of_family && code.question != compiler::Question::Claims)
            questions.emplace(word(code.question));
    }
    return questions;
}

// The first number of a text, and the text without its numbers.
std::pair<std::size_t, std::string> number_apart(const std::string& text) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto first = std::ranges::find_if(text, is_digit);
    const auto end = std::find_if_not(first, text.end(), is_digit);
    std::string rest;
    std::ranges::remove_copy_if(text, std::back_inserter(rest), is_digit);
    std::size_t number = 0;
    std::from_chars(text.data() + (first - text.begin()), text.data() + (end - text.begin()), number);
    return {number, rest};
}

// Of limits that differ in numbers alone, as each setup has its own, the one with the largest.
std::set<std::string> one_of_each_sort(const std::set<std::string>& limits) {
    std::map<std::string, std::pair<std::size_t, std::string>> by_sort;
    for (const std::string& limit : limits) {
        const auto [number, sort] = number_apart(limit);
        const auto [known, is_new] = by_sort.try_emplace(sort, number, limit);
        if (!is_new && number > known->second.first) known->second = {number, limit};
    }
    std::set<std::string> result;
    for (const auto& [sort, largest] : by_sort) result.insert(largest.second);
    return result;
}

}  // namespace

const std::string& reason_of(const VerdictLine& verdict) {
    return verdict.limit.empty() ? verdict.detail : verdict.limit;
}

std::string told_reason(const Report& report, const VerdictLine& verdict) {
    std::set<std::string> reasons;
    for (const VerdictLine& other : report.verdicts) {
        if (other.open && other.question == verdict.question) reasons.insert(reason_of(other));
    }
    const std::string sort = number_apart(reason_of(verdict)).second;
    for (const std::string& told : one_of_each_sort(reasons)) {
        if (number_apart(told).second == sort) return told;
    }
    return reason_of(verdict);
}

bool is_general(const std::string& question) {
    const std::vector<std::string> general = general_questions();
    return std::ranges::find(general, question) != general.end();
}

std::string told_detail(const VerdictLine& verdict) {
    const bool is_decided = verdict.status == Status::Proved || verdict.status == Status::Complete ||
                            verdict.status == Status::Refuted;
    if (!is_decided) return verdict.detail;
    return verdict.detail + (verdict.detail.empty() ? "" : "; ") +
           std::string(checker::word(verdict.rechecked));
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
    for (const VerdictLine& verdict : report.verdicts) {
        const bool is_general = std::ranges::find(general, verdict.question) != general.end();
        Asked& entry = by_question[is_general ? verdict.question : claims];
        if (verdict.status == Status::Refuted) ++entry.refuted;
        if (entry.excludes.empty()) entry.excludes = verdict.excludes;
        if (!verdict.open) continue;
        ++entry.open;
        entry.limits.insert(reason_of(verdict));
    }
    std::set<std::string> codes = report.about.other_codes;
    for (const FindingLines& finding : report.findings) {
        if (finding.status != Status::Unconfirmed) codes.insert(finding.code);
    }
    for (const std::string& code : codes) {
        for (const std::string& question : questions_of_family(code)) {
            const auto known = by_question.find(question);
            if (known != by_question.end() && known->second.refuted == 0) known->second.refuted = 1;
        }
    }
    std::vector<Asked> result;
    for (const std::string& question : general) {
        const auto found = by_question.find(question);
        if (found == by_question.end()) continue;
        found->second.question = question;
        found->second.limits = one_of_each_sort(found->second.limits);
        result.push_back(std::move(found->second));
    }
    return result;
}

}  // namespace errata::reports
