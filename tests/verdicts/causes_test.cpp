// Who a finding names: all without whom its whole play would not show it, whatever they do in it (set
// something off, replace, forbid, keep something off for a while), and what it is said to lean on.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

using Names = std::set<std::string>;

// Whom the findings of a code name.
Names named(const std::string& game, const std::string& code) {
    const Ran ran = check_text("causes.rules", "game \"Causes\"\nplayer Ann\n" + game, {"--format", "json"});
    EXPECT_NE(ran.code, 2) << ran.err;
    Names names;
    const nlohmann::json report = nlohmann::json::parse(ran.out);
    for (const auto& finding : report.at("findings")) {
        if (finding.at("code") != code) continue;
        for (const auto& clause : finding.at("clauses")) {
            for (const char* const key : {"card", "rule"}) {
                if (clause.contains(key) && clause.at(key).is_string()) names.insert(clause.at(key));
            }
        }
    }
    return names;
}

constexpr const char* reaper = R"(
state { counted, gone: bool }
action reap() { gone := yes }
action sow() { nothing }
rule "Amulet" { instead of reap() { nothing } }
rule "Reaper" { at dusk { reap() sow() counted := yes } }
turn { phase dusk { nothing } end "night" }
check "who is counted is gone" always counted implies gone
)";

TEST(Causes, AReplacementThatKeptTheClaimFromHolding) {
    EXPECT_TRUE(named(reaper, "contradiction.invariant").contains("Amulet"));
}

TEST(Causes, NotAReplacementOfSomethingElse) {
    const std::string other =
        replaced(reaper, "turn {", "rule \"Drought\" { instead of sow() { nothing } }\nturn {");
    const Names names = named(other, "contradiction.invariant");
    EXPECT_TRUE(names.contains("Amulet"));
    EXPECT_FALSE(names.contains("Drought"));
}

constexpr const char* dam = R"(
meta { precedence: cannot }
state { flooded: bool }
action flood() { flooded := yes }
rule "Tide" { at night { flood() } }
rule "Dam" { cannot flood() }
rule "Drowned" { ending "drowned" if flooded }
turn { phase night { nothing } end "morning" }
)";

TEST(Causes, WhatForbidsAnEndingThoughATriggerBringsItAbout) {
    EXPECT_TRUE(named(dam, "unreachable.ending").contains("Dam"));
    EXPECT_TRUE(named(replaced(dam, "cannot flood()", "instead of flood() { nothing }"), "unreachable.ending")
                    .contains("Dam"));
    EXPECT_FALSE(
        named(replaced(dam, "cannot flood()", "at night { nothing }"), "unreachable.ending").contains("Dam"));
}

constexpr const char* tollbooth = R"(
state { owes, paid, closed: bool }
rule "Toll" { at collecting if owes { paid := yes } }
rule "Holiday" { instead of phase collecting if closed { nothing } }
turn {
    phase crossing { choose by Ann { option "crosses" { owes := yes } option "stays" { nothing } } }
    phase closing { choose by Ann { option "closes" { closed := yes } option "opens" { closed := no } } }
    phase collecting { nothing }
    phase rest { choose by Ann { option "retires" { end "retired" } option "goes on" { nothing } } }
}
check "who owes pays" eventually paid after owes
)";

TEST(Causes, APhaseThatIsSkippedKeepsWaiting) {
    EXPECT_TRUE(named(tollbooth, "loop.wait").contains("Holiday"));
}

constexpr const char* roof = R"(
kind thing: Roof, Bread { wet: bool  gone: bool }
state { rain: bool }
derived cover(t: thing): 0..9 = 0
rule "Roof" { for each t: thing with t = Bread and not Roof.gone { cover(t) += 2 } }
rule "Damp" {
    whenever some t: thing with not t.wet and rain and cover(t) < (if t = Bread then 1 else 0) {
        for each t: thing with not t.wet and rain and cover(t) < (if t = Bread then 1 else 0) { t.wet := yes }
    }
}
turn {
    phase day { rain := yes choose by Ann { option "waits" { nothing } option "sings" { nothing } } }
    phase storm { Roof.gone := yes }
    end "over"
}
check "bread stays dry" never Bread.wet
)";

TEST(Causes, AnEffectThatKeptItOffUntilItEnded) {
    EXPECT_TRUE(named(roof, "contradiction.invariant").contains("Roof"));
    const std::string useless = replaced(roof, "cover(t) += 2", "cover(t) += 0");
    EXPECT_FALSE(named(useless, "contradiction.invariant").contains("Roof"));
}

constexpr const char* boxes = R"(
kind box of 3 { open: bool }
state { coins: 0..3 }
action lift(b: box) { b.open := yes }
rule "Coin" { when lift(b) { coins += 1 } }
turn { phase day { simultaneously { for each b: box { lift(b) } } } end "over" }
check "at most one" always coins <= 1
)";

TEST(Leaning, NotOnAnOrderThatComesToTheSameEitherWay) {
    EXPECT_FALSE(says(check_anns(boxes), "LeansOrder"));
    const std::string first = R"(
state { n: 0..9 = 1 }
action go() { nothing }
rule "Twice" { when go() { n := 2 * n } }
rule "More" { when go() { n += 1 } }
turn { phase day { go() } end "over" }
check "not four" never n = 4
)";
    EXPECT_TRUE(says(check_anns(first), "LeansOrder"));
}

TEST(Leaning, NothingThatNeverMattersLeansOnAnything) {
    const Ran ran = check_anns(R"(
state { n: 0..3, m: 0..1 = 1 }
action go() { nothing }
rule "Add" { when go() { n += 1 } }
rule "Idle" { when go() { m := 1 } }
turn { phase day { go() } end "over" }
)");
    EXPECT_TRUE(says(ran, "dead-text"));
    EXPECT_FALSE(says(ran, "LeansOrder"));
}

constexpr const char* duel = R"(
state { left: counter = 3, right: counter = 3, done: bool }
action parry() { right -= 1 }
action thrust() { left -= 1 }
rule "Left" { when thrust() if not done { parry() } }
rule "Right" { when parry() if not done { thrust() } }
rule "Referee" { whenever left <= 0 and not done { done := yes } }
turn {
    phase day { choose by Ann { option "begins" { thrust() } option "waits" { nothing } } }
    end "night"
}
)";

TEST(LethalRounds, AreThoseThatBringTheEndingAbout) {
    EXPECT_FALSE(says(check_anns(duel), "loop.lethal"));
    EXPECT_TRUE(says(check_anns(replaced(duel, "whenever left <= 0 and not done { done := yes }",
                                         "ending \"beaten\" if left <= 0")),
                     "loop.lethal"));
}

TEST(Locks, NameWhoCouldBringAboutWhatIsLacking) {
    const Names names = named(R"(
kind door: Front, Back { tried, shut: bool }
action push(d: door) { d.tried := yes }
rule "Bolt" { when push(d) if d = Front { d.shut := yes } }
rule "Latch" { when push(d) if d = Back and not Front.tried { d.shut := yes } }
rule "Safe" { ending "safe" if Front.shut and Back.shut }
turn {
    phase evening {
        choose by Ann {
            option "pushes {d}" for d: door with not d.tried { push(d) }
            option "sits" { nothing }
        }
    }
}
)",
                              "loop.lock");
    EXPECT_TRUE(names.contains("Latch"));
}

TEST(NearMisses, TakeTheNearestOfWhatIsCalculated) {
    const Ran ran = check_anns(R"(
kind ship: Barge, Skiff { leaks: 0..1 }
derived freeboard(s: ship): 0..9 = (if s = Barge then 5 else 2) - s.leaks
rule "Sunk" { ending "sunk" if some s: ship with freeboard(s) = 0 }
turn {
    phase day { choose s: ship with s.leaks = 0 by Ann "holes {s}" { s.leaks := 1 } otherwise { end "all" } }
}
)");
    EXPECT_TRUE(says(ran, "2 - Skiff.leaks = 0")) << ran.out;
    EXPECT_FALSE(says(ran, "worked out"));
}

TEST(NearMisses, AskForNothingThatNoRuleEverWrites) {
    const std::string game = R"(
enum place: hand, board
kind unit: Captain, first { card: card?  at: place }
printed card on unit if this.card = it and this.at = board
card Whale
  When this enters, sing.
card Sprat
  When this enters, sing.
state { songs: 0..9, mood: 0..1 }
action enter(u: unit) { u.at := board }
phrase line "When this enters, sing." = { when enter(this) { songs += 1 } }
turn {
    phase day { if mood = 1 and first.card = Sprat { enter(first) } }
    phase dusk { if songs > 5 { first.card := Sprat } }
    end "night"
}
setup "one" { Captain.at := board first.at := hand any first.card }
)";
    EXPECT_FALSE(says(check_anns(game), "Captain.card = Whale")) << check_anns(game).out;
}

TEST(Advice, TriesSomebodyForTies) {
    const Ran ran = check_anns_and_bobs(R"(
kind player of 2 { roll: 1..2 = 1 }
state { starter: player? }
turn {
    phase roll_off { for each p: player in falling order of p.roll { if starter is none { starter := p } } }
    end "begins"
}
)");
    EXPECT_TRUE(says(ran, "Tried: `ties by Ann` in line ")) << ran.out;
}

// The event happens, and takes away what the text asks for.
TEST(NearMiss, AnEventThatTakesTheBearerAwayDoesHappen) {
    const Ran ran = check_anns(R"(
enum place: field, grave
kind unit: scout, guard { card: card, at: place = field }
printed card on unit if this.card = it and this.at = field
card Ghost
  When this falls, wail.
state { wails: 0..3 }
action fall(u: unit) { u.at := grave }
phrase line "When this falls, wail." = { when fall(this) { wails := min(3, wails + 1) } }
turn {
    phase day {
        choose by Ann {
            option "loses {u}" for u: unit with u.at = field { fall(u) }
            option "waits" { nothing }
        }
    }
    end "night"
}
setup "one" { scout.card := Ghost guard.card := Ghost }
)");
    EXPECT_TRUE(says(ran, "unreachable.ability")) << ran.out;
    EXPECT_FALSE(says(ran, "never happens")) << ran.out;
}

TEST(Equations, APlayThatMeetsABoardWithoutSolutionRefutesThatEachHasOne) {
    const Ran ran = check_text("equations.rules", R"(game "Moon and tide"
player Ann
derived high: bool = no
derived drawn: bool = no
rule "Moon" { high := yes if not drawn }
rule "Shore" { drawn := yes if high }
turn { if high { end "wet" } end "dry" }
)",
                               {"--format", "json"});
    for (const auto& verdict : nlohmann::json::parse(ran.out).at("verdicts")) {
        const std::string claim = verdict.at("claim");
        if (claim.find("solution") == std::string::npos) continue;
        EXPECT_EQ(verdict.at("status"), "refuted") << claim;
    }
}

// Each loop that is found: its code, and whom it names.
std::multiset<std::string> loops(const std::string& game) {
    const Ran ran = check_text("loops.rules", "game \"Loops\"\nplayer Ann\n" + game, {"--format", "json"});
    EXPECT_NE(ran.code, 2) << ran.err;
    std::multiset<std::string> result;
    const nlohmann::json report = nlohmann::json::parse(ran.out);
    for (const auto& finding : report.at("findings")) {
        std::string told = finding.at("code");
        if (!told.starts_with("loop.")) continue;
        Names names;
        for (const auto& clause : finding.at("clauses")) {
            for (const char* const key : {"card", "rule"}) {
                if (clause.contains(key) && clause.at(key).is_string()) names.insert(clause.at(key));
            }
        }
        for (const std::string& name : names) told += " " + name;
        result.insert(told);
    }
    return result;
}

// Two rules that set each other off, beside what nobody needs for it.
std::string red_and_blue(const std::string& meta, const std::string& bystanders) {
    return "meta { " + meta + R"( }
kind pest of 4 { tapped: bool }
state { tally: counter }
action ping() { nothing }
action pong() { nothing }
action dong() { nothing }
action born(p: pest) { nothing }
rule "Red" { when ping() { pong() } }
rule "Blue" { when pong() { ping() } }
)" + bystanders +
           R"(
turn { phase day { choose by Ann { option "pings" { ping() } option "waits" { nothing } } } end "over" }
)";
}

using LoopsTold = std::multiset<std::string>;

TEST(Bystanders, WhoMakesThingsIsNotToldBesideTheLoop) {
    const std::string clerk = "rule \"Clerk\" { when ping() { create p: pest { nothing } } }";
    for (const std::string agenda : {"stack", "bag"}) {
        EXPECT_EQ(loops(red_and_blue("agenda: " + agenda + ", trigger_order: Ann", clerk)),
                  LoopsTold{"loop.inevitable Blue Red"})
            << agenda;
    }
}

TEST(Bystanders, WhoCountsWhatOthersAreSetOffByIsNotNamed) {
    EXPECT_EQ(loops(red_and_blue("agenda: queue", R"(
rule "Clerk" { when ping() { dong() } }
rule "Ledger" { when dong() { tally += 1 } })")),
              LoopsTold{"loop.inevitable Blue Red"});
}

TEST(Bystanders, NorWhoMakesThingsThatOthersHearOf) {
    EXPECT_EQ(loops(red_and_blue("agenda: stack", R"(
rule "Clerk" { when ping() { create p: pest { born(p) } } }
rule "Dinner" { when born(p) { p.tapped := yes } })")),
              LoopsTold{"loop.inevitable Blue Red"});
}

TEST(Bystanders, WhoOnlyListensToThingsThatGoDoesNotMakeTheLoopAChoice) {
    for (const std::string order : {"", ", trigger_order: Ann"}) {
        EXPECT_EQ(loops("meta { agenda: bag" + order + R"( }
kind horse of 3 { hurt: bool }
action enter(h: horse) { nothing }
action fall(h: horse) { destroy h }
rule "Steed" { when fall(h) looking back { create n: horse { enter(n) } } }
rule "Fire" { when enter(h) { fall(h) } }
rule "Watch" { when enter(h) { nothing } }
turn {
    phase day {
        choose by Ann { option "rides" { create n: horse { enter(n) } } option "rests" { nothing } }
    }
    end "over"
}
)"),
                  LoopsTold{"loop.inevitable Fire Steed"})
            << order;
    }
}

const std::string raptors = R"(
kind raptor of 5 { hits: counter }
state { tally: counter }
meta { agenda: stack }
action enter(r: raptor) { nothing }
action hit(r: raptor) { r.hits += 1 }
rule "Copy" { when hit(r) { create n: raptor { enter(n) } } }
rule "Claw" { when enter(r) { hit(r) } }
rule "Scribe" { when enter(r) { tally += 1 } }
turn {
    phase day {
        choose by Ann { option "calls" { create n: raptor { enter(n) } } option "rests" { nothing } }
    }
    phase night { if tally > 90 { end "so many" } }
    end "over"
}
)";

TEST(Bystanders, WhoCountsBeforeOrAfterDoesNotHideTheLoop) {
    EXPECT_EQ(loops(raptors), LoopsTold{"loop.inevitable Claw Copy"});
}

TEST(Bystanders, ANumberOfNewObjectsDoesNotRise) {
    const Ran ran = check_text("raptors.rules", "game \"Raptors\"\nplayer Ann\n" + raptors);
    EXPECT_TRUE(says(ran, "MoreThings")) << ran.out;
    EXPECT_FALSE(says(ran, "hits⟧, 1")) << ran.out;
    EXPECT_FALSE(says(ran, ".hits, 1")) << ran.out;
}

const std::string rage = R"(
kind giant: Grim { size: 0..9 = 2 }
state { angry: bool }
derived power(g: giant): 0..9 = g.size
action strike() { nothing }
action cry() { nothing }
rule "Strike" { when cry() if angry { strike() } }
rule "Cry" { when strike() { cry() } }
rule "Banner" { power(g) += 1 }
rule "Rage" { as soon as power(Grim) >= 3 and not angry { angry := yes } }
turn { phase day { choose by Ann { option "strikes" { strike() } option "rests" { nothing } } } end "over" }
)";

TEST(Loops, WhoMadeAConditionTrueBeforeTheLoopIsNamed) {
    EXPECT_EQ(loops(rage), LoopsTold{"loop.mandatory Banner Cry Rage Strike"});
}

TEST(Loops, NotWhoIsNotNeededForIt) {
    EXPECT_EQ(loops(replaced(rage, ">= 3", ">= 2")), LoopsTold{"loop.mandatory Cry Rage Strike"});
}

const std::string key = R"(
state { gold: 0..3, has_key: bool = yes }
rule "Tax" { at dusk { gold := min(3, gold + 1) } }
rule "Thief" {
    at noon {
        choose by Ann {
            option "throws it away" { has_key := no }
            option "keeps it" { nothing }
        }
    }
}
rule "Riches" { ending "rich" if gold = 3 and has_key }
turn { phase noon { nothing } phase dusk { nothing } }
)";

TEST(Loops, WhoChangesWhatIsSoAnywayIsNotNamedForALock) {
    EXPECT_EQ(loops(key), LoopsTold{"loop.lock Thief"});
}

TEST(Loops, WhoTakesBackWhatItAsksForIsNamedForALock) {
    const std::string both = replaced(key, "has_key := no", "has_key := no gold := 0");
    EXPECT_EQ(
        loops(replaced(both, "at dusk { gold := min(3, gold + 1) }", "at dusk { if has_key { gold := 3 } }")),
        LoopsTold{"loop.lock Tax Thief"});
}

constexpr const char* pocket = R"(
enum place: pocket, pit
kind thing: Key { at: place = pocket }
state { flared: bool }
action drop_it(t: thing) { t.at := pit }
rule "Light" { when drop_it(_) { flared := yes } }
turn {
    choose by Ann {
        option "drops {t}" for t: thing with t.at = pocket { drop_it(t) }
        option "opens the door" if Key.at = pocket { end "out" }
        option "listens" { nothing }
    }
    settle
}
)";

TEST(Causes, OfALockNotWhatWasOnlySetOff) { EXPECT_FALSE(named(pocket, "loop.lock").contains("Light")); }

constexpr const char* curse = R"(
kind item: Helm, Boots { worn: bool = yes }
state { doors: 0..3 = 3, creaked: bool }
action kick() { doors -= 1 }
rule "Curse" { when kick() { choose i: item with i.worn by Ann "drops {i}" { i.worn := no } } }
rule "Hinge" { when kick() { creaked := yes } }
turn {
    choose by Ann { option "kicks" { kick() } option "goes home" { end "home" } }
    settle
    if doors = 0 { end "done" }
}
)";

// The order of the two is left open, and either comes to it.
TEST(Causes, OfAnEmptyChoiceNotWhoWaitsBesideIt) {
    const Names names = named(curse, "gap.no-option");
    EXPECT_TRUE(names.contains("Curse"));
    EXPECT_FALSE(names.contains("Hinge"));
    EXPECT_FALSE(says(check_anns(curse), "what the rules leave open"));
}

constexpr const char* ward = R"(
kind hero: Ida, Jon { hp: 0..5 = 5 }
state { dust: 0..5 }
action hurt(h: hero) { h.hp -= 1 }
rule "Strike" { at fight { hurt(Ida) hurt(Jon) } }
rule "Ward" { cannot hurt(Ida) }
rule "Dust" { instead of hurt(Ida) { dust := min(5, dust + 1) } }
rule "Sand" { instead of hurt(Ida) { nothing } }
turn { phase fight { nothing } phase rest { settle } end "dawn" }
)";

// One way stops where it is asked which replacement comes first. It is told by where it comes to rest.
TEST(Causes, OfTwoWaysAreComparedAtRest) {
    const Ran ran = check_anns(ward);
    EXPECT_TRUE(says(ran, "by Strike: 'hurt' happens")) << ran.out;
    EXPECT_FALSE(says(ran, "'hurt' does not happen  Jon.hp: 5 → 4")) << ran.out;
}

// It changes nothing itself, and what it does in place of the event is another rule's.
TEST(Causes, ATextThatReplacesWhatHappensToOthersIsUsed) {
    const std::string folder = std::string(ERRATA_SOURCE_DIR) + "/tests/verdicts/regressions/";
    const Ran ran = check_spec(folder + "spares-without-a-word.rules");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(says(ran, "no findings")) << ran.out;
}

// "If you do" behind an action that only rules fill.
TEST(Causes, WhatRulesAddDecidesWhetherAnActionDidSomething) {
    const std::string folder = std::string(ERRATA_SOURCE_DIR) + "/tests/verdicts/regressions/";
    const Ran ran = check_spec(folder + "if-you-do-what-rules-add.rules");
    EXPECT_EQ(ran.code, 0) << ran.out;
}

}  // namespace
}  // namespace errata::tests
