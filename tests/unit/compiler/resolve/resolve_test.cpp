// Names: what declarations come to, and what is said about those that cannot be.
#include "compiler/resolve/resolve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/spec_text.h"

namespace errata::compiler {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Resolved : tests::SpecText {
    explicit Resolved(const std::string& text, const CompileOptions& options = {})
        : SpecText("game \"g\"\nplayer Ann, Bob\n" + text),
          reporter(sources, sink, unread_items(modules, sink)),
          names(resolve(modules, options, reporter)) {}

    Reporter reporter;
    Names names;
};

TEST(Resolve, TypesOfOneMeaningAreOneType) {
    const Resolved spec(
        "kind unit of 2 { a: 0..3  b: 0..3  c: unit?  d: unit?  e: set of unit  f: set of unit }\n");
    const auto type = [&](const std::string& field) {
        const TypeId unit = spec.names.vocabulary.named.at("unit");
        return spec.names.store.variables[spec.names.store.fields.at({unit, field}).index].type;
    };
    EXPECT_THAT(spec.errors(), IsEmpty());
    EXPECT_EQ(type("a"), type("b"));
    EXPECT_EQ(type("c"), type("d"));
    EXPECT_EQ(type("e"), type("f"));
    EXPECT_NE(type("a"), type("c"));
}

TEST(Resolve, BoundsComeFromTheScopeInForce) {
    const std::string text =
        "kind unit of 5 { hp: 0..most }\nscope small { unit: 2  most: 3 }\nscope large { unit: 4  most: 9 "
        "}\n";
    const auto sizes = [&](const CompileOptions& options) {
        const Resolved spec(text, options);
        EXPECT_THAT(spec.errors(), IsEmpty());
        const TypeId unit = spec.names.vocabulary.named.at("unit");
        const VarId hp = spec.names.store.fields.at({unit, "hp"});
        return std::pair(spec.names.type(unit).size(),
                         spec.names.type(spec.names.store.variables[hp.index].type).hi);
    };
    CompileOptions large;
    large.scope = "large";
    CompileOptions own;
    own.overrides["unit"] = 3;
    EXPECT_EQ(sizes({}), std::pair(Value{2}, Value{3}));
    EXPECT_EQ(sizes(large), std::pair(Value{4}, Value{9}));
    EXPECT_EQ(sizes(own), std::pair(Value{3}, Value{3}));
}

TEST(Resolve, WhatCannotBeDeclaredIsSaidOnceAndBlamesNobodyElse) {
    const Resolved spec(
        "kind unit of 2 { home: plaace }\nkind unit of 3 { }\nrelation near(a: unit, b: nowhere): bool\n"
        "action go(u: unit) { u.home := none }\n");
    EXPECT_THAT(spec.errors(), ElementsAre("unknown type 'plaace'", "type 'unit' is declared twice",
                                           "unknown type 'nowhere'"));
}

TEST(Resolve, AFileStatesAMetaRuleOnceAndWithAKnownValue) {
    const Resolved spec(
        "meta { precedence: cannot  precedence: must  agenda: heap  loops: 3  colour: red }\n");
    EXPECT_THAT(spec.errors(), ElementsAre("'precedence' is stated twice", "'agenda' cannot be 'heap'",
                                           "unknown meta-rule 'colour'"));
    EXPECT_EQ(spec.names.meta.precedence, Precedence::Cannot);
    EXPECT_EQ(spec.names.meta.loop_policy, LoopPolicy::Cap);
    EXPECT_EQ(spec.names.meta.loop_cap, 3);
}

TEST(Resolve, PoolsThatNoRuleNamesHaveNoOrder) {
    const Resolved spec(
        "kind crate of 2 { full: bool }\nkind barrel of 2 { full: bool }\n"
        "rule \"r\" { whenever barrel1.full { barrel1.full := no } }\nsetup \"s\" { crate1.full := yes }\n");
    const auto& unordered = spec.names.vocabulary.unordered;
    EXPECT_EQ(unordered.count(spec.names.vocabulary.named.at("crate")), 1U);
    EXPECT_EQ(unordered.count(spec.names.vocabulary.named.at("barrel")), 0U);
}

TEST(Resolve, AnEmptyRangeAndOneWithoutBoundsAreErrors) {
    const Resolved spec("state { a: 5..2  b: 0..c  c: 0..3 }\n");
    ASSERT_EQ(spec.errors().size(), 2U);
    EXPECT_THAT(spec.errors()[0], HasSubstr("this range is empty"));
    EXPECT_THAT(spec.errors()[1], HasSubstr("unknown name 'c'"));
}

}  // namespace
}  // namespace errata::compiler
