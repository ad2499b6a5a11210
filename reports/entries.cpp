#include "reports/entries.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <type_traits>
#include <utility>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::reports {

using checker::Severity;

namespace {

// What never comes together: a finding that is settled does not speak for one that is not.
using Standing = std::tuple<bool, std::string, checker::Status>;

Standing standing_of(const FindingLines& finding) {
    return {finding.expected, finding.accepted, finding.status};
}

std::string clause_key(const ClauseLine& clause) {
    if (!clause.path.empty()) return clause.path;
    return clause.kind + "\n" + clause.name + "\n" + clause.text + "\n" + std::to_string(clause.line);
}

// Of a card the phrases that read its words, whatever it is called and whatever stands in their holes; of a
// rule, and of a card without words, which one it is.
std::string wording_key(const ClauseLine& clause) {
    if (clause.is_rule || clause.text.empty()) return clause_key(clause);
    return clause.kind + "\n" + (clause.reading.empty() ? clause.text : clause.reading);
}

template <class Key>
std::vector<std::string> keys_of(const FindingLines& finding, const Key& key) {
    std::vector<std::string> keys = dsl::mapped(causes_of(finding), key);
    std::ranges::sort(keys);
    return keys;
}

std::size_t length_of(const FindingLines& finding) {
    return finding.witness ? finding.witness->steps.size() : 0;
}

// How many could still end it; where that is not decided, nobody is not said.
std::size_t helpers_of(const FindingLines& finding) {
    if (!finding.loop) return 0;
    const std::size_t known = finding.loop->can_break.size();
    return finding.loop->undecided.empty() ? known : std::max(known, std::size_t{1});
}

// The worst is shown, of these what fewest can help, and then the one with the shortest play.
bool is_shown_before(const FindingLines* a, const FindingLines* b) {
    const auto rank = [](const FindingLines& one) {
        return std::tuple(one.severity, helpers_of(one), length_of(one));
    };
    return rank(*a) < rank(*b);
}

// What no statement says is another conflict for each question, whoever asks them.
using Cause = std::tuple<compiler::FindingFamily, Standing, std::vector<std::string>, std::string>;

std::string gap_of(const FindingLines& finding) {
    return is_left_open(finding) ? finding.about.question : "";
}

Cause cause_of(const FindingLines& finding) {
    return {family_of(finding.code), standing_of(finding), keys_of(finding, clause_key), gap_of(finding)};
}

std::vector<Entry> by_cause(const std::vector<FindingLines>& findings) {
    std::vector<std::vector<const FindingLines*>> groups;
    std::map<Cause, std::size_t> known;
    for (const FindingLines& finding : findings) {
        const Cause cause = cause_of(finding);
        const bool is_first = finding.clauses.empty() || known.try_emplace(cause, groups.size()).second;
        if (is_first) {
            groups.push_back({&finding});
        } else {
            groups[known.at(cause)].push_back(&finding);
        }
    }
    std::vector<Entry> result;
    for (std::vector<const FindingLines*>& group : groups) {
        std::ranges::stable_sort(group, is_shown_before);
        Entry& entry = result.emplace_back(Entry{group.front(), {}});
        for (std::size_t i = 1; i < group.size(); ++i) entry.others.push_back({group[i], Alike::Clauses});
    }
    return result;
}

// The first of those that have one key takes the others in, as `join` says; what has none stands alone.
template <class KeyOf, class Join>
std::vector<Entry> joined_by(const KeyOf& key_of, const std::vector<Entry>& entries, const Join& join) {
    using Key = typename std::invoke_result_t<KeyOf, const FindingLines&>::value_type;
    std::vector<Entry> result;
    std::map<Key, std::size_t> known;
    for (const Entry& entry : entries) {
        const std::optional<Key> key = key_of(*entry.shown);
        if (!key || known.try_emplace(*key, result.size()).second) {
            result.push_back(entry);
        } else {
            join(result[known.at(*key)], entry);
        }
    }
    return result;
}

using Wording = std::tuple<compiler::FindingCode, Severity, Standing, std::vector<std::string>, std::string>;

std::optional<Wording> wording_of(const FindingLines& shown) {
    if (shown.clauses.empty()) return std::nullopt;
    // Two cards with one text are no other cause than one card twice.
    std::vector<std::string> words = keys_of(shown, wording_key);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return Wording{shown.code, shown.severity, standing_of(shown), std::move(words), gap_of(shown)};
}

std::vector<Entry> by_words(const std::vector<Entry>& causes) {
    return joined_by(wording_of, causes, [](Entry& first, const Entry& cause) {
        first.others.push_back({cause.shown, Alike::Words});
        for (const Other& other : cause.others) first.others.push_back({other.finding, Alike::Words});
    });
}

// Of what happens in the play, without what changes by it.
std::string course_of(const WitnessLines& play) {
    std::string course = play.setup;
    for (const std::string& line : play.board) course += "\n" + line;
    for (const StartLine& start : play.start) course += "\n" + start.path + "=" + start.value;
    for (const StepLine& step : play.steps) course += "\n" + step.actor + " " + step.choice;
    return course;
}

using Told = std::tuple<compiler::FindingCode, Severity, Standing, std::string, std::string, std::string>;

std::optional<Told> told_of(const FindingLines& shown) {
    if (!shown.witness || shown.explanation.empty()) return std::nullopt;
    return Told{shown.code,           shown.severity,    standing_of(shown),
                shown.about.question, shown.explanation, course_of(*shown.witness)};
}

// What is told of one play in the same words is one question, whoever disagrees about it.
std::vector<Entry> by_question(const std::vector<Entry>& entries) {
    return joined_by(told_of, entries, [](Entry& first, const Entry& entry) {
        first.others.push_back({entry.shown, Alike::Question});
        first.others.insert(first.others.end(), entry.others.begin(), entry.others.end());
    });
}

// The claim that the finding is about (a check, a ruling or the like of the spec), or what is left open;
// empty: neither.
std::string claim_key(const FindingLines& finding) {
    if (is_left_open(finding)) return gap_of(finding);
    const auto claim = std::ranges::find_if(finding.clauses, &ClauseLine::is_claim);
    return claim == finding.clauses.end() ? "" : clause_key(*claim);
}

using Claimed = std::tuple<compiler::FindingCode, Severity, Standing, std::string>;

std::optional<Claimed> claimed_by(const FindingLines& shown) {
    const std::string claim = claim_key(shown);
    if (claim.empty()) return std::nullopt;
    const Severity severity = is_left_open(shown) ? Severity::Error : shown.severity;
    return Claimed{shown.code, severity, standing_of(shown), claim};
}

// What breaks one claim in several ways is one question to whoever makes it, and so is what several ask and
// nobody says, whether or not it makes a difference to each of them.
std::vector<Entry> by_claim(const std::vector<Entry>& entries) {
    return joined_by(claimed_by, entries, [](Entry& first, const Entry& entry) {
        const bool is_worse = is_left_open(*entry.shown) && is_shown_before(entry.shown, first.shown);
        Entry behind = is_worse ? std::exchange(first, entry) : entry;
        first.others.push_back({behind.shown, Alike::Claim});
        for (const Other& other : behind.others) {
            const bool is_consequence = other.alike == Alike::Follows;
            first.others.push_back({other.finding, is_consequence ? Alike::Follows : Alike::Claim});
        }
    });
}

// What the spec says of itself, and a play denies.
bool is_claimed(const FindingLines& finding) { return is(finding.code, compiler::CodeNature::Claimed); }

// Is that denied only by one of the answers to what the other finding is about? Where no rule gives it, none
// is to blame but for that; where rules disagree, a claim is broken by what one of them says, and an example
// of the spec is an example of that.
bool follows(const FindingLines& finding, const FindingLines& cause) {
    using enum compiler::FindingCode;
    if (!is_claimed(finding) || standing_of(finding) != standing_of(cause)) return false;
    const std::vector<std::string>& gaps = finding.needs.left_open;
    if (is_left_open(cause)) return std::ranges::find(gaps, cause.about.question) != gaps.end();
    const std::set<std::string> disagreeing(finding.needs.disagreeing.begin(),
                                            finding.needs.disagreeing.end());
    return finding.code == ContradictionScenario && cause.code == ContradictionDefinition &&
           std::ranges::includes(disagreeing, keys_of(cause, clause_key));
}

bool follows(const Entry& entry, const Entry& cause) {
    return follows(*entry.shown, *cause.shown) && std::ranges::all_of(entry.others, [&](const Other& other) {
               return follows(*other.finding, *cause.shown);
           });
}

// Where what it leans on is an entry itself, it is told there: settled, that one settles it, or is what has
// to be answered otherwise.
std::vector<Entry> by_consequence(const std::vector<Entry>& entries) {
    std::vector<Entry> result;
    std::vector<const Entry*> claimed;
    for (const Entry& entry : entries) {
        if (is_claimed(*entry.shown))
            claimed.push_back(&entry);
        else
            result.push_back(entry);
    }
    for (const Entry* const entry : claimed) {
        const auto is_cause = [&](const Entry& other) { return follows(*entry, other); };
        const auto cause = std::ranges::find_if(result, is_cause);
        if (cause == result.end()) {
            result.push_back(*entry);
            continue;
        }
        cause->others.push_back({entry->shown, Alike::Follows});
        for (const Other& other : entry->others) cause->others.push_back({other.finding, Alike::Follows});
    }
    return result;
}

constexpr std::size_t most_sharing = 100;

// Which entries share a clause with which, by their places in the list.
void note_beside(std::vector<Entry>& entries) {
    std::map<std::pair<compiler::FindingCode, std::string>, std::vector<std::size_t>> sharing;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        for (const std::string& clause : keys_of(*entries[i].shown, clause_key))
            sharing[{entries[i].shown->code, clause}].push_back(i);
    }
    std::vector<std::set<std::size_t>> beside(entries.size());
    for (const auto& [clause, members] : sharing) {
        if (members.size() > most_sharing) continue;  // the rule that everything has a part in
        for (const std::size_t member : members) beside[member].insert(members.begin(), members.end());
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        for (const std::size_t other : beside[i]) {
            const FindingLines& shown = *entries[other].shown;
            const std::vector<std::string>& too = entries[i].shown->advice.settles_too;
            const bool is_settled_too = std::ranges::find(too, shown.fingerprint) != too.end();
            const bool is_open = !is_settled(*entries[i].shown) && !is_settled(shown);
            if (other != i && is_open && !is_settled_too) entries[i].beside.push_back(&shown);
        }
    }
}

std::size_t tier_of(const FindingLines& finding) {
    constexpr std::size_t accepted = 2;
    constexpr std::size_t note = 3;
    if (finding.severity == Severity::Note) return note;
    return finding.accepted.empty() ? static_cast<std::size_t>(finding.severity) : accepted;
}

std::size_t family_rank(const FindingLines& finding) { return place_of(family_of(finding.code)); }

}  // namespace

std::vector<Entry> entries(const std::vector<FindingLines>& findings) {
    std::vector<Entry> result = by_claim(by_consequence(by_question(by_words(by_cause(findings)))));
    std::ranges::stable_sort(result, {}, [](const Entry& entry) {
        return std::tuple(tier_of(*entry.shown), family_rank(*entry.shown));
    });
    note_beside(result);
    return result;
}

std::vector<Entry> entries(const Report& report) {
    std::vector<Entry> result = entries(report.findings);
    if (!report.screened) return result;
    std::ranges::stable_sort(result, {}, [](const Entry& entry) {
        const std::size_t tier = tier_of(*entry.shown);
        const auto counts = static_cast<std::size_t>(Severity::Warning);
        const bool is_win = is(entry.shown->code, compiler::CodeNature::Win);
        return std::tuple(std::max(tier, counts), !is_win, family_rank(*entry.shown));
    });
    return result;
}

bool is_left_open(const FindingLines& finding) {
    return finding.code == compiler::FindingCode::GapUndefined &&
           finding.about.incident == compiler::IncidentKind::LeftOpen;
}

std::vector<ClauseLine> causes_of(const FindingLines& finding) {
    std::vector<ClauseLine> causes = finding.clauses;
    std::erase_if(causes, &ClauseLine::is_frame);
    return causes.empty() ? finding.clauses : causes;
}

std::vector<ClauseLine> involved_in(const FindingLines& finding) {
    std::vector<ClauseLine> involved = causes_of(finding);
    for (const ClauseLine& clause : finding.clauses) {
        if (!clause.is_body && std::ranges::find(involved, clause) == involved.end())
            involved.push_back(clause);
    }
    return involved;
}

std::vector<std::string> shared_beside(const Entry& entry) {
    if (entry.beside.empty()) return {};
    std::vector<std::string> names;
    for (const ClauseLine& clause : causes_of(*entry.shown)) {
        const auto has_it = [&](const FindingLines* other) {
            return std::ranges::any_of(causes_of(*other), [&](const ClauseLine& theirs) {
                return clause_key(theirs) == clause_key(clause);
            });
        };
        const bool is_new = std::ranges::find(names, clause.name) == names.end();
        if (is_new && std::ranges::all_of(entry.beside, has_it)) names.push_back(clause.name);
    }
    return names;
}

std::string names_of(const FindingLines& finding, std::size_t most) {
    std::vector<std::string> names;
    for (const ClauseLine& clause : causes_of(finding)) {
        if (!clause.name.empty() && std::ranges::find(names, clause.name) == names.end())
            names.push_back(clause.name);
    }
    if (names.empty()) return "";
    if (names.size() > most) {
        const std::size_t more = names.size() - most;
        names.resize(most);
        names.push_back(std::to_string(more) + " more");
    }
    const std::string last = names.back();
    names.pop_back();
    return names.empty() ? last : dsl::join(names, ", ") + " and " + last;
}

}  // namespace errata::reports
