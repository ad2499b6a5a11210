// Texts that give something although their price changes nothing: why it changes nothing is told, and
// look-alikes are left alone.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

// A kennel: what each of its dogs does when it is called.
std::string kennel(const std::string& dog, const std::string& more = "") {
    return R"(
game "Kennel"
player Ann, Bob
enum place: kennel, yard, gone
kind player of 2 { coins: 0..6 = 1, bones: 0..6 }
kind dog: Rex, Fido (card, at, owner) {
    card: card
    at: place = yard
    owner: player = Ann
    tired: bool
}
printed card on dog if this.card = it and this.at = yard
meta { agenda: queue, trigger_order: Ann, precedence: cannot }
action call(d: dog) { nothing }
action tire(d: dog) { d.tired := yes }
action give(p: player, n: 1..2) { p.bones := min(6, p.bones + n) }
action pay(p: player, n: 1..2) { p.coins := max(0, p.coins - n) }
action leave(d: dog) { d.at := gone }
card Hound
  When this is called, it does something.
    = when call(this) )" +
           dog + R"(
card Pug
)" + more +
           R"(
turn {
    for each i: 1..3 in order {
        choose by Ann {
            option "calls {d}" for d: dog with d.at = yard { call(d) }
            option "hunts with {d}" for d: dog with d.at = yard and not d.tired { tire(d) }
            option "rests" { nothing }
        }
        settle
    }
    end "night"
}
setup "two dogs" {
    dog Rex: Hound
    dog Fido: Pug
}
)";
}

Ran unpaid(const std::string& spec) { return check_spec_text(spec, {"--only", "unpaid"}); }

TEST(Unpaid, SaysThatThePriceIsSoAlready) {
    const Ran ran = unpaid(kennel("{ tire(this) give(this.owner, 1) }"));
    EXPECT_TRUE(says(ran, "⟦UnpaidPrice: Rex.tired, no, yes⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "⟦UnpaidAlready: Rex.tired, yes⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "⟦UnpaidGain: Ann.bones, ")) << ran.out;
}

TEST(Unpaid, NamesWhoForbidsThePrice) {
    const std::string saint = "rule \"Saint\" { cannot leave(d) if d.tired }\n";
    const Ran ran = unpaid(kennel("{ give(this.owner, 1) leave(this) }", saint));
    EXPECT_TRUE(says(ran, "⟦UnpaidHindered: Saint⟧")) << ran.out;
}

TEST(Unpaid, NamesWhoReplacesThePrice) {
    const std::string saint = "rule \"Saint\" { instead of leave(d) if d.tired { nothing } }\n";
    const Ran ran = unpaid(kennel("{ give(this.owner, 1) leave(this) }", saint));
    EXPECT_TRUE(says(ran, "⟦UnpaidHindered: Saint⟧")) << ran.out;
}

// No play shows the price then. It would take something without the rule.
TEST(Unpaid, KnowsAPriceThatIsAlwaysReplaced) {
    const std::string saint = "rule \"Saint\" { instead of leave(_) { nothing } }\n";
    const Ran ran = unpaid(kennel("{ leave(this) give(this.owner, 1) }", saint));
    EXPECT_TRUE(says(ran, "⟦UnpaidPrice: Rex.at, yard, gone⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "⟦UnpaidHindered: Saint⟧")) << ran.out;
}

// An ending for nobody says nothing of what bones are worth.
TEST(Unpaid, DoesNotMindAnEndingForNobody) {
    const Ran ran = unpaid(
        kennel("{ tire(this) give(this.owner, 1) }", "rule \"Fed\" { ending \"fed\" if Ann.bones >= 5 }\n"));
    EXPECT_TRUE(says(ran, "⟦UnpaidAlready: Rex.tired, yes⟧")) << ran.out;
}

// What replaces an event and lets the rest of it happen has no price.
TEST(Unpaid, LeavesReplacementsAlone) {
    const Ran ran = unpaid(kennel("{ pay(this.owner, 1) }",
                                  "rule \"Purse\" { instead of pay(p, n) if p.bones < 2 "
                                  "{ p.coins := max(0, p.coins - n) give(p, 1) } }\n"));
    EXPECT_FALSE(says(ran, "UnpaidGain")) << ran.out;
}

TEST(Unpaid, SaysThatThereIsNothingToTake) {
    const Ran ran =
        unpaid(kennel("{ choose d: dog with d != this and d.at = yard by Ann \"sends {d} away\" { leave(d) } "
                      "otherwise { nothing } give(Ann, 1) }"));
    EXPECT_TRUE(says(ran, "⟦UnpaidNoObject⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "⟦UnpaidPrice: Fido.at, yard, gone⟧")) << ran.out;
}

TEST(Unpaid, APlayersNumberIsWorthSomething) {
    const Ran ran = unpaid(kennel("{ pay(this.owner, 1) give(this.owner, 1) }"));
    EXPECT_TRUE(says(ran, "⟦UnpaidAlready: Ann.coins, 0⟧")) << ran.out;
}

TEST(Unpaid, LeavesWhatDependsOnThePriceAlone) {
    for (const char* const dog : {"if not this.tired { tire(this) give(this.owner, 1) }",
                                  "{ if not this.tired { tire(this) give(this.owner, 1) } }",
                                  "{ let was = this.tired tire(this) if not was { give(this.owner, 1) } }"}) {
        const Ran ran = unpaid(kennel(dog));
        EXPECT_EQ(ran.code, 0) << dog << "\n" << ran.out;
    }
}

TEST(Unpaid, TwoGainsAndAnAmountOfNothingAreNoPrice) {
    for (const char* const dog :
         {"{ this.tired := no give(this.owner, 1) }", "{ give(Bob, 1) give(this.owner, 1) }",
          "{ pay(Bob, 1) give(this.owner, 1) }",
          "{ this.owner.coins -= this.owner.coins give(this.owner, 1) }"}) {
        const Ran ran = unpaid(kennel(dog));
        EXPECT_FALSE(says(ran, "UnpaidGain")) << dog << "\n" << ran.out;
    }
}

// What a text adds to an action is a text of its own, whoever performs the action.
TEST(Unpaid, IsAskedOfWhatATextAddsToAnAction) {
    std::string added = kennel("{ tire(this) give(this.owner, 1) }");
    added.replace(added.find("when call(this)"), 4, "as");
    EXPECT_TRUE(says(unpaid(added), "⟦UnpaidAlready: Rex.tired, yes⟧"));
    std::string paid = kennel("{ do { tire(this) } then { give(this.owner, 1) } }");
    paid.replace(paid.find("when call(this)"), 4, "as");
    EXPECT_FALSE(says(unpaid(paid), "UnpaidPrice"));
}

// Who bears the text is seen by what it writes, for nobody gave the bell a name. A move to where it lies
// writes nothing.
TEST(Unpaid, IsAskedOfWhatAnAdditionMoves) {
    const std::string buyer = R"(
game "Buyer"
player Ann
zone place: table, used
kind seat: s1, s2 { card: card?, at: place = table }
kind player of 1 { points: counter }
printed card on seat if this.card = it and this.at in {table, used}
state { round: 0..3 }
action ring() { nothing }
card Buyer
  When the bell rings, move on.
    = as ring() { this.at := used Ann.points += 2 }
turn {
    choose by Ann {
        option "rings" { ring() }
        option "serves with {s}" for s: seat with s.at = table { Ann.points += 1 }
        option "rests" { nothing }
    }
    round += 1
    if round = 3 { end "night" }
}
setup "all" { s1.card := Buyer }
)";
    EXPECT_TRUE(says(unpaid(buyer), "⟦UnpaidAlready: s1.at, used⟧")) << unpaid(buyer).out;
}

}  // namespace
}  // namespace errata::tests
