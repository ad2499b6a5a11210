// What is ready to be printed and what is not: each card, terrain or rule that a finding names, with the
// worst that is said of it and with whom, and those of which nothing is said. Made of a Report; drawn as a
// table in text, in Markdown and on a page.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "reports/report.h"

namespace errata::reports {

struct Item {
    std::string kind;
    std::string name;
    const FindingLines* worst = nullptr;  // of those that are not accepted, or else of all
    std::size_t open = 0;
    std::size_t all = 0;
    std::set<std::size_t> partners;  // items that the same findings name
    std::set<std::string> accepted;  // "by rules team until 2027-03-01: as printed", or why alone
};

// Worst first. The numbers in `partners` are places in the result, and those that Section::items has.
std::vector<Item> items_of(const std::vector<FindingLines>& findings);

// Cards and rules that no finding names, in the order of the spec; none where not all findings are told.
std::vector<ItemLine> quiet_items(const Report& report);

// Whether something printed can be played: "yes", "not all" of its text, "never"; "" where it is not decided,
// or not asked. By a screen on its tables, else from the spec's setups.
std::string playable_word(const Report& report, const std::string& name);
// Is that worth a column: was it asked by a screen, or is it not "yes" of all that findings name?
bool tells_what_is_playable(const Report& report);

// One name for all clauses of a card or a rule.
std::string item_key(const ClauseLine& clause);
std::string key_of(const Item& item);

}  // namespace errata::reports
