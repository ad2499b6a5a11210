#include "checker/explicit/setup_parts.h"

#include <algorithm>
#include <map>

#include "checker/explicit/initial_states.h"
#include "compiler/ir/effects/effects.h"
#include "compiler/ir/walk.h"
#include "dsl/base/check.h"

namespace errata::checker {

using namespace compiler;

namespace {

struct Splittable {
    NarrowedCell range;
    bool is_written = false;
};

NarrowedCell range_of(const Setup& setup, const NarrowedCell& whole) {
    const auto narrowed = std::ranges::find(setup.narrowed, whole.cell, &NarrowedCell::cell);
    return narrowed == setup.narrowed.end() ? whole : *narrowed;
}

// The open cells, in the order in which they are narrowed.
std::vector<Splittable> splittable_cells(const Evaluator& evaluator, const Setup& setup) {
    const Model& model = evaluator.model();
    const Effects& effects = evaluator.facts().get<Effects>();
    std::vector<Splittable> result;
    for (const std::size_t cell : setup.open) {
        for (std::size_t i = 0; i < model.variables.size(); ++i) {
            const Variable& variable = model.variables[i];
            if (cell < variable.base || cell >= variable.base + variable.cells) continue;
            const Type& type = model.type(variable.type);
            if (type.is_finite() && !variable.reading.is_valid())
                result.push_back(
                    {range_of(setup, {cell, type.lo, type.hi}), !effects.writes(VarId(i)).empty()});
        }
    }
    std::ranges::stable_sort(result, [](const Splittable& a, const Splittable& b) {
        const auto rank = [](const Splittable& one) {
            return std::pair(one.is_written, one.range.lo - one.range.hi);
        };
        return rank(a) < rank(b);
    });
    return result;
}

class Splitting {
public:
    Splitting(const Evaluator& evaluator, const Setup& setup, const PartLimits& limits)
        : evaluator_(evaluator), limits_(limits), cells_(splittable_cells(evaluator, setup)) {}

    // How many initial states there are by value of this cell; nothing: too many.
    std::optional<std::map<Value, std::size_t>> count(const Setup& setup, std::size_t place) const {
        std::map<Value, std::size_t> counts;
        std::size_t all = 0;
        const auto visit = [&](const State& state) {
            ++counts[place < cells_.size() ? state[cells_[place].range.cell] : 0];
            return ++all <= limits_.all;
        };
        if (!for_each_initial_state(evaluator_, setup, limits_.assignments, visit)) return std::nullopt;
        return counts;
    }

    void split(const Setup& setup, std::size_t place, const std::map<Value, std::size_t>& counts) {
        if (place == cells_.size()) return parts.push_back(setup);
        std::vector<std::pair<Value, Value>> ranges;
        std::size_t in_last = limits_.part;
        for (const auto& [value, states] : counts) {
            if (in_last + states > limits_.part) {
                ranges.emplace_back(value, value);
                in_last = 0;
            }
            ranges.back().second = value;
            in_last += states;
        }
        for (const auto& [lo, hi] : ranges) {
            Setup part = setup;
            narrow(part, {cells_[place].range.cell, lo, hi});
            const bool is_large = lo == hi && counts.at(lo) > limits_.part;
            if (!is_large) {
                parts.push_back(std::move(part));
                continue;
            }
            const auto inner = count(part, place + 1);
            ERRATA_CHECK(inner.has_value());
            split(part, place + 1, *inner);
        }
    }

    std::vector<Setup> parts;

private:
    const Evaluator& evaluator_;
    const PartLimits& limits_;
    std::vector<Splittable> cells_;
};

std::size_t total(const std::map<Value, std::size_t>& counts) {
    std::size_t all = 0;
    for (const auto& [value, states] : counts) all += states;
    return all;
}

}  // namespace

void narrow(Setup& setup, const NarrowedCell& to) {
    std::erase_if(setup.narrowed, [&](const NarrowedCell& one) { return one.cell == to.cell; });
    setup.narrowed.push_back(to);
}

std::optional<std::vector<Setup>> parts_of(const Evaluator& evaluator, const Setup& setup,
                                           const PartLimits& limits) {
    Splitting splitting(evaluator, setup, limits);
    const auto counts = splitting.count(setup, 0);
    if (!counts) return std::nullopt;
    if (total(*counts) <= limits.whole) return std::vector{setup};
    splitting.split(setup, 0, *counts);
    return std::move(splitting.parts);
}

std::vector<Setup> pieces_of(const Evaluator& evaluator, const Setup& part) {
    constexpr std::size_t pieces = 8;
    PartLimits limits;
    const auto counts = Splitting(evaluator, part, limits).count(part, 0);
    if (!counts || total(*counts) < 2) return {};
    limits.whole = limits.part = (total(*counts) + pieces - 1) / pieces;
    auto result = parts_of(evaluator, part, limits);
    if (!result || result->size() < 2) return {};
    return std::move(*result);
}

}  // namespace errata::checker
