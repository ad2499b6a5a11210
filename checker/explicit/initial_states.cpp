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
    Enumeration(const compiler::Evaluator& evaluator, const compiler::Setup& setup, std::size_t assignments,
                const std::function<bool(const State&)>& visit)
        : setup_(setup),
          most_assignments_(assignments),
          visit_(visit),
          state_(evaluator.initial(setup, std::vector<Value>(setup.open.size()))),
          terms_{evaluator.model(), evaluator.enabled(), journal_, nullptr},
          due_(setup.open.size()) {
        for (const std::size_t cell : setup.open) {
            const Type& type = type_of(evaluator.model(), cell);
            is_finite_ = is_finite_ && type.is_finite();
            ranges_.push_back({cell, type.lo, type.hi});
            for (const compiler::NarrowedCell& narrow : setup.narrowed) {
                if (narrow.cell == cell) ranges_.back() = narrow;
            }
        }
        for (RequirementPart& part : requirement_parts(evaluator, setup)) {
            (part.reads.empty() ? always_ : due_[part.reads.back()]).push_back(std::move(part));
        }
        terms_.look_at(state_.data(), nullptr);
    }

    // False: as `for_each_initial_state`. Goes forward through the open cells as long as what they complete
    // holds, and back where a cell has no value left: a setup may leave more cells open than a call stack is
    // deep.
    bool run() {
        if (!is_finite_) return false;
        if (!hold(always_)) return true;
        const std::size_t count = setup_.open.size();
        if (count == 0) return is_left_out() || visit_(state_);
        std::vector<Value> next(count);  // the value to try, by open cell
        next[0] = ranges_[0].lo;
        for (std::size_t i = 0;;) {
            if (next[i] > ranges_[i].hi) {
                if (i == 0) return true;
                --i;
                continue;
            }
            if (++assignments_ > most_assignments_) return false;
            state_[setup_.open[i]] = next[i]++;
            if (!hold(due_[i])) continue;
            if (i + 1 < count) {
                ++i;
                next[i] = ranges_[i].lo;
            } else if (!is_left_out() && !visit_(state_)) {
                return false;
            }
        }
    }

private:
    static const Type& type_of(const compiler::Model& model, std::size_t cell) {
        const auto variable = std::ranges::find_if(model.variables, [&](const compiler::Variable& candidate) {
            return candidate.base <= cell && cell < candidate.base + candidate.cells;
        });
        ERRATA_CHECK(variable != model.variables.end());
        return model.type(variable->type);
    }

    bool is_left_out() const {
        const auto is_within = [&](const compiler::NarrowedCell& range) {
            return range.lo <= state_[range.cell] && state_[range.cell] <= range.hi;
        };
        return std::ranges::any_of(setup_.without,
                                   [&](const auto& box) { return std::ranges::all_of(box, is_within); });
    }

    // As Evaluator::satisfies_requirements: what is undefined or undetermined does not hold.
    bool hold(const std::vector<RequirementPart>& parts) {
        return std::ranges::all_of(parts, [&](const RequirementPart& part) {
            journal_.clear();
            forgive(terms_);
            for (std::size_t level = 0; level < part.bound.size(); ++level) {
                terms_.binders.bind(static_cast<std::uint32_t>(level), part.bound[level]);
            }
            return terms_.evaluate(part.term) == 1 && !terms_.failed();
        });
    }

    const compiler::Setup& setup_;
    std::size_t most_assignments_;
    const std::function<bool(const State&)>& visit_;
    State state_;
    compiler::Journal journal_;
    compiler::TermEvaluator terms_;
    bool is_finite_ = true;
    std::vector<compiler::NarrowedCell> ranges_;     // by open cell
    std::vector<std::vector<RequirementPart>> due_;  // by the open cell that completes what they read
    std::vector<RequirementPart> always_;            // read no open cell
    std::size_t assignments_ = 0;
};

}  // namespace

bool for_each_initial_state(const compiler::Evaluator& evaluator, const compiler::Setup& setup,
                            std::size_t assignments, const std::function<bool(const State&)>& visit) {
    return Enumeration(evaluator, setup, assignments, visit).run();
}

std::optional<std::vector<State>> initial_states(const compiler::Evaluator& evaluator,
                                                 const compiler::Setup& setup, const SetupLimits& limits) {
    std::vector<State> found;
    const auto keep = [&](const State& state) {
        found.push_back(state);
        return found.size() <= limits.states && found.size() * state.size() <= limits.cells;
    };
    if (!for_each_initial_state(evaluator, setup, limits.assignments, keep)) return std::nullopt;
    return found;
}

}  // namespace errata::checker
