// A spec is compiled again after an edit: lines that stand as they stood are not parsed, and the model is the
// one that is made from scratch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/compile.h"
#include "compiler/ir/print.h"
#include "tests/support/spec_text.h"

namespace errata::compiler {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* squad = R"(game "Squad"
player Ann
kind unit: Ash, Birch { card: card  hurt, elf: bool }
state { nights: 0..9 }
printed card on unit if this.card = it
card Captain
  At dusk, heal each unit.
  At dusk, hurt each elf or unit that is hurt.
card Recruit
  At dusk, hurt each unit.
rule "Night" { at dusk { nights := 1 } }
turn { phase dusk { nothing } end "night" }
setup "one captain" { for each u: unit { u.card := Recruit } Ash.card := Captain }
category who is condition given one: unit
phrase line "At dusk, hurt each {w: who}." = { at dusk { for each u: unit with w(u) { u.hurt := yes } } }
phrase line "At dusk, heal each {w: who}." = { at dusk { for each u: unit with w(u) { u.hurt := no } } }
phrase who "unit" = yes
phrase who "elf" = one.elf
phrase who "{w: who} that is hurt" = w(one) and one.hurt
phrase who "{a: who} or {b: who}" = a(one) or b(one)
)";
constexpr std::size_t squad_lines = 3;

std::string edited(std::string text, const std::string& old, const std::string& now) {
    const std::size_t place = text.find(old);
    EXPECT_NE(place, std::string::npos) << old;
    return text.replace(place, old.size(), now);
}

std::string printed_model(const std::string& text, dsl::KeptReadings& kept) {
    tests::SpecText spec(text);
    const auto model = compile(spec.sources, spec.modules, {}, spec.sink, kept);
    EXPECT_THAT(spec.errors(), IsEmpty());
    return model ? print(*model) : "";
}

// How many lines are parsed for the edited game after the game itself.
std::size_t parsed_after(const std::string& old, const std::string& now) {
    const std::string text = edited(squad, old, now);
    dsl::KeptReadings kept;
    printed_model(squad, kept);
    EXPECT_EQ(kept.parsed(), squad_lines);
    const std::string after = printed_model(text, kept);
    dsl::KeptReadings none;
    EXPECT_EQ(after, printed_model(text, none));
    return kept.parsed() - squad_lines;
}

TEST(KeptReadings, OfTheSameTextAreEnough) {
    dsl::KeptReadings kept;
    const std::string first = printed_model(squad, kept);
    EXPECT_EQ(printed_model(squad, kept), first);
    EXPECT_EQ(kept.parsed(), squad_lines);
}

TEST(KeptReadings, StayWhereSomethingElseIsEdited) {
    EXPECT_EQ(parsed_after("nights := 1", "nights := 2"), 0U) << "a rule";
    EXPECT_EQ(parsed_after("u.hurt := no", "u.elf := no"), 0U) << "what a phrase means";
    EXPECT_EQ(parsed_after("rule \"Night\"",
                           "\n-- a comment\nrule \"Before\" { at dusk { nights := 3 } }\n"
                           "rule \"Night\""),
              0U)
        << "lines moved";
}

TEST(KeptReadings, OfAnEditedLineAreMadeAnew) {
    EXPECT_EQ(parsed_after("heal each unit", "heal each elf"), 1U);
}

TEST(KeptReadings, OfOtherPhrasesOrNamesAreMadeAnew) {
    EXPECT_EQ(parsed_after("phrase who \"elf\"", "phrase who \"hero\" = no\nphrase who \"elf\""),
              squad_lines);
    EXPECT_EQ(parsed_after("card Recruit", "card Scout\n  At dusk, hurt each elf.\ncard Recruit"),
              squad_lines + 1);
}

TEST(KeptReadings, AreForgottenWhenNoLineAsksForThem) {
    dsl::KeptReadings kept;
    printed_model(squad, kept);
    for (int i = 0; i < 2; ++i) printed_model(edited(squad, "heal each unit", "heal each elf"), kept);
    EXPECT_EQ(kept.parsed(), squad_lines + 1);
    printed_model(squad, kept);
    EXPECT_EQ(kept.parsed(), squad_lines + 2);
}

TEST(KeptReadings, HideNoError) {
    dsl::KeptReadings kept;
    for (int i = 0; i < 2; ++i) {
        tests::SpecText spec(edited(squad, "heal each unit", "heel each unit"));
        EXPECT_FALSE(compile(spec.sources, spec.modules, {}, spec.sink, kept));
        EXPECT_THAT(spec.errors(), SizeIs(1));
    }
}

}  // namespace
}  // namespace errata::compiler
