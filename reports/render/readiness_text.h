// The table of readiness as text: a row for each card or rule that findings name, the worst first.
#pragma once

#include <string>
#include <vector>

#include "reports/columns.h"
#include "reports/readiness.h"
#include "reports/report.h"

namespace errata::reports {

// Empty: no finding names a card or a rule. What can be played has a column where a screen asked it; else the
// findings say what cannot, and partners need the room.
std::string readiness_text(const Report& report, std::size_t width = default_width);

// "Nothing was found about 27 others: Ash, Belfry, Boots and 24 more."; all by name: none is only counted.
std::string quiet_sentence(const Report& report, bool all_by_name);

// Of one row: "error order.unowned", or "settled ..."; the first partners and how many more there are, in a
// width that the names keep; by whom it is accepted, until when and why, each reason cut short.
std::string worst_text(const Item& item);
std::string partners_text(const std::vector<Item>& items, const Item& item,
                          std::size_t width = std::string::npos);
std::string reasons_text(const Item& item);

}  // namespace errata::reports
