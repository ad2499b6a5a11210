// The typed tree: every item is typed once, used or not; what is wrong is said once, at its place.
#include "compiler/typed/type_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/resolve/resolve.h"
#include "compiler/typed/phrases.h"
#include "compiler/typed/walk.h"
#include "tests/support/spec_text.h"

namespace errata::compiler::typed {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct TypedSpec : tests::SpecText {
    explicit TypedSpec(const std::string& text)
        : SpecText("game \"g\"\nplayer Ann, Bob\nkind unit of 3 { hp: 0..9  owner: player  foe: unit? }\n" +
                   text + "\nturn { end \"over\" }\n"),
          reporter(sources, sink, unread_items(modules, sink)),
          names(resolve(modules, {}, reporter)),
          program(type_program(names, modules, {}, reporter)) {}

    Reporter reporter;
    Names names;
    Program program;
};

TEST(Typed, WhatNothingUsesIsTyped) {
    const TypedSpec spec(
        "action unused(u: unit) { u.hq := 3 }\n"
        "define unasked(u: unit): bool = u.hp + u.owner\n"
        "rule \"never\" { when unused(u, v) { nothing }  cannot unused(u) if u.hp = Ann }\n"
        "reading \"r\" { one \"a\" { when unused(u) { unusd(u) } } two \"b\" { when unused(u) { nothing } } "
        "}\n"
        "rule \"instead\" { instead of unused(u) { u.foe := 3 } }\n");
    EXPECT_THAT(spec.errors(), ElementsAre("unknown field of unit 'hq'", "expected number, found player",
                                           "'unused' has 1 role, found 2", "cannot compare 0..9 with player",
                                           "unknown action 'unusd'", "expected unit?, found number"));
}

TEST(Typed, AnErrorInADefinitionIsSaidOnceHoweverOftenItIsAsked) {
    const TypedSpec spec(
        "define weak(u: unit): bool = u.hp < lmit\n"
        "define both(u: unit): bool = weak(u) and weak(u)\n"
        "action hit(u: unit) { if weak(u) or both(u) { u.hp := 0 } }\n");
    EXPECT_THAT(spec.errors(), ElementsAre("unknown name 'lmit'"));
}

TEST(Typed, WhatLeadsToItselfIsAnErrorUsedOrNot) {
    const TypedSpec spec(
        "define even(n: 0..9): bool = n = 0 or odd(n)\ndefine odd(n: 0..9): bool = even(n)\n"
        "action ping() { pong() }\naction pong() { ping() }\n");
    EXPECT_THAT(spec.errors(), ElementsAre("'even' is defined by itself", "action 'ping' performs itself"));
}

TEST(Typed, TheTypeOfADefinitionWithoutOneIsThatOfItsBody) {
    const TypedSpec spec("define foe_of(u: unit) = u.foe\naction hit(u: unit) { foe_of(u).hp := 0 }\n");
    EXPECT_THAT(spec.errors(), IsEmpty());
    EXPECT_EQ(spec.program.types.name(spec.program.definitions[0].type), "unit?");
}

TEST(Typed, ConstantsAreSeenThroughDefinitions) {
    const TypedSpec spec(
        "define twice(n: number): number = n + n\ndefine start: number = twice(2)\n"
        "state { coins: 0..9 = start  lamps: 0..9 = twice(start) - 1 }\n");
    EXPECT_THAT(spec.errors(), IsEmpty());
    const auto initial = [&](const std::string& name) {
        return spec.program.variables[spec.names.store.named.at(name).index].initial;
    };
    EXPECT_EQ(initial("coins"), 4);
    EXPECT_EQ(initial("lamps"), 7);
}

TEST(Typed, NoTwoPlacesShareALocal) {
    const TypedSpec spec(
        "action a(u: unit) { for each v: unit with v.hp > 0 { v.hp -= 1 } let w = u.hp  u.hp := w }\n"
        "action b(u: unit) { for each v: unit with v != u { v.hp -= 1 } }\n");
    ASSERT_THAT(spec.errors(), IsEmpty());
    std::set<LocalId> seen;
    const auto add = [&](const std::vector<Binder>& binders) {
        for (const Binder& binder : binders) EXPECT_TRUE(seen.insert(binder.local).second) << binder.name;
    };
    for (const ActionBody& action : spec.program.actions) {
        add(action.params);
        walk(action.block, [&](const auto& node) {
            if constexpr (requires { node.binders; }) add(node.binders);
        });
    }
    EXPECT_EQ(seen.size(), 4U);
}

TEST(Typed, FactsOfStatements) {
    EXPECT_EQ(facts(StmtKind::Choose).stops, Stops::Always);
    EXPECT_EQ(facts(StmtKind::Change).stops, Stops::Never);
    EXPECT_EQ(facts(StmtKind::If).stops, Stops::Inside);
    EXPECT_EQ(facts(StmtKind::Perform).stops, Stops::Asked);
    EXPECT_EQ(facts(StmtKind::ForEach).extent, Extent::Whole);
    EXPECT_EQ(facts(StmtKind::InTurn).stops, Stops::Always);
    EXPECT_EQ(facts(StmtKind::If).ending, Ending::Last);
    EXPECT_EQ(facts(StmtKind::ChooseSeveral).ending, Ending::More);
}

TEST(TypedPhrases, ABodyIsTypedForItsBearerAndForWhatItIsGiven) {
    const TypedSpec spec(
        "kind piece of 2 { card: card  strength: 0..3 }\nprinted card on piece if this.card = it\n"
        "card Ox\n  Grow.\ncategory change is statements given (x)\n"
        "phrase line \"Grow.\" = { as soon as this.strength = 3 { nothing } }\n"
        "phrase change \"grows\" = do { x.strength += 1 }\n");
    const Typing typing{spec.names, const_cast<Program&>(spec.program), spec.reporter};
    Phrases phrases(typing);
    const TypeId piece = spec.names.vocabulary.named.at("piece");
    const TypeId unit = spec.names.vocabulary.named.at("unit");
    const PrintedId card(0);
    ASSERT_THAT(spec.errors(), IsEmpty());
    EXPECT_THAT(phrases.body(1, card, {piece}).problems, IsEmpty());
    EXPECT_EQ(phrases.body(1, card, {unit}).problems.size(), 1U);
    EXPECT_EQ(&phrases.body(1, card, {piece}), &phrases.known(1, card, {piece}));
    // Wrong in one case, right in another: not wrong.
    EXPECT_THAT(phrases.problems_in_all_cases(1), IsEmpty());
}

}  // namespace
}  // namespace errata::compiler::typed
