// What happens at one moment, of which nothing comes first: who leaves in it is forgotten when it is over,
// also by what is set and added in it, and that contradicts nothing. Two values of one thing do.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

std::string carts(const std::string& moment, const std::string& more = "") {
    return "zone place: arena, hold, grave\n"
           "kind unit: Rat, Cart { at: place = arena, hit: bool, host: unit?, wounds: 0..3 while at }\n"
           "state { list: set of unit, leader: unit? }\n"
           "relation tied(a: unit, b: unit): bool\n" +
           more + "turn { phase day { " + moment +
           " } end \"over\" }\n"
           "check \"nobody names what has left\" never Rat.host = Cart or Cart in list or leader = Cart\n";
}

void is_silent(const std::string& game) {
    for (const char* const engine : {"explicit", "symbolic"}) {
        const Ran ran = check_anns(game, {"--engine", engine, "--depth", "6"});
        EXPECT_FALSE(finds(ran, "contradiction.")) << engine << ": " << game << ran.out;
        EXPECT_FALSE(finds(ran, "order.unowned")) << engine << ": " << game << ran.out;
    }
}

TEST(WhoLeavesAtAMoment, IsForgottenByWhatIsSetInIt) {
    const std::string leaves = "Cart.at := grave ";
    for (const std::string also :
         {"Rat.host := Cart", "leader := Cart", "list += Cart", "list := {Rat, Cart}", "list -= Cart",
          "Cart.host := Cart", "tied(Rat, Cart) := yes", "Rat.host := none", "Cart.wounds := 2",
          "Cart.at := grave", "Rat.at := grave Cart.host := Rat",
          "Rat.at := hold Rat.host := Cart leader := Rat"}) {
        is_silent(carts("simultaneously { " + leaves + also + " }"));
        is_silent(carts("simultaneously { " + std::string(also) + " " + leaves + " }"));
        is_silent(
            carts("simultaneously { simultaneously { " + leaves + "} simultaneously { " + also + " } }"));
    }
}

TEST(WhoLeavesAtAMoment, IsForgottenByWhatOtherStateChecksSet) {
    is_silent(
        carts("Cart.hit := yes",
              "rule \"The fallen\" { whenever Cart.at = arena and Cart.hit { Cart.at := grave } }\n"
              "rule \"The keen\" { whenever Cart.at = arena and Cart.hit { Rat.host := Cart list += Cart } "
              "}\n"
              "rule \"The law\" { whenever Cart.at = arena and Cart.hit { leader := Cart Cart.at := grave } "
              "}\n"));
}

TEST(WhoLeavesAtAMoment, IsForgottenWhereWhatIsSetCountsLast) {
    is_silent("meta { changes: add_first }\n" +
              carts("simultaneously { Cart.at := grave list := {Cart, Rat} }"));
}

TEST(WhoLeavesAtAMoment, IsNotInTwoPlaces) {
    const std::string two = "simultaneously { Cart.at := grave Cart.at := hold }";
    for (const std::string& moment :
         {two, std::string("simultaneously { Cart.at := grave Rat.host := Cart Rat.host := Rat }"),
          std::string("simultaneously { Cart.at := grave list += Rat list -= Rat }")}) {
        for (const char* const engine : {"explicit", "symbolic"}) {
            const Ran ran = check_anns(carts(moment), {"--engine", engine, "--depth", "6"});
            EXPECT_TRUE(says(ran, "contradiction.set-set")) << engine << ": " << moment << ran.out;
        }
    }
}

TEST(ClashesAtAMoment, NameTheThingAndTheValues) {
    const auto clash = [](const std::string& one, const std::string& other) {
        return check_anns(
            "state { x: 0..3, s: set of 0..3 }\n"
            "rule \"One\" { whenever x = 0 { " +
            one + " } }\nrule \"Two\" { whenever x = 0 { " + other +
            " } }\nturn { phase day { nothing } end \"over\" }\n");
    };
    const Ran values = clash("x := 1", "x := 2");
    EXPECT_TRUE(says(values, "⟦SetTwice: x, 1, 2⟧")) << values.out;
    const Ran members = clash("s += 3", "s -= 3");
    EXPECT_TRUE(says(members, "⟦PutAndTaken: {3}, s⟧")) << members.out;
}

// The next one that is made begins as all do.
TEST(WhatIsDestroyedAtAMoment, KeepsNothingThatIsSetInIt) {
    for (const std::string moment : {"destroy c c.n := 3", "c.n := 3 destroy c", "destroy c c.n += 2",
                                     "simultaneously { destroy c } c.n := 3"}) {
        const std::string game =
            "kind crate of 2 { n: 0..3 }\nstate { stale: bool }\n"
            "turn { phase dawn { create c: crate { c.n := 1 } }\n"
            "phase noon { for each c: crate { simultaneously { " +
            moment +
            " } } }\n"
            "phase dusk { create c: crate { if c.n > 0 { stale := yes } } } end \"over\" }\n"
            "check \"all begin anew\" never stale\n";
        is_silent(game);
    }
}

}  // namespace
}  // namespace errata::tests
