#include "reports/cli/advice.h"

#include <algorithm>
#include <iterator>
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

// Where the whole search was no work, what is tried from one place of it is none.
constexpr double most_states_of_small = 20'000;

bool is_small(const Report& report) {
    const auto states = report.stats.find("states");
    const auto wanted = std::ranges::count_if(report.findings, is_wanted);
    return !report.stopped && !report.screened && states != report.stats.end() &&
           states->second <= most_states_of_small && static_cast<std::size_t>(wanted) <= most_tried;
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
};

bool begin_alike(const Place& a, const Place& b) {
    return a.part == b.part && a.finding->witness && b.finding->witness &&
           a.finding->witness->setup == b.finding->witness->setup &&
           a.finding->witness->initial == b.finding->witness->initial;
}

// Is the other finding settled by the same change, from where its own play begins?
bool settles_too(const Trial& trial, const Tried& tried, const Trial& other) {
    if (&trial == &other || !settles_for_good(tried)) return false;
    const bool is_seen = std::ranges::find(tried.also, other.lines->fingerprint) != tried.also.end();
    return (is_seen && begin_alike(trial.place, other.place)) ||
           std::ranges::any_of(other.all, [&](const Tried& same) {
               return same.remedy == tried.remedy && settles_for_good(same);
           });
}

void tell(const std::vector<Trial>& trials) {
    std::map<const FindingLines*, std::set<std::string>> together;  // that one change settles
    for (const Trial& trial : trials) {
        trial.lines->advice.is_tried = !trial.all.empty();
        if (trial.all.empty()) trial.lines->advice.tried = {nothing_tried()};
        for (const Tried& tried : trial.all) {
            std::set<std::string> too;
            for (const Trial& other : trials) {
                if (!settles_too(trial, tried, other)) continue;
                too.insert(other.lines->fingerprint);
                together[trial.lines].insert(other.lines->fingerprint);
                together[other.lines].insert(trial.lines->fingerprint);
            }
            trial.lines->advice.tried.push_back(advice_sentence(tried, too));
        }
    }
    for (const Trial& trial : trials) {
        const std::set<std::string>& others = together[trial.lines];
        trial.lines->advice.settles_too = {others.begin(), others.end()};
    }
}

bool is_meant(const FindingLines& finding, const std::set<std::string>& shown) {
    return is_wanted(finding) && shown.contains(finding.fingerprint) && !finding.advice.settle.empty();
}

}  // namespace

void try_advice(checker::Session& session, const compiler::CompileOptions& options,
                const std::vector<checker::CheckResult>& results, Report& report, Trying trying) {
    std::set<std::string> shown;
    for (const Entry& entry : entries(report)) shown.insert(entry.shown->fingerprint);
    const bool tries = trying == Trying::All || is_small(report);
    std::vector<Trial> trials;
    for (FindingLines& finding : report.findings) {
        if (!is_meant(finding, shown)) continue;
        const std::optional<Place> place = place_of(session, results, finding.fingerprint);
        if (!place) continue;
        if (tries && trials.size() == most_tried) {
            finding.advice.tried = {"Not tried: " + std::to_string(most_tried) +
                                    " others were; ask for this one with `--only`."};
        } else if (tries) {
            compiler::CompileOptions part = options;
            part.scenario = place->part->scenario;
            trials.push_back({&finding, *place,
                              checker::try_remedies(session, part, place->part->model, *place->finding)});
        } else {
            const bool is_known =
                !checker::remedies_for(session, place->part->model, *place->finding).empty();
            finding.advice.tried = {is_known ? "Not tried: `--try` does." : nothing_tried()};
        }
    }
    tell(trials);
}

}  // namespace errata::reports
