#include "compiler/ir/case_index.h"

#include <algorithm>

namespace errata::compiler {

std::vector<std::uint32_t> CaseList::entries(const Value* state) const {
    std::vector<std::uint32_t> result = always;
    const auto first_of_cases = static_cast<std::ptrdiff_t>(result.size());
    for (std::size_t cell = base; cell < base + cells; ++cell) {
        const auto [first, last] =
            std::ranges::equal_range(by_value, state[cell], {}, &std::pair<Value, std::uint32_t>::first);
        for (auto entry = first; entry != last; ++entry) result.push_back(entry->second);
    }
    const auto cases = result.begin() + first_of_cases;
    std::sort(cases, result.end());
    result.erase(std::unique(cases, result.end()), result.end());
    std::inplace_merge(result.begin(), result.begin() + first_of_cases, result.end());
    return result;
}

}  // namespace errata::compiler
