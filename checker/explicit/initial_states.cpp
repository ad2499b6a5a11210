#include "checker/explicit/initial_states.h"

#include <algorithm>

#include "checker/explicit/requirement_parts.h"
#include "dsl/base/check.h"

namespace errata::checker {

using compiler::State;
using compiler::Type;
using compiler::Value;

namespace {

class Enumeration {
public:
    Enumeration(const compiler::Evaluator& evaluator, const compiler::Setup& setup, const SetupLimits& limits)
        : setup_(setup),
          limits_(limits),
          state_(evaluator.initial(setup, std::vector<Value>(setup.open.size()))),
          terms_{evaluator.model(), evaluator.enabled(), journal_, nullptr},
          due_(setup.open.size()) {
        for (const std::size_t cell : setup.open) types_.push_back(&type_of(evaluator.model(), cell));
        for (RequirementPart& part : requirement_parts(evaluator, setup)) {
            (part.reads.empty() ? always_ : due_[part.reads.back()]).push_back(std::move(part));
        }
        terms_.look_at(state_.data(), nullptr);
    }

    // False: too many. Goes forward through the open cells as long as what they complete holds, and back
    // where a cell has no value left: a setup may leave more cells open than a call stack is deep.
    bool run() {
        if (!hold(always_)) return true;
        const std::size_t count = setup_.open.size();
        if (count == 0) return keep();
        std::vector<Value> next(count);  // the value to try, by open cell
        next[0] = types_[0]->lo;
        for (std::size_t i = 0;;) {
            if (next[i] > types_[i]->hi) {
                if (i == 0) return true;
                --i;
                continue;
            }
            if (++assignments_ > limits_.assignments) return false;
            state_[setup_.open[i]] = next[i]++;
            if (!hold(due_[i])) continue;
            if (i + 1 < count) {
                ++i;
                next[i] = types_[i]->lo;
            } else if (!keep()) {
                return false;
            }
        }
    }
    std::vector<State> found;

private:
    static const Type& type_of(const compiler::Model& model, std::size_t cell) {
        const auto variable = std::ranges::find_if(model.variables, [&](const compiler::Variable& candidate) {
            return candidate.base <= cell && cell < candidate.base + candidate.cells;
        });
        ERRATA_CHECK(variable != model.variables.end());
        return model.type(variable->type);
    }

    bool keep() {
        found.push_back(state_);
        return found.size() <= limits_.states && found.size() * state_.size() <= limits_.cells;
    }

    // As Evaluator::satisfies_requirements: what is undefined or undetermined does not hold.
    bool hold(const std::vector<RequirementPart>& parts) {
        return std::ranges::all_of(parts, [&](const RequirementPart& part) {
            journal_.clear();
            terms_.forgive();
            for (std::size_t level = 0; level < part.bound.size(); ++level) {
                terms_.binders.bind(static_cast<std::uint32_t>(level), part.bound[level]);
            }
            return terms_.evaluate(part.term) == 1 && !terms_.failed();
        });
    }

    const compiler::Setup& setup_;
    const SetupLimits& limits_;
    State state_;
    compiler::Journal journal_;
    compiler::TermEvaluator terms_;
    std::vector<const Type*> types_;                 // by open cell
    std::vector<std::vector<RequirementPart>> due_;  // by the open cell that completes what they read
    std::vector<RequirementPart> always_;            // read no open cell
    std::size_t assignments_ = 0;
};

}  // namespace

std::optional<std::vector<State>> initial_states(const compiler::Evaluator& evaluator,
                                                 const compiler::Setup& setup, const SetupLimits& limits) {
    for (const std::size_t cell : setup.open) {
        for (const compiler::Variable& variable : evaluator.model().variables) {
            const bool owns = variable.base <= cell && cell < variable.base + variable.cells;
            if (owns && !evaluator.model().type(variable.type).is_finite()) return std::nullopt;
        }
    }
    Enumeration enumeration(evaluator, setup, limits);
    if (!enumeration.run()) return std::nullopt;
    return std::move(enumeration.found);
}

}  // namespace errata::checker
