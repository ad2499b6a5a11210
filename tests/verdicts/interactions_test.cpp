// Which cards act on one another: in each litmus spec those that it says, and in its twin none; and what
// `errata ask` answers about them.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/driver/driver.h"
#include "checker/driver/session.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/source/file_reader.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t interactions_in(const std::string& spec) {
    const dsl::DiskReader disk;
    const checker::Session session = checker::open_session(disk, spec, {});
    EXPECT_FALSE(session.parts.empty()) << spec;
    if (session.parts.empty()) return 0;
    checker::CheckOptions options;
    options.on_request = true;
    const checker::CheckResult result = checker::check(session.parts.front().model, options);
    return static_cast<std::size_t>(
        std::ranges::count(result.findings, compiler::FindingCode::Interaction, &checker::Finding::code));
}

TEST(Interactions, AreInTheSpecAndNotInItsTwin) {
    for (const auto& [spec, twin] :
         std::vector<std::pair<std::string, std::string>>{{"cull-and-vigil", "cull-and-vigil-wall"},
                                                          {"feast-and-harvest", "feast-and-harvest-also"},
                                                          {"storm-and-refuge", "storm-and-refuge-away"},
                                                          {"mint-and-bazaar", "mint-and-bazaar-bead"},
                                                          {"coin-and-gem", "coin-and-gem-dear"}}) {
        EXPECT_EQ(interactions_in(litmus_spec(spec)), 1U) << spec;
        EXPECT_EQ(interactions_in(litmus_spec(twin)), 0U) << twin;
    }
}

TEST(Interactions, AreLookedForOnRequestOnly) {
    EXPECT_THAT(run_errata({"check", litmus_spec("cull-and-vigil-wall"), "--list-obligations"}).out,
                Not(HasSubstr("interactions")));
    EXPECT_THAT(run_errata({"check", litmus_spec("cull-and-vigil-wall"), "--list-obligations", "--only",
                            "interaction"})
                    .out,
                HasSubstr("interactions@both"));
}

TEST(Interactions, AreWhatAskAnswers) {
    const Ran ran = run_errata({"ask", litmus_spec("cull-and-vigil"), "Cull", "Vigil", "--in", "both"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("\"Cull\" and \"Vigil\" act on one another in 1 way."));
    EXPECT_THAT(ran.out, HasSubstr("without Vigil"));
    EXPECT_THAT(ran.out, HasSubstr("drawn"));
    const Ran none = run_errata({"ask", litmus_spec("coin-and-gem-dear"), "Coin", "Gem", "--in", "both"});
    EXPECT_EQ(none.code, 0) << none.err;
    EXPECT_THAT(none.out, HasSubstr("\"Coin\" and \"Gem\" do not act on one another."));
    const Ran side = run_errata({"ask", litmus_spec("feast-and-harvest-also"), "Feast", "Harvest"});
    EXPECT_THAT(side.out, HasSubstr("do not act on one another"));
    EXPECT_THAT(side.out, HasSubstr("take part in one step"));
    EXPECT_THAT(side.out, HasSubstr("Both take part in the last step"));
}

// The mourner never does anything while the ferryman is there, and would if he were not.
std::string mourner_and_ferryman(const std::string& ferried) {
    return R"(game "Mourner and ferryman"
player Ann
enum place: field, grave, far
state { tears: 0..9 }
kind book of 3 (card, at) { card: card?, at: place }
printed card on book if this.card = it and this.at = field
card Mourner
  Whenever somebody dies, shed a tear.
    = when die(_) { tears += 1 }
card Ferryman
  Somebody is ferried away instead.
    = instead of )" +
           ferried + R"((b) { b.at := far }
action die(b: book) { b.at := grave }
action sleep(b: book) { b.at := b.at }
turn {
    choose by Ann {
        option "kills" { die(book3) }
        option "soothes" { sleep(book3) }
        option "waits" { nothing }
    }
    settle
    end "night"
}
setup "both" {
    book1.card := Mourner
    book2.card := Ferryman
}
)";
}

TEST(Interactions, AreFoundWhereOneKeepsTheOtherFromActing) {
    const auto path = scratch_file("ferryman.rules");
    std::ofstream(path) << mourner_and_ferryman("die");
    const Ran kept = run_errata({"ask", path.string(), "Mourner", "Ferryman"});
    EXPECT_THAT(kept.out, HasSubstr("\"Mourner\" and \"Ferryman\" act on one another in 1 way.")) << kept.err;
    std::ofstream(path) << mourner_and_ferryman("sleep");
    const Ran apart = run_errata({"ask", path.string(), "Mourner", "Ferryman"});
    EXPECT_THAT(apart.out, HasSubstr("\"Mourner\" and \"Ferryman\" do not act on one another.")) << apart.err;
    std::filesystem::remove(path);
}

// Nothing is said of two cards where the text of one of them never changes anything.
TEST(Interactions, AreNotSeenWhereATextDoesNothing) {
    const Ran idle = run_errata({"ask", litmus_spec("cull-and-vigil-wall"), "Cull", "Vigil", "--in", "both"});
    EXPECT_EQ(idle.code, 0) << idle.err;
    EXPECT_THAT(idle.out, HasSubstr("Not seen: the text of \"Vigil\" changed nothing in any position."));
    EXPECT_THAT(idle.out, Not(HasSubstr("do not act")));
}

TEST(Interactions, AreNotComparedOfTwoCopies) {
    const Ran copies = run_errata({"ask", litmus_spec("two-bells"), "Bell", "Bell"});
    EXPECT_EQ(copies.code, 0) << copies.err;
    EXPECT_THAT(copies.out, HasSubstr("Two copies of \"Bell\" are not compared"));
    EXPECT_THAT(copies.out, HasSubstr("[loop.mandatory]"));
    EXPECT_THAT(copies.out, Not(HasSubstr("Gong")));
}

TEST(Interactions, AreNotAskedOfNamesThatAreNotThere) {
    const Ran card = run_errata({"ask", litmus_spec("cull-and-vigil"), "Kull", "Vigil"});
    EXPECT_EQ(card.code, 2);
    EXPECT_THAT(card.err, HasSubstr("nothing printed here is called 'Kull'; did you mean 'Cull'?"));
    const Ran setup = run_errata({"ask", litmus_spec("cull-and-vigil"), "Cull", "Vigil", "--in", "boht"});
    EXPECT_EQ(setup.code, 2);
    EXPECT_THAT(setup.err, HasSubstr("no setup is called 'boht'; did you mean 'both'?"));
}

}  // namespace
}  // namespace errata::tests
