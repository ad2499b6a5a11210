// Which readings of a line are taken for one, and which are kept apart: a small game whose one card has the
// text in question.
#include <gtest/gtest.h>

#include "compiler/compile.h"
#include "dsl/diag/sink.h"
#include "dsl/parse.h"

namespace errata::compiler {
namespace {

// How many meanings the text has; 0 if the game does not compile.
std::size_t meanings(const std::string& text, const std::string& extra = "") {
    const std::string game = R"(game "Squad"
player Ann, Bob
zone place: field, grave
kind unit: Ash, Birch, Cole {
    card: card
    owner: player
    at: place
    elf, hurt: bool
    guards: unit?
}
printed card on unit if this.card = it
card Captain
  At dusk, )" + text + R"(.
card Recruit
  At dusk, heal each unit.
turn {
    phase dusk { nothing }
    end "night"
}
setup "one captain" { for each u: unit { u.card := Recruit } Ash.card := Captain }
category effect is statements
category who is condition given one: unit
category thing is condition given (one)
phrase line "At dusk, {e: effect}." = { at dusk { e } }
phrase effect "{a: effect} and {b: effect}" = do { a b }
phrase effect "{a: effect} or {b: effect}" = do { choose by Ann { option "one" { a } option "other" { b } } }
phrase effect "hurt each {w: who}" = do { for each u: unit with w(u) { u.hurt := yes } }
phrase effect "heal each {w: who}" = do { for each u: unit with w(u) { u.hurt := no } }
phrase effect "move each {w: thing}" = do { for each u: unit with w(u) { u.at := field } }
phrase who "unit[s]" = one.at = field
phrase who "other {w: who}" = w(one) and one != this
phrase who "elf {w: who}" = w(one) and one.elf
phrase who "{w: who} you control" = one.owner = this.owner and w(one)
phrase who "{a: who} or {b: who}" = a(one) or b(one)
phrase who "{w: who} guarded by an elf" = w(one) and one.guards.elf
phrase thing "unit" = one.at = field
phrase thing "other {w: thing}" = w(one) and one != this
phrase thing "{w: thing} you control" = w(one) and one.owner = this.owner
)" + extra;
    dsl::SourceSet sources;
    dsl::Sink sink;
    std::vector<dsl::ast::Module> modules;
    modules.push_back(dsl::parse(sources, sources.add("squad.rules", game), sink));
    const auto model = compile(sources, modules, {}, sink);
    for (const dsl::Diagnostic& diagnostic : sink.sorted()) {
        if (dsl::info(diagnostic.kind).severity == dsl::Severity::Error) ADD_FAILURE() << diagnostic.message;
    }
    if (!model) return 0;
    if (model->readings.all.empty()) return 1;
    return model->type(model->variable(model->readings.all[0].variable).type).labels.size();
}

TEST(Meaning, SequencesAreTheSameHoweverTheyAreGrouped) {
    EXPECT_EQ(meanings("hurt each unit and heal each unit and hurt each unit"), 1U);
}

TEST(Meaning, ConditionsAreTheSameInWhateverOrderTheyAreJoined) {
    EXPECT_EQ(meanings("hurt each other elf unit you control"), 1U);
    EXPECT_EQ(meanings("move each other unit you control"), 1U);
}

TEST(Meaning, AlternativesAndSequencesAreNot) {
    EXPECT_EQ(meanings("hurt each unit and heal each unit or hurt each elf unit"), 2U);
}

TEST(Meaning, WhereTheScopeOfAConditionDiffersSoDoesTheMeaning) {
    EXPECT_EQ(meanings("hurt each elf unit or unit you control"), 4U);
}

// Ash may guard nobody: then one order asks for an elf that is not there and the other does not.
TEST(Meaning, OrderCountsWhereOneConditionMayHaveNoValue) {
    EXPECT_EQ(meanings("hurt each other unit guarded by an elf"), 2U);
}

TEST(Meaning, NothingOfTheComparisonIsLeftInTheModel) {
    EXPECT_EQ(meanings("hurt each unit",
                       "action hit(u: unit) { u.hurt := yes }\n"
                       "rule \"Peace\" { cannot hit(u) if u.elf }\n"
                       "phrase who \"soft {w: who}\" = w(one) and can hit(one)\n"),
              1U);
    EXPECT_EQ(meanings("hurt each soft unit you control",
                       "action hit(u: unit) { u.hurt := yes }\n"
                       "rule \"Peace\" { cannot hit(u) if u.elf }\n"
                       "phrase who \"soft {w: who}\" = w(one) and can hit(one)\n"),
              1U);
}

}  // namespace
}  // namespace errata::compiler
