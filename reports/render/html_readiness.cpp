#include "reports/render/html_readiness.h"

#include <algorithm>

#include "dsl/base/text.h"
#include "reports/render/readiness_text.h"

namespace errata::reports::html {

namespace {

// Partners that are named in the table before the others are folded.
constexpr std::size_t most_partners = 4;

std::string partner_names(const std::vector<Item>& items, const Item& item, std::size_t from,
                          std::size_t to) {
    std::vector<std::string> names;
    std::size_t number = 0;
    for (const std::size_t partner : item.partners) {
        if (number >= from && number < to) names.push_back(items[partner].name);
        ++number;
    }
    return dsl::join(names, ", ");
}

Html partners(const std::vector<Item>& items, const Item& item) {
    Html content = escaped(partner_names(items, item, 0, most_partners));
    if (item.partners.size() <= most_partners) return content;
    const std::string more = std::to_string(item.partners.size() - most_partners) + " more";
    return content + escaped(" and ") +
           element("details",
                   element("summary", escaped(more)) +
                       escaped(": " + partner_names(items, item, most_partners, item.partners.size())));
}

Html cell(const std::string& value, const Html& content) {
    return element("td", {{"data-value", value}}, content);
}

bool has_reasons(const std::vector<Item>& items) {
    return std::ranges::any_of(items, [](const Item& item) { return !item.accepted.empty(); });
}

Html item_row(const Report& report, const std::vector<Item>& items, std::size_t number,
              const Section& section) {
    const Item& item = items[number];
    const std::string anchor = "#" + section.anchors.at(item.worst);
    const Html name =
        element("a", {{"href", anchor}, {"data-item", std::to_string(number)}}, escaped(item.name));
    // The table comes worst first, so that the number of the row is the order of what is worst.
    const Html worst =
        item.open == 0 ? worded("span", "severity settled", "settled") : severity_mark(item.worst->severity);
    const std::string use = playable_word(report, item.name);
    const Html playable = tells_what_is_playable(report) ? cell(use, escaped(use)) : Html{};
    Html reasons;
    for (const std::string& reason : item.accepted) reasons += element("p", escaped(reason));
    const Html accepted = has_reasons(items) ? cell(std::to_string(item.accepted.size()), reasons) : Html{};
    return element("tr", element("th", {{"scope", "row"}, {"data-value", dsl::lower(item.name)}},
                                 name + escaped(" ") + worded("span", "kind", item.kind)) +
                             cell(std::to_string(number),
                                  worst + escaped(" ") + worded("span", "code", item.worst->code)) +
                             cell(std::to_string(item.all), escaped(std::to_string(item.all))) +
                             cell(std::to_string(item.partners.size()), partners(items, item)) + playable +
                             accepted) +
           Html{"\n"};
}

// Nothing is said of it.
Html quiet_row(const Report& report, const ItemLine& item, std::size_t number, bool has_reasons) {
    const std::string use = playable_word(report, item.name);
    return element("tr", {{"class", "quiet"}},
                   element("th", {{"scope", "row"}, {"data-value", dsl::lower(item.name)}},
                           escaped(item.name + " ") + worded("span", "kind", item.kind)) +
                       cell(std::to_string(number), worded("span", "severity settled", "nothing found")) +
                       cell("0", escaped("0")) + cell("0", {}) +
                       (tells_what_is_playable(report) ? cell(use, escaped(use)) : Html{}) +
                       (has_reasons ? cell("0", {}) : Html{})) +
           Html{"\n"};
}

Html heading(const std::string& words, const std::string& sorted_as) {
    return element("th", {{"scope", "col"}, {"data-sort", sorted_as}}, escaped(words));
}

}  // namespace

Html readiness(const Report& report, const std::vector<Item>& items, const Section& section) {
    const std::vector<ItemLine> quiet = quiet_items(report);
    const std::size_t all = items.size() + quiet.size();
    if (all == 0) return {};
    const Html head =
        element("tr", heading("Card or rule", "words") + heading("Worst", "number") +
                          heading("Findings", "number") + heading("Together with", "number") +
                          (tells_what_is_playable(report) ? heading("Playable", "words") : Html{}) +
                          (has_reasons(items) ? heading("Accepted", "number") : Html{}));
    Html rows;
    for (std::size_t i = 0; i < items.size(); ++i) rows += item_row(report, items, i, section);
    for (std::size_t i = 0; i < quiet.size(); ++i)
        rows += quiet_row(report, quiet[i], items.size() + i, has_reasons(items));
    constexpr std::size_t many = 12;  // report.css folds what is more
    Html more;
    if (all > many)
        more = element("button", {{"type", "button"}, {"class", "needs-script"}, {"data-show", "all"}},
                       escaped("Show all " + std::to_string(all)));
    return element(
        "section", {{"class", "readiness"}},
        element("h3", escaped("What is ready to print, and what is not")) +
            scrolling_table("sortable", "Cards and rules, and the worst that was found of each", head, rows) +
            more);
}

}  // namespace errata::reports::html
