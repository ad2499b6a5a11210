#include "reports/render/html_outcomes.h"

#include <algorithm>
#include <map>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/render/outcomes.h"

namespace errata::reports::html {

namespace {

// Labels of ways that come to the same, before the others are only counted.
constexpr std::size_t most_labels = 3;
// Columns before the rest is folded.
constexpr std::size_t most_columns = 6;

struct Column {
    std::vector<std::string> labels;
    const OutcomeLine* outcome;  // one of them
};

std::vector<Column> columns_of(const std::vector<OutcomeLine>& outcomes) {
    std::vector<Column> columns;
    std::map<std::vector<std::string>, std::size_t> known;
    for (const OutcomeLine& outcome : outcomes) {
        const auto [entry, is_new] = known.try_emplace(outcome.consequences, columns.size());
        if (is_new) columns.push_back({{}, &outcome});
        columns[entry->second].labels.push_back(outcome.label);
    }
    return columns;
}

std::string heading(const Column& column) {
    const std::size_t shown = std::min(column.labels.size(), most_labels);
    std::vector<std::string> labels(column.labels.begin(),
                                    column.labels.begin() + static_cast<std::ptrdiff_t>(shown));
    const std::string words = dsl::join(labels, ", ");
    return shown == column.labels.size()
               ? words
               : words + " and " + std::to_string(column.labels.size() - shown) + " more";
}

using Counts = std::map<std::string, std::size_t>;  // fact -> in how many columns it stands

bool is_shared(const std::string& fact, const Counts& counts, std::size_t columns) {
    return columns > 1 && counts.at(fact) == columns;
}

// The boards, where the ways end on different ones.
struct Ends {
    std::set<std::string> differing;  // squares
    Measures measures;                // of each square, on all of them
    const Tints& tints;
};

std::set<std::string> squares_that_differ(const std::vector<Column>& columns) {
    return differing_squares(
        dsl::mapped(columns, [](const Column& column) { return column.outcome->board; }));
}

// What the ways have in common is told below them.
Html column_html(const Column& column, const Counts& counts, std::size_t columns, const Ends& ends) {
    std::vector<std::string> facts = column.outcome->consequences;
    std::erase_if(facts, [&](const std::string& fact) { return is_shared(fact, counts, columns); });
    const std::size_t shown = facts_shown(facts.size());
    Html items;
    Html rest;
    for (std::size_t i = 0; i < facts.size(); ++i)
        (i < shown ? items : rest) += element("li", element("mark", escaped(facts[i])));
    if (items.empty()) items = element("li", escaped("nothing beside what is so either way"));
    Html content = worded("p", "label", heading(column)) + element("ul", {{"class", "changes"}}, items);
    if (!ends.differing.empty())
        content += end_board(column.outcome->board, ends.differing, ends.measures, ends.tints);
    if (!rest.empty()) {
        const std::string words = "and " + std::to_string(facts.size() - shown) + " more";
        content += element("details",
                           element("summary", escaped(words)) + element("ul", {{"class", "changes"}}, rest));
    }
    return element("li", {{"class", "outcome"}}, content);
}

Html shared_facts(const std::vector<Column>& columns, const Counts& counts) {
    Html items;
    std::size_t number = 0;
    for (const std::string& fact : columns.front().outcome->consequences) {
        if (!is_shared(fact, counts, columns.size())) continue;
        items += element("li", escaped(fact));
        ++number;
    }
    if (items.empty()) return items;
    const std::string words =
        dsl::count_of(number, "fact") + (number == 1 ? " is" : " are") + " so either way";
    return element("details", {{"class", "shared"}},
                   element("summary", escaped(words)) + element("ul", {{"class", "changes"}}, items));
}

}  // namespace

Html outcomes(const std::vector<OutcomeLine>& outcomes, const Tints& tints, const WitnessLines* witness) {
    if (outcomes.empty()) return {};
    const std::vector<Column> columns = columns_of(outcomes);
    Counts in_columns;
    for (const Column& column : columns) {
        std::vector<std::string> facts = column.outcome->consequences;
        std::ranges::sort(facts);
        facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
        for (const std::string& fact : facts) ++in_columns[fact];
    }
    const Ends ends{squares_that_differ(columns), room_for(witness, outcomes), tints};
    Html shown;
    Html folded;
    for (std::size_t i = 0; i < columns.size(); ++i)
        (i < most_columns ? shown : folded) += column_html(columns[i], in_columns, columns.size(), ends);
    const Attributes list = {{"class", "outcomes"}, {"role", "list"}};
    Html content = worded("h5", "label", "What comes of it") + element("ul", list, shown);
    if (!folded.empty()) {
        const std::string words = dsl::count_of(columns.size() - most_columns, "more way");
        content += element("details", element("summary", escaped(words)) + element("ul", list, folded));
    }
    content += shared_facts(columns, in_columns);
    return element("section", {{"aria-label", "Outcomes"}}, content);
}

}  // namespace errata::reports::html
