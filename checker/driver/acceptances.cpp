#include "checker/driver/acceptances.h"

#include <algorithm>
#include <string>

#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using compiler::Acceptance;
using compiler::Model;

namespace {

bool has_ended(const Acceptance& acceptance, std::optional<dsl::Date> today) {
    return today && acceptance.until && *acceptance.until < *today;
}

// A fingerprint's first digits mean something only while no other finding begins so.
bool is_unambiguous(const std::string& word, const std::vector<Finding>& findings) {
    return std::ranges::count_if(findings, [&](const Finding& finding) {
               return is_fingerprint(word, finding.fingerprint);
           }) == 1;
}

// What the findings of one part may be called.
class Names {
public:
    Names(const Model& model, const CheckOptions& options, const std::vector<Finding>& findings)
        : model_(model), options_(options), findings_(findings), headings_(findings.size()) {}

    // Numbers of those that somebody who writes `words` means.
    std::vector<std::size_t> meant_by(const std::string& words) {
        const bool is_digits = is_unambiguous(words, findings_);
        std::vector<std::size_t> meant;
        for (std::size_t i = 0; i < findings_.size(); ++i) {
            const Finding& finding = findings_[i];
            if (finding.title == words || code_name(finding.code) == words ||
                (is_digits && is_fingerprint(words, finding.fingerprint)) || is_headed(i, words)) {
                meant.push_back(i);
            }
        }
        return meant;
    }

private:
    // A heading is long in the making.
    bool is_headed(std::size_t number, const std::string& words) {
        if (!options_.heading) return false;
        std::optional<std::string>& heading = headings_[number];
        if (!heading) heading = options_.heading(model_, findings_[number]);
        return *heading == words;
    }

    const Model& model_;
    const CheckOptions& options_;
    const std::vector<Finding>& findings_;
    std::vector<std::optional<std::string>> headings_;
};

bool is_among(const std::string& word, const std::vector<std::string>& words) {
    return std::ranges::find(words, word) != words.end();
}

void report_stale(Session& session, const Acceptance& acceptance) {
    const bool is_short =
        looks_like_fingerprint(acceptance.finding) && !is_fingerprint(acceptance.finding, acceptance.finding);
    session.sink.report(
        dsl::DiagnosticKind::stale_accept, acceptance.span,
        is_short ? "'" + acceptance.finding + "' is too short for a fingerprint"
                 : "no finding is called '" + acceptance.finding + "'",
        is_short ? "give eight of its digits or more" : "remove the line, or copy the new title");
}

void report_repeated(Session& session, const Acceptance& acceptance, const Acceptance& first) {
    session.sink.report(
        dsl::DiagnosticKind::stale_accept, acceptance.span,
        "'" + acceptance.finding + "' is accepted already, at " + session.sources.place(first.span),
        "remove one of the two, for only the first one counts");
}

// `later`: takes its place, if there is one.
void report_ended(Session& session, const Acceptance& acceptance, const Acceptance* later) {
    const std::string since = later == nullptr
                                  ? "and counts again"
                                  : "and is accepted anew, at " + session.sources.place(later->span);
    session.sink.report(
        dsl::DiagnosticKind::expired_accept, acceptance.span,
        "'" + acceptance.finding + "' was accepted until " + dsl::date_text(*acceptance.until) + " " + since,
        later == nullptr ? "settle it, or decide anew and write a later day" : "remove the line");
}

// Else what an `accept` covers may be what was not looked for, or not kept.
bool is_all_told(const CheckOptions& options, const CheckResult& result) {
    return options.obligations.empty() && options.only_codes.empty() && !options.scenarios_only &&
           !options.screens_only && !result.stopped;
}

}  // namespace

void hold_against_acceptances(const Acceptances& acceptances, const Model& model, const CheckOptions& options,
                              CheckResult& result) {
    for (Finding& finding : result.findings) {
        finding.accepted.clear();
        finding.accepted_as.clear();
    }
    std::vector<const Acceptance*> ended_last(result.findings.size());  // by finding
    Names names(model, options, result.findings);
    for (const Acceptance& acceptance : acceptances) {
        const std::vector<std::size_t> meant = names.meant_by(acceptance.finding);
        const bool ended = has_ended(acceptance, options.today);
        for (const std::size_t number : meant) {
            Finding& finding = result.findings[number];
            if (!finding.accepted.empty()) continue;
            if (!ended) {
                finding.accepted = acceptance.reason;
                finding.accepted_as = acceptance.finding;
            } else if (!ended_last[number] || *ended_last[number]->until < *acceptance.until) {
                ended_last[number] = &acceptance;
                finding.accepted_as = acceptance.finding;
            }
        }
        if (meant.empty() && is_all_told(options, result))
            result.stale_acceptances.push_back(acceptance.finding);
        if (!meant.empty() && ended) result.expired_acceptances.push_back(acceptance.finding);
    }
}

// What calls it the same covers the same.
const Acceptance* acceptance_of(const Acceptances& acceptances, const Finding& finding,
                                std::optional<dsl::Date> today) {
    if (finding.accepted_as.empty()) return nullptr;
    const Acceptance* last = nullptr;
    for (const Acceptance& acceptance : acceptances) {
        if (acceptance.finding != finding.accepted_as) continue;
        const bool ended = has_ended(acceptance, today);
        if (!finding.accepted.empty() && !ended) return &acceptance;
        if (finding.accepted.empty() && ended && (last == nullptr || *last->until < *acceptance.until))
            last = &acceptance;
    }
    return last;
}

void report_acceptances(Session& session, const std::vector<CheckResult>& results,
                        const CheckOptions& options) {
    std::vector<Names> names;
    for (std::size_t i = 0; i < results.size(); ++i)
        names.emplace_back(session.parts[i].model, options, results[i].findings);
    const bool all_told =
        std::ranges::all_of(results, [&](const CheckResult& result) { return is_all_told(options, result); });
    const Acceptances& acceptances = session.parts[0].model.asked.acceptances;
    for (const Acceptance& acceptance : acceptances) {
        bool covers = false;
        bool is_needed = false;  // something that it covers is accepted by nothing else
        const Acceptance* other = nullptr;
        for (std::size_t i = 0; i < results.size(); ++i) {
            for (const std::size_t number : names[i].meant_by(acceptance.finding)) {
                const Finding& finding = results[i].findings[number];
                const Acceptance* const by =
                    finding.accepted.empty() ? nullptr : acceptance_of(acceptances, finding, options.today);
                covers = true;
                is_needed = is_needed || by == nullptr || by == &acceptance;
                if (other == nullptr) other = by;
            }
        }
        const auto lists_it = [&](const CheckResult& result) {
            return is_among(acceptance.finding, result.expired_acceptances);
        };
        if (!covers) {
            if (is_among(acceptance.finding, results[0].stale_acceptances)) report_stale(session, acceptance);
        } else if (!is_needed && other < &acceptance && all_told) {
            report_repeated(session, acceptance, *other);
        } else if (has_ended(acceptance, options.today) && std::ranges::any_of(results, lists_it)) {
            report_ended(session, acceptance, is_needed ? nullptr : other);
        }
    }
}

}  // namespace errata::checker
