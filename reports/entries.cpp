#include "reports/entries.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "checker/plays/describe.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::reports {

using checker::Severity;

namespace {

// What never comes together: a finding that is settled does not speak for one that is not.
using Standing = std::tuple<bool, std::string, bool, checker::Status>;

Standing standing_of(const FindingLines& finding) {
    return {finding.expected, finding.accepted, finding.known, finding.status};
}

// What those share that are alike in one way.
struct Key {
    compiler::FindingFamily family;
    std::optional<compiler::FindingCode> code;
    std::optional<Severity> severity;
    Standing standing;
    std::vector<std::string> what;  // paths of clauses, phrases, questions, plays
    friend auto operator<=>(const Key&, const Key&) = default;
};

Key of_code(const FindingLines& finding, std::vector<std::string> what) {
    return {family_of(finding.code), finding.code, finding.severity, standing_of(finding), std::move(what)};
}

const std::string& path_of(const ClauseLine& clause) { return clause.path; }

// Of a card the phrases that read its words, whatever it is called and whatever stands in their holes; of a
// rule, and of a card without words, which one it is.
std::string wording_of(const ClauseLine& clause) {
    if (clause.is_rule || clause.text.empty()) return path_of(clause);
    return clause.kind + "\n" + (clause.reading.empty() ? clause.text : clause.reading);
}

template <class KeyOf>
std::vector<std::string> keys_of(const FindingLines& finding, const KeyOf& key_of) {
    std::vector<std::string> keys = dsl::mapped(causes_of(finding), key_of);
    std::ranges::sort(keys);
    return keys;
}

// How many could still end it; where that is not decided, nobody is not said.
std::size_t helpers_of(const FindingLines& finding) {
    if (!finding.loop) return 0;
    const std::size_t known = finding.loop->can_break.size();
    return finding.loop->undecided.empty() ? known : std::max(known, std::size_t{1});
}

// The worst, of these what fewest can help, and then the one with the shortest play.
bool is_graver(const Entry& a, const Entry& b) {
    const auto rank = [](const FindingLines& one) {
        return std::tuple(one.severity, helpers_of(one), one.witness ? one.witness->steps.size() : 0);
    };
    return rank(*a.shown) < rank(*b.shown);
}

bool is_claimed(const FindingLines& finding) { return is(finding.code, compiler::CodeNature::Claimed); }

// There is no way on.
bool is_stop(const FindingLines& finding) {
    return finding.code == compiler::FindingCode::Deadlock ||
           finding.code == compiler::FindingCode::GapNoOption;
}

// A cause stands before what follows from it.
bool is_nearer_to_cause(const Entry& a, const Entry& b) {
    const auto rank = [](const FindingLines& one) { return is_claimed(one) ? 2 : is_stop(one) ? 1 : 0; };
    return rank(*a.shown) < rank(*b.shown);
}

// What no statement says is another conflict for each question, whoever asks them.
void add_gap(const FindingLines& finding, std::vector<std::string>& what) {
    if (is_left_open(finding)) what.push_back(finding.about.question);
}

std::optional<Key> same_clauses(const Entry& entry, const std::vector<Entry>&) {
    const FindingLines& shown = *entry.shown;
    if (shown.clauses.empty()) return std::nullopt;
    std::vector<std::string> what = keys_of(shown, path_of);
    add_gap(shown, what);
    return Key{family_of(shown.code), {}, {}, standing_of(shown), std::move(what)};
}

std::optional<Key> same_words(const Entry& entry, const std::vector<Entry>&) {
    const FindingLines& shown = *entry.shown;
    if (shown.clauses.empty()) return std::nullopt;
    // Two cards with one text are no other cause than one card twice.
    std::vector<std::string> words = keys_of(shown, wording_of);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    add_gap(shown, words);
    return of_code(shown, std::move(words));
}

// What is so in one play is one question, whoever disagrees about it.
std::optional<Key> same_question(const Entry& entry, const std::vector<Entry>&) {
    const FindingLines& shown = *entry.shown;
    if (!shown.witness || shown.facts.empty()) return std::nullopt;
    return of_code(shown, {shown.about.question, shown.witness->play});
}

// Does a play deny what the spec says of itself, or stop, only by one of the answers to what the other
// finding is about? Where no rule gives it, none is to blame but for that; where rules disagree, a claim is
// broken by what one of them says, and an example of the spec is an example of that.
bool follows(const FindingLines& finding, const FindingLines& cause) {
    using enum compiler::FindingCode;
    if (standing_of(finding) != standing_of(cause)) return false;
    const std::vector<std::string>& gaps = finding.needs.left_open;
    if (!is_claimed(finding) && !is_stop(finding)) return false;
    if (is_left_open(cause)) return std::ranges::find(gaps, cause.about.question) != gaps.end();
    const std::set<std::string> disagreeing(finding.needs.disagreeing.begin(),
                                            finding.needs.disagreeing.end());
    return finding.code == ContradictionScenario && cause.code == ContradictionDefinition &&
           std::ranges::includes(disagreeing, keys_of(cause, path_of));
}

bool follows(const Entry& entry, const Entry& cause) {
    return follows(*entry.shown, *cause.shown) && std::ranges::all_of(entry.others, [&](const Other& other) {
               return follows(*other.finding, *cause.shown);
           });
}

// Where what it leans on is an entry itself, it is told there: settled, that one settles it, or is what has
// to be answered otherwise.
std::optional<Key> same_cause(const Entry& entry, const std::vector<Entry>& all) {
    const auto is_cause = [&](const Entry& other) { return follows(entry, other); };
    const auto cause = std::ranges::find_if(all, is_cause);
    const Entry& first = cause == all.end() ? entry : *cause;
    return of_code(*first.shown, {std::to_string(&first - all.data())});
}

// What several ask and nobody says is one question, whether or not it makes a difference to each of them.
std::optional<Key> same_gap(const Entry& entry, const std::vector<Entry>&) {
    const FindingLines& shown = *entry.shown;
    if (!is_left_open(shown)) return std::nullopt;
    return Key{family_of(shown.code), shown.code, {}, standing_of(shown), {shown.about.question}};
}

// What breaks one claim in several ways is one question to whoever makes it: a check, a ruling or the like.
std::optional<Key> same_claim(const Entry& entry, const std::vector<Entry>&) {
    const FindingLines& shown = *entry.shown;
    const auto claim = std::ranges::find_if(shown.clauses, &ClauseLine::is_claim);
    if (claim == shown.clauses.end() || is_left_open(shown)) return std::nullopt;
    return of_code(shown, {path_of(*claim)});
}

// What makes findings alike. Entries with one key become one; nothing: the entry stays as it is.
struct AlikeRow {
    Alike alike;
    std::optional<Key> (*key)(const Entry& entry, const std::vector<Entry>& all);
    bool (*is_before)(const Entry& a, const Entry& b);  // which is shown; null: whichever stood first
    bool by_facts = false;                              // and the same is said of them
};

constexpr std::array alike_rows = {
    AlikeRow{Alike::Clauses, same_clauses, is_graver},
    AlikeRow{Alike::Words, same_words, nullptr},
    AlikeRow{Alike::Question, same_question, nullptr, true},
    AlikeRow{Alike::Follows, same_cause, is_nearer_to_cause},
    AlikeRow{Alike::Claim, same_gap, is_graver},
    AlikeRow{Alike::Claim, same_claim, nullptr},
};

// What is alike to something that is alike to the first in another way is so in the weaker of the two.
Entry one_entry(const std::vector<Entry>& group, Alike alike) {
    Entry first = group.front();
    for (std::size_t i = 1; i < group.size(); ++i) {
        const Entry& entry = group[i];
        first.others.push_back({entry.shown, alike});
        for (const Other& other : entry.others)
            first.others.push_back({other.finding, std::max(alike, other.alike)});
    }
    return first;
}

std::vector<Entry> joined(const std::vector<Entry>& entries, const AlikeRow& row) {
    std::vector<std::vector<Entry>> groups;
    std::map<Key, std::vector<std::size_t>> known;
    for (const Entry& entry : entries) {
        const auto says_the_same = [&](std::size_t group) {
            return !row.by_facts || groups[group].front().shown->facts == entry.shown->facts;
        };
        const std::optional<Key> key = row.key(entry, entries);
        std::vector<std::size_t> alone;
        std::vector<std::size_t>& of_key = key ? known[*key] : alone;
        const auto same = std::ranges::find_if(of_key, says_the_same);
        if (same != of_key.end()) {
            groups[*same].push_back(entry);
        } else {
            of_key.push_back(groups.size());
            groups.push_back({entry});
        }
    }
    std::vector<Entry> result;
    for (std::vector<Entry>& group : groups) {
        if (row.is_before != nullptr) std::ranges::stable_sort(group, row.is_before);
        result.push_back(one_entry(group, row.alike));
    }
    return result;
}

constexpr std::size_t most_sharing = 100;

// Which entries share a clause with which, by their places in the list.
void note_beside(std::vector<Entry>& entries) {
    std::map<std::pair<compiler::FindingCode, std::string>, std::vector<std::size_t>> sharing;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        for (const std::string& clause : keys_of(*entries[i].shown, path_of))
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
    constexpr std::size_t put_aside = 2;
    constexpr std::size_t note = 3;
    if (finding.severity == Severity::Note) return note;
    return is_put_aside(finding) ? put_aside : static_cast<std::size_t>(finding.severity);
}

// What the spec claims stands behind what it may follow from.
std::vector<Entry> entries_of(const std::vector<FindingLines>& findings, bool is_screen) {
    std::vector<Entry> result;
    result.reserve(findings.size());
    for (const FindingLines& finding : findings) result.push_back({&finding, {}});
    std::stable_partition(result.begin(), result.end(),
                          [](const Entry& entry) { return !is_claimed(*entry.shown); });
    for (const AlikeRow& row : alike_rows) result = joined(result, row);
    std::ranges::stable_sort(result, {}, [&](const Entry& entry) {
        const std::size_t tier = tier_of(*entry.shown);
        const std::size_t family = place_of(family_of(entry.shown->code));
        if (!is_screen) return std::tuple(tier, false, family, tier);
        const auto counts = static_cast<std::size_t>(Severity::Warning);
        const bool is_win = is(entry.shown->code, compiler::CodeNature::Win);
        return std::tuple(std::max(tier, counts), !is_win, family, tier);
    });
    note_beside(result);
    return result;
}

}  // namespace

std::vector<Entry> entries(const std::vector<FindingLines>& findings) { return entries_of(findings, false); }

std::vector<Entry> entries(const Report& report) {
    return entries_of(report.findings, report.screened.has_value());
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
            return std::ranges::any_of(causes_of(*other),
                                       [&](const ClauseLine& theirs) { return theirs.path == clause.path; });
        };
        const bool is_new = std::ranges::find(names, clause.name) == names.end();
        if (is_new && std::ranges::all_of(entry.beside, has_it)) names.push_back(clause.name);
    }
    return names;
}

std::string names_of(const FindingLines& finding) { return names_of(causes_of(finding)); }

std::string names_of(const std::vector<ClauseLine>& clauses, std::size_t most, std::string_view quote) {
    std::vector<std::string> names;
    for (const ClauseLine& clause : clauses) {
        const std::string name = std::string(quote) + clause.name + std::string(quote);
        if (!clause.name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    if (names.size() > most) {
        const std::size_t more = names.size() - most;
        names.resize(most);
        names.push_back(std::to_string(more) + " more");
    }
    return checker::list_text(names);
}

}  // namespace errata::reports
