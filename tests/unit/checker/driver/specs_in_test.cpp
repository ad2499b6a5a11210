// Which specs a path on the command line means.
#include "checker/driver/specs_in.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/memory_reader.h"

namespace errata::tests {
namespace {

using checker::specs_in;
using testing::ElementsAre;

std::vector<std::string> specs(std::map<std::string, std::string> files, const std::string& path) {
    return specs_in(tests::MemoryReader(std::move(files)), path);
}

const std::string one_game = "-- a comment\ngame \"One\"\n";
const std::string library = "enum colour: Red\nrule \"a game \\\"x\\\"\" { }\n  game \"not at the margin\"\n";

TEST(SpecsIn, AFileIsOne) { EXPECT_THAT(specs({{"a.rules", one_game}}, "a.rules"), ElementsAre("a.rules")); }

TEST(SpecsIn, AFolderWithOneGameIsOne) {
    EXPECT_THAT(specs({{"g/a.rules", one_game}, {"g/b.rules", library}, {"g/deep/c.rules", library}}, "g/"),
                ElementsAre("g"));
}

TEST(SpecsIn, AFolderWithoutAGameIsOne) {
    EXPECT_THAT(specs({{"g/b.rules", library}}, "g"), ElementsAre("g"));
}

TEST(SpecsIn, AFolderWithSeveralGamesIsOnePerFile) {
    EXPECT_THAT(specs({{"l/b.rules", one_game}, {"l/a.rules", one_game}, {"l/words.rules", library}}, "l"),
                ElementsAre("l/a.rules", "l/b.rules"));
}

TEST(SpecsIn, SubfoldersWithOneGameStayWhole) {
    EXPECT_THAT(specs({{"s/games/x/x.rules", one_game},
                       {"s/games/x/more.rules", library},
                       {"s/litmus/a.rules", one_game},
                       {"s/litmus/b.rules", one_game},
                       {"s/profiles/stack.rules", library}},
                      "s"),
                ElementsAre("s/games", "s/litmus/a.rules", "s/litmus/b.rules"));
}

TEST(SpecsIn, SubfoldersWithSeveralGamesAreReadInTheSameWay) {
    EXPECT_THAT(specs({{"litmus/gaps/a.rules", one_game},
                       {"litmus/gaps/b.rules", one_game},
                       {"litmus/gaps/words.rules", library},
                       {"litmus/loops/far/c.rules", one_game}},
                      "litmus"),
                ElementsAre("litmus/gaps/a.rules", "litmus/gaps/b.rules", "litmus/loops"));
}

TEST(SpecsIn, WhatDoesNotExistIsPassedOn) { EXPECT_THAT(specs({}, "nowhere"), ElementsAre("nowhere")); }

}  // namespace
}  // namespace errata::tests
