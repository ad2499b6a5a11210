#include "reports/cli/advice.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "checker/advice/remedies.h"
#include "reports/entries.h"
#include "reports/explain/advice.h"

namespace errata::reports {

using checker::Finding;
using checker::Tried;

namespace {

bool is_wanted(const FindingLines& finding) {
    return finding.severity != checker::Severity::Note && !is_settled(finding);
}

// Where the whole search was less, so much is no work either.
constexpr double least_states = 20'000;

// How many states may be seen for what is tried.
double states_for(const Report& report, Trying trying) {
    if (report.stopped) return 0;
    if (trying == Trying::All) return std::numeric_limits<double>::infinity();
    const auto states = report.stats.find(std::string(word(checker::Statistic::States)));
    if (report.screened || states == report.stats.end()) return 0;
    return std::max(states->second, least_states);
}

// A finding, and the part of the spec that it is about.
struct Place {
    const checker::Part* part;
    const Finding* finding;
};

std::optional<Place> place_of(const checker::Session& session,
                              const std::vector<checker::CheckResult>& results,
                              const std::string& fingerprint) {
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto finding = std::ranges::find(results[i].findings, fingerprint, &Finding::fingerprint);
        if (finding != results[i].findings.end()) return Place{&session.parts[i], &*finding};
    }
    return std::nullopt;
}

// What was tried on a finding of the report.
struct Trial {
    FindingLines* lines;
    Place place;
    std::vector<Tried> all;
    std::set<std::string> same_question;  // fingerprints of the others who disagree about it
};

bool begin_alike(const Place& a, const Place& b) {
    return a.part == b.part && a.finding->witness && b.finding->witness &&
           a.finding->witness->setup == b.finding->witness->setup &&
           a.finding->witness->initial == b.finding->witness->initial;
}

// The same change, or one that overrules the same, and others as well.
bool contains(const Tried& tried, const Tried& less) {
    return tried.remedy == less.remedy ||
           (!less.parts.empty() && std::ranges::includes(tried.parts, less.parts));
}

// Is the other finding settled by the same change, from where its own play begins?
bool settles_too(const Trial& trial, const Tried& tried, const Trial& other) {
    if (&trial == &other || !settles_for_good(tried)) return false;
    const bool is_seen = std::ranges::find(tried.also, other.lines->fingerprint) != tried.also.end();
    return (is_seen && begin_alike(trial.place, other.place)) ||
           std::ranges::any_of(
               other.all, [&](const Tried& same) { return contains(tried, same) && settles_for_good(same); });
}

// Those of the same entry that a change which settles it leaves as they are.
std::set<std::string> left_open(const Trial& trial, const Tried& tried) {
    std::set<std::string> open;
    if (!settles_for_good(tried)) return open;
    std::ranges::copy_if(trial.same_question, std::inserter(open, open.end()), [&](const std::string& one) {
        return std::ranges::find(tried.also, one) == tried.also.end();
    });
    return open;
}

void tell(const std::vector<Trial>& trials) {
    std::map<const FindingLines*, std::set<std::string>> together;  // that one change settles
    for (const Trial& trial : trials) {
        trial.lines->advice.is_tried = !trial.all.empty();
        if (trial.all.empty()) trial.lines->advice.tried = {nothing_tried()};
        for (const Tried& tried : trial.all) {
            if (trial.lines->advice.works.empty() && settles_for_good(tried))
                trial.lines->advice.works = tried.remedy;
            std::set<std::string> too;
            for (const Trial& other : trials) {
                if (!settles_too(trial, tried, other)) continue;
                too.insert(other.lines->fingerprint);
                together[trial.lines].insert(other.lines->fingerprint);
                together[other.lines].insert(trial.lines->fingerprint);
            }
            trial.lines->advice.tried.push_back(advice_sentence(tried, too, left_open(trial, tried)));
        }
    }
    for (const Trial& trial : trials) {
        const std::set<std::string>& others = together[trial.lines];
        trial.lines->advice.settles_too = {others.begin(), others.end()};
    }
}

bool is_meant(const FindingLines& finding) { return is_wanted(finding) && !finding.advice.settle.empty(); }

}  // namespace

void try_advice(checker::Session& session, const compiler::CompileOptions& options,
                const std::vector<checker::CheckResult>& results, Report& report, Trying trying,
                const checker::RunClock& clock, KeptResults* kept) {
    std::map<std::string, std::set<std::string>> shown;  // with who else disagrees about the same
    for (const Entry& entry : entries(report)) {
        std::set<std::string>& others = shown[entry.shown->fingerprint];
        for (const Other& other : entry.others) {
            if (other.alike == Alike::Question) others.insert(other.finding->fingerprint);
        }
    }
    std::map<std::string, checker::Trials> known;
    if (kept != nullptr) known = kept->trials();
    bool is_new = false;
    double states_left = states_for(report, trying);
    std::vector<Trial> trials;
    for (FindingLines& finding : report.findings) {
        const auto entry = shown.find(finding.fingerprint);
        if (entry == shown.end() || !is_meant(finding)) continue;
        const std::optional<Place> place = place_of(session, results, finding.fingerprint);
        if (!place) continue;
        if (states_left > 0 && !clock.is_over()) {
            compiler::CompileOptions part = options;
            part.scenario = place->part->scenario;
            auto tried = known.find(finding.fingerprint);
            if (tried == known.end() ||
                !has_todays_words(tried->second, session, place->part->model, *place->finding)) {
                tried = known
                            .insert_or_assign(finding.fingerprint,
                                              checker::try_remedies(session, part, place->part->model,
                                                                    *place->finding, clock))
                            .first;
                is_new = true;
            }
            states_left -= tried->second.states;
            trials.push_back({&finding, *place, tried->second.all, entry->second});
        } else {
            const bool is_known =
                !checker::remedies_for(session, place->part->model, *place->finding).empty();
            finding.advice.tried = {is_known ? "Not tried: `--try` does." : nothing_tried()};
        }
    }
    tell(trials);
    if (kept != nullptr && is_new && !clock.is_over()) kept->keep(known);
}

}  // namespace errata::reports
