#include "compiler/ir/case_index.h"

#include <algorithm>

namespace errata::compiler {

std::vector<std::uint32_t> CaseList::entries(const Value* state) const {
    std::vector<std::uint32_t> result = always;
    const auto first_of_cases = static_cast<std::ptrdiff_t>(result.size());
    const auto is_less = [](const auto& entry, Value value) { return entry.first < value; };
    for (std::size_t cell = base; cell < base + cells; ++cell) {
        auto entry = std::lower_bound(by_value.begin(), by_value.end(), state[cell], is_less);
        for (; entry != by_value.end() && entry->first == state[cell]; ++entry)
            result.push_back(entry->second);
    }
    const auto cases = result.begin() + first_of_cases;
    std::sort(cases, result.end());
    result.erase(std::unique(cases, result.end()), result.end());
    std::inplace_merge(result.begin(), result.begin() + first_of_cases, result.end());
    return result;
}

}  // namespace errata::compiler
