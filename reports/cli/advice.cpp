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

// What was tried on the findings of a report.
using Trials = std::map<FindingLines*, std::vector<Tried>>;

// What settles several, wherever they are found: each is told of the others that are entries.
void join(Trials& trials, const std::set<std::string>& shown) {
    std::map<std::string, std::set<std::string>> settled;  // by remedy: fingerprints
    for (const auto& [finding, all] : trials) {
        for (const Tried& tried : all) {
            if (!settles_for_good(tried)) continue;
            settled[tried.remedy].insert(finding->fingerprint);
            settled[tried.remedy].insert(tried.also.begin(), tried.also.end());
        }
    }
    for (auto& [finding, all] : trials) {
        for (Tried& tried : all) {
            tried.also.clear();
            if (!settles_for_good(tried)) continue;
            std::ranges::set_intersection(settled[tried.remedy], shown, std::back_inserter(tried.also));
            std::erase(tried.also, finding->fingerprint);
        }
    }
}

}  // namespace

void try_advice(checker::Session& session, const compiler::CompileOptions& options,
                const std::vector<checker::CheckResult>& results, Report& report, Trying trying) {
    std::set<std::string> shown;
    for (const Entry& entry : entries(report)) shown.insert(entry.shown->fingerprint);
    const bool tries = trying == Trying::All || is_small(report);
    Trials trials;
    for (FindingLines& finding : report.findings) {
        const bool is_meant = is_wanted(finding) && shown.contains(finding.fingerprint);
        if (!is_meant || finding.advice.settle.empty()) continue;
        const std::optional<Place> place = place_of(session, results, finding.fingerprint);
        if (!place) continue;
        if (tries && trials.size() == most_tried) {
            finding.advice.tried = {"Not tried: " + std::to_string(most_tried) +
                                    " others were; ask for this one with `--only`."};
        } else if (tries) {
            compiler::CompileOptions part = options;
            part.scenario = place->part->scenario;
            trials[&finding] = checker::try_remedies(session, part, place->part->model, *place->finding);
        } else if (checker::remedies_for(session, place->part->model, *place->finding).empty()) {
            finding.advice.tried = advice_sentences({});
        } else {
            finding.advice.tried = {"Not tried: `--try` does."};
        }
    }
    join(trials, shown);
    for (const auto& [finding, all] : trials) {
        finding->advice.tried = advice_sentences(all);
        finding->advice.is_tried = !all.empty();
        std::set<std::string> too;
        for (const Tried& tried : all) too.insert(tried.also.begin(), tried.also.end());
        finding->advice.settles_too = {too.begin(), too.end()};
    }
}

}  // namespace errata::reports
