#include "reports/render/readiness_text.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/base/text.h"

namespace errata::reports {

namespace {

constexpr std::size_t most_partners = 3;
constexpr std::size_t most_quiet = 12;
constexpr std::size_t widest_cell = 40;
constexpr std::size_t narrowest_cell = 16;
constexpr std::size_t longest_reason = 80;  // below the table it stands whole
constexpr std::size_t fair_name = 28;
constexpr std::size_t indent = 2;
constexpr std::size_t between = 2;  // columns
constexpr std::string_view findings_head = "findings";
constexpr std::string_view playable_head = "playable";

}  // namespace

// As many names as there is room for; where there is none for any, how many they are.
std::string partners_text(const std::vector<Item>& items, const Item& item, std::size_t width) {
    std::vector<std::string> names;
    for (const std::size_t partner : item.partners) names.push_back(items[partner].name);
    if (names.size() < 2) return names.empty() ? "" : cut_to(names.front(), width);
    for (std::size_t shown = std::min(most_partners, names.size()); shown > 0; --shown) {
        names.resize(shown);
        const std::size_t left = item.partners.size() - shown;
        std::string text =
            dsl::join(names, ", ") + (left > 0 ? " and " + std::to_string(left) + " more" : "");
        if (display_width(text) <= width) return text;
    }
    return dsl::count_of(item.partners.size(), "other");
}

std::string worst_text(const Item& item) {
    const std::string severity =
        item.open == 0 ? "settled" : std::string(checker::word(item.worst->severity));
    return severity + " " + item.worst->code;
}

std::string reasons_text(const Item& item) {
    std::vector<std::string> reasons;
    for (const std::string& reason : item.accepted) reasons.push_back(cut_to(reason, longest_reason));
    return dsl::join(reasons, "; ");
}

namespace {

// The columns that may be cut, in the order in which they are left out of a narrow page, the last never.
enum class Words { Reasons, Partners, Name };

std::string words_text(const std::vector<Item>& items, const Item& item, Words words, std::size_t width) {
    switch (words) {
        case Words::Partners:
            return partners_text(items, item, width);
        case Words::Reasons:
            return cut_to(reasons_text(item), width);
        case Words::Name:
            return cut_to(item.name, width);
    }
    return "";
}

// How wide each may be: those that need less leave their room to the others, and those leave names, by which
// the rows are found, all but the little that they cannot do without.
std::map<Words, std::size_t> shared_out(const std::map<Words, std::size_t>& needed, std::size_t room) {
    std::vector<std::pair<std::size_t, Words>> by_need;
    by_need.reserve(needed.size());
    for (const auto& [words, width] : needed) {
        if (words != Words::Name) by_need.emplace_back(width, words);
    }
    std::ranges::sort(by_need);
    const std::size_t others = std::min(room, narrowest_cell * by_need.size());
    std::map<Words, std::size_t> widths;
    widths[Words::Name] =
        std::min(needed.at(Words::Name), std::max(room - others, std::min(room, fair_name)));
    room -= widths[Words::Name];
    for (std::size_t i = 0; i < by_need.size(); ++i) {
        const auto [width, words] = by_need[i];
        widths[words] = std::min(width, room / (by_need.size() - i));
        room -= widths[words];
    }
    return widths;
}

// What stands in the table beside the words, and how wide it is.
std::size_t taken_by_the_rest(const Report& report, const std::vector<Item>& items) {
    std::size_t worst = 0;
    for (const Item& item : items) worst = std::max(worst, worst_text(item).size());
    const std::size_t playable = report.screened ? between + playable_head.size() : 0;
    return indent + worst + between + findings_head.size() + playable;
}

// No narrower than a few letters of a name.
std::map<Words, std::size_t> widths_of(const Report& report, const std::vector<Item>& items,
                                       std::size_t page) {
    std::map<Words, std::size_t> needed;
    for (const Item& item : items) {
        for (const Words words : {Words::Partners, Words::Reasons, Words::Name}) {
            const std::size_t own = display_width(words_text(items, item, words, widest_cell));
            if (own > 0) needed[words] = std::max(needed[words], own);
        }
    }
    const std::size_t taken = taken_by_the_rest(report, items);
    for (;;) {
        const std::size_t room = page - std::min(page, taken + between * needed.size());
        std::map<Words, std::size_t> widths = shared_out(needed, room);
        const auto is_wide_enough = [&](const auto& entry) {
            return entry.second >= std::min(narrowest_cell, needed.at(entry.first));
        };
        if (std::ranges::all_of(widths, is_wide_enough)) return widths;
        if (needed.size() == 1) return {{Words::Name, std::min(narrowest_cell, needed.at(Words::Name))}};
        needed.erase(needed.begin());
    }
}

}  // namespace

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

std::string readiness_text(const Report& report, std::size_t width) {
    const std::vector<Item> items = items_of(report.findings);
    if (items.empty()) return "";
    const std::map<Words, std::size_t> widths = widths_of(report, items, width);
    const bool has_partners = widths.contains(Words::Partners);
    const bool has_reasons = widths.contains(Words::Reasons);
    std::vector<std::string> head = {"card or rule", "worst", std::string(findings_head)};
    if (has_partners) head.emplace_back("together with");
    if (report.screened) head.emplace_back(playable_head);
    if (has_reasons) head.emplace_back("accepted");
    std::vector<std::vector<std::string>> rows = {head};
    for (const Item& item : items) {
        const auto words = [&](Words which) { return words_text(items, item, which, widths.at(which)); };
        std::vector<std::string> row = {words(Words::Name), worst_text(item), std::to_string(item.all)};
        if (has_partners) row.push_back(words(Words::Partners));
        if (report.screened) row.push_back(playable_word(report, item.name));
        if (has_reasons) row.push_back(words(Words::Reasons));
        rows.push_back(std::move(row));
    }
    return table(rows, indent);
}

}  // namespace errata::reports
