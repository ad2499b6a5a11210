#include "reports/readiness.h"

#include <algorithm>
#include <numeric>

#include "compiler/ir/finding_codes.h"
#include "reports/entries.h"

namespace errata::reports {

namespace {

// What is put aside comes behind all others.
bool is_worse(const FindingLines& a, const FindingLines& b) {
    if (is_put_aside(a) != is_put_aside(b)) return is_put_aside(b);
    return a.severity < b.severity;
}

void count(const FindingLines& finding, std::size_t own, const std::set<std::size_t>& named, Item& item) {
    ++item.all;
    if (!is_put_aside(finding)) {
        ++item.open;
    } else if (!finding.accepted.empty()) {
        const std::string terms = acceptance_terms(finding);
        item.accepted.insert(terms.empty() ? finding.accepted : terms.substr(1) + ": " + finding.accepted);
    }
    if (item.worst == nullptr || is_worse(finding, *item.worst)) item.worst = &finding;
    for (const std::size_t other : named) {
        if (other != own) item.partners.insert(other);
    }
}

std::vector<Item> in_order_of_appearance(const std::vector<FindingLines>& findings) {
    std::vector<Item> items;
    std::map<std::string, std::size_t> known;
    for (const FindingLines& finding : findings) {
        std::set<std::size_t> named;
        for (const ClauseLine& clause : involved_in(finding)) {
            const auto [entry, is_new] = known.try_emplace(item_key(clause), items.size());
            if (is_new) {
                items.emplace_back();
                items.back().kind = clause.kind;
                items.back().name = clause.name;
            }
            named.insert(entry->second);
        }
        for (const std::size_t item : named) count(finding, item, named, items[item]);
    }
    return items;
}

}  // namespace

std::string item_key(const ClauseLine& clause) { return clause.kind + "\n" + clause.name; }

std::vector<Item> items_of(const std::vector<FindingLines>& findings) {
    const std::vector<Item> items = in_order_of_appearance(findings);
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        if (is_worse(*items[a].worst, *items[b].worst)) return true;
        if (is_worse(*items[b].worst, *items[a].worst)) return false;
        return items[a].open > items[b].open;
    });
    std::vector<std::size_t> place(items.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    std::vector<Item> result;
    for (const std::size_t old : order) {
        result.push_back(items[old]);
        result.back().partners.clear();
        for (const std::size_t partner : items[old].partners) result.back().partners.insert(place[partner]);
    }
    return result;
}

std::vector<ItemLine> quiet_items(const Report& report) {
    if (!report.about.item.empty() || !report.about.other_codes.empty()) return {};
    std::set<ItemLine> named;
    for (const FindingLines& finding : report.findings) {
        for (const ClauseLine& clause : involved_in(finding)) named.insert({clause.kind, clause.name});
        // What is quoted to say what its words stand for.
        for (const ClauseLine& clause : finding.definitions) named.insert({clause.kind, clause.name});
    }
    std::vector<ItemLine> quiet = report.items;
    std::erase_if(quiet, [&](const ItemLine& item) { return named.contains(item); });
    return quiet;
}

namespace {

std::string playable_on_tables(const checker::Screened& screened, const std::string& name) {
    const auto item = std::ranges::find(screened.items, name, &checker::ItemUse::name);
    if (item == screened.items.end()) return "";
    const std::optional<bool> playable = checker::playable(*item);
    if (!playable) return "";
    return *playable ? "yes" : "never";
}

bool is_about(const FindingLines& finding, compiler::FindingCode code, const std::string& name) {
    return finding.code == code && std::ranges::any_of(finding.clauses, [&](const ClauseLine& clause) {
               return clause.name == name;
           });
}

bool is_decided(const VerdictLine& verdict) {
    return verdict.status == checker::Status::Proved || verdict.status == checker::Status::Complete;
}

}  // namespace

std::string playable_word(const Report& report, const std::string& name) {
    using enum compiler::FindingCode;
    if (report.screened) return playable_on_tables(*report.screened, name);
    if (report.about.is_part()) return "";
    std::string never;
    for (const FindingLines& finding : report.findings) {
        if (is_about(finding, UnreachableCard, name)) return "never";
        if (is_about(finding, UnreachableAbility, name)) never = "not all";
    }
    if (!never.empty()) return never;
    const bool comes_up = std::ranges::any_of(report.verdicts, [&](const VerdictLine& verdict) {
        return is_decided(verdict) && verdict.item == name;
    });
    const bool all_known = std::ranges::none_of(report.verdicts, [](const VerdictLine& verdict) {
        return verdict.open && verdict.question == word(compiler::Question::Reach);
    });
    return comes_up && all_known ? "yes" : "";
}

bool tells_what_is_playable(const Report& report) {
    using enum compiler::FindingCode;
    if (report.screened || report.about.is_part()) return report.screened.has_value();
    return std::ranges::any_of(report.findings, [](const FindingLines& finding) {
        return !finding.clauses.empty() &&
               (finding.code == UnreachableCard || finding.code == UnreachableAbility);
    });
}

std::string key_of(const Item& item) { return item.kind + "\n" + item.name; }

}  // namespace errata::reports
