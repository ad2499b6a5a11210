// What is ready to be printed and what is not: a row for each card, terrain or rule that a finding names, the
// worst first.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reports/render/html_finding.h"

namespace errata::reports::html {

struct Item {
    std::string kind;
    std::string name;
    const FindingLines* worst = nullptr;  // of those that are not accepted, or else of all
    std::size_t open = 0;
    std::size_t all = 0;
    std::set<std::size_t> partners;  // items that the same findings name
    std::set<std::string> accepted;  // reasons
};

// Worst first. The numbers in `partners` are places in the result, and those that Section::items has.
std::vector<Item> items_of(const std::vector<FindingLines>& findings);

std::string key_of(const Item& item);

Html readiness(const std::vector<Item>& items, const Section& section);

}  // namespace errata::reports::html
