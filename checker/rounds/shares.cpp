#include "checker/rounds/shares.h"

#include <map>

#include "checker/explicit/traces.h"

namespace errata::checker {

using namespace compiler;

std::vector<std::uint32_t> sets_laid_out(const Model& model, const Exploration& exploration) {
    std::map<std::vector<Value>, std::uint32_t> numbers;
    std::vector<std::uint32_t> result(exploration.size());
    const std::vector<StateId> roots = roots_of(exploration);
    for (std::size_t i = 0; i < exploration.size(); ++i) {
        if (roots[i].index != i) {
            result[i] = result[roots[i].index];
            continue;
        }
        std::vector<Value> set;
        const std::size_t setup = exploration[StateId(i)].setup;
        if (setup < model.setups.size() && model.setups[setup].screening) {
            const State state = exploration.state(StateId(i));
            for (const std::size_t holder : model.setups[setup].screening->holders)
                set.push_back(state[holder]);
        }
        result[i] = numbers.emplace(std::move(set), numbers.size()).first->second;
    }
    return result;
}

}  // namespace errata::checker
