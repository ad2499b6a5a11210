// Lowering as a whole: clauses that stay the same while other things are edited, definitions that stay small,
// and what is not evaluated is not asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "compiler/compile.h"
#include "compiler/ir/evaluate.h"
#include "tests/support/spec_text.h"

namespace errata::compiler {
namespace {

using testing::Contains;
using testing::IsEmpty;
using tests::compiled;

std::multiset<std::string> paths(const Model& model) {
    std::multiset<std::string> result;
    for (const Clause& clause : model.clauses) result.insert(clause.path);
    return result;
}

constexpr const char* post = R"(game "Post"
player Ann
kind letter of 2 { read: bool  stamp: stamp }
printed stamp on letter if this.stamp = it
stamp Swift
  When this is read, answer it.
stamp Plain
phrase line "When this is read, answer it." = { when look(this) { answers := 1 } }
state { answers: 0..3 }
action look(l: letter) { l.read := yes }
rule "Reading" {
    when look(l) { answers := 1 }
    when look(l) if l.read { answers := 1 }
    cannot look(l) if answers = 3
}
turn { phase morning { choose l: letter by Ann { look(l) } } end "noon" }
)";

TEST(Clauses, EachHasAPathOfItsOwn) {
    const auto found = paths(compiled(post));
    for (const std::string& path : found) EXPECT_EQ(found.count(path), 1U) << path;
    for (const char* expected :
         {"action look", "rule Reading/cannot look", "stamp Swift/line 1", "phase morning"})
        EXPECT_THAT(found, Contains(expected));
}

TEST(Clauses, OfOneHeadingAreToldApartByTheirTexts) {
    const std::string first = "    when look(l) { answers := 1 }\n";
    const std::string second = "    when look(l) if l.read { answers := 1 }\n";
    std::string turned = post;
    const std::size_t at = turned.find(first + second);
    ASSERT_NE(at, std::string::npos);
    turned.replace(at, first.size() + second.size(), second + first);
    const auto paths_by_text = [](const Model& model) {
        std::map<std::string, std::string> result;
        for (const Clause& clause : model.clauses) {
            if (clause.path.starts_with("rule Reading/when look #")) result.emplace(clause.text, clause.path);
        }
        return result;
    };
    const auto before = paths_by_text(compiled(post));
    EXPECT_EQ(before.size(), 2U);
    EXPECT_EQ(before, paths_by_text(compiled(turned)));
}

TEST(Clauses, AnEditElsewhereChangesNoPath) {
    std::string edited = post;
    edited.replace(edited.find("rule \"Reading\""), 0,
                   "-- a comment\nrule \"Before\" { when look(l) { answers := 2 } }\n\n");
    edited.replace(edited.find("cannot look(l) if answers = 3"), 29, "cannot look(l) if answers = 2");
    const auto before = paths(compiled(post));
    auto after = paths(compiled(edited));
    EXPECT_EQ(after.erase("rule Before/when look"), 1U);
    EXPECT_EQ(before, after);
}

// Each definition asks the one before it twice.
std::string tower(int height) {
    std::string text =
        "game \"g\"\nplayer Ann\nkind unit of 3 { hp: 0..9 }\ndefine d0(n: 0..9): bool = unit1.hp > n\n";
    for (int i = 1; i <= height; ++i) {
        const std::string below = "d" + std::to_string(i - 1);
        text +=
            "define d" + std::to_string(i) + "(n: 0..9): bool = " + below + "(n) or not " + below + "(3)\n";
    }
    return text + "turn { if d" + std::to_string(height) + "(1) { end \"a\" } end \"b\" }\n";
}

TEST(Definitions, NestedInEachOtherStaySmall) {
    const std::size_t low = compiled(tower(20)).terms.size();
    const std::size_t high = compiled(tower(40)).terms.size();
    EXPECT_LT(high, 2 * low + 100);
}

TEST(Definitions, WhatIsNotEvaluatedIsNotAsked) {
    const Model model = compiled(R"(game "g"
player Ann
kind unit of 2 { hp: 0..9  foe: unit? }
define both(a: bool, b: bool): bool = a and b
turn {
    if both(unit1.foe is not none, unit1.foe.hp > 0) { end "fight" }
    end "peace"
}
)");
    const Evaluator evaluator(model);
    const State start = evaluator.initial(model.setups[0], {});
    const Expansion expansion = evaluator.expand(start);
    ASSERT_EQ(expansion.successors.size(), 1U);
    EXPECT_THAT(expansion.successors[0].incidents, IsEmpty());
}

}  // namespace
}  // namespace errata::compiler
