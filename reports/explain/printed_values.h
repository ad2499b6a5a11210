// What is printed on cards beside their text.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/verdict.h"
#include "compiler/ir/model.h"

namespace errata::reports {

// What is printed on the item beside its text, by name.
std::vector<std::pair<std::string, std::string>> printed_values(const compiler::Model& model,
                                                                const compiler::PrintedItem& item);

// "cost: 2, keywords: {Flying}", by item: of what is printed on items whose words the finding quotes, that
// act in its play or that objects of it bear, the values that go by these names. At most six items.
std::vector<std::pair<const compiler::PrintedItem*, std::string>> printed_values(
    const compiler::Model& model, const checker::Finding& finding, const std::set<std::string>& named);

}  // namespace errata::reports
