// What a finding says of what lies around it: what is printed on its cards, what there was to choose from,
// who could bring about what is awaited, who acts in one outcome alone, what an order needs to matter, and
// which entries stay open beside it; and what a clearance excludes.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

Ran check(const std::string& text, const std::vector<std::string>& switches = {}) {
    return check_text("told.rules", "game \"Told\"\nplayer Ann, Bob\n" + text, switches);
}

constexpr const char* market = R"(
kind stall of 2 { card: card, open: bool }
state { coins: 0..9 = 3 }
printed card on stall if this.card = it and this.open { price: 0..9 = 1 }
card Baker, price: 4
  You get coins.
card Smith, price: 2
  You lose coins.
phrase line "You get coins." = { at dusk { coins := min(9, coins + this.card.price) } }
phrase line "You lose coins." = { at dusk { if coins > 3 { coins -= this.card.price } } }
rule "Market" { at dusk { if coins > 4 { coins -= 1 } } }
turn {
    choose by Ann { option "opens" { for each s: stall { s.open := yes } } }
    phase dusk { nothing }
    end "night"
}
setup "both" { for each s: stall { s.card := any } }
)";

TEST(PrintedValues, OfTheCardsInAPlayAreQuotedWhereTheTextSpeaksOfThem) {
    const Ran ran = check(market, {"--verbose", "--only", "order.unowned"});
    EXPECT_TRUE(says(ran, "Baker \"price: 4\"")) << ran.out;
    EXPECT_TRUE(says(ran, "Smith \"price: 2\"")) << ran.out;
}

TEST(Entries, SayWhatOneEditSettlesWithThem) {
    const Ran ran = check(market, {"--only", "order.unowned"});
    EXPECT_TRUE(
        says(ran, "`meta { trigger_order: Ann }`: gone, and nothing new from there; settled by it, too: #"))
        << ran.out;
    EXPECT_FALSE(says(ran, "Still open when this is settled alone")) << ran.out;
}

TEST(Entries, SayThatOneEditSettlesAnotherOnlyWhereItWasTriedFromThere) {
    const Ran ran = check(R"(
state { flag, seen: bool }
action go() { flag := yes }
rule "Storm" { cannot go() if yes }
rule "Song" { when sing() { go() } }
action sing() { nothing }
rule "Pit" { cannot fall() if yes }
rule "Edge" { at dusk if flag { fall() } }
action fall() { seen := no }
turn {
    choose by Ann { option "sings" { sing() } option "waits" { nothing } }
    settle
    phase dusk { nothing }
    end "night"
}
setup "calm" { flag := no }
setup "flagged" { flag := yes seen := yes }
)");
    EXPECT_TRUE(
        says(ran, "`meta { precedence: must }`: gone, and nothing new from there; settled by it, too"))
        << "it was tried on both" << ran.out;
    EXPECT_TRUE(says(ran, "for Storm to win: gone, and nothing new from there. "))
        << "from the other setup he falls without a song" << ran.out;
}

TEST(Starts, TellOfWhatOnlyOutcomesAndWaysOutName) {
    const Ran ran = check(R"(
kind imp of 4 { card: card?, at: place, tired: bool }
enum place: hall, crypt
state { gold: 0..9 }
printed card on imp if this.card = it
card Bell
  At dusk, tire somebody in the crypt.
card Gong
  At dusk, get one.
phrase line "At dusk, tire somebody in the crypt." = {
    at dusk {
        choose by Ann {
            option "tires {i}" for i: imp with i.at = crypt and gold > 0 { i.tired := yes }
            option "rests" { nothing }
        }
    }
}
phrase line "At dusk, get one." = { at dusk { gold := 1 } }
turn { phase dusk { nothing } end "night" }
setup "both" { imp1.card := Bell  imp2.card := Gong  imp4.at := crypt }
)");
    EXPECT_TRUE(says(ran, "Ann tires imp4")) << ran.out;
    EXPECT_TRUE(says(ran, "imp4.at = crypt")) << ran.out;
}

TEST(Entries, SayWhatStaysOpenWhenTheyAreSettledAlone) {
    const Ran ran = check(R"(
state { heard, seen: bool }
action go() { heard := yes }
rule "Storm" { cannot go() if yes }
rule "Song" { at dusk { choose by Bob { option "sings" if can go() { go() } } } }
rule "Book" { at dawn { choose by Bob { option "reads" if can go() { go() } } } }
turn {
    choose by Ann { option "waits" { nothing } option "sleeps" { seen := yes } }
    if seen { phase dusk { nothing } } else { phase dawn { nothing } }
    end "night"
}
)");
    EXPECT_TRUE(says(ran, "Still open when this is settled alone: Storm and Song #")) << ran.out;
    EXPECT_FALSE(says(ran, "settled by it, too")) << ran.out;
    EXPECT_FALSE(says(litmus("dusk-and-tithe"), "Still open")) << "there is one alone";
}

TEST(Waits, QuoteWhatThereWasToChooseFromAndWhoCouldBringItAbout) {
    const Ran ran = litmus("last-guest", {"--verbose"});
    EXPECT_TRUE(says(ran, "26 choose by Ann { 27 option \"lets {g} in\"")) << ran.out;
    EXPECT_TRUE(says(ran, "table 31 phase table { 32 if some g: guest with g.at = inn")) << ran.out;
    EXPECT_TRUE(says(ran, "latest \"define latest(g: guest)")) << "that the phase names: " << ran.out;
    EXPECT_TRUE(says(ran, "Way out: Ann bars the door")) << ran.out;
}

TEST(Clauses, ThatNestKeepTheirLinesAndTheirNumbers) {
    const Ran ran = litmus_unexpected("lost-key");
    EXPECT_TRUE(says(ran, "lost-key.rules:15 evening 15 phase evening { 16 choose by Ann { 17 option"))
        << ran.out;
    const Ran page = litmus_unexpected("lost-key", {"--format", "html"});
    EXPECT_TRUE(says(page, "<li value=\"16\"><code> choose by Ann {</code></li>"));
    const Ran json = litmus_unexpected("lost-key", {"--format", "json"});
    EXPECT_TRUE(says(json, "{ \"line\": 16, \"text\": \" choose by Ann {\" }")) << json.out;
    const Ran prose = litmus_unexpected("grinding-mill");
    EXPECT_TRUE(says(prose, "Old Mill \"When you come here, grind and save until the sack is empty.\""));
}

TEST(Locks, NameTheEndingAndWhatItLacksAndTheLastChoice) {
    const Ran key = litmus_unexpected("lost-key");
    EXPECT_TRUE(says(key,
                     "Out of reach is \"Ann is free\". \"opens the door\" is never possible, for want of "
                     "key = pocket (key is well)."))
        << key.out;
    EXPECT_TRUE(says(key, "lost-key.rules:18 not be possible there")) << key.out;
    const Ran fever = litmus_unexpected("fever-at-dawn");
    EXPECT_TRUE(says(fever, "Out of reach is \"good health\". The nearest position lacks ill = no."))
        << fever.out;
    EXPECT_TRUE(says(fever, "fever-at-dawn.rules:29 good health \"if not ill { end \"good health\" }\""))
        << fever.out;
}

TEST(Advice, SpeaksOfWhatThereIs) {
    EXPECT_TRUE(
        says(litmus_unexpected("carousel"), "carousel.rules:17 count something in which these differ"));
    const std::string rounds = "let each round of the `repeat` bring what it waits for nearer";
    EXPECT_TRUE(says(litmus_unexpected("grinding-mill"), rounds));
    EXPECT_TRUE(says(litmus_unexpected("slippery-ring"), rounds));
    EXPECT_FALSE(says(litmus_unexpected("angry-letters"), rounds))
        << "there the round is one of what is set off";
}

constexpr const char* ferryman = R"(
kind bank: north, south { ground: ground }
state { gold, silver: 0..9 }
printed ground on bank if this.ground = it
kind boat: Argo, Bounty { at: bank = north }
ground Reeds
  Nobody lands here with gold.
action land(b: boat, on: bank) { b.at := on }
phrase line "Nobody lands here with gold." = { cannot land(b, this) if gold > 2 }
define may_land(b: boat, on: bank): bool = b.at != on and can land(b, on)
ruling "nobody gets over" after land(b, on) if gold > 0: no other: bank with may_land(b, other)
turn {
    phase day { choose by Ann { option "crosses" { gold := 1 land(Bounty, south) } } }
    end "night"
}
setup "reeds" { south.ground := Reeds north.ground := Reeds }
)";

TEST(Rulings, SayForWhomTheyFailAndWhichProhibitionsDoNotApply) {
    const Ran said = check(ferryman, {"--only", "contradiction.ruling", "--verbose"});
    EXPECT_TRUE(says(said, "It fails for Bounty, south and north.")) << said.out;
    EXPECT_TRUE(says(said, "cannot land(b, this) if gold > 2")) << said.out;
    EXPECT_TRUE(says(said, "\"gold: 0..9\"")) << "it shares its type: " << said.out;
}

TEST(Changes, TellWhatIsPutOffAndWhatItIsAbout) {
    const Ran ran = litmus_unexpected("borrowed-ox");
    EXPECT_TRUE(says(ran, "Loan, put off (lender Cleo): no → yes")) << ran.out;
    EXPECT_TRUE(says(ran, "Loan, put off (lender Ann): yes → no")) << ran.out;
    EXPECT_FALSE(says(ran, "waiting(")) << ran.out;
    EXPECT_TRUE(says(ran, "Settle it: say who decides what it leans on, or correct the rule")) << ran.out;
}

TEST(NearestPositions, AreThoseThatLackTheLeast) {
    const Ran ran = litmus_unexpected("blood-price");
    EXPECT_TRUE(says(ran, "Ann.coins >= 2 (Ann.coins is 1), for 2 to Ann, 1 to Gorr")) << ran.out;
}

TEST(Advice, TriesADefaultAndAPlayerWhoOrders) {
    EXPECT_TRUE(
        says(litmus_unexpected("even-siege"), "With `default no` where 'survives' is declared: gone"));
    EXPECT_TRUE(says(litmus_unexpected("dusk-and-tithe"),
                     "With `meta { trigger_order: Ann }` in the place of `trigger_order: unstated` in "
                     "line 8: gone, and nothing new."));
    EXPECT_TRUE(says(litmus_unexpected("lost-key"),
                     "Nothing was tried: what settles this has to be written by hand."));
}

constexpr const char* tower = R"(
kind monk: Abel, Bruno { card: card, fed: 0..2 }
printed card on monk if this.card = it
card Novice
  When the bell rings, eat.
card Abbot
  When a monk eats twice, praise.
card Hermit
  When the bell rings, eat.
phrase line "When the bell rings, eat." = { when ring() { eat(this) } }
phrase line "When a monk eats twice, praise." = { when eat(m) if m.fed = 2 { praise() } }
state { praised: bool, n: 0..3 }
action ring() { nothing }
action eat(m: monk) { m.fed += 1 }
action praise() { praised := yes }
rule "Fast" { cannot eat(m) if n = 0 }
rule "Larder" { as eat(m) { n += 1 } }
turn {
    phase morning { ring() }
    phase noon { n += 1 ring() }
    phase eve { if praised { end "feast" } end "night" }
}
setup "s" { Abel.card := Novice Bruno.card := Abbot }
)";

TEST(Advice, SaysWhatIsNeverReachedThen) {
    const Ran ran = check(tower);
    EXPECT_TRUE(says(ran,
                     "With `meta { precedence: cannot }`: gone, but then: Abbot: \"When a monk eats twice, "
                     "praise.\" is never used; feast is never reached."))
        << ran.out;
}

TEST(Orders, OfWhatIsChosenAreNotNobodys) {
    const Ran ran = check(R"(
kind knight: Kay, Lot { tired: bool }
state { n: 0..3 }
turn {
    phase day { choose exactly 2 k: knight by Ann "assigns {k}" { n += 1 if n = 1 { k.tired := yes } } }
    end "over"
}
)");
    EXPECT_TRUE(says(ran, "assigns Lot (in this order:")) << ran.out;
    EXPECT_FALSE(says(ran, "nobody decides:")) << ran.out;
}

// The second rule comes into question once the first has acted: what it does then is no "first".
TEST(Orders, SayWhatHadHadItsTurn) {
    const Ran ran = check(R"(
kind tile: T1 { owned: bool }
state { hits: 0..3 }
rule "Claim" { as take(t) { t.owned := yes } }
rule "Tax" { as take(t) if t.owned { hits += 1 } }
action take(t: tile) { nothing }
turn { phase day { secretly { choose by Ann { option "takes" { take(T1) } } } end "over" } }
)");
    EXPECT_TRUE(says(ran, "Tax next only then acts Tax")) << ran.out;
    EXPECT_TRUE(says(ran, "those left had their turn before, and did nothing in the end hits = 0"))
        << ran.out;
}

TEST(Cards, ThatNoSetupDealsAreWorthANote) {
    const Ran ran = check(tower);
    EXPECT_TRUE(says(ran, "note: Nothing ever brings Hermit into effect")) << ran.out;
}

TEST(Selections, ClearNothingThatWasFound) {
    const Ran whole = check(market);
    EXPECT_FALSE(says(whole, "cleared: contradictions, orders")) << whole.out;
    const Ran one = check(market, {"--about", "Nobody"});
    EXPECT_FALSE(says(one, "orders that matter")) << one.out;
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
    const Ran all = check(law + "setup \"s\" { Kai.noble := yes Kai.armed := yes Kai.old := yes }");
    EXPECT_TRUE(says(all, "are exceptions to one another")) << all.out;
    EXPECT_FALSE(says(all, "overridden")) << all.out;
    const Ran two = check(law + "setup \"s\" { Kai.noble := yes Kai.armed := yes }");
    EXPECT_TRUE(says(two, "Arms gives way to Nobles, as declared")) << two.out;
}

TEST(Loops, ThatNoneCanBreakAloneNameTheWayOutAllTheSame) {
    const Ran ran = check_text("hat.rules", R"(game "Hat"
player Ann, Bob, Cid
action hat(p: player) { nothing }
rule "Hat" {
    when hat(p) {
        choose by p {
            option "gives on to {q}" for q: player with q != p { hat(q) }
            option "stops" if p = Bob { nothing }
        }
    }
}
turn { phase day { choose by Ann { option "starts" { hat(Ann) } option "goes" { end "over" } } } }
)");
    EXPECT_TRUE(says(ran, "can break it: no player alone")) << ran.out;
    EXPECT_TRUE(says(ran, "Way out: Bob stops")) << ran.out;
}

TEST(Loops, OfWhichChanceDecidesARoundAreNobodysAlone) {
    const Ran ran = check(R"(
state { hay: bool }
meta { trigger_order: Bob }
action push() { nothing }
rule "Push" { when push() { choose by chance { option "rolls back" { push() } option "stays" { nothing } } } }
rule "Help" { when push() { choose by Bob { option "helps" { hay := yes } option "rests" { hay := no } } } }
turn { phase day { choose by Ann { option "pushes" { push() } option "goes" { end "over" } } } }
)");
    EXPECT_FALSE(says(ran, "can keep it going: Bob")) << ran.out;
    EXPECT_TRUE(says(ran, "who can break it is not decided: more than players decide in it")) << ran.out;
}

constexpr const char* bells = R"(
state { rung: 0..9, first: 0..2 }
action ring() { rung += 1 }
rule "Bell" { at dusk { if first = 0 { first := 1 ring() } } }
rule "Gong" { at dusk { if first = 0 { first := 2 } } }
rule "Echo" { when ring() { rung += 1 } }
turn { phase dusk { nothing } first := 0 if rung > 5 { end "deaf" } }
)";

TEST(Orders, NameWhoActsInOneOutcomeAlone) {
    const Ran ran = check(bells, {"--only", "order.unowned", "--verbose"});
    EXPECT_TRUE(says(ran, "Bell acts first only then acts Echo")) << ran.out;
    EXPECT_TRUE(says(ran, "Echo \"when ring() { rung += 1 }\"")) << ran.out;
}

TEST(Orders, NameWhatTheyNeedToMatter) {
    const Ran brood = litmus("brood");
    EXPECT_TRUE(says(brood, "it follows where dawn and Song meet")) << brood.out;
}

constexpr const char* auction = R"(
state { bid: 0..2, bidder: player = Ann, passed: 0..2 }
define other(p: player): player = if p = Ann then Bob else Ann
turn {
    repeat while passed < 2 {
        choose by bidder {
            option "bids" for n: 1..2 with n > bid { bid := n passed := 0 }
            option "passes" { passed += 1 }
        }
        bidder := other(bidder)
    }
    end "sold"
}
)";

TEST(Orders, OfPlayersWhoPickInTurnAreTheCourseOfTheGame) {
    EXPECT_FALSE(says(check(auction), "order.chosen")) << check(auction).out;
}

constexpr const char* pacing = R"(
state { at_door: bool }
turn {
    choose by Ann {
        option "paces" { at_door := not at_door }
        option "leaves" { end "gone" }
    }
}
)";

TEST(Cleared, LoopsSayThatWholeTurnsWereNotAskedAbout) {
    constexpr const char* excluded =
        "endless loops (but for whole turns that repeat, which `check ... terminates`";
    EXPECT_TRUE(says(check(pacing), excluded)) << check(pacing).out;
    const std::string asked = std::string(pacing) + "check \"it ends\" terminates\n";
    EXPECT_FALSE(says(check(asked), excluded)) << "there it was";
    const Ran ends = check("turn { end \"night\" }\n");
    EXPECT_TRUE(says(ends, "endless loops, what is never reached")) << ends.out;
}

constexpr const char* stalling = R"(
state { ready: set of player }
turn {
    choose by Ann { option "nods" { ready += Ann } option "waits" { nothing } }
    choose by Bob { option "nods" { ready += Bob } option "waits" { nothing } }
    if ready != {} { end "somebody nodded" }
}
check "somebody nods" eventually ready != {}
)";

TEST(Cleared, WaitsSayThatAllPlayersTogetherWereNotAskedAbout) {
    const Ran ran = check(stalling);
    EXPECT_TRUE(says(ran, "what the spec claims (but for what all players together keep away")) << ran.out;
}

constexpr const char* hand = R"(
zone place: deck, hand, table
kind copy: ace, deuce { card: card, at: place = hand }
printed card on copy if this.card = it and this.at = table
card Village
  Draw.
card Copper
phrase line "Draw." = { at dusk { end "drawn" } }
turn {
    choose by Ann { option "plays {c}" for c: copy with c.at = hand and c.card != Copper { c.at := table } }
    phase dusk { nothing }
}
setup "a hand" { ace.card := Village deuce.card := Copper }
check "nobody draws" never phase = dusk and ace.at = table
)";

TEST(Cleared, WhatNobodyAsksIsNotWhereThereAreTooManyArguments) {
    constexpr const char* ranks = R"(
kind knight of 8 { n: 0..1 }
open rank(a: knight, b: knight, c: knight, d: knight, e: knight): 0..1
rule "A" { rank(a, b, c, d, e) = 0 if a.n = 0 }
rule "B" { rank(a, b, c, d, e) = 1 if b.n = 1 }
turn { choose by Ann { option "waits" { nothing } } end "evening" }
)";
    const Ran ran = check(ranks, {"--engine", "explicit", "--only", "contradiction.definition"});
    EXPECT_TRUE(says(ran, "what is said of 'rank' where nobody asks: too many arguments")) << ran.out;
    EXPECT_TRUE(says(ran, "Claims: 1 bounded")) << ran.out;
    const Ran solved = check(ranks, {"--engine", "symbolic", "--only", "contradiction.definition"});
    EXPECT_TRUE(says(solved, "Claims: 1 bounded")) << solved.out;
}

TEST(Moves, NameTheCardThatAnObjectBears) {
    const Ran ran = check(hand);
    EXPECT_TRUE(says(ran, "plays ace (Village)")) << ran.out;
}

constexpr const char* tiles = R"(
kind tile: A, B { drawn: bool }
turn {
    choose t: tile with not t.drawn by chance "draws {t}" { t.drawn := yes } otherwise { end "none is left" }
    choose by Ann { option "puts it back" { for each t: tile { t.drawn := no } } }
}
)";

TEST(Unreachable, AnOtherwiseThatNeverComesIsToldByItsChoice) {
    const Ran ran = check(tiles);
    EXPECT_TRUE(says(ran, "Wherever \"draws ...\" is asked, there is something to choose")) << ran.out;
}

TEST(Meta, WhatWasLeftUnstatedALaterLineMayState) {
    const std::string told = "meta { loops: unstated }\nmeta { loops: draw }\nturn { end \"night\" }\n";
    EXPECT_TRUE(says(check(told), "no findings")) << check(told).out;
    const Ran twice = check("meta { loops: draw }\nmeta { loops: forbidden }\nturn { end \"night\" }\n");
    EXPECT_EQ(twice.code, 2);
}

TEST(Names, InQuotesBeginStatementsAndStandBehindDots) {
    const Ran ran = check(R"(kind unit: "Army London", Fleet { tired: bool }
turn { "Army London".tired := yes if unit."Army London".tired { Fleet.tired := yes } end "night" }
check "both" always Fleet.tired implies "Army London".tired
)");
    EXPECT_TRUE(says(ran, "no findings")) << ran.out;
}

}  // namespace
}  // namespace errata::tests
