#include "checker/verdict.h"

#include <algorithm>

#include "dsl/base/hash.h"

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

Verdict joined(Verdict kept, const Verdict& other) {
    if (kept.status != other.status) return kept;
    if (kept.detail != other.detail) kept.detail += "; " + other.detail;
    kept.vacuous = kept.vacuous || other.vacuous;
    return kept;
}

bool is_refuted(const Verdict& verdict) { return verdict.status == Status::Refuted; }

}  // namespace

Verdict both(Verdict a, Verdict b) {
    const bool first = is_refuted(a) != is_refuted(b)
                           ? is_refuted(a)
                           : distance_from_certainty(a.status) >= distance_from_certainty(b.status);
    return first ? joined(std::move(a), b) : joined(std::move(b), a);
}

Verdict either(Verdict a, Verdict b) {
    const bool first = is_refuted(a) != is_refuted(b)
                           ? is_refuted(a)
                           : distance_from_certainty(a.status) <= distance_from_certainty(b.status);
    return first ? joined(std::move(a), b) : joined(std::move(b), a);
}

namespace {

std::string folded_blanks(const std::string& text) {
    std::string result;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!blank) {
            result += c;
        } else if (!result.empty() && result.back() != ' ') {
            result += ' ';
        }
    }
    if (!result.empty() && result.back() == ' ') result.pop_back();
    return result;
}

}  // namespace

std::string fingerprint(const compiler::Model& model, const Finding& finding) {
    std::vector<std::string> clauses;
    for (const compiler::ClauseId id : finding.clauses) {
        clauses.push_back(model.clause(id).name + "\x1f" + folded_blanks(model.clause(id).text));
    }
    std::sort(clauses.begin(), clauses.end());
    clauses.erase(std::unique(clauses.begin(), clauses.end()), clauses.end());
    std::string key = std::string(code_name(finding.code)) + "\x1e" + folded_blanks(finding.title);
    for (const std::string& clause : clauses) key += "\x1e" + clause;
    return dsl::hash_of(key);
}

bool is_fingerprint(std::string_view word, std::string_view fingerprint) {
    constexpr std::size_t fewest = 8;
    return word.size() >= fewest && fingerprint.starts_with(word);
}

}  // namespace errata::checker
