// What a finding says of the outcomes of one question or order: whether anybody can see a difference, where
// they part, and what is chosen on the way to each.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

// What nobody decides, and what comes of it.
std::string shining(const std::string& turn) {
    return "state { late: bool, lit: bool }\n"
           "open shines(t: 0..1)\n"
           "action light() { lit := yes }\n"
           "action spark() { nothing }\n"
           "rule \"Sparks\" { when spark() { light() } }\n"
           "turn { " +
           turn + " }\n";
}

TEST(Ways, ThatNobodyCanTellApartAreANote) {
    const Ran ran = check_anns(shining("if shines(0) { nothing } end \"night\""));
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_TRUE(says(ran, "note: Shines, or not?")) << ran.out;
    EXPECT_TRUE(says(ran, "⟦WaysAgree⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "⟦AlikeEverywhere⟧")) << ran.out;
    EXPECT_FALSE(says(ran, "shines: yes")) << "no outcomes that are equal: " << ran.out;
}

// Some thousands of places, and the same at each of them.
TEST(Ways, ThatNobodyCanTellApartAtManyPlacesAreANote) {
    const Ran ran = check_anns(
        "state { hour: 0..2500 }\nopen shines()\n"
        "turn { if shines() { nothing } if hour = 2500 { end \"night\" } hour += 1 }\n");
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_TRUE(says(ran, "⟦AlikeEverywhere⟧")) << ran.out;
}

// Three answers, of which an option takes some: the one without it is a way of its own.
TEST(Ways, OfWhichSomeButNotAllOfferAnOptionAreAnError) {
    const std::string turn =
        "open steps(): 0..2\n"
        "turn { choose by Ann { option \"crosses\" if steps() > 0 { end \"there\" } option \"stays\" { "
        "nothing "
        "} } end \"here\" }\n";
    const Ran ran = check_anns(turn);
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "this cannot be chosen")) << ran.out;
    EXPECT_FALSE(says(ran, "⟦AlikeEverywhere⟧")) << ran.out;
    const Ran always = check_anns(replaced(turn, "> 0", ">= 0"));
    EXPECT_EQ(always.code, 0) << always.out;
    EXPECT_TRUE(says(always, "⟦AlikeEverywhere⟧")) << always.out;
}

// The first option that asks is there with each answer, the second is not.
TEST(Ways, AreLookedForAtEveryOptionThatAsks) {
    const Ran ran = check_anns(
        "open steps(): 0..2\n"
        "turn { choose by Ann { option \"waits\" if steps() >= 0 { nothing } option \"crosses\" if steps() > "
        "1 "
        "{ end \"there\" } } end \"here\" }\n");
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "\"crosses\"")) << ran.out;
}

// With two answers the state check acts, with the third one play goes on without it.
TEST(Ways, OfWhichSomeButNotAllSetAStateCheckOffAreAnError) {
    const Ran ran = check_anns(
        "state { lit: bool, begun: bool }\nopen steps(): 0..2\n"
        "rule \"Lamp\" { whenever begun and not lit and steps() > 0 { lit := yes } }\n"
        "turn { phase dusk { begun := yes } phase night { nothing } end \"over\" }\n");
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "error: Steps")) << ran.out;
}

// In place of an option there is another way out: an error, or nothing at all.
TEST(Ways, WithoutAnyOptionAreAnError) {
    const Ran ran = check_anns(
        "open steps(): 0..2\n"
        "turn { choose by Ann { option \"crosses\" if steps() > 0 { nothing } } end \"here\" }\n");
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "error: Steps")) << ran.out;
}

TEST(Ways, ThatPartInThisStepAreAnError) {
    const Ran ran = check_anns(shining("if shines(0) { light() } end \"night\""));
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "error: Shines, or not?")) << ran.out;
    EXPECT_TRUE(says(ran, "shines: yes lit: no → yes")) << ran.out;
}

TEST(Ways, ThatPartOnlyAtALaterPlaceAreShownThere) {
    const Ran ran =
        check_anns(shining("if late and shines(0) { light() } if not late and shines(1) { nothing } "
                           "if late { end \"night\" } late := yes"));
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "lit: no → yes")) << ran.out;
}

TEST(Ways, ThatPartBehindTheStepArePlayedOn) {
    const Ran ran = check_anns(shining("if shines(0) { spark() } settle end \"night\""));
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "lit = yes")) << ran.out;
    EXPECT_TRUE(says(ran, "lit = no")) << ran.out;
}

// The use of a limit is seen by nobody and matters later: the ways are not alike.
TEST(Ways, ThatDifferInWhatNobodySeesYetStayAnError) {
    const Ran ran = check_anns(
        "state { late: bool, lit: bool }\n"
        "open shines()\n"
        "action ring() { nothing }\n"
        "rule \"Bell\" { when ring() limit 1 per turn { if late { lit := yes } } }\n"
        "turn { if shines() { ring() } settle "
        "choose by Ann { option \"waits\" { nothing } } "
        "late := yes ring() settle end \"night\" }\n");
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "error: Shines, or not?")) << ran.out;
    EXPECT_TRUE(says(ran, "⟦WaysUndecided⟧")) << ran.out;
}

constexpr const char* meteor = R"(
game "Meteor"
player Ann, Bob
kind copy of 4 { card: card?, corrupt: bool, controller: player }
kind purse: P1
state { hurt: 0..3 }
printed card on copy if this.card = it
card Meteor
  Ann corrupts one or is hurt.
card Miasma
  All are corrupted.
card Stone
phrase line "Ann corrupts one or is hurt." = {
    at dawn {
        choose by Ann {
            option "corrupts {c}" for c: copy with c.card is not none and not c.corrupt { c.corrupt := yes }
            option "is hurt" { hurt := 1 }
        }
    }
}
phrase line "All are corrupted." = { at dawn { for each c: copy { c.corrupt := yes } } }
turn { phase dawn { nothing } end "over" }
setup "both" { copy1.card := Meteor copy2.card := Miasma }
)";

TEST(Outcomes, SayWhatIsChosenOnTheWayThere) {
    const Ran ran = check_spec_text(meteor, {"--only", "order.unowned"});
    EXPECT_TRUE(says(ran, "Meteor acts first Ann corrupts Meteor hurt = 0")) << ran.out;
    EXPECT_TRUE(says(ran, "Miasma acts first hurt = 1")) << "nothing else is left: " << ran.out;
}

constexpr const char* falls = R"(
game "Falls"
player Ann
kind unit: U1 { hurt: bool, gone: bool }
state { told: bool }
open falls(u: unit)
rule "At once" { falls(u) if u.hurt }
rule "Effects first" { not falls(u) if u.hurt }
rule "Fall" {
    whenever some u: unit with u.hurt and not u.gone and falls(u) {
        for each u: unit with u.hurt { u.gone := yes }
    }
}
rule "Cry" { when hit(u) { if not u.gone { told := yes } } }
action hit(u: unit) { u.hurt := yes }
turn { phase a { hit(U1) } end "over" }
)";

TEST(Outcomes, OfAQuestionOfAStateCheckAreWhatHappensInstead) {
    const Ran ran = check_spec_text(falls);
    EXPECT_TRUE(says(ran, "falls: yes U1.gone: no → yes")) << ran.out;
    EXPECT_FALSE(says(ran, "this cannot be chosen")) << ran.out;
}

constexpr const char* two_at_dawn = R"(
game "Meteor"
player Ann
kind unit: U1 { hurt: 0..3, tired, gone: bool }
state { coins: 0..3 }
rule "Meteor" {
    at dawn {
        choose by Ann { option "tires it" if not U1.gone { U1.tired := yes } option "pays" { coins := 1 } }
    }
}
rule "Miasma" {
    at dawn {
        U1.hurt += if U1.tired then 2 else 1
        if U1.hurt >= 2 { U1.gone := yes U1.tired := no U1.hurt := 0 }
    }
}
turn { phase dawn { nothing } end "over" }
)";

TEST(Outcomes, AreComparedWhereTheSameIsChosen) {
    const Ran ran = check_spec_text(two_at_dawn, {"--only", "order", "--about", "Miasma"});
    EXPECT_TRUE(says(ran, "Miasma acts first U1.hurt = 1 U1.tired = yes")) << ran.out;
    EXPECT_FALSE(says(ran, "coins = ")) << "that is Ann's choice either way: " << ran.out;
}

constexpr const char* ice = R"(
game "Ice"
player Ann
kind sled: S1 { gone, hit: bool }
open stays(s: sled)
open stops(s: sled)
action slide(s: sled) {
    if stops(s) { s.hit := yes }
    else { if not stays(s) { s.gone := yes } }
}
turn {
    phase ride { choose by Ann { option "rides" { slide(S1) } option "rests" { nothing } } }
    end "over"
}
)";

TEST(Outcomes, SayWhatElseIsLeftOpenOnTheWayThatIsShown) {
    const Ran ran = check_spec_text(ice);
    EXPECT_TRUE(says(ran, "stops: no (and stays(S1): no) S1.gone: no → yes")) << ran.out;
    EXPECT_TRUE(says(ran, "stays: no S1.gone: no → yes")) << "behind that nothing is open: " << ran.out;
}

}  // namespace
}  // namespace errata::tests
