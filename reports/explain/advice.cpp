#include "reports/explain/advice.h"

#include "dsl/base/text.h"
#include "reports/report.h"
#include "reports/words/facts.h"

namespace errata::reports {

namespace {

constexpr std::size_t most_titles = 3;

std::string named_titles(const checker::Facts& found) {
    std::vector<std::string> first;
    for (const checker::Fact& fact : found) {
        if (first.size() < most_titles) first.push_back(said(fact));
    }
    const std::size_t more = found.size() - first.size();
    return dsl::join(first, "; ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

// Behind `lead`, if there are any.
std::string numbers(const std::string& lead, const std::set<std::string>& fingerprints) {
    std::string text;
    for (const std::string& one : fingerprints) text += (text.empty() ? lead + "#" : ", #") + short_form(one);
    return text;
}

}  // namespace

bool settles_for_good(const checker::Tried& tried) {
    return tried.problem.empty() && tried.settles && tried.instead.empty() && tried.limit.empty();
}

std::string advice_sentence(const checker::Tried& tried, const std::set<std::string>& too,
                            const std::set<std::string>& open) {
    if (!tried.problem.empty()) return "Not tried: " + tried.remedy + " (" + tried.problem + ").";
    if (!tried.settles) return "Tried in vain: " + tried.remedy + ".";
    const std::string gone = "Tried: " + tried.remedy + ". The finding is gone";
    const std::string seen =
        tried.limit.empty() ? "" : " as far as was looked (" + in_one_line(tried.limit) + ")";
    const std::string noted =
        tried.notes.empty() ? "" : " What is left is a note: " + named_titles(tried.notes) + ".";
    const std::string where = tried.saw_all ? "" : " in plays from there";
    if (tried.instead.empty())
        return gone + seen + numbers(", but not for the others who disagree: ", open) +
               ", and no new problem appears" + where + "." + numbers(" The same edit removes ", too) +
               (too.empty() ? "" : ".") + noted;
    return gone + seen + ", but then: " + named_titles(tried.instead) + "." + noted;
}

std::string nothing_tried() { return "Errata cannot suggest a fix that it could try on this one."; }

}  // namespace errata::reports
