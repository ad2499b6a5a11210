// What may settle a finding, tried from where its play begins: gone, gone with something else in its place,
// still there, or not to be tried; and nothing for findings that no change is known for.
#include "checker/advice/trial.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/ir/finding_codes.h"
#include "dsl/source/file_reader.h"
#include "reports/words/facts.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

namespace errata::tests {
namespace {

using checker::Tried;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

// On the first finding of the code that names the clause, "": whichever.
std::vector<Tried> tried_on(const std::string& text, compiler::FindingCode code, const std::string& by = "") {
    const auto path = scratch_file("tried.rules");
    std::ofstream(path) << text;
    const dsl::DiskReader disk;
    checker::Session session = checker::open_session(disk, path.string(), {});
    std::filesystem::remove(path);
    if (session.parts.empty()) {
        ADD_FAILURE() << session.sink.sorted().front().message;
        return {};
    }
    const compiler::Model& model = session.parts.front().model;
    const checker::CheckResult result = checker::check(model, {});
    for (const checker::Finding& finding : result.findings) {
        const auto is_by = [&](compiler::ClauseId clause) { return model.clause(clause).name == by; };
        if (finding.code == code && (by.empty() || std::ranges::any_of(finding.clauses, is_by)))
            return checker::try_remedies(session, {}, model, finding, checker::RunClock(0, nullptr)).all;
    }
    ADD_FAILURE() << "not found";
    return {};
}

std::vector<std::string> settling(const std::vector<Tried>& tried) {
    std::vector<std::string> result;
    for (const Tried& one : tried) {
        EXPECT_EQ(one.problem, "") << one.remedy;
        if (one.settles && one.instead.empty()) result.push_back(one.remedy);
    }
    return result;
}

constexpr const char* bell_rules = R"(game "Bell"
player Ann
action ring() { nothing }
)";

TEST(Trial, ALimitEndsALoop) {
    const auto tried = tried_on(std::string(bell_rules) + R"(
rule "Bell" { when ring() { ring() } }
turn { ring() settle end "done" }
)",
                                compiler::FindingCode::LoopMandatory);
    EXPECT_THAT(
        settling(tried),
        ElementsAre(
            "`limit 1 per turn` on Bell, so that line 5 reads `when ring() limit 1 per turn { ... }`"));
}

TEST(Trial, ALimitPerTurnEndsNoLoopOfTurns) {
    const auto tried = tried_on(std::string(bell_rules) + R"(
state { rung: bool  past: bool }
rule "Bell" { when ring() { rung := not rung } }
rule "End" { ending "never" if past }
turn { ring() settle }
)",
                                compiler::FindingCode::LoopMandatory);
    EXPECT_THAT(settling(tried), IsEmpty());
}

TEST(Trial, ALineOfTextIsLimitedWhereItsPhraseIsWritten) {
    const auto tried = tried_on(R"(game "Bells"
player Ann
kind seat of 1 { card: card? }
printed card on seat if this.card = it
card Bell
  Ring on.
  Ring out.
action ring() { nothing }
action peal() { nothing }
phrase line "Ring on." = { when ring() { peal() } }
phrase line "Ring out." = { when peal() { ring() } }
turn { ring() settle end "done" }
setup "bell" { seat1.card := Bell }
)",
                                compiler::FindingCode::LoopMandatory);
    EXPECT_THAT(settling(tried), ElementsAre("`limit 1 per turn` on Bell (line 1), so that line 10 reads "
                                             "`when ring() limit 1 per turn { ... }`",
                                             "`limit 1 per turn` on Bell (line 2), so that line 11 reads "
                                             "`when peal() limit 1 per turn { ... }`"));
}

TEST(Trial, TwoWhoseLinesOnePhraseReadsAreLimitedTogether) {
    const std::string text = R"(game "Bells"
kind seat of 2 { card: card? }
enum sound: ding, dong
printed card on seat if this.card = it
card Bell
  When ding sounds, sound dong.
card Gong
  When dong sounds, sound ding.
action sound(s: sound) { nothing }
phrase line "When {a: sound} sounds, sound {b: sound}." = { when sound(a) { sound(b) } }
turn { sound(ding) settle end "done" }
setup "both" { seat1.card := Bell seat2.card := Gong }
)";
    EXPECT_THAT(settling(tried_on(text, compiler::FindingCode::LoopMandatory)),
                ElementsAre("`limit 1 per turn` on Bell and Gong, so that line 10 reads "
                            "`when sound(a) limit 1 per turn { ... }`"));
    const std::string with_drum = text + "card Drum\n  When ding sounds, sound ding.\n";
    EXPECT_THAT(settling(tried_on(with_drum, compiler::FindingCode::LoopMandatory)),
                ElementsAre(testing::EndsWith("{ ... }`, which reads lines of others, too")));
}

TEST(Trial, APrecedenceDecidesBetweenMustAndCannot) {
    const auto tried = tried_on(std::string(bell_rules) + R"(
rule "Wall" { cannot ring() }
turn { ring() settle end "done" }
)",
                                compiler::FindingCode::ContradictionMustCannot);
    EXPECT_THAT(settling(tried), ElementsAre("`meta { precedence: cannot }`", "`meta { precedence: must }`"));
}

TEST(Trial, AMetaRuleThatSaysOtherwiseIsNamed) {
    const auto tried = tried_on(R"(game "Bell"
meta { precedence: unstated }
player Ann
action ring() { nothing }
rule "Wall" { cannot ring() }
turn { ring() settle end "done" }
)",
                                compiler::FindingCode::ContradictionMustCannot);
    EXPECT_THAT(settling(tried),
                Contains("`meta { precedence: cannot }` in the place of `precedence: unstated` in line 2"));
}

// The game's own meta-rule counts more than that of an imported profile.
TEST(Trial, AMetaRuleOfTheGameIsNamedBeforeThatOfAProfile) {
    const auto tried = tried_on(R"(game "Bell"
import "profiles/stack.rules"
meta { precedence: unstated }
player Ann, Bob
action ring() { nothing }
rule "Wall" { cannot ring() }
turn { ring() settle end "done" }
)",
                                compiler::FindingCode::ContradictionMustCannot);
    EXPECT_THAT(
        settling(tried),
        Contains(AllOf(StartsWith("`meta { precedence: cannot }` in the place of `precedence: unstated` in "),
                       EndsWith("tried.rules:3"))));
}

TEST(Trial, OfStatementsEitherMayWin) {
    const auto tried = tried_on(std::string(bell_rules) + R"(
state { heard: bool }
open rings()
rule "Clapper" { rings() }
rule "Frost" { not rings() }
turn { if rings() { heard := yes } end "done" }
)",
                                compiler::FindingCode::ContradictionDefinition);
    EXPECT_THAT(settling(tried),
                ElementsAre("for Clapper to win, `except to \"Frost\"` in Clapper, so that line 7 reads "
                            "`rings() except to \"Frost\"`",
                            "for Frost to win, `except to \"Clapper\"` in Frost, so that line 8 reads `not "
                            "rings() except to \"Clapper\"`"));
}

// Two say yes and two say no, where the one question is asked.
TEST(Trial, WhoeverWinsOverrulesAllWhoSayOtherwiseThereAndThoseAloneAndSettlesThemAll) {
    const auto tried = tried_on(std::string(bell_rules) + R"(
state { heard: bool }
open rings()
rule "Clapper" { rings() }
rule "Rope" { rings() }
rule "Frost" { not rings() }
rule "Rust" { not rings() }
turn { if rings() { heard := yes } end "done" }
)",
                                compiler::FindingCode::ContradictionDefinition, "Clapper");
    const auto about = [&](const std::string& name) {
        const auto is_about = [&](const Tried& one) { return one.remedy.find(name) != std::string::npos; };
        return std::ranges::find_if(tried, is_about);
    };
    const auto clapper = about("`except to \"Frost\", \"Rust\"` in Clapper");
    ASSERT_NE(clapper, tried.end());
    EXPECT_THAT(clapper->instead, IsEmpty());
    EXPECT_THAT(clapper->also, SizeIs(2)) << "all pairs that are told";
    EXPECT_EQ(about("except to \"Rope\""), tried.end()) << "the clapper agrees with it";
}

TEST(Trial, WhoSpeaksOfAnotherThingIsNotOverruled) {
    const auto tried = tried_on(R"(game "Bells"
player Ann
kind bell: Big, Small { heard: bool }
open rings(b: bell)
rule "Frost" { not rings(Big) }
rule "Rope" { rings(Small) }
rule "Rust" { not rings(Small) }
turn {
    if rings(Big) { Big.heard := yes }
    if rings(Small) { Small.heard := yes }
    end "night"
}
)",
                                compiler::FindingCode::ContradictionDefinition);
    ASSERT_THAT(tried, SizeIs(2));
    EXPECT_THAT(tried[0].remedy, HasSubstr("`except to \"Rust\"` in Rope"));
}

TEST(Trial, WhoSaysBothWaysElsewhereSaysOneThingHere) {
    const auto tried = tried_on(std::string(bell_rules) + R"(
state { heard: bool }
open rings()
rule "Clapper" { rings() iff not heard }
rule "Frost" { not rings() }
turn { if rings() { heard := yes } end "night" }
)",
                                compiler::FindingCode::ContradictionDefinition);
    EXPECT_THAT(settling(tried), SizeIs(2));
}

TEST(Trial, OfValuesWhoSaysAnotherOneIsOverruled) {
    const auto tried = tried_on(R"(game "Fates"
player Ann
enum fate: sinks, swims
state { fate: fate }
open fate_of(): fate
rule "Weights" { fate_of() = sinks }
rule "Lead" { fate_of() = sinks }
rule "Animals" { fate_of() = swims }
turn { fate := fate_of() end "night" }
)",
                                compiler::FindingCode::ContradictionDefinition);
    ASSERT_THAT(tried, SizeIs(2));
    for (const Tried& one : tried) {
        const bool is_of_animals = one.remedy.find("for Animals to win") != std::string::npos;
        EXPECT_THAT(one.remedy, HasSubstr(is_of_animals ? "`except to \"Lead\", \"Weights\"`"
                                                        : "`except to \"Animals\"`"));
    }
}

TEST(Trial, WhereNotAllWasSearchedNothingElseIsSettled) {
    const auto tried = tried_on(R"(game "Too large"
player Ann
state { stuck, goal: bool, a, b: 0..200, c: 0..9 }
action fall() { goal := yes }
rule "Pit" { cannot fall() }
rule "Edge" { at dusk if c = 9 { fall() } }
turn {
    if not stuck and c = 0 {
        choose by Ann { option "walks" { c := 1 } option "digs" { stuck := yes } }
    } else if stuck {
        if a + b < 2 { choose by Ann { option "cannot" if b = 150 { nothing } } a := 1 b := 1 }
        choose by Ann {
            option "digs here" { a := if a < 200 then a + 1 else 1 }
            option "digs there" { b := if b < 200 then b + 1 else 1 }
        }
    } else {
        c := min(9, c + 1)
    }
    phase dusk { nothing }
}
)",
                                compiler::FindingCode::Deadlock);
    ASSERT_THAT(tried, SizeIs(1));
    EXPECT_THAT(tried[0].limit, Not(IsEmpty()));
    EXPECT_THAT(tried[0].also, IsEmpty());
}

TEST(Trial, WhatItDoesNotSettleIsNotNamed) {
    const auto tried = tried_on(std::string(bell_rules) + R"(
state { heard: bool  seen: bool }
open rings()
open glows()
rule "Clapper" { rings() }
rule "Frost" { not rings() }
rule "Rust" { not rings() }
rule "Ember" { glows() }
rule "Ash" { not glows() }
turn { if rings() { heard := yes } if glows() { seen := yes } end "done" }
)",
                                compiler::FindingCode::ContradictionDefinition);
    ASSERT_FALSE(tried.empty());
    for (const Tried& one : tried) {
        const bool is_of_bell = one.remedy.find("rings()") != std::string::npos;
        EXPECT_THAT(one.also, SizeIs(is_of_bell ? 1 : 0)) << one.remedy;
    }
}

TEST(Trial, WhatIsFoundInsteadIsNamed) {
    const auto tried = tried_on(std::string(bell_rules) + R"(
action peal() { nothing }
rule "Wall" { cannot peal() }
rule "Bell" { when ring() { ring() } }
turn { ring() settle peal() end "done" }
)",
                                compiler::FindingCode::LoopMandatory);
    ASSERT_THAT(tried, SizeIs(1));
    EXPECT_TRUE(tried[0].settles);
    EXPECT_THAT(reports::said(tried[0].instead, reports::Language::Pseudo), HasSubstr(", Wall, "));
}

TEST(Trial, NothingIsTriedWhereNoChangeIsKnown) {
    const auto tried = tried_on(std::string(bell_rules) + R"(
rule "Bell" { when ring() { ring() } }
turn { ring() settle end "done" }
)",
                                compiler::FindingCode::UnreachableEnding);
    EXPECT_THAT(tried, IsEmpty());
}

TEST(Trial, AnOtherwiseLetsPlayGoOn) {
    const auto stuck = tried_on(R"(game "Door"
player Ann
state { locked: bool = yes }
turn {
    choose by Ann { option "enters" when possible { enter() } }
    end "done"
}
rule "Lock" { cannot enter() if locked }
action enter() { locked := no }
)",
                                compiler::FindingCode::Deadlock);
    EXPECT_THAT(settling(stuck),
                ElementsAre("`otherwise { nothing }` as the last of the options of the choice in line 5"));
}

TEST(Trial, AnOrderOfTriggersIsSomebodys) {
    const auto tried = tried_on(R"(game "Order"
player Ann, Bob
state { active: player = Ann  n: 0..9 = 1 }
action ring() { nothing }
rule "Double" { when ring() { n := min(9, n + n) } }
rule "More" { when ring() { n := min(9, n + 1) } }
turn { ring() settle end "done" }
)",
                                compiler::FindingCode::OrderUnowned);
    ASSERT_THAT(tried, SizeIs(1));
    EXPECT_EQ(tried[0].remedy, "`meta { trigger_order: active }`");
    EXPECT_TRUE(tried[0].settles) << tried[0].problem;
}

TEST(Trial, IsToldByCheckUnaskedAsLongAsItTakesNoMoreThanTheCheck) {
    const auto path = scratch_file("tried_told.rules");
    const std::string wall = std::string(bell_rules) + "rule \"Wall\" { cannot ring() }\n";
    std::ofstream(path) << wall << "turn { ring() settle end \"done\" }\n";
    for (const Ran& told :
         {run_errata({"check", "--try", path.string()}), run_errata({"check", path.string()})})
        EXPECT_THAT(told.out, HasSubstr("  Fix       Tried, and it works: `meta { precedence: cannot }`."));
    const auto many = scratch_file("not_tried.rules");
    std::string text = std::string(bell_rules) + "turn { choose by Ann {\n";
    std::string rules;
    for (int i = 0; i < 12; ++i) {
        const std::string peal = "peal" + std::to_string(i) + "()";
        text += "  option \"rings " + std::to_string(i) + "\" { " + peal + " }\n";
        rules += "action " + peal + " { nothing }\n";
        rules += "rule \"Wall " + std::to_string(i) + "\" { cannot " + peal + " }\n";
    }
    std::ofstream(many) << text << "  } end \"done\" }\n" << rules;
    const std::string some = run_errata({"check", "--verbose", many.string()}).out;
    EXPECT_THAT(some, HasSubstr("  Tried: `meta { precedence: cannot }`. The finding is gone"));
    EXPECT_THAT(some, HasSubstr("Not tried: `--try` does."));
    EXPECT_THAT(run_errata({"check", "--try", "--verbose", many.string()}).out, Not(HasSubstr("Not tried:")));
    std::filesystem::remove(many);
    const Ran json = run_errata({"check", "--try", "--format", "json", path.string()});
    EXPECT_THAT(
        json.out,
        HasSubstr(
            "\"Tried: `meta { precedence: must }`. The finding is gone, and no new problem appears.\""));
    std::filesystem::remove(path);
}

constexpr const char* gifts = R"(game "Gifts"
player Ann, Bob
kind gem: Ruby { owner: player, worth: 0..9 }
state { active: player = Ann }
action cut(g: gem, n: 1..4) { g.worth := min(9, g.worth + n) }
rule "Double" { instead of cut(g, n) if n < 3 { cut(g, min(4, 2 * n)) } }
rule "More" { instead of cut(g, n) if n < 3 { cut(g, n + 1) } }
turn { cut(Ruby, 2) settle end "done" }
)";

TEST(Trial, WhoseTheReplacedThingIsMayOrderReplacements) {
    const auto tried = tried_on(gifts, compiler::FindingCode::OrderUnowned);
    EXPECT_THAT(settling(tried), Contains("`meta { replacement_order: affected.owner }`"));
    ASSERT_FALSE(tried.empty());
    EXPECT_THAT(reports::said(tried.front().notes, reports::Language::Pseudo),
                HasSubstr("⟦FoundAs: order.chosen, "))
        << "a player decides then";
}

TEST(Trial, AProhibitionMayMakeAnException) {
    const auto tried = tried_on(std::string(bell_rules) + R"(
rule "Wall" { cannot ring() }
rule "Bell" { at dusk { ring() } }
turn { phase dusk { nothing } end "done" }
)",
                                compiler::FindingCode::ContradictionMustCannot);
    EXPECT_THAT(settling(tried),
                Contains("for Wall to win, `except to \"Bell\"` in Wall, so that line 5 reads `cannot ring() "
                         "except to \"Bell\"`"));
}

TEST(Trial, AChoiceThatIsNobodysBecomesSomebodys) {
    const auto tried = tried_on(R"(game "Fork"
player Ann, Bob
state { active: player = Ann, left: bool }
turn {
    choose by nobody { option "left" { left := yes } option "right" { nothing } }
    if left { end "left" } else { end "right" }
}
)",
                                compiler::FindingCode::OrderUnowned);
    EXPECT_THAT(settling(tried), ElementsAre("`by active` in line 5"));
}

TEST(Trial, ALoopMayGoInOrderOrAsSomebodyChooses) {
    const auto tried = tried_on(R"(game "Goats"
player Ann
kind goat of 2 { blue: bool }
state { blue: bool }
turn { for each g: goat { blue := g.blue } if blue { end "blue" } else { end "red" } }
setup "one is blue" {
    for each g: goat { g.blue := any }
    require (number of g: goat with g.blue) = 1
}
)",
                                compiler::FindingCode::OrderUnowned);
    EXPECT_THAT(settling(tried),
                ElementsAre("`in order` in line 5", "`in an order chosen by Ann` in line 5"));
}

TEST(Trial, WhatIsDecidedInSecretMayBeCarriedOutAsItIsWritten) {
    const auto tried = tried_on(R"(game "Grab"
player Ann, Bob
state { owner: player? }
turn {
    secretly {
        choose by Ann { option "grabs" { if owner is none { owner := Ann } } }
        choose by Bob { option "grabs" { if owner is none { owner := Bob } } }
    }
    if owner = Ann { end "Ann" } else { end "Bob" }
}
)",
                                compiler::FindingCode::OrderUnowned);
    ASSERT_THAT(tried, SizeIs(1U));
    EXPECT_EQ(tried.front().remedy, "`secretly in order` in line 5");
    EXPECT_TRUE(tried.front().settles);
    EXPECT_EQ(reports::said(tried.front().instead, reports::Language::Pseudo),
              "⟦FoundWith: ⟦NeverReached: Bob⟧, the turn⟧");
}

TEST(Trial, TheChoiceAtWhichPlayEndsGetsAWayOut) {
    const auto tried = tried_on(R"(game "Gap"
player Ann
kind gem: Ruby { held: bool }
rule "Thief" { when lose() { take() } }
action lose() { nothing }
action take() { choose g: gem with g.held by Ann "gives {g}" { g.held := no } }
turn { lose() settle end "done" }
)",
                                compiler::FindingCode::GapNoOption);
    EXPECT_THAT(settling(tried),
                Contains("`otherwise { nothing }` behind the block of the choice in line 6"));
}

}  // namespace
}  // namespace errata::tests
