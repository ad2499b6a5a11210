#include "checker/verdict.h"

#include <algorithm>
#include <array>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "dsl/base/hash.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::checker {

namespace {

// From what is known best to what is known least. That something was found is what is known best of all.
int distance_from_certainty(Status status) {
    switch (status) {
        case Status::Refuted:
        case Status::Proved:
            return 0;
        case Status::Complete:
            return 1;
        case Status::Unconfirmed:
            return 2;
        case Status::Bounded:
            return 3;
        case Status::Unknown:
            return 4;
    }
    return 4;
}

Verdict joined_verdict(Verdict kept, const Verdict& other) {
    if (kept.excludes.empty()) kept.excludes = other.excludes;
    if (kept.status != other.status) return kept;
    if (kept.facts != other.facts) add(kept.facts, other.facts);
    kept.vacuous = kept.vacuous || other.vacuous;
    kept.is_open = kept.is_open || other.is_open;
    if (kept.limit.empty()) kept.limit = other.limit;
    return kept;
}

bool is_conclusive(const Verdict& verdict) {
    return verdict.status == Status::Proved || verdict.status == Status::Complete;
}

bool is_refuted(const Verdict& verdict) { return verdict.status == Status::Refuted; }

}  // namespace

Verdict both(Verdict a, Verdict b) {
    const bool first = is_refuted(a) != is_refuted(b)
                           ? is_refuted(a)
                           : distance_from_certainty(a.status) >= distance_from_certainty(b.status);
    const bool are_alike = a.status == b.status;
    const Recheck rechecked =
        is_refuted(a) ? std::min(a.rechecked, b.rechecked) : joined(a.rechecked, b.rechecked);
    Verdict result = first ? joined_verdict(std::move(a), b) : joined_verdict(std::move(b), a);
    if (are_alike) result.rechecked = rechecked;
    return result;
}

Verdict either(Verdict a, Verdict b) {
    // Of two that say as much, one that went as far as is declared sufficient.
    const bool first = is_refuted(a) != is_refuted(b) ? is_refuted(a)
                       : a.status != b.status
                           ? distance_from_certainty(a.status) < distance_from_certainty(b.status)
                           : !a.is_open || b.is_open;
    const bool are_two = a.engine != b.engine && is_conclusive(a) && is_conclusive(b);
    const bool is_open = a.status == b.status ? a.is_open && b.is_open : (first ? a : b).is_open;
    Verdict result = first ? joined_verdict(std::move(a), b) : joined_verdict(std::move(b), a);
    result.is_open = is_open;
    if (are_two) result.rechecked = std::min(result.rechecked, Recheck::SecondEngine);
    return result;
}

namespace {

// Reports print "#5a524d28", and it is copied so.
std::string_view digits_of(std::string_view word) { return word.starts_with('#') ? word.substr(1) : word; }

}  // namespace

std::string digest_of(const compiler::Model& model, const Finding& finding) {
    constexpr std::size_t digits = 8;
    std::vector<std::string> all =
        dsl::mapped(finding.clauses, [&](compiler::ClauseId id) { return model.clause(id).digest; });
    std::ranges::sort(all);
    return dsl::hash_of(dsl::join(all, " ")).substr(0, digits);
}

std::string fingerprint(const compiler::Model& model, const Finding& finding) {
    std::vector<std::string> paths;
    for (const compiler::ClauseId id : finding.clauses) paths.push_back(model.clause(id).path);
    if (!is(finding.code, compiler::CodeNature::Directed)) {  // else the order is that of file or play
        std::ranges::sort(paths);
        paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    }
    std::string key{code_name(finding.code)};
    for (const std::string& word : identity(model, finding.about)) key += "\x1e" + word;
    for (const std::string& path : paths) key += "\x1f" + path;
    // Twice, for what differs at the end of a text alone does not reach the first digits of its hash.
    return dsl::hash_of(key + dsl::hash_of(key));
}

namespace {

// Incidents that other clauses would not meet.
bool is_between_clauses(compiler::IncidentKind kind) {
    using enum compiler::IncidentKind;
    constexpr std::array between = {DemandedAndForbidden, ChecksDisagree, BlockDisagrees, OutOfRange,
                                    NoAnswerFits,         ReplacedFirst,  SetAndAdded};
    return std::ranges::find(between, kind) != between.end();
}

// Is who takes part in the finding part of the question? Else it is about a thing of the spec, whoever does.
bool is_about_its_clauses(const compiler::Model& model, const About& about) {
    switch (about.sort) {
        case AboutSort::Incident:
            return is_between_clauses(model.incidents.all[about.number].kind);
        case AboutSort::Clauses:
        case AboutSort::Ending:
        case AboutSort::Overruling:
        case AboutSort::ExceptionCircle:
            return true;
        case AboutSort::Point:
        case AboutSort::Claim:
        case AboutSort::Scenario:
        case AboutSort::Item:
        case AboutSort::Reading:
            break;
    }
    return false;
}

}  // namespace

std::string question_key(const compiler::Model& model, const Finding& finding) {
    std::vector<compiler::ClauseId> clauses;
    const compiler::Incident* const incident = incident_of(model, finding.about);
    if (is_about_its_clauses(model, finding.about))
        clauses = finding.clauses;
    else if (incident != nullptr && !incident->clauses.empty())
        clauses = {incident->clauses.front()};
    std::string key{code_name(finding.code)};
    for (const std::string& word : identity(model, finding.about)) key += "\x1e" + word;
    for (const compiler::ClauseId id : clauses) key += "\x1f" + model.clause(id).name;
    return key;
}

std::vector<ClaimId> claims_against(const compiler::Model& model, const Finding& finding) {
    using enum compiler::FindingCode;
    std::vector<ClaimId> result{claim_of_none(finding.code)};
    const std::size_t number = finding.about.number;
    switch (finding.about.sort) {
        case AboutSort::Claim:
            result.push_back({ClaimSort::Declared, number});
            result.push_back({ClaimSort::Premise, number});
            break;
        case AboutSort::Scenario:
            result.push_back({ClaimSort::Scenario, number});
            break;
        case AboutSort::Ending:
            if (finding.code == UnreachableEnding) result.push_back({ClaimSort::Ending, number});
            break;
        case AboutSort::Item:
            result.push_back({ClaimSort::Item, number});
            break;
        case AboutSort::Reading:
            result.push_back({ClaimSort::Reading, number});
            break;
        case AboutSort::ExceptionCircle:
            result.push_back(claim_of_all(AnalysisName::Exceptions));
            break;
        case AboutSort::Incident:
            for (std::size_t i = 0; i < model.functions.equations.size(); ++i) {
                const compiler::Equations& system = model.functions.equations[i];
                const compiler::IncidentId met(number);
                if (system.none == met) result.push_back({ClaimSort::Solution, i});
                if (system.several == met) result.push_back({ClaimSort::OneSolution, i});
            }
            break;
        case AboutSort::Clauses:
        case AboutSort::Point:
        case AboutSort::Overruling:
            break;
    }
    if (finding.code == UnreachableAbility) result.push_back({ClaimSort::EveryAbility});
    if (is_of(finding.code, compiler::FindingFamily::Loop)) {
        result.push_back({ClaimSort::TriggersEnd});
        result.push_back({ClaimSort::NoForcedLoop});
    }
    return result;
}

bool is_fingerprint(std::string_view word, std::string_view fingerprint) {
    constexpr std::size_t fewest = 8;
    const std::string_view digits = digits_of(word);
    return digits.size() >= fewest && digits_of(fingerprint).starts_with(digits);
}

bool looks_like_fingerprint(std::string_view word) {
    const std::string_view digits = digits_of(word);
    return digits.find_first_not_of("0123456789abcdef") == std::string_view::npos && !digits.empty();
}

}  // namespace errata::checker
