#include "checker/symbolic/returning.h"

#include "compiler/smt/formula.h"

namespace errata::checker {

using namespace compiler;

namespace {

using Cells = std::vector<Formula>;

// The same instances, each as often, in whatever order; an empty slot counts as one, too.
Formula same_bag(const Model& model, FormulaPool& pool, const Cells& first, const Cells& last) {
    const Layout& layout = model.layout;
    const auto count = [&](const Cells& in, std::size_t slot) {
        Formula sum = pool.constant(0);
        for (std::size_t i = 0; i < layout.pending; ++i) {
            std::vector<Formula> alike;
            for (std::size_t c = 0; c <= layout.pending_arguments; ++c)
                alike.push_back(pool.equal(in[layout.slot(i) + c], first[layout.slot(slot) + c]));
            sum = add(pool, sum, pool.land(std::move(alike)));
        }
        return sum;
    };
    std::vector<Formula> same;
    for (std::size_t i = 0; i < layout.pending; ++i)
        same.push_back(pool.equal(count(first, i), count(last, i)));
    return pool.land(std::move(same));
}

}  // namespace

Formula returns(const Model& model, FormulaPool& pool, const Cells& first, const Cells& last) {
    const Layout& layout = model.layout;
    std::vector<Formula> same;
    for (const Variable& variable : model.variables) {
        for (std::size_t i = variable.base; i < variable.base + variable.cells; ++i)
            same.push_back(pool.equal(first[i], last[i]));
    }
    same.push_back(pool.equal(first[layout.over], last[layout.over]));
    for (std::size_t c = layout.frame(0); c < layout.frame(layout.frames); ++c)
        same.push_back(pool.equal(first[c], last[c]));
    same.push_back(same_bag(model, pool, first, last));
    return pool.land(std::move(same));
}

std::vector<Formula> what_goes_on(const ByItself& here) {
    std::vector<Formula> result = here.items;
    result.insert(result.end(), here.checks.begin(), here.checks.end());
    return result;
}

}  // namespace errata::checker
