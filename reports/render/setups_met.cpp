#include "reports/render/setups_met.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/render/sentences.h"

namespace errata::reports {

namespace {

// A name of several words is told from the words around it.
std::string quoted(const std::string& setup) { return "\"" + setup + "\""; }

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
        return quoted(setup.first) + " (" + std::to_string(setup.second) + ")";
    });
}

std::vector<std::string> quiet(const Report& report) {
    const auto has_play = [](const FindingLines& finding) { return finding.witness.has_value(); };
    if (!report.about.other_codes.empty() || !std::ranges::all_of(report.findings, has_play)) return {};
    const std::vector<std::pair<std::string, std::size_t>> known = met(report);
    std::vector<std::string> result;
    for (const std::string& setup : report.setups) {
        const auto is_it = [&](const auto& one) { return one.first == setup; };
        if (!setup.empty() && std::ranges::none_of(known, is_it)) result.push_back(quoted(setup));
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

std::string opening_with_setups(const Report& report) {
    std::string opening = opening_sentence(report);
    if (report.setups.size() < 2) return opening;
    const std::vector<std::string> with = met_words(report);
    const std::vector<std::string> without = quiet(report);
    std::vector<std::string> sentences{opening};
    if (!with.empty()) sentences.push_back("Found in the setups " + few_of(with));
    if (!without.empty()) sentences.push_back("No finding in " + few_of(without));
    return dsl::join(sentences, ". ") + (sentences.size() > 1 ? "." : "");
}

}  // namespace errata::reports
