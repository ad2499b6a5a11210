// The net itself: random models are models, random states are states of them, the evaluator leads from states
// to states only, and every kind of term, code and agenda takes part often enough to be compared.
#include "tests/differential/random_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "compiler/ir/term_kinds.h"
#include "compiler/ir/verify.h"
#include "tests/differential/coverage.h"
#include "tests/support/random_state.h"
#include "tests/support/seed.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;

// Calls visit(model, evaluator, state) for a dozen states of each of 600 models.
template <class Visit>
void each_state(Visit visit) {
    const std::uint64_t first = 1000 + first_seed();
    for (std::uint64_t seed = first; seed < first + 600; ++seed) {
        SCOPED_TRACE("model of seed " + std::to_string(seed));
        const Model model = random_model(seed);
        const Evaluator evaluator(model);
        RandomStates states(model, seed);
        for (int i = 0; i < 12; ++i) visit(model, evaluator, states.next());
        if (testing::Test::HasFailure()) return;
    }
}

// Only their guards are freer than a model's: they look at registers that hold nothing.
TEST(RandomModels, AreModels) {
    const std::uint64_t first = 1000 + first_seed();
    for (std::uint64_t seed = first; seed < first + 600; ++seed) {
        EXPECT_THAT(verify(random_model(seed)), testing::Each(testing::HasSubstr("holds nothing here")))
            << seed;
    }
}

TEST(RandomModels, StatesAndTheirSuccessorsAreWellFormed) {
    each_state([](const Model&, const Evaluator& evaluator, const State& state) {
        ASSERT_TRUE(evaluator.is_well_formed(state));
        for (const Successor& successor : evaluator.expand(state).successors) {
            ASSERT_TRUE(!successor.next || evaluator.is_well_formed(*successor.next));
        }
    });
}

TEST(RandomModels, EveryKindTakesPart) {
    Coverage::clear();
    each_state([](const Model& model, const Evaluator& evaluator, const State& state) {
        Coverage coverage(model);
        coverage.count(evaluator.expand(state));
    });
    for (std::size_t i = 0; i < std::size(term_kinds); ++i) {
        EXPECT_GE(Coverage::terms[static_cast<TermKind>(i)], 20U) << term_kinds[i].name;
    }
    for (int i = 0; i <= static_cast<int>(CodeKind::Cut); ++i) {
        EXPECT_GE(Coverage::codes[static_cast<CodeKind>(i)], 20U) << "code kind " << i;
    }
    for (const Agenda agenda : {Agenda::Stack, Agenda::Queue, Agenda::Bag}) {
        EXPECT_GE(Coverage::placements[agenda], 20U) << "agenda " << static_cast<int>(agenda);
    }
    for (const IncidentKindInfo& info : all_incident_kinds()) {
        const bool is_of_states = info.kind == IncidentKind::NoOption;
        const auto& met = is_of_states ? Coverage::met_by_states : Coverage::met_by_transitions;
        EXPECT_GE(met.contains(info.kind) ? met.at(info.kind) : 0U, 20U) << info.name;
    }
    // What a look at options, or asking whose choice it is, can meet besides.
    for (const IncidentKind kind : {IncidentKind::Undefined, IncidentKind::Contradiction, IncidentKind::Gap,
                                    IncidentKind::NoSolution, IncidentKind::SeveralSolutions}) {
        EXPECT_GE(Coverage::met_by_states[kind], 1U)
            << all_incident_kinds()[static_cast<std::size_t>(kind)].name;
    }
}

// The things that frames and pending instances hold in optional registers and arguments; -1 where one is
// none.
struct Held {
    std::size_t frames = 0;  // on the agenda
    std::multiset<Value> below_the_top;
    std::multiset<Value> pending;
};

Held held(const Model& model, const State& state) {
    const Layout& layout = model.layout;
    Held result;
    for (std::size_t i = 0; i < layout.frames && state[layout.frame(i)] != 0; ++i, ++result.frames) {
        if (i == 0) continue;
        const Point& point = model.flow.points[static_cast<std::size_t>(state[layout.frame(i)] - 1)];
        for (const BinderRegister& live : point.live_registers) {
            if (model.type(live.type).optional)
                result.below_the_top.insert(state[layout.frame(i) + 1 + live.reg]);
        }
    }
    for (std::size_t i = 0; i < layout.pending && state[layout.slot(i)] != 0; ++i) {
        const Trigger& trigger = model.rules.triggers[static_cast<std::size_t>(state[layout.slot(i)] - 1)];
        for (std::size_t k = 0; k < trigger.params.size(); ++k) {
            if (model.type(trigger.params[k]).optional) result.pending.insert(state[layout.slot(i) + 1 + k]);
        }
    }
    return result;
}

// A bag of which nothing is taken because an item is still on the agenda; transitions that neither add nor
// take away a frame or an instance, and yet leave more of what they hold none.
TEST(RandomModels, TheRareSituationsOccur) {
    std::size_t passed_over = 0;
    std::size_t frames_forgot = 0;
    std::size_t instances_forgot = 0;
    each_state([&](const Model& model, const Evaluator& evaluator, const State& state) {
        const Held before = held(model, state);
        for (const Successor& successor : evaluator.expand(state).successors) {
            if (!successor.next || successor.move.kind == MoveKind::Place) continue;
            const bool waiting = state[model.layout.slot(0)] != 0;
            const bool settled =
                model.flow.points[static_cast<std::size_t>(state[model.layout.frame(0)] - 1)].settled;
            if (model.policies.agenda == Agenda::Bag && before.frames > 1 && waiting && settled &&
                successor.move.kind != MoveKind::Settle) {
                ++passed_over;
            }
            const Held after = held(model, *successor.next);
            const auto forgot = [](const std::multiset<Value>& was, const std::multiset<Value>& is) {
                return was.size() == is.size() && was.count(none_value) < is.count(none_value);
            };
            if (before.frames == after.frames && forgot(before.below_the_top, after.below_the_top))
                ++frames_forgot;
            if (forgot(before.pending, after.pending)) ++instances_forgot;
        }
    });
    EXPECT_GE(passed_over, 20U);
    EXPECT_GE(frames_forgot, 20U);
    EXPECT_GE(instances_forgot, 20U);
}

}  // namespace
}  // namespace errata::tests
