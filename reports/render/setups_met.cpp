#include "reports/render/setups_met.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::reports {

namespace {

// Of each setup how many findings have a play that begins there, the most first.
std::vector<std::pair<std::string, std::size_t>> met(const Report& report) {
    std::map<std::string, std::size_t> counts;
    for (const FindingLines& finding : report.findings) {
        if (!finding.witness) continue;
        if (!finding.witness->setup.empty()) ++counts[finding.witness->setup];
        for (const SituationLine& situation : finding.witness->elsewhere) ++counts[situation.setup];
    }
    std::vector<std::pair<std::string, std::size_t>> setups(counts.begin(), counts.end());
    std::ranges::stable_sort(setups, std::ranges::greater(), [](const auto& setup) { return setup.second; });
    return setups;
}

std::vector<std::string> met_words(const Report& report) {
    return dsl::mapped(met(report), [](const auto& setup) {
        return setup.first + " (" + std::to_string(setup.second) + ")";
    });
}

std::vector<std::string> quiet(const Report& report) {
    if (!report.about.other_codes.empty()) return {};
    std::set<std::string> known;
    for (const FindingLines& finding : report.findings) {
        if (!finding.witness) return {};
        known.insert(finding.witness->setup);
        for (const SituationLine& situation : finding.witness->elsewhere) known.insert(situation.setup);
    }
    std::vector<std::string> result;
    for (const std::string& setup : report.setups) {
        if (!setup.empty() && !known.contains(setup)) result.push_back(setup);
    }
    return result;
}

std::string few_of(std::vector<std::string> names) {
    constexpr std::size_t few = 6;
    const std::size_t more = names.size() > few ? names.size() - few : 0;
    names.resize(names.size() - more);
    return dsl::join(names, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

}  // namespace

std::string found_in(const Report& report) { return dsl::join(met_words(report), ", "); }

std::string nothing_found_in(const Report& report) { return dsl::join(quiet(report), ", "); }

std::string setups_sentence(const Report& report) {
    if (report.setups.size() < 2) return "";
    const std::vector<std::string> with = met_words(report);
    const std::vector<std::string> without = quiet(report);
    std::string text;
    if (!with.empty()) text = "Found in the setups " + few_of(with) + ".";
    if (!without.empty()) text += (text.empty() ? "" : " ") + ("No finding in " + few_of(without) + ".");
    return text;
}

}  // namespace errata::reports
