// The query for forced loops on any board against plain walks: where the evaluator, started anywhere, runs
// into a forced loop, the query must know one of that sort. A query that loses loops looks like a game that
// has none; no replay would show it.
#include "checker/symbolic/loop_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>

#include "compiler/compile.h"
#include "dsl/load.h"
#include "tests/differential/random_model.h"
#include "tests/support/random_state.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

using namespace compiler;
using checker::AnyBoardLoop;
using checker::LoopQueryOptions;
using checker::LoopQueryReport;

constexpr std::size_t longest = 4;

// What goes round: items by point (positive), state checks (negative).
using Sort = std::set<int>;

Sort doings(const Evaluator& evaluator, const State& state, const Move& move) {
    const Model& model = evaluator.model();
    if (move.kind == MoveKind::Option || move.kind == MoveKind::Otherwise)
        return {static_cast<int>(move.point.index) + 1};
    Sort checks;
    for (std::size_t i = 0; move.kind == MoveKind::Settle && i < model.rules.state_checks.size(); ++i) {
        if (evaluator.value(model.rules.state_checks[i].condition, state) == 1)
            checks.insert(-static_cast<int>(i) - 1);
    }
    return checks;
}

// The one way on that neither the turn nor anybody has a say in.
std::optional<Successor> forced(const Evaluator& evaluator, const State& state) {
    Expansion expansion = evaluator.expand(state);
    if (expansion.successors.size() != 1 || !expansion.incidents.empty()) return std::nullopt;
    Successor& successor = expansion.successors[0];
    const bool is_option =
        successor.move.kind == MoveKind::Option || successor.move.kind == MoveKind::Otherwise;
    const bool of_turn = is_option && evaluator.model().flow.points[successor.move.point.index].control;
    if (of_turn || !successor.next || !successor.move.outcomes.empty()) return std::nullopt;
    return std::move(successor);
}

// What goes round in the loop that a walk from the state runs into.
std::optional<Sort> loop_from(const Evaluator& evaluator, const State& state) {
    std::vector<State> states = {state};
    std::vector<Sort> done;
    while (states.size() < 16) {
        const std::optional<Successor> next = forced(evaluator, states.back());
        if (!next) return std::nullopt;
        done.push_back(doings(evaluator, states.back(), next->move));
        const auto again = std::find(states.begin(), states.end(), *next->next);
        if (again != states.end()) {
            const auto from = done.begin() + (again - states.begin());
            if (static_cast<std::size_t>(done.end() - from) > longest) return std::nullopt;
            Sort sort;
            for (auto it = from; it != done.end(); ++it) sort.insert(it->begin(), it->end());
            return sort;
        }
        states.push_back(*next->next);
    }
    return std::nullopt;
}

Sort sort_of(const Evaluator& evaluator, const AnyBoardLoop& loop) {
    Sort sort;
    const State* at = &loop.play.initial;
    for (const Successor& step : loop.play.steps) {
        sort.merge(doings(evaluator, *at, step.move));
        at = &*step.next;
    }
    return sort;
}

struct Tally {
    std::size_t walked = 0;   // loops that walks ran into
    std::size_t listed = 0;   // loops of the query
    std::size_t missing = 0;  // walked into, and of no sort listed though the query had an answer
    std::size_t unanswered = 0;
    std::vector<std::string> refused;
};

// `mistake` is made of the models that are encoded.
Tally compare_loops(
    std::uint64_t first, std::uint64_t last, const std::function<void(Model&)>& mistake = [](Model&) {}) {
    Tally tally;
    for (std::uint64_t seed = first; seed < last; ++seed) {
        const Model model = random_model(seed);
        const Evaluator evaluator(model);
        std::vector<Sort> walked;
        RandomStates states(model, seed);
        for (int i = 0; i < 60; ++i) {
            if (std::optional<Sort> sort = loop_from(evaluator, states.next()))
                walked.push_back(std::move(*sort));
        }
        if (walked.empty() && seed % 4 != 0) continue;
        LoopQueryOptions options;
        options.length = longest;
        options.loops = 50;
        Model encoded = model;
        mistake(encoded);
        const LoopQueryReport report = find_forced_loops(encoded, evaluator, options);
        tally.refused.insert(tally.refused.end(), report.refused.begin(), report.refused.end());
        tally.walked += walked.size();
        tally.listed += report.loops.size();
        if (report.decided < longest) {
            ++tally.unanswered;
            continue;
        }
        std::vector<Sort> listed;
        for (const AnyBoardLoop& loop : report.loops) listed.push_back(sort_of(evaluator, loop));
        for (const Sort& sort : walked) {
            const bool is_known = std::any_of(listed.begin(), listed.end(), [&](const Sort& known) {
                return std::includes(sort.begin(), sort.end(), known.begin(), known.end());
            });
            tally.missing += is_known ? 0 : 1;
        }
    }
    return tally;
}

TEST(LoopQuery, KnowsEveryLoopThatAWalkRunsInto) {
    const Tally tally = compare_loops(5000, 5200);
    std::printf("[   loops  ] %zu walked into, %zu listed, %zu models unanswered\n", tally.walked,
                tally.listed, tally.unanswered);
    EXPECT_EQ(tally.missing, 0U);
    EXPECT_EQ(tally.unanswered, 0U);
    EXPECT_GE(tally.walked, 50U);
    EXPECT_THAT(tally.refused, testing::IsEmpty());
}

// Loops that the explicit search finds on one board each; here no board is given.
TEST(LoopQuery, FindsTheForcedLoopsOfTheLitmusSpecs) {
    const std::map<std::string, std::vector<std::size_t>> lengths = {
        {"bell-and-gong", {4}},       {"bell-and-gong-chime", {}},  {"blood-and-candle", {4}},
        {"blood-and-candle-wax", {}}, {"sun-and-moon", {2}},        {"sun-and-moon-noon", {}},
        {"exile-circle", {15}},       {"exile-circle-destroy", {}}, {"exile-circle-may", {}}};
    for (const auto& [name, expected] : lengths) {
        SCOPED_TRACE(name);
        dsl::SourceSet sources;
        dsl::Sink sink;
        const auto modules = dsl::load(dsl::DiskReader(), litmus_spec(name), sources, sink);
        const std::optional<Model> model = compile(sources, modules, {}, sink);
        ASSERT_TRUE(model.has_value());
        const LoopQueryReport report = checker::find_forced_loops(*model);
        std::vector<std::size_t> found;
        for (const AnyBoardLoop& loop : report.loops) found.push_back(loop.play.steps.size());
        EXPECT_EQ(found, expected);
        EXPECT_EQ(report.decided, LoopQueryOptions().length);
        EXPECT_THAT(report.refused, testing::IsEmpty());
    }
}

// Loops that are lost are noticed, whether by a condition that is too strong or with a transition that is not
// seen.
TEST(LoopQuery, LosesNoLoopUnnoticed) {
    const auto noticed = [](const std::function<void(Model&)>& mistake) {
        for (std::uint32_t seed = 5000; seed < 6000; seed += 50) {
            const Tally tally = compare_loops(seed, seed + 50, mistake);
            if (tally.missing + tally.refused.size() > 0) return true;
        }
        return false;
    };
    // A transition that reports anything does not count.
    EXPECT_TRUE(noticed([](Model& model) {
        Code cut;
        cut.kind = CodeKind::Cut;
        for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
            if (model.flow.code[CodeId(i)].kind == CodeKind::Report) model.flow.code.replace(CodeId(i), cut);
        }
    }));
    // A point's last option is not seen.
    EXPECT_TRUE(noticed([](Model& model) {
        for (Point& point : model.flow.points)
            if (point.options.size() > 1) point.options.pop_back();
    }));
}

}  // namespace
}  // namespace errata::tests
