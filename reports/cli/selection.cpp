#include "reports/cli/selection.h"

#include <algorithm>
#include <iterator>

#include "compiler/ir/finding_codes.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/explain/explain.h"
#include "reports/render/heading.h"

namespace errata::reports {

using checker::CheckResult;
using checker::Finding;

namespace {

std::vector<std::string> item_names(const checker::Session& session) {
    std::vector<std::string> names;
    for (const checker::Part& part : session.parts) {
        for (const compiler::Clause& clause : part.model.clauses) {
            if (!clause.name.empty()) names.push_back(clause.name);
        }
    }
    return names;
}

bool names(const std::string& word, const Finding& finding, const std::string& title,
           const std::string& heading) {
    if (checker::looks_like_fingerprint(word)) return checker::is_fingerprint(word, finding.fingerprint);
    return is_title(word) ? title == word || heading == word : compiler::selects({word}, finding.code);
}

}  // namespace

bool is_title(const std::string& word) {
    return !checker::looks_like_fingerprint(word) &&
           word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") != std::string::npos;
}

// Nothing but the search itself tells whether there is such a finding.
bool names_one_finding(const std::string& word) {
    return is_title(word) || checker::looks_like_fingerprint(word);
}

void keep_only(const std::vector<std::string>& only, const checker::Session& session,
               std::vector<CheckResult>& results, Selection& selection) {
    selection.left_out.clear();
    selection.others = 0;
    if (std::ranges::none_of(only, names_one_finding)) return;
    for (std::size_t i = 0; i < results.size(); ++i) {
        std::erase_if(results[i].findings, [&](const Finding& finding) {
            const FindingLines lines = explain(session.parts[i].model, session.sources, finding);
            const std::string heading = heading_or_title(lines);
            for (const std::string& known : {lines.title, heading, short_form(finding.fingerprint)})
                selection.known.push_back(known);
            const auto is_meant = [&](const std::string& word) {
                return names(word, finding, lines.title, heading);
            };
            std::ranges::copy_if(only, std::inserter(selection.met, selection.met.end()), is_meant);
            const bool is_kept = std::ranges::any_of(only, is_meant);
            selection.others += is_kept ? 0 : 1;
            if (!is_kept && finding.status != checker::Status::Unconfirmed)
                selection.left_out.insert(finding.code);
            return !is_kept;
        });
        results[i].missing.clear();
        results[i].stale_acceptances.clear();
        results[i].expired_acceptances.clear();
    }
}

std::vector<std::string> unmet(const std::vector<std::string>& only, const Selection& selection) {
    std::vector<std::string> sentences;
    for (const std::string& word : only) {
        if (!names_one_finding(word) || selection.met.contains(word)) continue;
        const auto near = dsl::nearest(word, selection.known);
        sentences.push_back("--only: no finding has the " +
                            std::string(is_title(word) ? "title" : "fingerprint") + " '" + word + "'" +
                            (near ? "; did you mean '" + *near + "'?" : ""));
    }
    return sentences;
}

bool has_item(const checker::Session& session, const std::string& name) {
    return std::ranges::any_of(
        item_names(session), [&](const std::string& known) { return dsl::lower(known) == dsl::lower(name); });
}

std::optional<std::string> unknown_printed(const checker::Session& session,
                                           const std::vector<std::string>& names) {
    const std::vector<std::string> known =
        dsl::mapped(session.parts.front().model.printed_items, &compiler::PrintedItem::name);
    for (const std::string& name : names) {
        if (std::ranges::find(known, name) != known.end()) continue;
        const auto near = dsl::nearest(name, known);
        return "nothing printed here is called '" + name + "'" +
               (near ? "; did you mean '" + *near + "'?" : "");
    }
    return std::nullopt;
}

std::string nearest_item(const checker::Session& session, const std::string& name) {
    const std::vector<std::string> known = item_names(session);
    std::vector<std::string> lower;
    lower.reserve(known.size());
    for (const std::string& one : known) lower.push_back(dsl::lower(one));
    const auto near = dsl::nearest(dsl::lower(name), lower);
    if (!near) return "";
    const auto place = std::ranges::find(lower, *near) - lower.begin();
    return "; did you mean '" + known[static_cast<std::size_t>(place)] + "'?";
}

void keep_items(const std::vector<std::string>& names, Report& report) {
    if (!report.screened) return;
    std::erase_if(report.screened->items, [&](const checker::ItemUse& item) {
        return std::ranges::find(names, item.name) == names.end();
    });
}

void keep_about(std::vector<std::string> names, Report& report) {
    const std::size_t before = report.findings.size();
    // Which of the names the clause has; as the spec writes it from then on.
    const auto is_meant = [&](const ClauseLine& clause) {
        const auto named = std::ranges::find_if(
            names, [&](const std::string& name) { return dsl::lower(clause.name) == dsl::lower(name); });
        if (named == names.end()) return false;
        *named = clause.name;
        return true;
    };
    std::erase_if(report.findings, [&](const FindingLines& finding) {
        const bool is_kept = std::ranges::any_of(finding.clauses, is_meant);
        if (!is_kept && finding.status != checker::Status::Unconfirmed)
            report.about.other_codes.insert(finding.code);
        return !is_kept;
    });
    report.about.item = dsl::join(names, " or ");
    report.about.others = before - report.findings.size();
}

}  // namespace errata::reports
