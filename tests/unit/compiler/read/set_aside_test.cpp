// Printed items whose text nobody can read yet are left out of the game instead of stopping it.
#include "compiler/read/set_aside.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/compile.h"
#include "compiler/ir/print.h"
#include "tests/support/spec_text.h"

namespace errata::compiler {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* squad_head = R"(game "Squad"
player Ann
kind unit: Ash, Birch { card: card  hurt: bool }
printed card on unit if this.card = it { strength: 0..9 }
card Captain, strength: 3
  At dusk, heal each unit.
  At dusk, hurt 2 units.
card Recruit
  At dusk, hurt each unit.
)";
constexpr const char* squad_rest = R"(
turn { phase dusk { nothing } end "night" }
setup "one captain" { Ash.card := Captain Birch.card := Recruit }
phrase line "At dusk, hurt each unit." = { at dusk { for each u: unit { u.hurt := yes } } }
phrase line "At dusk, heal each unit." = { at dusk { for each u: unit { u.hurt := no } } }
)";

struct Compiled {
    Compiled(const std::string& cards, bool set_unread_aside) : spec(squad_head + cards + squad_rest) {
        CompileOptions options;
        options.set_unread_aside = set_unread_aside;
        dsl::KeptReadings kept;
        model = compile(spec.sources, spec.modules, options, spec.sink, kept, &aside);
    }

    tests::SpecText spec;
    std::vector<SetAside> aside;
    std::optional<Model> model;
};

std::vector<std::string> clauses_of(const Model& model) {
    std::vector<std::string> result;
    for (const Clause& clause : model.clauses) result.push_back(clause.name + ": " + clause.text);
    return result;
}

TEST(TextNobodyReads, IsAnErrorUnlessItIsSetAside) {
    const Compiled plain("", false);
    EXPECT_FALSE(plain.model.has_value());
    EXPECT_THAT(plain.spec.errors(), ElementsAre(HasSubstr("Captain: cannot read '2' here")));
    EXPECT_THAT(plain.aside, IsEmpty());
    const Compiled aside("", true);
    EXPECT_TRUE(aside.model.has_value());
    EXPECT_THAT(aside.spec.errors(), IsEmpty());
    ASSERT_THAT(aside.aside, SizeIs(1));
    EXPECT_EQ(aside.aside[0].kind, "card");
    EXPECT_EQ(aside.aside[0].name, "Captain");
    ASSERT_THAT(aside.aside[0].lines, SizeIs(1)) << "the other line of the Captain can be read";
    const UnreadLine& line = aside.aside[0].lines[0];
    EXPECT_EQ(line.text, "At dusk, hurt 2 units.");
    EXPECT_EQ(aside.spec.sources.text(line.span), "2");
    EXPECT_THAT(line.message, HasSubstr("cannot read '2' here"));
    EXPECT_EQ(line.stub, "phrase line \"At dusk, hurt {n: number} units\" = …");
}

TEST(TextNobodyReads, LeavesTheItemInTheGameWithoutText) {
    const Compiled aside("", true);
    ASSERT_TRUE(aside.model.has_value());
    EXPECT_THAT(clauses_of(*aside.model), testing::Contains(HasSubstr("Recruit: At dusk, hurt each unit.")));
    EXPECT_THAT(clauses_of(*aside.model), testing::Not(testing::Contains(HasSubstr("heal"))))
        << "as if it had no text at all";
    EXPECT_THAT(print(*aside.model), HasSubstr("Captain")) << "but its name and values";
}

TEST(TextNobodyReads, SetsNothingElseAside) {
    const Compiled wrong("card Fool, strength: 12\n", true);
    EXPECT_FALSE(wrong.model.has_value());
    EXPECT_THAT(wrong.spec.errors(), ElementsAre("12 is not in 0..9"));
    EXPECT_THAT(wrong.aside, SizeIs(1)) << "what is unread is told all the same";
}

TEST(TextNobodyReads, IsAlikeUpToNumbersAndNames) {
    const Compiled many(
        "card Second\n  At dusk, hurt three units.\n"
        "card Third\n  Call \"Ash\" at dusk.\n"
        "card Fourth\n  Call “Nobody at all” at dusk.\n"
        "card Fifth\n  Call Ash at dusk.\n"
        "card Sixth\n  Call Birch at dusk.\n",
        true);
    std::vector<std::string> wordings;
    for (const SetAside& one : many.aside) wordings.push_back(one.lines[0].wording);
    ASSERT_THAT(wordings, SizeIs(6));
    EXPECT_EQ(wordings[0], wordings[1]);
    EXPECT_EQ(wordings[2], wordings[3]);
    EXPECT_EQ(wordings[4], wordings[5]);
    EXPECT_NE(wordings[2], wordings[4]);
}

}  // namespace
}  // namespace errata::compiler
