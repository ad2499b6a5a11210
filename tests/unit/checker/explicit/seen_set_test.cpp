// Packed states: nothing is lost, equal states are found again.
#include "checker/explicit/seen_set.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using checker::PackedStates;
using checker::Packing;
using checker::SeenSet;
using checker::StateId;

// Types of all widths, some of which would straddle two words, and agenda and bag with arguments of different
// types.
Model wide_model() {
    ModelBuilder m;
    m.frames = 3;
    m.registers = 2;
    m.pending = 4;
    m.pending_arguments = 1;
    const TypeId digit = m.range(-4, 9);
    m.variable("flags", m.boolean(), 0, {m.range(0, 40)});
    m.variable("set", m.set_of(m.range(0, 29)), 0, {m.range(0, 2)});
    m.variable("constant", m.range(7, 7), 7);
    m.variable("maybe", m.optional_range(4), 0, {m.range(0, 8)});
    m.variable("count", m.counter());
    m.variable("last", digit);
    const PointId turn = m.point("turn");
    m.live(turn, 1, digit);
    const PointId item = m.point("item");
    m.at(item).control = false;
    m.live(item, 0, m.optional_range(12));
    m.trigger("t", item, {m.optional_range(12)});
    m.ending("end");
    return m.build();
}

// Any cell values that the model's types allow.
State random_state(const Model& model, std::mt19937_64& random) {
    State state(model.layout.cells);
    const auto draw = [&](const Type& type) {
        if (!type.is_finite()) return static_cast<Value>(random());
        return std::uniform_int_distribution<Value>(type.lo, type.hi)(random);
    };
    for (const Variable& variable : model.variables) {
        for (std::size_t i = 0; i < variable.cells; ++i)
            state[variable.base + i] = draw(model.type(variable.type));
    }
    const Layout& layout = model.layout;
    const std::size_t items = random() % layout.frames;
    for (std::size_t i = 0; i <= items; ++i) {
        const std::size_t point = i == items ? 0 : 1;
        state[layout.frame(i)] = static_cast<Value>(point) + 1;
        const auto& live = model.flow.points[point].live_registers.at(0);
        state[layout.frame(i) + 1 + live.reg] = draw(model.type(live.type));
    }
    for (std::size_t i = 0; i < random() % (layout.pending + 1); ++i) {
        state[layout.slot(i)] = 1;
        state[layout.slot(i) + 1] = draw(model.type(model.rules.triggers[0].params[0]));
    }
    return canonical(model, state);
}

TEST(Packing, RoundTrip) {
    const Model model = wide_model();
    const Packing packing(model);
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> words(packing.words());
    for (int i = 0; i < 2000; ++i) {
        const State state = random_state(model, random);
        ASSERT_TRUE(Evaluator(model).is_well_formed(state));
        packing.pack(state, words);
        ASSERT_EQ(packing.unpack(words), state) << "seed 1, state " << i;
    }
}

TEST(Packing, Extremes) {
    ModelBuilder m;
    m.variable("count", m.counter());
    m.variable("set", m.set_of(m.range(0, 29)));
    m.point("turn");
    const Model model = m.build();
    const Packing packing(model);
    std::vector<std::uint64_t> words(packing.words());
    using Limits = std::numeric_limits<Value>;
    for (const Value count : {Limits::min(), Value{-1}, Value{0}, Limits::max()}) {
        const State state{count, (Value{1} << 30) - 1, 0, 1};
        packing.pack(state, words);
        EXPECT_EQ(packing.unpack(words), state);
    }
}

TEST(Packing, IsDense) {
    ModelBuilder m;
    m.variable("flags", m.boolean(), 0, {m.range(0, 61)});
    m.point("turn");
    EXPECT_EQ(Packing(m.build()).words(), 1U)
        << "62 flags, nothing for an `over` without endings, 1 for the point";
}

TEST(PackedStates, AreReadAsTheyWere) {
    const Model model = wide_model();
    const Packing packing(model);
    std::mt19937_64 random(3);
    PackedStates states(packing);
    std::vector<State> added;
    for (int i = 0; i < 2000; ++i) {
        added.push_back(random_state(model, random));
        states.add(added.back());
    }
    std::vector<std::uint64_t> words(packing.words());
    for (std::size_t i = 0; i < added.size(); ++i) {
        ASSERT_EQ(states[i], added[i]) << "seed 3, state " << i;
        packing.pack(added[i], words);
        EXPECT_TRUE(states.equals(i, words));
        for (std::uint64_t& word : words) {
            word ^= 1;
            EXPECT_FALSE(states.equals(i, words));
            word ^= 1;
        }
    }
}

// A game with room for so many things to be done, of which nothing is to be done.
std::size_t bytes_with_agenda_of(std::uint32_t places) {
    ModelBuilder m;
    m.frames = places;
    m.registers = 4;
    m.pending = places;
    m.pending_arguments = 2;
    m.variable("count", m.range(0, 9'999));
    const PointId turn = m.point("turn");
    const PointId item = m.point("item");
    m.at(item).control = false;
    for (std::uint32_t i = 0; i < m.registers; ++i) m.live(item, i, m.range(0, 100'000));
    m.trigger("t", item, {m.range(0, 100'000), m.range(0, 100'000)});
    const Model model = m.build();
    const Packing packing(model);
    PackedStates states(packing);
    State state(model.layout.cells);
    state[model.layout.frame(0)] = static_cast<Value>(turn.index) + 1;
    for (state[0] = 0; state[0] < 10'000; ++state[0]) states.add(state);
    return states.bytes();
}

TEST(PackedStates, CostNothingForPlacesOfTheAgendaThatAreNotUsed) {
    EXPECT_EQ(bytes_with_agenda_of(20), bytes_with_agenda_of(2));
}

TEST(SeenSet, NumbersStatesDenselyAndFindsThemAgain) {
    const Model model = wide_model();
    std::mt19937_64 random(2);
    const Packing packing(model);
    SeenSet seen(packing);
    std::vector<State> inserted;
    for (int i = 0; i < 5000; ++i) {
        const State state = random_state(model, random);
        const auto [id, is_new] = seen.insert(state);
        ASSERT_TRUE(is_new);
        ASSERT_EQ(id, StateId(inserted.size()));
        inserted.push_back(state);
    }
    for (std::size_t i = 0; i < inserted.size(); ++i) {
        EXPECT_EQ(seen.find(inserted[i]), StateId(i));
        EXPECT_EQ(seen[StateId(i)], inserted[i]);
        EXPECT_FALSE(seen.insert(inserted[i]).is_new);
    }
    EXPECT_EQ(seen.size(), inserted.size());
    EXPECT_EQ(seen.find(random_state(model, random)), std::nullopt);
}

}  // namespace
}  // namespace errata::tests
