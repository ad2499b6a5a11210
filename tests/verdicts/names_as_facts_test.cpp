// Names and words of a spec that read like something that the program itself says, or like part of another
// name: no report takes them for more than names.
#include "tests/support/told.h"

namespace errata::tests {
namespace {

Ran check_game(const std::string& text) { return check_text("names.rules", "game \"Names\"\n" + text); }

const std::string gongs = R"(
player Ann
kind post: Gongway, Yard { card: card, dents: 0..5 = 3 }
printed card on post if this.card = it
card Gong
  When anybody knocks, dent it.
phrase line "When anybody knocks, dent it." = { as knock(p) { p.dents -= 1 } }
check "nothing is dented" never Gongway.dents < 3
action knock(p: post) { nothing }
turn {
    choose by Ann {
        option "knocks on {p}" for p: post with p = Gongway { knock(p) }
        option "waits" { nothing }
    }
    settle
}
setup "a yard" { Yard.card := Gong }
)";

TEST(NamesAsFacts, ACardIsNamedBesideAnObjectWhoseNameBeginsAlike) {
    const Ran ran = check_game(gongs);
    EXPECT_TRUE(says(ran, "knocks on Gongway; sets off Gong")) << ran.out;
}

TEST(NamesAsFacts, ACardWithAnAndInItsNameIsOne) {
    const std::string text = R"(
player Ann
state { knocks: counter }
kind post: Yard { card: card }
printed card on post if this.card = it
card "Hammer and Tongs"
  When anybody knocks, knock again.
action knock() { knocks += 1 }
phrase line "When anybody knocks, knock again." = { when knock() { knock() } }
turn { knock() settle end "quiet" }
setup "a yard" { Yard.card := "Hammer and Tongs" }
)";
    const Ran ran = check_game(text);
    EXPECT_TRUE(says(ran, "⟦ForEver: Hammer and Tongs⟧")) << ran.out;
    EXPECT_FALSE(says(ran, "where Hammer and Tongs meet")) << ran.out;
}

TEST(NamesAsFacts, AClaimThatIsCalledLikeAFindingIsAClaim) {
    const std::string text = R"(
player Ann
state { salt: 0..9 }
check "a value leaves its range: salt" always salt < 2
check "'salt' is left open" always salt < 3
check "something without a value is used: salt" always salt < 4
ruling "ruling about salt": salt < 5
turn { choose by Ann { option "salts" if salt < 9 { salt += 1 } option "stops" { end "salty" } } }
)";
    const Ran ran = check_game(text);
    EXPECT_TRUE(says(ran, "contradiction.invariant: ⟦Called: a value leaves its range: salt⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "contradiction.invariant: ⟦Called: 'salt' is left open⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "contradiction.invariant: ⟦Called: something without a value is used: salt⟧"))
        << ran.out;
    EXPECT_TRUE(says(ran, "contradiction.ruling: ⟦Called: ruling about salt⟧")) << ran.out;
    EXPECT_FALSE(says(ran, "out of its range")) << ran.out;
    EXPECT_FALSE(says(ran, "widen the range")) << ran.out;
}

TEST(NamesAsFacts, TwoDashesInALabelAreNoComment) {
    const std::string text = R"(
player Ann
state { gold: 0..5 }
check "never rich" never gold > 1
rule "Wages" {
    when earn() {
        gold += 1
        choose by Ann {
            option "takes it -- at once" { gold += 1 }  -- whatever comes
            option "leaves it" { nothing }
        }
    }
}
action earn() { nothing }
turn { choose by Ann { option "works" { earn() } option "rests" { nothing } } settle }
)";
    const Ran ran = check_game(text);
    EXPECT_TRUE(says(ran, "option \"takes it -- at once\" { gold += 1 }")) << ran.out;
    EXPECT_FALSE(says(ran, "whatever comes")) << ran.out;
}

// Neither another language nor another wording may change which finding it is.
TEST(NamesAsFacts, AnExpectationLooksForNamesAndNotForSentences) {
    const std::string text = R"(
player Ann
state { gold: 0..5 }
turn { gold += 1 }
)";
    EXPECT_EQ(check_game(text + "expect contradiction.invariant about \"gold\"\n").code, 0);
    const Ran ran = check_game(text + "expect contradiction.invariant about \"leaves its\"\n");
    EXPECT_EQ(ran.code, 1);
    EXPECT_TRUE(says(ran, "contradiction.invariant about \"leaves its\"")) << ran.out;
}

}  // namespace
}  // namespace errata::tests
