// The solver of equations against the definition taken literally: every assignment is tried.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "compiler/ir/definitions.h"
#include "compiler/ir/solve_equations.h"
#include "tests/differential/random_model.h"
#include "tests/support/random_state.h"
#include "tests/support/seed.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;

// One assignment of the first system of a model.
class Tried final : public AssignedUnknowns {
public:
    Tried(const Model& model, const State& state)
        : model_(model), terms_{model, enabled_, journal_, nullptr, nullptr, this} {
        terms_.look_at(state.data(), nullptr);
        const Equations& system = model.functions.equations[0];
        for (std::size_t i = 0; i < system.count; ++i) {
            const std::size_t count = tuples(model, model.functions.unknowns[i].params);
            for (std::size_t k = 0; k < count; ++k) places_.emplace_back(UnknownId(i), k);
        }
        for (const auto& place : places_) values.push_back(type(place.first).lo);
    }

    // In lexicographic order; false at the end.
    bool next() {
        for (std::size_t i = values.size(); i-- > 0;) {
            if (++values[i] <= type(places_[i].first).hi) return true;
            values[i] = type(places_[i].first).lo;
        }
        return false;
    }

    bool is_solution() {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const Unknown& unknown = model_.functions.unknowns[places_[i].first.index];
            forgive(terms_);
            enter(terms_, unknown.params, places_[i].second);
            const Value value = terms_.evaluate(unknown.definition);
            if (terms_.failed() || value != values[i]) return false;
        }
        return true;
    }

    std::optional<Value> worth() {
        const TermId preference = model_.functions.equations[0].preference;
        if (!preference.is_valid()) return 0;
        forgive(terms_);
        const Value value = terms_.evaluate(preference);
        return terms_.failed() ? std::nullopt : std::optional(value);
    }

    Assignment values;

private:
    Value ask(UnknownId unknown, std::size_t position) override {
        return values[unknowns_before(model_, unknown) + position];
    }
    const Type& type(UnknownId unknown) const {
        return model_.type(model_.functions.unknowns[unknown.index].type);
    }

    const Model& model_;
    const EnabledClauses enabled_;
    Journal journal_;
    TermEvaluator terms_;
    std::vector<std::pair<UnknownId, std::size_t>> places_;
};

std::vector<Assignment> by_trying(const Model& model, const State& state) {
    std::vector<Assignment> result;
    std::optional<Value> best;
    Tried tried(model, state);
    do {
        if (!tried.is_solution()) continue;
        const std::optional<Value> worth = tried.worth();
        if (worth > best) result.clear();
        if (worth < best) continue;
        best = worth;
        result.push_back(tried.values);
    } while (tried.next());
    return result;
}

TEST(Equations, TheSolverFindsWhatTryingFinds) {
    std::map<std::size_t, std::size_t> found;  // by number of solutions
    const std::uint64_t first = 3000 + first_seed();
    for (std::uint64_t seed = first; seed < first + 1200; ++seed) {
        const Model model = random_model(seed);
        if (model.functions.equations.empty()) continue;
        RandomStates states(model, seed);
        for (int i = 0; i < 8; ++i) {
            const State state = states.next();
            const std::vector<std::optional<Assignment>> nothing;
            const Solved solved = EquationsSolver(model, {}, EquationsId(0), state.data(), nothing).solve();
            ASSERT_FALSE(solved.too_large);
            ASSERT_EQ(solved.solutions, by_trying(model, state)) << "model " << seed << ", state " << i;
            ++found[std::min<std::size_t>(solved.solutions.size(), 3)];
        }
    }
    for (std::size_t count = 0; count <= 3; ++count) EXPECT_GE(found[count], 50U) << count << " solutions";
}

// The least solution is one, and lies below all others.
TEST(Equations, AnInductiveSolutionIsTheLeast) {
    std::size_t others = 0;
    const std::uint64_t first = 3000 + first_seed();
    for (std::uint64_t seed = first; seed < first + 1200; ++seed) {
        Model model = random_model(seed);
        if (model.functions.equations.size() < 2 || !model.functions.equations[1].reads.empty()) continue;
        RandomStates states(model, seed);
        for (int i = 0; i < 8; ++i) {
            const State state = states.next();
            const std::vector<std::optional<Assignment>> nothing;
            const Solved least = EquationsSolver(model, {}, EquationsId(1), state.data(), nothing).solve();
            Model searched = model;
            searched.functions.equations[1].inductive = false;
            const Solved all = EquationsSolver(searched, {}, EquationsId(1), state.data(), nothing).solve();
            ASSERT_LE(least.solutions.size(), 1U);
            if (least.solutions.empty()) continue;
            ASSERT_NE(std::ranges::find(all.solutions, least.solutions[0]), all.solutions.end())
                << "model " << seed;
            for (const Assignment& other : all.solutions) {
                for (std::size_t k = 0; k < other.size(); ++k)
                    ASSERT_LE(least.solutions[0][k], other[k]) << "model " << seed;
                others += other != least.solutions[0] ? 1 : 0;
            }
        }
    }
    EXPECT_GE(others, 50U);
}

}  // namespace
}  // namespace errata::tests
