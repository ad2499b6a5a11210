// How a spec may spell its names and its meta-rules, and what it is told about a name that is not known.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

TEST(Meta, WhatWasLeftUnstatedALaterLineMayState) {
    const std::string told = "meta { loops: unstated }\nmeta { loops: draw }\nturn { end \"night\" }\n";
    EXPECT_TRUE(says(check_anns_and_bobs(told), "no findings")) << check_anns_and_bobs(told).out;
    const Ran twice =
        check_anns_and_bobs("meta { loops: draw }\nmeta { loops: forbidden }\nturn { end \"night\" }\n");
    EXPECT_EQ(twice.code, 2);
}

TEST(Names, InQuotesBeginStatementsAndStandBehindDots) {
    const Ran ran = check_anns_and_bobs(R"(kind unit: "Army London", Fleet { tired: bool }
turn { "Army London".tired := yes if unit."Army London".tired { Fleet.tired := yes } end "night" }
check "both" always Fleet.tired implies "Army London".tired
)");
    EXPECT_TRUE(says(ran, "no findings")) << ran.out;
}

TEST(Unknown, ListsEveryNameOnce) {
    const Ran ran = check_game("player Ann\nstate { a: zzzzzzzzzz }\nturn { end \"night\" }\n");
    EXPECT_NE(ran.err.find("known here: bool, counter, number, player"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace errata::tests
