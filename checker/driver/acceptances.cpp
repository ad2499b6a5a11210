#include "checker/driver/acceptances.h"

#include <algorithm>
#include <string>

#include "compiler/ir/finding_codes.h"
#include "dsl/base/text.h"

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

bool is_among(const std::string& word, const std::vector<std::string>& words) {
    return std::ranges::find(words, word) != words.end();
}

bool is_printed(const Model& model, compiler::ClauseId clause) {
    return model.clause(clause).kind == compiler::ClauseKind::Printed;
}

// Do all of these take part in the finding, and no card but these?
bool is_about(const Model& model, const Finding& finding, const std::vector<std::string>& names) {
    std::vector<std::string> known = names_in(model, finding.about);
    for (const compiler::ClauseId clause : finding.clauses) {
        const std::string& name = model.clause(clause).name;
        if (is_printed(model, clause) && !is_among(name, names)) return false;
        known.push_back(name);
    }
    return std::ranges::all_of(names, [&](const std::string& name) { return is_among(name, known); });
}

std::vector<std::size_t> of_code(const std::string& code, const std::vector<Finding>& findings) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        if (code_name(findings[i].code) == code) result.push_back(i);
    }
    return result;
}

// The name of an acceptance in findings and lists.
std::string called(const Acceptance& acceptance) {
    return acceptance.finding + (acceptance.digest.empty() ? "" : " as " + acceptance.digest);
}

// Numbers of the findings that it names, whatever their clauses mean by now.
std::vector<std::size_t> named_by(const Acceptance& acceptance, const Model& model,
                                  const std::vector<Finding>& findings) {
    std::vector<std::size_t> result;
    if (acceptance.code.empty()) {
        if (!is_unambiguous(acceptance.finding, findings)) return result;
        for (std::size_t i = 0; i < findings.size(); ++i) {
            if (is_fingerprint(acceptance.finding, findings[i].fingerprint)) result.push_back(i);
        }
        return result;
    }
    result = of_code(acceptance.code, findings);
    if (acceptance.about.empty())
        return result.size() > acceptance.most ? std::vector<std::size_t>() : result;
    std::erase_if(result, [&](std::size_t i) { return !is_about(model, findings[i], acceptance.about); });
    return result;
}

// Do the clauses of the finding say what they said when it was accepted?
bool is_unchanged(const Acceptance& acceptance, const Model& model, const Finding& finding) {
    return acceptance.digest.empty() || acceptance.digest == digest_of(model, finding);
}

// Of these, those that it covers.
std::vector<std::size_t> covered_by(const Acceptance& acceptance, const Model& model,
                                    const std::vector<Finding>& findings) {
    std::vector<std::size_t> result = named_by(acceptance, model, findings);
    std::erase_if(result, [&](std::size_t i) { return !is_unchanged(acceptance, model, findings[i]); });
    return result;
}

void report_stale(Session& session, const Acceptance& acceptance, std::size_t of_its_code) {
    const std::string& finding = acceptance.finding;
    std::string message = "no finding is accepted by '" + finding + "'";
    std::string hint = "remove the line, or copy the number of the finding that is meant";
    if (acceptance.code.empty() && !looks_like_fingerprint(finding)) {
        message = "'" + finding + "' is no number of a finding";
        hint =
            "write the number that reports print, 'accept \"1a2b3c4d\" because ...', or who takes part, "
            "'accept loop.mandatory about \"Bell\" because ...'";
    } else if (acceptance.code.empty() && !is_fingerprint(finding, finding)) {
        message = "'" + finding + "' is too short for a fingerprint";
        hint = "give eight of its digits or more";
    } else if (!acceptance.code.empty() && acceptance.about.empty() && of_its_code > 0) {
        message = "'" + acceptance.code + "' has " + dsl::count_of(of_its_code, "finding") + ", not " +
                  std::to_string(acceptance.most) + ": none is accepted";
        hint = "settle those that came, or accept so many";
    }
    session.sink.report(dsl::DiagnosticKind::stale_accept, acceptance.span, message, hint);
}

void report_repeated(Session& session, const Acceptance& acceptance, const Acceptance& first) {
    session.sink.report(
        dsl::DiagnosticKind::stale_accept, acceptance.span,
        "'" + acceptance.finding + "' is accepted already, at " + session.sources.place(first.span),
        "remove one of the two, for only the first one counts");
}

// Findings that it names are there, but their clauses say something else by now.
void report_changed(Session& session, const Acceptance& acceptance, const std::string& digest) {
    session.sink.report(
        dsl::DiagnosticKind::stale_accept, acceptance.span,
        "'" + acceptance.finding + "' was accepted for another text: its clauses were changed",
        "look at the finding again, then write 'as \"" + digest + "\"'");
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
    for (const Acceptance& acceptance : acceptances) {
        const std::vector<std::size_t> meant = covered_by(acceptance, model, result.findings);
        const bool ended = has_ended(acceptance, options.today);
        for (const std::size_t number : meant) {
            Finding& finding = result.findings[number];
            if (!finding.accepted.empty()) continue;
            if (!ended) {
                finding.accepted = acceptance.reason;
                finding.accepted_as = called(acceptance);
            } else if (!ended_last[number] || *ended_last[number]->until < *acceptance.until) {
                ended_last[number] = &acceptance;
                finding.accepted_as = called(acceptance);
            }
        }
        if (meant.empty() && is_all_told(options, result))
            result.stale_acceptances.push_back(called(acceptance));
        if (!meant.empty() && ended) result.expired_acceptances.push_back(called(acceptance));
    }
}

// The line that accepts the finding, the first of those that are written alike; or, where none holds today,
// the one that ended last. Null: there is none.
const Acceptance* acceptance_of(const Acceptances& acceptances, const Finding& finding,
                                std::optional<dsl::Date> today) {
    if (finding.accepted_as.empty()) return nullptr;
    const Acceptance* last = nullptr;
    for (const Acceptance& acceptance : acceptances) {
        if (called(acceptance) != finding.accepted_as) continue;
        const bool ended = has_ended(acceptance, today);
        if (!finding.accepted.empty() && !ended) return &acceptance;
        if (finding.accepted.empty() && ended && (last == nullptr || *last->until < *acceptance.until))
            last = &acceptance;
    }
    return last;
}

void report_acceptances(Session& session, const std::vector<CheckResult>& results,
                        const CheckOptions& options) {
    const bool all_told =
        std::ranges::all_of(results, [&](const CheckResult& result) { return is_all_told(options, result); });
    const Acceptances& acceptances = session.parts[0].model.asked.acceptances;
    for (const Acceptance& acceptance : acceptances) {
        bool covers = false;
        bool is_needed = false;  // something that it covers is accepted by nothing else
        const Acceptance* other = nullptr;
        std::size_t of_its_code = 0;
        std::string changed;  // the digest of a finding that it names and does not cover
        for (std::size_t i = 0; i < results.size(); ++i) {
            const std::vector<Finding>& findings = results[i].findings;
            const Model& model = session.parts[i].model;
            of_its_code = std::max(of_its_code, of_code(acceptance.code, findings).size());
            for (const std::size_t number : named_by(acceptance, model, findings)) {
                const Finding& finding = findings[number];
                if (!is_unchanged(acceptance, model, finding)) {
                    changed = digest_of(model, finding);
                    continue;
                }
                const Acceptance* const by =
                    finding.accepted.empty() ? nullptr : acceptance_of(acceptances, finding, options.today);
                covers = true;
                is_needed = is_needed || by == nullptr || by == &acceptance;
                if (other == nullptr) other = by;
            }
        }
        const auto lists_it = [&](const CheckResult& result) {
            return is_among(called(acceptance), result.expired_acceptances);
        };
        if (!covers) {
            if (!is_among(called(acceptance), results[0].stale_acceptances)) continue;
            if (!changed.empty())
                report_changed(session, acceptance, changed);
            else
                report_stale(session, acceptance, of_its_code);
        } else if (!is_needed && other < &acceptance && all_told) {
            report_repeated(session, acceptance, *other);
        } else if (has_ended(acceptance, options.today) && std::ranges::any_of(results, lists_it)) {
            report_ended(session, acceptance, is_needed ? nullptr : other);
        }
    }
}

}  // namespace errata::checker
