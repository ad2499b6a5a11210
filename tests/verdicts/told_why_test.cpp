// What a finding says of its causes: since when what it reads is so, of what was asked and by whom, which
// clauses a repetition can do without, where things stand, and what settles it.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

Ran check(const std::string& text, const std::vector<std::string>& switches = {}) {
    return check_text("told.rules", "game \"Told\"\n" + text, switches);
}

TEST(BrokenClaim, SaysSinceWhenWhatItReadsIsSo) {
    const Ran ran = litmus("borrowed-ox");
    EXPECT_TRUE(says(ran, "herd is Ann since step 13 (Loan), home is Cleo.")) << ran.out;
}

TEST(BrokenClaim, SaysForWhichObjectsAndWhatItsWordsStandFor) {
    const Ran ran = litmus("uneven-cover");
    EXPECT_TRUE(says(ran, "It fails for Bran, Abel and c1.")) << ran.out;
    EXPECT_TRUE(says(ran, "where uneven-cover.rules:18 sees \"define sees(a, b: archer): bool = not covered"))
        << ran.out;
    EXPECT_TRUE(says(ran, "covered \"define covered(a, b: square)")) << "what that names in turn";
    EXPECT_TRUE(says(ran, "| Abel | | wall | Bran |")) << ran.out;
}

TEST(Ranges, ThatAreLeftNameTheValueAlsoWhereTheGameEndsAtOnce) {
    const Ran ran = litmus("score-track");
    EXPECT_TRUE(says(ran, "Here score would be 4, which is not among 0..3.")) << ran.out;
}

constexpr const char* hill = R"(
player Ann
kind beast: Ox, Cat { big: bool }
open strong(b: beast) default no
rule "Big ones" { strong(b) if b.big }
rule "Small ones" { not strong(Ox) if not Ox.big }
rule "Cats" { strong(Cat) }
turn {
    choose by Ann {
        option "feeds the ox" { Ox.big := yes }
        option "waits" { nothing }
    }
    end "night"
}
check "the ox is weak" never strong(Ox)
)";

TEST(BrokenClaim, NamesTheStatementWithoutWhichItWouldHold) {
    const Ran ran = check(hill, {"--only", "contradiction.invariant"});
    EXPECT_TRUE(says(ran, "Big ones \"strong(b) if b.big\"")) << ran.out;
    EXPECT_FALSE(says(ran, "Cats \"")) << "that is of others: " << ran.out;
}

TEST(Choosers, AreNotThoseWhoseOptionsAreOnlyAskedFor) {
    EXPECT_TRUE(says(litmus("borrowed-sceptre"), "Nobody has a choice on the way there."));
}

TEST(Choosers, AreNotAskedWhatWordsMean) {
    EXPECT_TRUE(says(litmus("dismiss-it"), "What the words mean nobody at the table decides."));
}

constexpr const char* rain = R"(
player Ann
state { dry: bool }
turn {
    phase noon { nothing }
    phase dusk { nothing }
}
check "it dries up" eventually dry
)";

TEST(Waits, InWhichNobodyChoosesAreKeptUpByNobody) {
    const Ran ran = check(rain);
    EXPECT_TRUE(says(ran, "loop.wait: it dries up")) << ran.out;
    EXPECT_TRUE(says(ran, "nobody can break it")) << ran.out;
    EXPECT_FALSE(says(ran, "can keep it going")) << ran.out;
}

TEST(Steps, OfTheRulesNameTheActionsTheyCarryOut) {
    const Ran ran = litmus("fortune-teller");
    EXPECT_TRUE(says(ran, "foretold is Sun since step 5 (reading)")) << ran.out;
    EXPECT_TRUE(says(ran, "5 rules shuffle (reading: repeat)")) << ran.out;
}

TEST(Steps, TellTheRolesApartOfWhatSpeaksTwice) {
    const Ran ran = litmus("borrowed-ox");
    EXPECT_TRUE(says(ran, "puts Loan (p Ann) on the agenda")) << ran.out;
    EXPECT_TRUE(says(ran, "Loan (lender Ann) acts first")) << ran.out;
}

constexpr const char* supper = R"(
player Ann
state { served: 0..3 }
action serve() { served += 1 }
rule "Cook" { when serve() { served += 1 } }
turn {
    phase noon { choose by Ann { option "rings" { serve() } } }
    phase dusk { nothing }
    end "night"
}
scenario "one bowl" {
    take "rings" by Ann
    then served = 1
}
)";

TEST(Scenario, QuotesTheStepThatFailsAndWhoBrokeIt) {
    const Ran ran = check(supper);
    EXPECT_TRUE(says(ran, "It fails at its line `then served = 1`: served is 2 since step")) << ran.out;
    EXPECT_TRUE(says(ran, "Cook \"when serve() { served += 1 }\"")) << ran.out;
}

TEST(Question, SaysWhoAsks) {
    const Ran ran = litmus("even-match");
    EXPECT_TRUE(says(ran, "Here the question is outcome(Ox), asked by fight.")) << ran.out;
}

constexpr const char* gate = R"(
player Ann
kind walker: Ida, Jon { across: bool }
open may_pass(w: walker)
rule "Ladies first" { may_pass(w) if w = Ida }
rule "Shut at night" { not may_pass(_) }
turn {
    choose by Ann {
        option "sends {w} through" for w: walker with may_pass(w) { w.across := yes }
        option "waits" { nothing }
    }
    end "night"
}
)";

TEST(Question, OfAnOptionSaysWhatCanBeChosen) {
    const Ran ran = check(gate);
    EXPECT_TRUE(says(ran, "Here the question is may_pass(Ida), asked by the turn.")) << ran.out;
    EXPECT_TRUE(says(ran, "may_pass: no: \"sends Ida through\" this cannot be chosen")) << ran.out;
}

TEST(Loops, LeaveOutWhatOnlyLooksOn) {
    const Ran crowd = litmus("anvil-and-crowd");
    EXPECT_TRUE(says(crowd, "loop.inevitable: Old Smith and Young Smith: for ever")) << crowd.out;
    const Ran raid = litmus("healed-in-camp");
    EXPECT_TRUE(says(raid, "loop.mandatory: march: for ever")) << raid.out;
    EXPECT_FALSE(says(raid, "raid error")) << raid.out;
    EXPECT_TRUE(says(raid, "What raid does comes to nothing in each round.")) << raid.out;
}

// Without the throw the turn would go round as well; but nothing would be caught in it.
TEST(BrokenClaim, SaysWhoMakesTheValueThatItAsksFor) {
    const Ran ran = check(R"(
player Ann
enum tribe: elf, orc
zone place: hand, field
kind thing: Plot, Spark, Vault { card: card?  at: place = field  since: order while at }
meta { effect_order: since }
printed card on thing if this.card = it and this.at = field
derived creature(t: thing): bool layer 4 = no
derived tribes(t: thing): set of tribe layer 4 = {}
card Elfplot
  Creatures are elves.
card Awake
  The vault is a creature of all tribes.
phrase line "Creatures are elves." = { for each t: thing with creature(t) { tribes(t) := {elf} } }
phrase line "The vault is a creature of all tribes." = {
    for each t: thing with t = Vault { creature(t) := yes  tribes(t) := {elf, orc} }
}
turn { end "done" }
setup "two" { Plot.card := Elfplot  Spark.card := Awake  Plot.since := 1  Spark.since := 2 }
check "all tribes" always size(tribes(Vault)) = 2
)");
    EXPECT_TRUE(says(ran,
                     "There, tribes(Vault) is {elf} by Elfplot (\"Creatures are elves.\") and Awake "
                     "(\"The vault is a creature of all tribes.\")"))
        << ran.out;
    EXPECT_TRUE(says(ran, "= { for each t: thing with creature(t)")) << "what its line comes to";
    EXPECT_TRUE(says(ran, "tribes \"derived tribes(t: thing): set of tribe layer 4 = {}\"")) << ran.out;
    EXPECT_TRUE(says(ran, "Settle it: correct what makes the value that the claim asks for")) << ran.out;
}

TEST(Loops, NameWhoHoldsOffWhatWouldEndThem) {
    const Ran ran = litmus("black-bile-die");
    EXPECT_TRUE(says(ran, "Idol \"Ann cannot die.\"")) << ran.out;
}

TEST(Loops, AreNoLoopsOfATurnInWhichNothingHappens) {
    const Ran ran = check(R"(
player Ann
enum place: hand, air, roof
state { ball: place = hand }
rule "Lost" { ending "the ball is lost" if ball = roof }
turn {
    phase throw { ball := air }
    phase catch { ball := hand }
}
)");
    EXPECT_TRUE(says(ran, "loop.mandatory: throw and catch: for ever")) << ran.out;
    EXPECT_FALSE(says(ran, "comes to nothing")) << ran.out;
}

TEST(Loops, KeepWhatTheyNeed) {
    const Ran ran = litmus("wind-chimes");
    EXPECT_TRUE(says(ran, "Brass and Glass: for ever") || says(ran, "Glass and Brass: for ever")) << ran.out;
}

TEST(Secret, DecisionsAreAllShown) {
    const Ran ran = litmus("last-pear");
    EXPECT_TRUE(says(ran, "3 Bob reaches out (nobody decides: Ann's")) << ran.out;
    EXPECT_TRUE(says(ran, "Who decides on the way there: Ann, Bob.")) << ran.out;
}

// Where a group comes back is not where it stands.
TEST(Boards, DrawThingsWhereTheyStand) {
    const Ran ran = check(R"(
player Ann
grid square 2 x 1 { lit: bool }
kind boat: Kay, Lot { at: square? = a1, home: square? }
turn { choose by Ann { option "leaves" { Kay.home := Kay.at Kay.at := none } } end "over" }
check "never away" always Kay.at = a1
setup "Lot is away" { Lot.at := none Lot.home := b1 }
)");
    EXPECT_TRUE(says(ran, "| Kay | | 1")) << ran.out;
    EXPECT_FALSE(says(ran, "| Lot |")) << ran.out;
}

// What the claim asks of one while another one would do as well.
TEST(Start, TellsWhatTheClaimAsksOfWhomItFailsFor) {
    EXPECT_TRUE(says(litmus("gate-guards"), "At the start: Bow.life = 2"));
}

TEST(Loops, SayAtWhichStepTheyCanBeLeft) {
    EXPECT_TRUE(says(litmus("round-chase"), "Way out: Ann runs to c1 (in the place of step 5)"));
}

TEST(Settle, AsksForAPlayerWhereThereIsNone) {
    const Ran ran = litmus_unexpected("falling-walls");
    EXPECT_TRUE(says(ran, "Settle it: declare a player who orders them (`player P`")) << ran.out;
    EXPECT_FALSE(says(ran, "such as")) << ran.out;
}

TEST(Settle, OfAValueOutsideItsRangeSpeaksOfTheRange) {
    const Ran ran = litmus_unexpected("worn-shield");
    EXPECT_TRUE(says(ran, "Settle it: widen the range")) << ran.out;
    EXPECT_FALSE(says(ran, "is not none")) << ran.out;
}

TEST(Settle, NamesNoLimitWhereNothingCanBeLimited) {
    EXPECT_FALSE(says(litmus_unexpected("healed-in-camp"), "`limit 1 per turn`"));
    EXPECT_TRUE(says(litmus_unexpected("wind-chimes"), "`limit 1 per turn`"));
}

TEST(Settle, NamesADefaultOfTheTypeOfTheValue) {
    const Ran ran = check(R"(
player Ann, Bob
state { first: player = Ann  points: 0..1 }
open winner(): player
rule "Points" { winner() = Ann if points > 0 }
turn { first := winner()  end "night" }
)");
    EXPECT_TRUE(says(ran, "`default Ann`, or another value")) << ran.out;
    EXPECT_TRUE(says(litmus_unexpected("even-match"), "a default where it is declared")) << ran.out;
}

TEST(Settle, SaysWhereAChoiceByNobodyIsWritten) {
    const Ran ran = check(R"(
player Ann
kind knight: Ida, Jon { down: bool }
turn {
    choose k: knight by nobody "{k} falls" { k.down := yes }
    end "night"
}
)");
    EXPECT_TRUE(says(ran, "told.rules:6 whose choice it is")) << ran.out;
}

TEST(Unknown, ListsEveryNameOnce) {
    const Ran ran = check("player Ann\nstate { a: zzzzzzzzzz }\nturn { end \"night\" }\n");
    EXPECT_NE(ran.err.find("known here: bool, counter, number, player"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace errata::tests
