#include "reports/render/readiness_text.h"

#include <algorithm>

#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/readiness.h"

namespace errata::reports {

namespace {

constexpr std::size_t most_partners = 3;
constexpr std::size_t most_quiet = 12;
constexpr std::size_t widest_cell = 32;

std::string partners_text(const std::vector<Item>& items, const Item& item) {
    std::vector<std::string> names;
    for (const std::size_t partner : item.partners) {
        if (names.size() < most_partners) names.push_back(items[partner].name);
    }
    const std::string text = dsl::join(names, ", ");
    if (item.partners.size() <= most_partners) return cut_to(text, widest_cell);
    return cut_to(text, widest_cell) + " and " + std::to_string(item.partners.size() - most_partners) +
           " more";
}

}  // namespace

std::string playable_word(const Report& report, const std::string& name) {
    if (!report.screened) return "";
    const auto item = std::ranges::find(report.screened->items, name, &checker::ItemUse::name);
    if (item == report.screened->items.end()) return "";
    const std::optional<bool> playable = checker::playable(*item);
    if (!playable) return "";
    return *playable ? "yes" : "never";
}

std::string quiet_sentence(const Report& report, bool all_by_name) {
    const std::vector<ItemLine> quiet = quiet_items(report);
    if (quiet.empty()) return "";
    const std::size_t shown = all_by_name ? quiet.size() : std::min(quiet.size(), most_quiet);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < shown; ++i) names.push_back(quiet[i].name);
    const std::size_t more = quiet.size() - shown;
    return "Nothing was found about " + dsl::count_of(quiet.size(), "other") + ": " + dsl::join(names, ", ") +
           (more > 0 ? " and " + std::to_string(more) + " more" : "") + ".";
}

std::string readiness_text(const Report& report) {
    const std::vector<Item> items = items_of(report.findings);
    if (items.empty()) return "";
    const bool has_reasons =
        std::ranges::any_of(items, [](const Item& item) { return !item.accepted.empty(); });
    std::vector<std::string> head = {"card or rule", "worst", "findings", "together with"};
    if (report.screened) head.emplace_back("playable");
    if (has_reasons) head.emplace_back("accepted");
    std::vector<std::vector<std::string>> rows = {head};
    for (const Item& item : items) {
        const std::string worst =
            item.open == 0 ? "settled" : std::string(checker::word(item.worst->severity));
        rows.push_back({cut_to(item.name, widest_cell), worst + " " + item.worst->code,
                        std::to_string(item.all), partners_text(items, item)});
        if (report.screened) rows.back().push_back(playable_word(report, item.name));
        if (has_reasons)
            rows.back().push_back(
                cut_to(dsl::join({item.accepted.begin(), item.accepted.end()}, "; "), widest_cell));
    }
    return table(rows, 2);
}

}  // namespace errata::reports
