#include "reports/render/html_screened.h"

#include <algorithm>

#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/render/screened.h"

namespace errata::reports::html {

namespace {

Html heads(const std::vector<std::string>& words) {
    Html cells;
    for (const std::string& word : words) cells += element("th", {{"scope", "col"}}, escaped(word));
    return element("tr", cells);
}

std::string number(std::size_t count) { return grouped(static_cast<double>(count)); }

// Sets that were not seen to the end, each with what stood in the way.
Html open_sets(const checker::ScreenedSets& sets) {
    if (sets.open == 0) return {};
    Html items;
    for (const checker::ScreenedSets::Open& one : sets.shown) {
        items += element(
            "li", escaped(dsl::join(one.items, " + ") + (one.why.empty() ? "" : " (" + one.why + ")")));
    }
    const std::size_t more = sets.open - std::min(sets.open, sets.shown.size());
    if (more > 0) items += element("li", escaped("and " + number(more) + " more"));
    return element("details", element("summary", escaped(number(sets.open))) + element("ul", items));
}

Html tables(const checker::Screened& screened) {
    Html rows;
    for (const checker::ScreenedSets& sets : screened.sets) {
        const std::string seen = number(sets.sets - sets.open) + " of " + number(sets.sets) +
                                 (sets.all_known ? "" : " that there was time for");
        rows += row(
            "td", {escaped(sets.table), escaped(sizes_word(sets.items, sets.kind)), escaped(seen),
                   escaped(sets.turns == 0 ? "to the end of every play" : dsl::count_of(sets.turns, "turn")),
                   open_sets(sets)});
    }
    const std::string not_asked = not_asked_sentence(screened);
    return scrolling_table("screens", "What was laid out on which table",
                           heads({"Table", "Sets", "Seen to the end", "Play followed for", "Not seen"}),
                           rows) +
           (not_asked.empty() ? Html() : worded("p", "not-asked", not_asked));
}

std::string playable_word(const checker::ItemUse& item) {
    const std::optional<bool> playable = checker::playable(item);
    if (!playable) return "";
    return *playable ? "yes" : "never";
}

Html items(const checker::Screened& screened) {
    if (screened.items.empty()) return {};
    Html rows;
    std::size_t to_look_at = 0;
    for (const checker::ItemUse& item : screened.items) {
        const std::string said = playability_word(screened, item);
        to_look_at += said == "fine" ? 0U : 1U;
        rows += row("td", {escaped(item.name), escaped(playable_word(item)),
                           escaped(dsl::join(item.acts_with, " + ")), escaped(said)});
    }
    const std::string words =
        dsl::count_of(screened.items.size(), "item") + ", " + std::to_string(to_look_at) + " to look at";
    return element(
        "details",
        element("summary", escaped(words)) +
            scrolling_table("playability", "What each printed item does on the tables",
                            heads({"Item", "Playable", "Does something in the set", "Verdict"}), rows));
}

// What wants a look, without unfolding anything.
Html to_look_at(const checker::Screened& screened) {
    const std::vector<std::string> lines = playability_lines(screened);
    return lines.empty() ? Html{} : element("ul", {{"class", "playability"}}, each("li", lines));
}

Html made_tables(const Report& report) {
    if (report.made_tables.empty()) return {};
    return element(
        "details", {{"class", "made"}},
        element("summary",
                escaped("Tables made from the vocabulary; copy them into the spec to change them")) +
            element("div", {{"class", "accept"}},
                    element("pre", {{"tabindex", "0"}, {"aria-label", "The tables"}},
                            element("code", escaped(report.made_tables))) +
                        element("button",
                                {{"type", "button"}, {"class", "needs-script"}, {"data-copy", "tables"}},
                                escaped("Copy"))));
}

}  // namespace

Html screened(const Report& report) {
    if (!report.screened) return {};
    return element("section", {{"class", "screened"}},
                   element("h3", escaped("What was tried on the tables")) + tables(*report.screened) +
                       to_look_at(*report.screened) + items(*report.screened) + made_tables(report));
}

}  // namespace errata::reports::html
