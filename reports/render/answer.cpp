#include "reports/render/answer.h"

#include <algorithm>
#include <optional>
#include <set>
#include <variant>

#include "checker/fact_kinds.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/words/facts.h"

namespace errata::reports {

namespace {

using compiler::FindingCode;

bool is_interaction(const FindingLines& finding) { return finding.code == FindingCode::Interaction; }

// A step in which both take part, and which comes to what each of them would do by itself.
bool is_side_by_side(const FindingLines& finding) {
    return has(finding.facts, checker::FactKind::TakePartTogether);
}

// Of each setup, whether they act on one another there.
std::vector<const VerdictLine*> verdicts_of(const Report& report) {
    std::vector<const VerdictLine*> result;
    for (const VerdictLine& verdict : report.verdicts) {
        if (verdict.about && verdict.about->claim == checker::claim_of_none(FindingCode::Interaction))
            result.push_back(&verdict);
    }
    return result;
}

// Whose text changes nothing where this verdict was found; nothing: it is no such verdict.
std::optional<std::set<std::string>> idle_in(const VerdictLine& verdict) {
    for (const checker::Fact& fact : verdict.facts) {
        if (fact.kind != checker::FactKind::IsVacuous) continue;
        for (const checker::Fact& why : std::get<checker::Facts>(fact.arguments.at(0).value)) {
            std::set<std::string> names;
            if (why.kind != checker::FactKind::TextsDoNothing) continue;
            for (const compiler::Phrase& name :
                 std::get<std::vector<compiler::Phrase>>(why.arguments.at(0).value))
                names.insert("\"" + name.text() + "\"");
            return names;
        }
        return std::set<std::string>();
    }
    return std::nullopt;
}

// Nothing was found, and nowhere did all of the cards do something: then nothing is known of them.
std::optional<std::string> not_seen(const Report& report) {
    const std::vector<const VerdictLine*> verdicts = verdicts_of(report);
    std::optional<std::set<std::string>> everywhere;
    for (const VerdictLine* verdict : verdicts) {
        const std::optional<std::set<std::string>> names = idle_in(*verdict);
        if (!names) return std::nullopt;
        if (!everywhere)
            everywhere = names;
        else
            std::erase_if(*everywhere, [&](const std::string& name) { return !names->contains(name); });
    }
    if (!everywhere) return std::nullopt;
    const std::string who =
        everywhere->empty() ? "nowhere did both texts do something"
                            : "the text of " + dsl::join({everywhere->begin(), everywhere->end()}, " and ") +
                                  " changed nothing in any position";
    return "Not seen: " + who + ". Name a setup in which it does (--in), or write one.";
}

std::string opening(const Report& report, const std::vector<std::string>& cards, std::size_t ways) {
    std::string names;
    for (std::size_t i = 0; i < cards.size(); ++i)
        names += (i == 0 ? "" : i + 1 == cards.size() ? " and " : ", ") + ("\"" + cards[i] + "\"");
    if (are_copies(cards))
        return "Two copies of \"" + cards.front() +
               "\" are not compared: a text that is left out is left out of both.";
    if (const std::optional<std::string> unknown = not_seen(report); ways == 0 && unknown) return *unknown;
    const bool has_open = std::ranges::any_of(verdicts_of(report), [](const VerdictLine* verdict) {
        return verdict->status != checker::Status::Complete && verdict->status != checker::Status::Refuted;
    });
    const std::string seen = has_open ? " in what was looked at, which is not all" : "";
    if (cards.size() == 1)
        return ways == 0
                   ? names + " acts on no other card" + seen + "."
                   : names + " and another card act on one another in " + dsl::count_of(ways, "way") + ".";
    if (cards.empty())
        return ways == 0 ? "No two cards act on one another" + seen + "."
                         : "Cards act on one another in " + dsl::count_of(ways, "way") + ".";
    return ways == 0 ? names + " do not act on one another" + seen + "."
                     : names + " act on one another in " + dsl::count_of(ways, "way") + ".";
}

// Where they were looked at, and where not all was seen.
std::string looked_at(const Report& report, std::size_t width) {
    std::set<std::string> found;
    for (const FindingLines& finding : report.findings) {
        if (!is_interaction(finding) || !finding.witness) continue;
        found.insert("\"" + finding.witness->setup + "\"");
        for (const SituationLine& other : finding.witness->elsewhere) found.insert("\"" + other.setup + "\"");
    }
    std::size_t seen = 0;
    std::string open;
    for (const VerdictLine* verdict : verdicts_of(report)) {
        const std::string name = verdict->setup.empty() ? "all setups" : "\"" + verdict->setup + "\"";
        if (verdict->status == checker::Status::Refuted || verdict->status == checker::Status::Complete) {
            ++seen;
        } else {
            open += wrapped(dsl::visible_word("Not all was seen from " + name + ": " +
                                              in_one_line(verdict->facts, report.language)),
                            0, width);
        }
    }
    std::string text;
    if (!found.empty())
        text += wrapped(
            dsl::visible_word("Found from " + dsl::join({found.begin(), found.end()}, ", ") + "."), 0, width);
    if (seen > 0)
        text += wrapped("All positions were seen from " + dsl::count_of(seen, "setup") +
                            ", the tables that were made among them.",
                        0, width);
    return text + open;
}

}  // namespace

bool are_copies(const std::vector<std::string>& cards) {
    return cards.size() == 2 && cards.front() == cards.back();
}

std::string answer_text(const Report& report, const std::vector<std::string>& cards,
                        const TextOptions& options) {
    const auto ways =
        static_cast<std::size_t>(std::ranges::count_if(report.findings, [](const FindingLines& finding) {
            return is_interaction(finding) && !is_side_by_side(finding);
        }));
    std::string text = wrapped(dsl::visible_word(opening(report, cards, ways)), 0, options.width);
    bool is_first = true;
    for (const bool is_answer : {true, false}) {
        for (const Entry& entry : entries(report)) {
            if (is_interaction(*entry.shown) != is_answer) continue;
            if (!is_answer && is_first) text += "\nWhat was found about them\n";
            is_first = is_first && is_answer;
            text += "\n" + (options.full ? render_finding(*entry.shown, report.spec, options)
                                         : render_briefly(entry, report, options));
        }
    }
    const std::string places = are_copies(cards) ? "" : looked_at(report, options.width);
    if (!places.empty()) text += "\n" + places;
    return text;
}

}  // namespace errata::reports
