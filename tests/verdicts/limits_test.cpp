// A limit that was reached is named with what to do about it, and what it concerns is not said to be
// complete. (checker/README.md lists them.)
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

using Json = nlohmann::json;

Json report_on_text(const std::string& text, std::vector<std::string> switches = {}) {
    switches.insert(switches.end(), {"--format", "json"});
    const Ran ran = check_anns(text, switches);
    const Json report = Json::parse(ran.out, nullptr, false);
    EXPECT_FALSE(report.is_discarded()) << ran.out << ran.err;
    return report;
}

// "bounded: 5 states ...": of the claim that begins so.
std::string verdict_on(const Json& report, const std::string& claim) {
    for (const Json& verdict : report.at("verdicts")) {
        if (verdict.at("claim").get<std::string>().starts_with(claim))
            return verdict.at("status").get<std::string>() + ": " + verdict.at("detail").get<std::string>();
    }
    return "";
}

constexpr const char* stairs = R"(
state { height: 0..90 }
turn { choose by Ann { option "climbs" if height < 90 { height += 1 } option "stops" { end "home" } } }
check "it ends" terminates
check "she can come to an end" possible height >= 0
check "low" always height < 91
check "high" eventually height > 3
)";

TEST(Limits, OfStatesAreNamedInEveryVerdict) {
    const Json report = report_on_text(stairs, {"--budget", "20states", "--engine", "explicit"});
    EXPECT_TRUE(report.at("inconclusive"));
    for (const char* claim :
         {"check \"it ends\"", "check \"she can come to an end\"", "check \"low\"", "no loop.optional"}) {
        const std::string verdict = verdict_on(report, claim);
        EXPECT_TRUE(verdict.starts_with("bounded: ")) << claim << " " << verdict;
        EXPECT_NE(verdict.find("⟦StatesSpent⟧"), std::string::npos) << verdict;
    }
}

TEST(Limits, OfDepthAreNamed) {
    const std::string verdict =
        verdict_on(report_on_text(stairs, {"--depth", "7", "--engine", "explicit"}), "check \"it ends\"");
    EXPECT_TRUE(verdict.starts_with("bounded: ")) << verdict;
    EXPECT_NE(verdict.find("⟦DepthReached⟧"), std::string::npos) << verdict;
}

TEST(Limits, OfTheScopeAreNamed) {
    const Json report = report_on_text(R"(
rule "Echo" { when call() { call() call() } }
action call() { nothing }
turn { phase day { choose by Ann { option "calls" { call() } option "stops" { end "home" } } } }
check "it ends" terminates
)",
                                       {"--engine", "explicit"});
    const std::string verdict = verdict_on(report, "check \"it ends\"");
    EXPECT_TRUE(verdict.starts_with("refuted: ") || verdict.starts_with("bounded: ")) << verdict;
    EXPECT_NE(verdict_on(report, "no loop.optional").find("⟦PlaysOutgrow: ⟦BoundOf: agenda, 6⟧⟧"),
              std::string::npos);
}

// No state of the scope can hold nine; plays that were cut off could.
TEST(Limits, OfTheScopeLeaveNothingProved) {
    const Json report = report_on_text(R"(
kind token of 4 { }
rule "Breed" { when spawn() { if (number of t: token) < 9 { create t: token { } } } }
action spawn() { nothing }
turn { phase day { choose by Ann { option "spawns" { spawn() } option "stops" { end "home" } } } }
check "never nine" never (number of t: token) = 9
check "nine" reachable (number of t: token) = 9
)");
    const std::string verdict = verdict_on(report, "check \"never nine\"");
    EXPECT_TRUE(verdict.starts_with("bounded: ")) << verdict;
    EXPECT_NE(verdict.find("⟦BoundOf: token, 4⟧"), std::string::npos) << verdict;
    for (const Json& finding : report.at("findings")) EXPECT_EQ(finding.value("code", ""), "") << finding;
}

// One more is watched than there is room for: no mistake of the game.
TEST(Limits, OfWhatWaitsThroughLaterAreNamed) {
    const Json report = report_on_text(R"(
kind kitten: Tom, Tim, Tab { asleep: bool }
state { noted: kitten? }
action stroke(c: kitten) { nothing }
turn {
    choose by Ann {
        option "watches {c}" for c: kitten with not c.asleep {
            c.asleep := yes
            later when stroke(c) { noted := c }
        }
        option "strokes {c}" for c: kitten with c.asleep { stroke(c) }
        option "goes home" { end "home" }
    }
}
scope two { later: 2 }
)",
                                       {"--engine", "explicit"});
    const std::string verdict = verdict_on(report, "no gap.undefined");
    EXPECT_TRUE(verdict.starts_with("bounded: ")) << verdict;
    EXPECT_NE(verdict.find("⟦AnotherBound⟧"), std::string::npos) << verdict;
}

TEST(Limits, OfSearchesForSolutionsAreNamed) {
    const Json report = report_on_text(R"(
kind imp of 3 { near: bool }
equations sums {
    sum(i: imp): 0..60000 = if i.near then 1 else max(0, 50000 - (sum(imp1) + sum(imp2) + sum(imp3)))
}
turn {
    phase day {
        choose by Ann {
            option "asks" if sum(imp1) = 5 { end "x" }
            option "stops" { end "home" }
        }
    }
}
)",
                                       {"--engine", "explicit"});
    const std::string verdict = verdict_on(report, "no gap.undefined");
    EXPECT_TRUE(verdict.starts_with("bounded: ")) << verdict;
    EXPECT_NE(verdict.find("⟦TooLargeNumbers⟧"), std::string::npos) << verdict;
    EXPECT_EQ(verdict.find("⟦AnotherBound⟧"), std::string::npos) << verdict;
}

TEST(Limits, OfCountersThatMoveForEverLeaveNothingComplete) {
    const Json report = report_on_text(R"(
state { gold: counter, debt: counter }
turn {
    choose by Ann {
        option "digs" { gold += 1 }
        option "borrows" { debt += 1 }
        option "pays" if gold > debt { end "rich" }
    }
}
check "it ends" terminates
)",
                                       {"--budget", "3000states"});
    EXPECT_FALSE(verdict_on(report, "check \"it ends\"").starts_with("complete"));
    EXPECT_TRUE(report.at("inconclusive"));
}

TEST(Limits, OfPlacesComparedAreNamed) {
    const Json report = report_on_text(R"(
state { height: 0..1300 }
turn {
    choose by nobody { option "left foot" { nothing } option "right foot" { nothing } }
    if height = 1300 { end "home" }
    height += 1
}
)");
    const std::string verdict = verdict_on(report, "no order.unowned");
    EXPECT_TRUE(verdict.starts_with("bounded: ")) << verdict;
    EXPECT_NE(verdict.find("⟦PlacesPassedOver: "), std::string::npos) << verdict;
}

TEST(Limits, OfExpansionsForIdleTextAreNamed) {
    const Json report = report_on_text(R"(
state { height: 0..30000 }
open slippery(): bool default no
action climb() { height += 1 }
rule "Ice" { cannot climb() if height > 30000 }
rule "Snow" { cannot climb() if height > 30001 }
turn { choose by Ann { option "climbs" if height < 30000 { try climb() } option "stops" { end "home" } } }
)");
    const std::string left_out = report.at("not_analysed").dump();
    EXPECT_NE(left_out.find("⟦WhetherEachMatters: 2⟧"), std::string::npos) << left_out;
}

std::string joined_numbers(int count, const std::string& before, const std::string& between) {
    std::string text;
    for (int i = 1; i <= count; ++i) text += (i > 1 ? between : "") + before + std::to_string(i);
    return text;
}

// What does not depend on a thing that is looked for is evaluated once, also where it speaks of others.
TEST(Limits, WaysWithinQuantifiersCostWhatTheyLookAt) {
    std::string links;
    for (int i = 1; i < 30; ++i)
        links += (i > 1 ? ", P" : "P") + std::to_string(i) + " - P" + std::to_string(i + 1);
    const Json report =
        report_on_text("sites port: " + joined_numbers(30, "P", ", ") + " links " + links + R"(
kind ship of 8 { at: port, goal: port, whom: ship?, lost: bool }
define route(s: ship): bool = path from s.at to s.goal through q: port with q = s.goal
        or some g: ship with g.at = q and not g.lost and g.whom = s
define safe(s: ship): bool = no a: ship with a.goal = s.at and route(a)
define strength(s: ship): number = 1 + number of h: ship with h.whom = s and safe(h)
define wins(s: ship): bool = every o: ship with o.goal = s.goal satisfies strength(s) > strength(o)
turn { phase p { for each s: ship with wins(s) { s.at := s.goal } } end "done" }
)");
    EXPECT_EQ(report.at("diagnostics").size(), 0U) << report.at("diagnostics").dump();
    EXPECT_TRUE(verdict_on(report, "no gap.undefined").starts_with("complete")) << report.dump();
}

// Written out they would be 2 to the power of 40.
TEST(Limits, DefinitionsThatUseEachOtherTwiceCostWhatIsWritten) {
    std::string text = "state { n: 0..3 }\ndefine d0(): number = n\n";
    for (int i = 1; i <= 40; ++i) {
        const std::string before = "d" + std::to_string(i - 1) + "()";
        text += "define d" + std::to_string(i) + "(): number = " + before + " + " + before + "\n";
    }
    text += "check \"none is below\" always d40() >= 0\nturn { phase p { nothing } end \"x\" }\n";
    EXPECT_TRUE(verdict_on(report_on_text(text), "check \"none is below\"").starts_with("complete"));
}

// Beyond all that it is compared with, a counter that only falls makes no difference.
TEST(Limits, ACounterThatOnlyFallsIsSpent) {
    const std::string text = R"(
state { thorns: counter = 3, bare: bool }
rule "Bare" { whenever thorns <= 0 and not bare { bare := yes } }
turn { phase day { choose by Ann { option "picks one" { thorns -= 1 } option "waits" { nothing } } } }
)";
    EXPECT_TRUE(verdict_on(report_on_text(text), "no loop.mandatory").starts_with("complete"));
    const std::string back =
        text + "rule \"Spring\" { when grow() { thorns += 1 } }\naction grow() { nothing }\n";
    EXPECT_TRUE(verdict_on(report_on_text(back), "no loop.mandatory").starts_with("bounded"));
}

}  // namespace
}  // namespace errata::tests
