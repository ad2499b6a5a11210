// What a finding says of a loop: which clauses it needs, what keeps it up, who can break it, and where to
// leave it.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

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
    EXPECT_TRUE(says(ran, "No player alone can stop it.")) << ran.out;
    EXPECT_TRUE(says(ran, "Way out: Bob stops")) << ran.out;
}

TEST(Loops, OfWhichChanceDecidesARoundAreNobodysAlone) {
    const Ran ran = check_anns_and_bobs(R"(
state { hay: bool }
meta { trigger_order: Bob }
action push() { nothing }
rule "Push" { when push() { choose by chance { option "rolls back" { push() } option "stays" { nothing } } } }
rule "Help" { when push() { choose by Bob { option "helps" { hay := yes } option "rests" { hay := no } } } }
turn { phase day { choose by Ann { option "pushes" { push() } option "goes" { end "over" } } } }
)");
    EXPECT_FALSE(says(ran, "Bob can keep it going")) << ran.out;
    EXPECT_TRUE(says(ran, "It is not known who can stop it: ⟦MoreThanPlayers⟧.")) << ran.out;
}

constexpr const char* penny = R"(
state { tossed: bool }
turn {
    repeat while not tossed {
        choose by chance { option "rolls away" { nothing } option "falls" { tossed := yes } }
    }
    end "fallen"
}
)";

TEST(Loops, OfChanceSayHowItGetsOut) {
    EXPECT_TRUE(says(check_anns_and_bobs(penny), "Way out: chance falls")) << check_anns_and_bobs(penny).out;
}

constexpr const char* blade = R"(
game "Blade"
player Ann
kind minion: Cub, Bear { hurt: 0..2, shielded: bool }
action hit(m: minion) { if not m.shielded or m.hurt < 1 { m.hurt += 1 } }
rule "Shout" { when shout() { for each m: minion { m.shielded := yes } } }
rule "Saw" { when saw() { repeat while no m: minion with m.hurt = 2 { hit(Cub) settle } } }
action shout() { nothing }
action saw() { nothing }
turn {
    phase first { choose by Ann { option "shouts" { shout() } option "is quiet" { nothing } } }
    phase second { choose by Ann { option "saws" { saw() } option "rests" { nothing } } }
    end "over"
}
)";

TEST(Loops, SayWhatPlayHasChangedThatKeepsThemUp) {
    const Ran ran = check_spec_text(blade);
    EXPECT_TRUE(
        says(ran, "⟦ThereItIs: Cub.hurt is 1 since step 8 (Saw), Cub.shielded is yes since step 4 (Shout)⟧"))
        << ran.out;
    EXPECT_FALSE(says(ran, "Bear.shielded is yes since")) << "it would go on without: " << ran.out;
    EXPECT_TRUE(says(ran, "Ann could have chosen otherwise on the way there.")) << ran.out;
    EXPECT_TRUE(
        says(ran,
             "Tried in vain: `limit 1 per turn` on Saw, so that line 7 reads `when saw() limit 1 per turn "
             "{ ... }`."))
        << ran.out;
}

TEST(Loops, LeaveOutWhatOnlyLooksOn) {
    const Ran crowd = litmus("anvil-and-crowd");
    EXPECT_TRUE(says(crowd, "loop.inevitable: ⟦ForEver: Old Smith and Young Smith⟧")) << crowd.out;
    const Ran raid = litmus("healed-in-camp");
    EXPECT_TRUE(says(raid, "loop.mandatory: ⟦ForEver: march⟧")) << raid.out;
    EXPECT_FALSE(says(raid, "raid error")) << raid.out;
    EXPECT_TRUE(says(raid, "⟦InVain: raid, ")) << raid.out;
}

TEST(Loops, NameWhoHoldsOffWhatWouldEndThem) {
    const Ran ran = litmus("black-bile-die");
    EXPECT_TRUE(says(ran, "Idol \"Ann cannot die.\"")) << ran.out;
}

TEST(Loops, AreNoLoopsOfATurnInWhichNothingHappens) {
    const Ran ran = check_game(R"(
player Ann
enum place: hand, air, roof
state { ball: place = hand }
rule "Lost" { ending "the ball is lost" if ball = roof }
turn {
    phase throw { ball := air }
    phase catch { ball := hand }
}
)");
    EXPECT_TRUE(says(ran, "loop.mandatory: ⟦ForEver: throw and catch⟧")) << ran.out;
    EXPECT_FALSE(says(ran, "⟦InVain: ")) << ran.out;
}

TEST(Loops, KeepWhatTheyNeed) {
    const Ran ran = litmus("wind-chimes");
    EXPECT_TRUE(says(ran, "⟦ForEver: Brass and Glass⟧") || says(ran, "⟦ForEver: Glass and Brass⟧"))
        << ran.out;
}

TEST(Loops, SayAtWhichStepTheyCanBeLeft) {
    EXPECT_TRUE(says(litmus("round-chase"), "Way out: Ann runs to c1 (in the place of step 5)"));
}

// What a rule can tell apart is never more of the same: a loop that only makes more is not seen.
TEST(Loops, AreNotLookedForWhereARuleTellsTheObjectsApart) {
    const std::string text = R"(
player Ann
zone place: shelf, hall, loft
kind chest: Chest { at: place = shelf }
kind lantern of 2 { red: bool }
rule "Glow" {
    whenever Chest.at = shelf and some l: lantern {
        for each l: lantern { if l.red { Chest.at := hall } else { Chest.at := loft } }
    }
}
turn {
    choose by Ann { option "lights one" { create l: lantern { l.red := yes } } option "goes" { end "over" } }
}
)";
    const Ran ran = check_game(text);
    EXPECT_TRUE(says(ran,
                     "endless loops that make ever more of the kind 'lantern': which of them is which "
                     "matters ('Glow', "))
        << ran.out;
    EXPECT_TRUE(says(ran, "told.rules:8)")) << ran.out;
    EXPECT_FALSE(says(check_game(replaced(text, "Chest.at := loft", "Chest.at := hall")), "ever more of"));
}

// Of one jar alone its designer knows that it kills.
TEST(Loops, OfSeveralCardsThatEndTheGameAreAWarning) {
    const std::string text = R"(
state { life: counter = 9 }
kind shelf: upper, lower { jar: jar? }
printed jar on shelf if this.jar = it
jar Bile
  When a dose is taken, lose a life.
jar Salve
  When a life is lost, take a dose.
jar Plague
  When a dose is taken, lose a life and take a dose.
action dose() { nothing }
action lose() { life -= 1 }
phrase line "When a dose is taken, lose a life." = { when dose() { lose() } }
phrase line "When a life is lost, take a dose." = { when lose() { dose() } }
phrase line "When a dose is taken, lose a life and take a dose." = { when dose() { lose() dose() } }
rule "Death" { ending "all is lost" if life < 1 }
turn { phase day { dose() } settle end "night" }
)";
    const std::string two = "setup \"two\" { upper.jar := Bile lower.jar := Salve }\n";
    const std::string one = "setup \"one\" { upper.jar := Plague }\n";
    EXPECT_TRUE(says(check_anns(text + two), "warning: \"Bile\" and \"Salve\" repeat until the game ends"));
    EXPECT_TRUE(says(check_anns(text + one), "note: \"Plague\" repeats until the game ends"));
}

// Nothing says that such a game should come to an end, and nothing that it should not.
TEST(Loops, OfGamesWithoutEndingsAreNotDecidedWhereNobodyChooses) {
    const std::string text = "state { hours: 0..3 }\nturn { hours := 1 }\n";
    const Ran ran = check_anns(text);
    EXPECT_EQ(ran.code, 3);
    EXPECT_TRUE(says(ran, "not cleared: endless loops (⟦NoEndingDeclared⟧)")) << ran.out;
    EXPECT_EQ(check_anns(text + "rule \"Dusk\" { ending \"dusk\" if hours = 1 }\n").code, 0);
    const std::string chosen =
        "state { hours: 0..3 }\nturn { choose by Ann { option \"waits\" { hours := 1 } "
        "option \"goes\" { hours := 2 } } }\n";
    EXPECT_EQ(check_anns(chosen).code, 0);
}

constexpr const char* pulpit = R"(
state { coins: counter = 5, sung: bool }
action give() { coins -= 1 }
action thank() { nothing }
rule "Purse" { when give() { thank() } }
rule "Pulpit" { when thank() { give() } }
rule "Choir" { when thank() { sung := yes } }
rule "Ruin" { ending "the purse is empty" if coins < 1 }
turn {
    phase day { choose by Ann { option "goes" { thank() } option "stays" { nothing } } }
    end "evening"
}
)";

// Whoever orders the triggers, and whatever room there is for those that are put off.
TEST(Loops, ThatEndTheGameAreForcedWhateverElseWaits) {
    for (const char* const settings :
         {"meta { trigger_order: Ann }\nscope town { agenda: 20 }\n", "meta { agenda: bag }\n", ""}) {
        const Ran ran = check_anns(std::string(settings) + pulpit);
        EXPECT_TRUE(says(ran, "\"Purse\" and \"Pulpit\" repeat until the game ends")) << ran.out;
        EXPECT_TRUE(says(ran, "No player can stop it.")) << ran.out;
        EXPECT_FALSE(says(ran, "[loop.optional]")) << ran.out;
    }
}

// From the position shown coins is 3, though it is 1 in another one that never ends either.
TEST(Loops, ThatNeverEndSayWhatLacksFromThere) {
    const Ran ran = check_anns(R"(
state { coins: 0..5 = 3, gone: bool }
turn {
    phase upkeep {
        if not gone {
            choose by Ann { option "pays" { coins -= 1 } option "gives up" { gone := yes } }
        }
    }
    if coins = 0 { end "poor" }
}
)");
    EXPECT_TRUE(says(ran, "lacks coins = 0 (coins is 3")) << ran.out;
}

// What claims that play ends goes round with nothing.
TEST(Loops, ThatAClaimForbidsNameThePartOfTheTurn) {
    const Ran ran = check_anns(R"(
state { lit: bool }
turn {
    phase day { choose by Ann { option "turns" { lit := not lit } option "stops" { end "night" } } }
}
check "Every game ends" terminates
)");
    EXPECT_TRUE(says(ran, "Ann can repeat \"day\" for ever")) << ran.out;
}

// A limit stands before the cost, and before `at once`.
TEST(Loops, LimitsThatAreTriedAreWrittenWhereTheyCanStand) {
    const Ran cost = check_anns(R"(
window field for Ann
state { tapped: bool }
rule "Spring" { may "waters" in field by Ann if not tapped cost { tapped := yes } { tapped := no } }
turn { phase day { open field } end "over" }
)");
    EXPECT_TRUE(says(cost, "if not tapped limit 1 per turn cost { tapped := yes } { ... }")) << cost.out;
    const Ran once = check_anns(R"(
window field for Ann
state { lit: bool }
rule "Lamp" { may "turns" in field by Ann at once { lit := not lit } }
turn { phase day { open field } end "over" }
)");
    EXPECT_TRUE(says(once, "by Ann limit 1 per turn at once { ... }")) << once.out;
}

// A text with a `repeat` of its own goes round by itself where it is idle. That shows nothing of the others.
TEST(Loops, NameWhoBeginsThemAgainAndNobodyWhoCounts) {
    const Ran mill = litmus("bone-mill");
    EXPECT_TRUE(says(mill, "⟦ForEver: Death, Mill and Steed⟧")) << mill.out;
    const Ran echo = litmus("echo-and-scribe");
    EXPECT_TRUE(says(echo, "⟦MoreAndMore: Echo and Refund⟧")) << echo.out;
}

// Where it could be played nobody is asked without it. That is no other round.
TEST(Loops, LeaveOutWhatCouldBePlayedInAnswer) {
    const Ran chosen = litmus("spring-and-sluice");
    EXPECT_TRUE(says(chosen, "⟦AsOftenAsLiked: Spring and Sluice⟧")) << chosen.out;
    EXPECT_FALSE(says(chosen, "Spring, Sluice and Guard")) << chosen.out;
    const std::string answers = R"(
state { full: bool, shields: 0..1 = 1 }
window answers for Ann
meta { responses: answers }
action fill() { full := yes }
action drain() { full := no }
rule "Spring" { when drain() { fill() } }
rule "Sluice" { when fill() { drain() } }
rule "Guard" { may "raises the shield" in answers by Ann cost { shields -= 1 } { nothing } }
)";
    const Ran forced = check_anns(answers + "turn { phase day { fill() } end \"night\" }");
    EXPECT_TRUE(says(forced, "\"Spring\" and \"Sluice\" repeat for ever")) << forced.out;
    const Ran more = check_anns(answers +
                                "rule \"Caller\" { when drain() { fill() fill() } }\n"
                                "turn { phase day { fill() } end \"night\" }");
    EXPECT_FALSE(says(more, "\"Guard\" leave")) << more.out;
}

// Nobody gets out of what two polyraptors make, so that nobody "can repeat" it, whoever else listens.
TEST(Loops, ThatNobodyStopsAreToldOnce) {
    const Ran ran = check_anns(R"(
kind beast: One, Two, Three, Four, Five, Six { here: bool }
state { soul: counter }
meta { trigger_order: Ann }
action enter(b: beast) { b.here := yes }
action hurt(b: beast) { nothing }
rule "Twins" { when hurt(_) { choose b: beast with not b.here by chance "{b} comes" { enter(b) } } }
rule "Bite" { when enter(b) { hurt(b) } }
rule "Warden" { when enter(_) { soul += 1 } }
turn { phase day { choose by Ann { option "begins" { enter(One) } option "waits" { end "dusk" } } } }
)");
    EXPECT_FALSE(says(ran, "can repeat")) << ran.out;
}

// After the steward has been used, the lamp can be flipped for ever all the same.
TEST(Loops, AreLeftWhereNoneIsLeft) {
    const Ran ran = check_anns(R"(
state { gold: 0..5, lamp: bool }
window main for Ann
rule "Lamp" { may "flips the lamp" in main by Ann { lamp := not lamp } }
rule "Steward" { may "exhausts the Steward" in main by Ann limit 1 per turn { gold += 2 } }
turn { phase day { open main } end "over" }
)");
    EXPECT_TRUE(says(ran, "Way out: Ann passes")) << ran.out;
}

constexpr const char* golem = R"(
kind hero: Brute, Mage { ready: bool }
state { asleep: bool }
action strike(h: hero) { nothing }
action lash() { choose h: hero by nobody "turns to {h}" { strike(h) } }
rule "Taunt" { when strike(Brute) { lash() } }
rule "Sleep" { when strike(Mage) { asleep := yes } }
rule "Boots" { when strike(h) { h.ready := yes } }
turn { phase golem { lash() } phase rest { settle } end "over" }
)";

// On a stack what only listens may be put below what goes on, and more of it waits with each round. The loop
// is there without it.
TEST(Loops, ThatAnOpenQuestionKeepsUpAreNotOfWhoListens) {
    const Ran ran = check_anns(golem);
    EXPECT_TRUE(says(ran, "an open question of the rules can repeat \"Taunt\" for ever")) << ran.out;
    EXPECT_FALSE(says(ran, "more waits to be done")) << ran.out;
}

constexpr const char* squirrels = R"(
kind squirrel of 4 { tapped: bool }
state { tapped: bool, charge: 0..2 }
window main for Ann
action tap() { tapped := yes }
rule "Nest" { may "nests" in main by Ann if not tapped cost { tap() } { create s: squirrel { nothing } } }
rule "Craft" {
    may "taps {s}" in main by Ann for s: squirrel with not s.tapped cost { s.tapped := yes } { tapped := no }
}
rule "Almanac" { when tap() { charge := min(2, charge + 1) } }
turn { phase noon { open main } end "over" }
setup "one" { create s: squirrel { nothing } }
)";

TEST(Loops, ThatMakeMoreAndMoreAreNotOfWhoListens) {
    const Ran ran = check_anns(squirrels);
    EXPECT_TRUE(says(ran, "\"Nest\" and \"Craft\" for ever")) << ran.out;
    EXPECT_FALSE(says(ran, "\"Almanac\" for ever")) << ran.out;
}

constexpr const char* extra_turn = R"(
state { extra: bool, dawns: 0..2 }
window main for Ann
rule "Nexus" { may "plays it" in main by Ann if not extra { extra := yes } }
rule "Orb" { at dawn { dawns := min(2, dawns + 1) } }
turn {
    phase dawn { extra := no }
    phase noon { open main }
    if not extra { end "over" }
}
check "it ends" terminates
)";

// A limit per turn counts anew in each turn, so it settles nothing there.
TEST(Loops, OfWholeTurnsNameNoBystanderAndNoLimitPerTurn) {
    const Ran ran = check_anns(extra_turn);
    EXPECT_TRUE(says(ran, "Ann can repeat \"Nexus\" for ever")) << ran.out;
    EXPECT_FALSE(says(ran, "The finding is gone")) << ran.out;
    EXPECT_FALSE(says(ran, "Fix: limit it")) << ran.out;
}

constexpr const char* tossing = R"(
state { won, cheer: bool }
action toss() { nothing }
rule "Penny" { when toss() { choose by chance { option "heads" { won := yes } option "tails" { toss() } } } }
rule "Crowd" { when toss() { cheer := yes } }
turn { toss() settle end "over" }
)";

// Chance alone ends the tossing, whether or not the cheers wait below it.
TEST(Loops, OfChanceAreThoseOfAnOpenOrderToo) {
    const Ran ran = check_anns(tossing);
    EXPECT_TRUE(says(ran, "\"Penny\" repeats until chance ends it")) << ran.out;
    EXPECT_FALSE(says(ran, "more waits to be done")) << ran.out;
}

constexpr const char* songs = R"(
player Bob
window hall from Ann
state { songs: counter }
action sing() { songs += 1 }
action ask() { nothing }
rule "Bard" { may "sings" in hall after ask() by Ann { sing() } }
rule "Banner" { may "asks again" in hall after sing() by Bob { ask() } }
turn { phase feast { sing() } end "night" }
)";

// A counter that nothing reads hides no round.
TEST(Loops, ThatPileUpAreFoundBesideACounter) {
    EXPECT_TRUE(says(check_anns(songs), "\"Bard\" and \"Banner\" for ever"));
}

}  // namespace
}  // namespace errata::tests
