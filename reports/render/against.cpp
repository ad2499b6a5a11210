#include "reports/render/against.h"

#include <algorithm>

namespace errata::reports {

namespace {

// Claims that have neither the code nor the title of their findings in their words: `title` is what a title
// has behind the name, `before` and `after` what the claim has around it. Without `title` every finding of
// the code is meant.
struct Wording {
    std::string_view code;  // or its family
    std::string_view title;
    std::string_view before;
    std::string_view after;
};

constexpr Wording wordings[] = {
    {"unreachable.ending", " is never reached", "ending \"", "\" occurs"},
    {"unreachable.card", " never comes into effect", "\"", "\" occurs"},
    {"unreachable.ability", "", "every ability is used", ""},
    {"contradiction.exceptions", "", "of rules that are exceptions to one another", ""},
    {"contradiction.no-fixpoint", "", "a solution of ", ""},
    {"contradiction.many-fixpoints", "", "at most one solution of ", ""},
    {"loop", "", "triggers and state checks always come to an end", ""},
    {"loop", "", "no forced loop on any board", ""},
};

bool is_of(std::string_view code, std::string_view family) {
    return code == family || (code.starts_with(family) && code.substr(family.size()).starts_with("."));
}

bool fits(const Wording& wording, const FindingLines& finding, const std::string& claim) {
    if (!is_of(finding.code, wording.code)) return false;
    if (wording.title.empty()) return claim.starts_with(wording.before);
    if (!finding.title.ends_with(wording.title)) return false;
    const std::string name = finding.title.substr(0, finding.title.size() - wording.title.size());
    return claim.ends_with(std::string(wording.before) + name + std::string(wording.after));
}

// Muster: "At dusk, heal." -> the readings of Muster, "At dusk, heal.", come to the same
bool is_reading(const FindingLines& finding, const std::string& claim) {
    const std::size_t colon = finding.title.rfind(": \"");
    return is_of(finding.code, "ambiguous") && colon != std::string::npos &&
           claim.starts_with("the readings of " + finding.title.substr(0, colon) + ", " +
                             finding.title.substr(colon + 2));
}

}  // namespace

bool speaks_against(const FindingLines& finding, const VerdictLine& verdict) {
    const std::string& claim = verdict.claim;
    if (claim == "no " + finding.code) return true;
    const std::string name = "\"" + finding.title + "\"";
    const bool is_named = claim.ends_with(name) || claim.find(name + " ") != std::string::npos;
    if (!finding.title.empty() && is_named) return true;
    return is_reading(finding, claim) ||
           std::ranges::any_of(wordings, [&](const Wording& one) { return fits(one, finding, claim); });
}

static bool is_met_in(const FindingLines& finding, const std::string& setup) {
    if (!finding.witness || setup.empty()) return true;
    return finding.witness->setup == setup ||
           std::ranges::find(finding.witness->elsewhere, setup, &SituationLine::setup) !=
               finding.witness->elsewhere.end();
}

std::vector<const FindingLines*> failing(const Report& report, const VerdictLine& verdict) {
    std::vector<const FindingLines*> result;
    std::vector<const FindingLines*> all;
    bool is_known = false;
    for (const FindingLines& finding : report.findings) {
        const bool speaks = speaks_against(finding, verdict);
        is_known = is_known || speaks;
        if (!counts(report, finding)) continue;
        all.push_back(&finding);
        if (speaks) result.push_back(&finding);
    }
    if (!is_known) return report.about.is_part() ? result : all;
    std::vector<const FindingLines*> met_there = result;
    std::erase_if(met_there,
                  [&](const FindingLines* finding) { return !is_met_in(*finding, verdict.setup); });
    return met_there.empty() ? result : met_there;
}

}  // namespace errata::reports
