#include "reports/explain/alike_items.h"

#include <algorithm>

#include "dsl/base/text.h"

namespace errata::reports {

std::vector<std::string> alike_items(const compiler::Model& model,
                                     const std::vector<compiler::ClauseId>& clauses) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < model.printed_items.size(); ++i) {
        const std::vector<compiler::ClauseId>& own = model.printed_items[i].clauses;
        if (std::ranges::find_first_of(own, clauses) == own.end()) continue;
        std::vector<std::string> others;
        for (const compiler::PrintedItem& item : model.printed_items) {
            if (item.same_as == i) others.push_back(item.name);
        }
        if (!others.empty())
            result.push_back(dsl::join(others, " or ") + " for " + model.printed_items[i].name);
    }
    return result;
}

}  // namespace errata::reports
