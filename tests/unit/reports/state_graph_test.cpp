// What the small specs of tests/golden/graphs do not show: ways on that lead to no state, limits, and
// positions that cannot be listed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/driver/session.h"
#include "reports/render/state_graph.h"
#include "tests/support/memory_reader.h"

namespace errata::tests {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string graph_of(const std::string& text, std::size_t most_states = reports::most_graph_states) {
    const tests::MemoryReader files({{"g.rules", "game \"Graph\"\nplayer Ann\n" + text}});
    const checker::Session spec = checker::open_session(files, "g.rules", {});
    EXPECT_EQ(spec.parts.size(), 1U);
    if (spec.parts.empty()) return "";
    return reports::render_graph(reports::explain_graph(spec.parts[0].model, 0, most_states));
}

TEST(StateGraph, SaysWhoDecidesWhatChangedAndWhatIsUsed) {
    const std::string graph = graph_of(R"(
state { gold: 0..2 }
action earn() { gold += 1 }
rule "Thrift" { when earn() { nothing } }
turn {
    choose by Ann { option "works" if gold < 1 { earn() } option "rests" { end "night" } }
    settle
}
)");
    EXPECT_THAT(graph,
                HasSubstr("state 1: Ann\n  -> 2: works\n    uses: turn the turn, action earn, rule Thrift\n"
                          "  -> 3: rests\n    uses: turn the turn\n"));
    EXPECT_THAT(graph, HasSubstr("state 2: rules\n  now: gold = 1\n  pending: Thrift\n"
                                 "  -> 4: puts Thrift on the agenda\n    uses: rule Thrift\n"));
    EXPECT_THAT(graph, HasSubstr("state 3: over: night\n\n"));
    EXPECT_THAT(graph, HasSubstr("  now: gold = 1\n  to do: rule Thrift\n"));
    EXPECT_THAT(graph, Not(HasSubstr("limit")));
}

TEST(StateGraph, AWayOnThatIsNoStateIsAnErrorWithItsIncident) {
    const std::string graph = graph_of(R"(
state { gold: 0..1 }
turn { choose by Ann { option "works" { gold += 1 } } }
)");
    EXPECT_THAT(
        graph,
        HasSubstr("  -> error: works\n    uses: turn the turn\n    incident: contradiction.invariant: "));
}

TEST(StateGraph, AWayOnThatOutgrowsTheScopeIsCut) {
    const std::string graph = graph_of(R"(
action call() { nothing }
rule "Echo" { when call() { call() call() } }
scope small { agenda: 4, pending: 2 }
turn { choose by Ann { option "calls" { call() } } settle }
)");
    EXPECT_THAT(graph, HasSubstr("-> cut: "));
}

TEST(StateGraph, AnIncidentOfTheStateItselfAndABrokenClaimAreItsOwn) {
    const std::string graph = graph_of(R"(
state { gold: 0..1 }
check "poor" always gold = 0
turn {
    choose by Ann { option "finds" { gold := 1 } }
    choose by Ann { option "loses" if gold = 0 { nothing } }
}
)");
    EXPECT_THAT(graph, HasSubstr("Ann\n  now: gold = 1\n  breaks: check \"poor\"\n"
                                 "  incident: deadlock: "));
}

TEST(StateGraph, SaysWhereItsLimitIsReached) {
    const std::string stairs = R"(
state { height: counter }
turn { choose by Ann { option "climbs" { height += 1 } } }
)";
    const std::string graph = graph_of(stairs, 10);
    EXPECT_THAT(graph, HasSubstr("state 8: "));
    EXPECT_THAT(graph, HasSubstr("\nlimit: of 10 states reached, the ways on from state "));
}

TEST(StateGraph, PositionsThatCannotBeListedAreNotLeftOutInSilence) {
    const std::string graph = graph_of(R"(
kind stone of 30 { heavy: bool }
turn { nothing }
setup "any" { for each s: stone { s.heavy := any } }
)");
    EXPECT_EQ(graph, "setup \"any\"\nleaves too many positions open to list them\n");
}

TEST(StateGraph, ASetupWithoutPositionsSaysSo) {
    const std::string graph = graph_of(R"(
state { heavy: bool }
turn { nothing }
setup "none" { heavy := yes require not heavy }
)");
    EXPECT_EQ(graph, "setup \"none\"\nno position satisfies what it requires\n");
}

}  // namespace
}  // namespace errata::tests
