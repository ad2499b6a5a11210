// Which rules a contradiction names: a minimal set that cannot all hold, with what joins them and no
// bystander. And how systems of equations without one solution are told.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "tests/support/program.h"
#include "tests/support/told.h"

namespace errata::tests {
namespace {

nlohmann::json report_findings(const std::string& spec) {
    const Ran ran = check_spec(std::string(ERRATA_SOURCE_DIR) + spec, {"--format", "json"});
    const nlohmann::json report = nlohmann::json::parse(ran.out, nullptr, false);
    EXPECT_FALSE(report.is_discarded()) << ran.out << ran.err;
    return report.is_discarded() ? nlohmann::json::array() : report.at("findings");
}

std::set<std::string> clause_names(const nlohmann::json& finding) {
    std::set<std::string> names;
    for (const auto& clause : finding.at("clauses")) names.insert(clause.at("rule").get<std::string>());
    return names;
}

TEST(ClausesOfAContradiction, AreAMinimalSet) {
    for (const auto& finding : report_findings("/specs/litmus/contradictions/three-omens.rules")) {
        if (finding.at("code") != "contradiction.definition") continue;
        EXPECT_EQ(finding.at("title"), "⟦SeveralValues: outcome, lives and dies⟧");
        EXPECT_EQ(clause_names(finding), (std::set<std::string>{"Blessing", "Plague"}));
        return;
    }
    FAIL() << "nothing contradicts";
}

TEST(ClausesOfAContradiction, AreSeveralFindingsWhereSeveralSetsContradict) {
    std::set<std::set<std::string>> sets;
    for (const auto& finding : report_findings("/tests/verdicts/regressions/two-quarrels.rules")) {
        if (finding.at("code") == "contradiction.definition") sets.insert(clause_names(finding));
    }
    const std::set<std::set<std::string>> expected{{"Shield", "Curse"}, {"Shield", "Rust"}};
    EXPECT_EQ(sets, expected);
}

// The fingerprints' first digits of findings of this code, by title but for the incident's own arguments.
std::map<std::string, std::string> digits_of(const Ran& ran, const std::string& code) {
    std::map<std::string, std::string> digits;
    const nlohmann::json report = nlohmann::json::parse(ran.out);
    for (const auto& finding : report.at("findings")) {
        if (finding.at("code") != code) continue;
        const std::string title = std::regex_replace(finding.at("title").get<std::string>(),
                                                     std::regex("OfIncident:.*?⟧"), "OfIncident⟧");
        digits[title] = finding.at("fingerprint").get<std::string>().substr(0, 8);
    }
    return digits;
}

std::size_t different_values(const std::map<std::string, std::string>& digits) {
    std::set<std::string> values;
    for (const auto& [title, value] : digits) values.insert(value);
    return values.size();
}

// Two who set one thing at the moment of a state check, twice.
const std::string clashing_waves = R"(
kind rock: first, second { card: card }
printed card on rock if this.card = it
card Breaker
  The tide is high.
card Ripple
  The tide is low.
card Gull
  The gulls are many.
card Tern
  The gulls are few.
state { tide: 0..3, gulls: 0..3 }
action turn_tide() { nothing }
rule "Moon" { whenever tide = 0 { turn_tide() } }
phrase line "The tide is high." = { as turn_tide() { tide := 3 } }
phrase line "The tide is low." = { as turn_tide() { tide := 1 } }
phrase line "The gulls are many." = { as turn_tide() { tide := 2 gulls := 3 } }
phrase line "The gulls are few." = { as turn_tide() { tide := 2 gulls := 1 } }
turn { settle end "night" }
setup "waves" { first.card := Breaker second.card := Ripple }
setup "birds" { first.card := Gull second.card := Tern }
)";

TEST(Contradictions, AtAMomentAreOfThoseWhoWriteAndOfWhatTheyWrite) {
    for (const std::string engine : {"explicit", "symbolic"}) {
        const Ran ran = check_text("waves.rules", "game \"Waves\"\nplayer Ann\n" + clashing_waves,
                                   {"--format", "json", "--engine", engine});
        const auto clashes = digits_of(ran, "contradiction.set-set");
        EXPECT_TRUE(clashes.contains("⟦WrittenBy: ⟦OfIncident⟧, tide, Breaker and Ripple⟧")) << ran.out;
        EXPECT_TRUE(clashes.contains("⟦WrittenBy: ⟦OfIncident⟧, gulls, Gull and Tern⟧")) << ran.out;
        EXPECT_EQ(clashes.size(), 2U);
        EXPECT_EQ(different_values(clashes), 2U);
    }
    const Ran told = check_anns(clashing_waves);
    EXPECT_TRUE(says(told, "⟦SetTwice: tide, 3, 1⟧")) << told.out;
}

TEST(Contradictions, OfOneSetupAreAllFoundByEachEngine) {
    const std::string text = R"(game "Sieves"
player Ann
state { ale: 0..3, salt: 0..3, tide: 0..3 }
rule "Sieve" { at dusk { ale -= 1 } }
rule "Cask" { at dawn { salt -= 1 } }
rule "Moon" { whenever tide = 3 { tide := 1 } }
rule "Sun" { whenever tide = 3 { tide := 0 } }
rule "Star" { whenever tide = 3 { tide := 0 } }
turn {
    choose by Ann {
        option "in the evening" { phase dusk { nothing } }
        option "in the morning" { phase dawn { nothing } }
        option "at high tide" { tide := 3 settle }
    }
    end "day"
}
)";
    for (const std::string engine : {"explicit", "symbolic"}) {
        const Ran ran = check_text("sieves.rules", text, {"--format", "json", "--engine", engine});
        const auto clashes = digits_of(ran, "contradiction.set-set");
        EXPECT_EQ(clashes.size(), 2U) << engine << ran.out;
        EXPECT_TRUE(clashes.contains("⟦WrittenBy: ⟦OfIncident⟧, tide, Moon and Sun⟧")) << engine;
        EXPECT_TRUE(clashes.contains("⟦WrittenBy: ⟦OfIncident⟧, tide, Moon and Star⟧")) << engine;
        EXPECT_EQ(digits_of(ran, "contradiction.invariant").size(), 2U) << engine << ran.out;
    }
}

TEST(Contradictions, AtAMomentAreAcceptedOneByOne) {
    const std::string one = "accept contradiction.set-set about \"Breaker\", \"Ripple\" because \"known\"\n";
    const Ran some = check_anns(clashing_waves + one);
    EXPECT_EQ(some.code, 1);
    EXPECT_TRUE(says(some, "1 of them accepted")) << some.out;
    const Ran all = check_anns(
        clashing_waves + one +
        "accept contradiction.set-set about \"gulls\", \"Gull\", \"Tern\" because \"known as well\"\n");
    EXPECT_EQ(all.code, 0) << all.out;
}

TEST(Contradictions, OfRangesAreOfThoseWhoWriteAndOfWhatTheyWrite) {
    const std::string leaks = R"(
kind keg: firkin { card: card }
printed card on keg if this.card = it
card Sieve
  At dusk, lose ale.
  At dawn, lose salt.
state { ale: 0..3, salt: 0..3, late: bool }
phrase line "At dusk, lose ale." = { at dusk { ale -= 1 } }
phrase line "At dawn, lose salt." = { at dawn { salt -= 1 } }
turn {
    choose by Ann { option "stays up" { late := yes } option "sleeps" { nothing } }
    phase dusk if late { nothing }
    phase dawn { nothing }
    end "day"
}
setup "one" { firkin.card := Sieve }
)";
    const Ran ran = check_text("leaks.rules", "game \"Leaks\"\nplayer Ann\n" + leaks, {"--format", "json"});
    const auto ranges = digits_of(ran, "contradiction.invariant");
    EXPECT_TRUE(ranges.contains("⟦WrittenBy: ⟦OfIncident⟧, ale, Sieve⟧")) << ran.out;
    EXPECT_TRUE(ranges.contains("⟦WrittenBy: ⟦OfIncident⟧, salt, Sieve⟧")) << ran.out;
    EXPECT_EQ(different_values(ranges), 2U);
}

TEST(Orders, OfWhatIsSetAndAddedToNameWhoDoesSoInThePlay) {
    const std::string text = R"(game "Taps"
player Ann
state { ale: 0..9, open: 0..3 }
rule "Tap" { whenever open > 0 { ale := 3 open := 0 } }
rule "Jug" { whenever open = 1 { ale += 1 } }
rule "Keg" { whenever open = 2 { ale += 2 } }
turn {
    choose by Ann { option "one" { open := 1 settle } option "two" { open := 2 settle } }
    end "day"
}
)";
    const auto orders = digits_of(check_text("taps.rules", text, {"--format", "json"}), "order.unowned");
    EXPECT_EQ(orders.size(), 2U);
    EXPECT_TRUE(orders.contains("⟦DoneBy: Tap and Jug, ⟦OfIncident⟧⟧"));
    EXPECT_TRUE(orders.contains("⟦DoneBy: Tap and Keg, ⟦OfIncident⟧⟧"));
}

TEST(Contradictions, OfARangeNameAllWhoWriteAtThatMoment) {
    const Ran ran = check_anns(R"(
state { ale: 0..3 = 1, salt: 0..3 = 1, late: bool }
action pour() { nothing }
rule "Sieve" { as pour() { ale -= 1 } }
rule "Guest" { as pour() { ale -= 1 } }
rule "Cook" { as pour() { salt -= 1 } }
turn { simultaneously { pour() } end "day" }
)",
                               {"--about", "Sieve"});
    EXPECT_TRUE(says(ran, "⟧, ale, Sieve and Guest⟧")) << ran.out;
    EXPECT_FALSE(says(ran, "Cook \"")) << ran.out;
}

TEST(Contradictions, OfChangesNameTheTwoThatExcludeEachOther) {
    const Ran ran = check_anns(R"(
enum wind: still, north, south
kind seat: first, second, third { card: card }
printed card on seat if this.card = it
card Boreas
  It blows north.
card Notos
  It blows south.
card Halcyon
  It is calm.
state { wind: wind, calm: bool, dusk: bool }
phrase line "It blows north." = { whenever dusk and wind != north { wind := north } }
phrase line "It blows south." = { whenever dusk and wind != south { wind := south } }
phrase line "It is calm." = { whenever dusk and not calm { calm := yes } }
turn { dusk := yes settle dusk := no end "night" }
setup "three" { first.card := Boreas second.card := Notos third.card := Halcyon }
)",
                               {"--about", "Boreas"});
    EXPECT_TRUE(says(ran, "⟧, wind, Boreas and Notos⟧")) << ran.out;
    EXPECT_FALSE(says(ran, "Halcyon \"")) << ran.out;
}

constexpr const char* harbour = R"(
game "Harbour law"
player Ann
kind ship: Sloop, Barge { armed, foreign, laden: bool }
open hostile(s: ship) default no
open taxed(s: ship) default no
define pirate(s: ship): bool = s.armed and s.foreign
define guest(s: ship): bool = s.foreign and not s.armed
rule "Pirates" { pirate(s) counts as hostile(s) }
rule "Laden" { taxed(s) if s.laden }
rule "Hostile pay nothing" { not taxed(s) if hostile(s) }
state { income: 0..2 }
turn {
    phase noon { choose s: ship by Ann "inspects {s}" { if taxed(s) { income := 1 } } }
    end "evening"
}
setup "pirates" { Sloop.armed := yes Sloop.foreign := yes Sloop.laden := yes }
)";

TEST(Contradictions, NameByWhatTheRulesSpeakOfOneThing) {
    const Ran ran = check_spec_text(harbour);
    EXPECT_TRUE(says(ran, "error: Taxed, or not? \"Laden\" says yes, and \"Hostile pay nothing\" says no"))
        << ran.out;
    EXPECT_TRUE(says(ran, "told.rules:9 Pirates \"pirate(s) counts as hostile(s)\"")) << ran.out;
    const Ran fine = check_spec_text(replaced(harbour, "pirate(s) counts as", "guest(s) counts as"));
    EXPECT_FALSE(says(fine, "error: ")) << fine.out;
    const Ran json = check_spec_text(harbour, {"--format", "json"});
    EXPECT_TRUE(says(json, "\"path\": \"rule Pirates/")) << "it is one of the clauses: " << json.out;
}

TEST(Contradictions, SayWhichStatementWinsByAnException) {
    const Ran ran = check_spec_text(harbour);
    EXPECT_TRUE(says(ran,
                     "For Laden to win, write `except to \"Hostile pay nothing\"` behind it; for the other, "
                     "the other way round."))
        << ran.out;
    EXPECT_TRUE(says(ran,
                     "Tried: for Laden to win, `except to \"Hostile pay nothing\"` in Laden, so that line 10 "
                     "reads `taxed(s) if s.laden except to \"Hostile pay nothing\"`. The finding is gone"))
        << ran.out;
}

TEST(Systems, AreTriedOnTheBoardsOfAllStates) {
    const Ran ran = check_text("moons.rules", R"(game "Moons"
player Ann
kind thing: A, B, C, D { out: bool  since: order  card: card? }
printed card on thing if this.card = it and this.out and not silent(this)
meta { effect_order: since }
derived silent(t: thing): bool layer 4 = no
card Hush
  Others are silent.
phrase line "Others are silent." = { for each t: thing with t != this { silent(t) := yes } }
state { turns: 0..4000 }
turn {
    choose by Ann {
        option "waits" { turns := min(4000, turns + 1) }
        option "plays {t}" for t: thing if not t.out and t.card is not none { t.out := yes  mark t.since }
    }
}
setup "two" { A.card := Hush  B.card := Hush }
)");
    EXPECT_TRUE(says(ran, "⟦NotInPlay: ")) << ran.out;
    EXPECT_FALSE(says(ran, "⟦ComingUnknown⟧")) << ran.out;
}

constexpr const char* shootout = R"(
kind duellist: Red, Blue { aims: duellist?, up: bool = yes }
equations shots {
    hit(d: duellist): bool = some o: duellist with o.aims = d and not hit(o)
}
turn {
    choose by Ann { option "aims at Blue" { Red.aims := Blue } }
    choose by Bob { option "aims at Red" { Blue.aims := Red } }
    solve shots { for each d: duellist { if hit(d) { d.up := no } } }
    end "over"
}
)";

TEST(Systems, SolvedWithinAStepAreToldAsTheyAreThere) {
    const Ran ran = check_anns_and_bobs(shootout, {"--only", "contradiction.many-fixpoints"});
    EXPECT_TRUE(says(ran, "⟦EquationsHang: hit(Red) needs hit(Blue) to fail, which needs hit(Red) to fail.⟧"))
        << ran.out;
    EXPECT_TRUE(says(ran, "solution 1: hit(Red) is no, hit(Blue) is yes")) << ran.out;
    EXPECT_TRUE(says(ran, "as the last line of `equations shots { }`")) << ran.out;
}

TEST(Exceptions, InACircleGiveWayToNobody) {
    const std::string law = R"(
kind man: Kai { noble, armed, old, seen: bool }
open pass(m: man)
rule "Nobles" { pass(m) if m.noble except to Arms }
rule "Arms" { not pass(m) if m.armed except to Elders }
rule "Elders" { pass(m) if m.old except to Nobles }
turn {
    phase day { choose m: man with not m.seen by Ann "tries {m}" { m.seen := yes if pass(m) { end "in" } } }
    end "out"
}
)";
    const Ran all =
        check_anns_and_bobs(law + "setup \"s\" { Kai.noble := yes Kai.armed := yes Kai.old := yes }");
    EXPECT_TRUE(says(all, "⟦ExceptionsToOneAnother: ")) << all.out;
    EXPECT_FALSE(says(all, "overridden")) << all.out;
    const Ran two = check_anns_and_bobs(law + "setup \"s\" { Kai.noble := yes Kai.armed := yes }");
    EXPECT_TRUE(says(two, "overridden: ⟦GivesWay: Arms, Nobles, pass⟧")) << two.out;
}

constexpr const char* lamps = R"(
game "Signals"
player Ann
kind post: Ayr, Bute, Coll { sees: post?, manned: bool = yes }
state { n: 0..9, first_lit: bool }
equations lamps {
    lit(p: post): bool = p.manned and (p.sees is none or not lit(p.sees))
}
turn {
    phase night { solve lamps { n := number of p: post with lit(p) first_lit := lit(Ayr) } }
    end "dawn"
}
setup "ring" { Ayr.sees := Bute Bute.sees := Coll Coll.sees := Ayr }
)";

TEST(Equations, WithoutASolutionGoRoundInWords) {
    const Ran ran = check_spec_text(lamps);
    EXPECT_TRUE(says(ran,
                     "If lit(Ayr) is no, lit(Coll) is yes and lit(Bute) is no, and so lit(Ayr) is yes; if "
                     "lit(Ayr) is yes, lit(Coll) is no and lit(Bute) is yes, and so lit(Ayr) is no."))
        << ran.out;
}

TEST(Equations, OfBoardsThatNoPlayHereComesToAreNoNote) {
    const std::string chain = replaced(lamps, "Coll.sees := Ayr", "Coll.sees := none");
    const Ran ran = check_spec_text(chain);
    EXPECT_TRUE(says(ran, "no findings")) << ran.out;
    EXPECT_TRUE(says(ran, "2 unconfirmed")) << "it is not proved for all boards: " << ran.out;
    const Ran bare = check_spec_text(chain.substr(0, chain.find("setup ")));
    EXPECT_TRUE(says(bare, "note: \"lamps\" has several values that fit, and no rule says which one counts"))
        << "no position is given: " << bare.out;
}

TEST(Equations, WithSeveralSolutionsSayWhatANumberOfOneIs) {
    const Ran ran =
        check_spec_text(replaced(lamps, "Bute.sees := Coll Coll.sees := Ayr", "Bute.sees := Ayr"));
    EXPECT_TRUE(says(ran, "E a number such as `number of x: post with lit(x)`")) << ran.out;
}

// The first song is sung because she leaps, and comes to nothing.
constexpr const char* songs = R"(
game "Songs"
player Ann
kind hare: Jill { n: 0..9, seen: bool }
rule "Leaps" { leap(h) counts as enter(h) }
rule "Storm" { cannot go() if Jill.n < 1 or Jill.seen }
rule "Song" { when enter(h) { if Jill.seen { go() } } }
action enter(h: hare) { h.seen := yes }
action leap(h: hare) { nothing }
action go() { nothing }
turn {
    leap(Jill)
    settle
    choose by Ann { option "enters" { enter(Jill) } option "sits" { nothing } }
    settle
}
)";

TEST(Triggers, NameWhatTheyAreCaughtByBeforeTheyActLast) {
    const Ran ran = check_spec_text(songs);
    EXPECT_TRUE(says(ran, "\"Song\" demands \"go\", and \"Storm\" forbids it")) << ran.out;
    EXPECT_FALSE(says(ran, "Leaps error")) << ran.out;
}

// What links the two is quoted, so that nobody says that nothing was found about it.
TEST(Contradictions, QuoteWhatMakesOneThingCountAsAnother) {
    const Ran ran = check_anns(R"(
kind guest: Jon { inside: bool }
action enter(g: guest) { g.inside := yes }
action teleport(g: guest) { g.inside := yes }
rule "Portal" { at noon { teleport(Jon) } }
rule "Physics" { teleport(g) counts as enter(g) }
rule "Ban" { cannot enter(_) }
turn {
    phase noon { nothing }
    end "night"
}
)");
    EXPECT_TRUE(says(ran, "Physics \"teleport(g) counts as enter(g)\"")) << ran.out;
    EXPECT_FALSE(says(ran, "Nothing was found about")) << ran.out;
}

// It is said what happens if several values fit.
TEST(Contradictions, OfEquationsAreNoneWhereTheChoiceIsSaid) {
    const auto sluices = [](const std::string& several) {
        return check_anns(R"(
kind sluice: North, South { wet, shut: bool, tried: 0..2 }
equations flow {
    opens(s: sluice): bool = not s.shut and no o: sluice with o != s and opens(o)
}
turn {
    phase flood {
        choose by Ann { option "shuts North" { North.shut := yes } option "waits" { nothing } }
        solve flow { for each s: sluice with opens(s) { s.wet := yes } })" +
                          several + R"(
    }
    end "ebb"
}
)");
    };
    EXPECT_TRUE(says(sluices(""), "many-fixpoints")) << sluices("").out;
    const Ran said = sluices(" if several { for each s: sluice { s.tried := 1 } }");
    EXPECT_FALSE(says(said, "[contradiction.many-fixpoints]")) << said.out;
    EXPECT_FALSE(says(said, "unconfirmed")) << said.out;
}

}  // namespace
}  // namespace errata::tests
