// How a report shows a play: the values at the start, whose choices lead there, the labels of options, each
// step and what it changes, the clauses that are quoted, and the board.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/program.h"
#include "tests/support/told.h"

namespace errata::tests {
namespace {

TEST(Choosers, AreThoseWhoseChoicesLeadThere) {
    const Ran ran = check_anns_and_bobs(
        "state { n: 0..3 }\n"
        "turn { choose by Bob { option \"adds\" { n := min(3, n + 1) } option \"waits\" { nothing } } }\n"
        "check \"few\" always n < 2\n");
    EXPECT_TRUE(says(ran, "Bob could have chosen otherwise on the way there.")) << ran.out;
    const Ran nobody =
        check_anns_and_bobs("state { n: 0..3 }\nturn { n := min(3, n + 1) }\ncheck \"few\" always n < 2\n");
    EXPECT_TRUE(says(nobody, "No player has a choice on the way there.")) << nobody.out;
}

TEST(Choosers, AreNotThoseWhoseOptionsAreOnlyAskedFor) {
    EXPECT_TRUE(says(litmus("borrowed-sceptre"), "No player has a choice on the way there."));
}

TEST(Choosers, AreNotAskedWhatWordsMean) {
    EXPECT_TRUE(says(litmus("dismiss-it"), "No player decides what the words mean."));
}

TEST(Starts, TellOfWhatOnlyOutcomesAndWaysOutName) {
    const Ran ran = check_anns_and_bobs(R"(
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

constexpr const char* riders_toll = R"(
kind rider: Knight { owner: player, coins: 0..3 = 1, songs: 0..3 = 2, steps: 0..2 }
action ride(r: rider) { r.steps := min(2, r.steps + 1) }
rule "Toll" { cannot ride(r) if r.coins < 2 and r.songs < 4 }
rule "Duty" { at noon { for each r: rider { ride(r) } } }
turn { phase noon { nothing } end "evening" }
setup "a poor knight" { Knight.songs := 3 }
)";

TEST(Starts, TellTheValuesThatThePlayDependsOn) {
    const Ran ran = check_anns_and_bobs(riders_toll, {"--about", "Toll"});
    EXPECT_TRUE(says(ran, "At the start: Knight.coins = 1")) << ran.out;
    EXPECT_FALSE(says(ran, "Knight.songs =")) << "any number of them does: " << ran.out;
}

constexpr const char* clerks = R"(
enum thing: umbrella, hat, glove
state { shelf: set of thing = {glove} }
kind clerk: Ada, Bert { brings: set of thing, takes: set of thing }
action tidy(c: clerk) { shelf += c.brings shelf -= c.takes }
turn {
    phase evening { simultaneously { for each c: clerk { tidy(c) } } }
    end "closed"
}
setup "two lists" { Ada.brings := {umbrella} Bert.brings := {hat} Bert.takes := {umbrella} }
)";

TEST(Starts, TellWhatAnActionWasAboutToDo) {
    const Ran ran = check_anns_and_bobs(clerks, {"--about", "tidy"});
    EXPECT_TRUE(says(ran, "At the start: Ada.brings = {umbrella}, Bert.takes = {umbrella}")) << ran.out;
}

constexpr const char* yard = R"(
game "Start"
player Ann, Bob
enum place: box, yard, shed, hall
kind copy of 9 { card: card?, at: place, tired, wet, cold, old: bool, owner: player }
state { n: 0..9 }
printed card on copy if this.card = it and this.at = yard
card Bell
  At dawn, one more.
card Drum
  At dawn, double.
phrase line "At dawn, one more." = {
    at dawn if not this.tired and not this.wet and this.owner = Ann { n += 1 }
}
phrase line "At dawn, double." = { at dawn if not this.cold and not this.old { n := min(9, n + n) } }
turn { phase dawn { nothing } end "over" }
setup "a yard" {
    copy1.card := Bell copy2.card := Drum copy1.at := yard copy2.at := yard
    copy3.at := shed copy4.at := shed copy5.at := hall copy6.at := hall copy7.at := hall
    copy8.at := hall copy9.at := shed
    copy3.wet := yes copy4.wet := yes copy5.cold := yes n := 1
}
)";

TEST(Starts, ShowWhereTheCardsOfAFindingAreThoughPlayTouchesNone) {
    const Ran ran = check_spec_text(yard);
    EXPECT_TRUE(says(ran, "copy1.card = Bell, copy2.card = Drum, Bell.at = yard, Drum.at = yard")) << ran.out;
}

constexpr const char* toll_gate = R"(
kind traveller: Ida { noble: bool, paid: bool, across: bool }
open may_pass(t: traveller)
rule "Gate" { may_pass(t) only if t.paid }
rule "Road" { may_pass(t) if t.noble }
turn {
    choose by Ann {
        option "sends {t}" for t: traveller with may_pass(t) { t.across := yes }
        option "stays" { nothing }
    }
    end "evening"
}
setup "any traveller" { for each t: traveller { t.noble := any } }
)";

TEST(Starts, TellWhatTheQuotedClausesReadOfWhatIsAskedAbout) {
    const Ran ran = check_anns_and_bobs(toll_gate);
    EXPECT_TRUE(says(ran, "At the start: Ida.noble = yes, Ida.paid = no")) << ran.out;
}

TEST(Starts, OfAPlayWithoutAStepTellWhereTheThingsAreThatItsOutcomesMove) {
    const Ran ran = check_anns_and_bobs(R"(
enum spot: hand, field
kind hare of 2 { at: spot?, seen: bool }
reading "Who runs" {
    first "the first" { runs(h) if h = hare1 }
    second "the second" { runs(h) if h = hare2 }
}
open runs(h: hare) default no
turn { for each h: hare with runs(h) { h.at := none } end "night" }
setup "two" { hare1.at := field hare2.at := hand }
)");
    EXPECT_TRUE(says(ran, "hare1.at = field, hare2.at = hand")) << ran.out;
}

// What the claim asks of one while another one would do as well.
TEST(Starts, TellWhatTheClaimAsksOfWhomItFailsFor) {
    EXPECT_TRUE(says(litmus("gate-guards", {"--only", "first the guards"}), "At the start: Bow.life = 2"));
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

TEST(Changes, TellWhatIsPutOffAndWhatItIsAbout) {
    const Ran ran = litmus_unexpected("borrowed-ox");
    EXPECT_TRUE(says(ran, "Loan, put off (lender Cleo): no → yes")) << ran.out;
    EXPECT_TRUE(says(ran, "Loan, put off (lender Ann): yes → no")) << ran.out;
    EXPECT_FALSE(says(ran, "waiting(")) << ran.out;
    EXPECT_TRUE(says(ran, "Fix: say who decides what it leans on, or correct the rule")) << ran.out;
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

TEST(Moves, NameTheCardThatAnObjectBears) {
    const Ran ran = check_anns_and_bobs(hand);
    EXPECT_TRUE(says(ran, "plays ace (Village)")) << ran.out;
}

TEST(Steps, StandWhereTheOptionIsWrittenAndWhereAQuestionIsAsked) {
    EXPECT_TRUE(says(litmus("mint-and-press"), "2 Ann works mint-and-press.rules:28"));
    const Ran omens = litmus("three-omens");
    EXPECT_TRUE(says(omens, "three-omens.rules:19")) << "the turn asks, no statement acts: " << omens.out;
    EXPECT_FALSE(says(omens, "over: morning three-omens.rules:17")) << omens.out;
}

TEST(Steps, SayAboutWhichThingsOneQuestionIsAnsweredSeveralTimes) {
    const Ran ran = check_anns_and_bobs(
        "state { lit, warm: bool }\nopen shines(t: 0..1)\n"
        "turn { if shines(0) { lit := yes } if shines(1) { warm := yes } end \"night\" }\n");
    EXPECT_TRUE(says(ran, "shines(0): no,")) << ran.out;
    EXPECT_TRUE(says(ran, "shines(1): no)")) << ran.out;
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

TEST(Errors, ShowWhatTheStepChangedBeforeIt) {
    EXPECT_TRUE(says(litmus("ambush"), "springs the trap attacker: wolf → none"));
    EXPECT_FALSE(says(litmus("worn-shield"), "is possible Iron.wet")) << "nobody made what only asks";
}

// Where a group comes back is not where it stands.
TEST(Boards, DrawThingsWhereTheyStand) {
    const Ran ran = check_game(R"(
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

TEST(LabelsOfOptions, ShowRolesLetsConstantsAndBearers) {
    const std::string spec = "/tests/verdicts/regressions/labels-show-roles.rules";
    const Ran ran = run_errata({"check", std::string(ERRATA_SOURCE_DIR) + spec, "--format", "json"});
    EXPECT_THAT(ran.out, testing::HasSubstr("ties Dolly to Molly, Dolly and 2"));
    EXPECT_THAT(ran.out, testing::HasSubstr("then ties Molly to Polly"));
    EXPECT_THAT(ran.out, testing::HasSubstr("Dolly hides from Dolly"));
}

}  // namespace
}  // namespace errata::tests
