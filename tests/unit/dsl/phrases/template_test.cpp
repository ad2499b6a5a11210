#include "dsl/phrases/template.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace errata::dsl {
namespace {

// "_" joins what has no space between.
std::vector<std::string> wordings(std::string_view text) {
    std::vector<std::string> all;
    for (const Wording& wording : expand_template(text).wordings) {
        std::string& line = all.emplace_back();
        for (const WordingPart& part : wording.parts) {
            if (!line.empty()) line += part.glued ? "_" : " ";
            line += part.is_hole ? "{" + part.text + ":" + part.category + "}" : part.text;
        }
    }
    return all;
}

std::vector<std::string> errors(std::string_view text) {
    const ExpandedTemplate expanded = expand_template(text);
    EXPECT_TRUE(expanded.wordings.empty()) << text;
    std::vector<std::string> all;
    for (const TemplateError& error : expanded.errors)
        all.push_back(std::to_string(error.offset) + ": " + error.message);
    return all;
}

using Lines = std::vector<std::string>;

TEST(Template, WritesOutEveryWording) {
    EXPECT_EQ(wordings("draw a card"), (Lines{"draw a card"}));
    EXPECT_EQ(wordings("deal {n: number} to {unit}"), (Lines{"deal {n:number} to {unit:unit}"}));
    EXPECT_EQ(wordings("card[s]"), (Lines{"card", "cards"}));
    EXPECT_EQ(wordings("[you] gain"), (Lines{"gain", "you gain"}));
    EXPECT_EQ(wordings("(a|b) (c|d)"), (Lines{"a c", "a d", "b c", "b d"}));
    EXPECT_EQ(wordings("(a [b (c|d)]|e)"), (Lines{"a", "a b c", "a b d", "e"}));
    EXPECT_EQ(wordings("[un]tap"), (Lines{"tap", "untap"}));
    EXPECT_EQ(wordings("x [a|b]"), (Lines{"x", "x a", "x b"}));
}

TEST(Template, RemembersWhatTouches) {
    EXPECT_EQ(wordings("+{n: number}, non-{t}"), (Lines{"+_{n:number}_, non_-_{t:t}"}));
    EXPECT_EQ(wordings("{u}'s [big] turn ."), (Lines{"{u:u}_'s turn_.", "{u:u}_'s big turn_."}));
    EXPECT_EQ(wordings("{n: number}x"), (Lines{"{n:number}_x"}));
    EXPECT_EQ(wordings("tap—{e: effect}"), (Lines{"tap_—_{e:effect}"}));
}

TEST(Template, WordingsThatAreAlikeAreOne) {
    EXPECT_EQ(wordings("(a|a) [b] [b]"), (Lines{"a", "a b", "a b b"}));
}

TEST(Template, ItsWordsCanBeExchanged) {
    const std::map<std::string, std::string> words{{"verb", "dig up"}, {"verbed", "(dug up|raised)"}};
    EXPECT_EQ(template_with_words("you verb {s: verb}, verbs it", words), "you dig up {s: verb}, verbs it");
    EXPECT_EQ(template_with_words("{s: subject} (is|are) verbed", words),
              "{s: subject} (is|are) (dug up|raised)");
    EXPECT_EQ(template_with_words("\\{verb\\} verb[s] non-verb", words), "\\{dig up\\} dig up[s] non-verb");
    EXPECT_EQ(template_with_words("verb", {}), "verb");
    EXPECT_EQ(template_with_words("{open", words), "{open") << "wrong templates are told elsewhere";
}

TEST(Template, ListsItsHoles) {
    const auto holes = template_holes("deal {n: number} damage [to {unit}]");
    ASSERT_EQ(holes.size(), 2U);
    EXPECT_EQ(holes[0].name, "n");
    EXPECT_FALSE(holes[0].optional);
    EXPECT_EQ(holes[1].category, "unit");
    EXPECT_TRUE(holes[1].optional);
    EXPECT_EQ(holes[1].offset, 28U);
    EXPECT_TRUE(template_holes("deal {n").empty());
}

TEST(Template, TellsWhatIsWrong) {
    const std::pair<const char*, Lines> table[] = {
        {"deal {n", {"5: this '{' is never closed"}},
        {"deal {n {m}", {"5: this '{' is never closed"}},
        {"a [b", {"2: this '[' is never closed"}},
        {"a (b|c", {"2: this '(' is never closed"}},
        {"(a]", {"0: this '(' is never closed", "2: this ']' closes nothing"}},
        {"a) b} c|d",
         {"1: this ')' closes nothing", "4: this '}' closes nothing",
          "7: alternatives stand in parentheses: (a|b)"}},
        {"{}", {"0: a hole is written {name: category} or {category}"}},
        {"{n:}", {"0: a hole is written {name: category} or {category}"}},
        {"{a b: c}", {"0: a hole is written {name: category} or {category}"}},
        {"(a|)", {"0: an alternative must not be empty; write [ ] for what may be left out"}},
        {"a []", {"2: an optional part must not be empty"}},
        {"", {"0: the template is empty"}},
        {"   ", {"0: the template is empty"}},
        {"[a] [b]", {"0: all of this may be left out; some word or hole must remain"}},
        {"{n: x} and {n: x}", {"0: the hole 'n' occurs twice"}},
        {"{n: x} and {n: y}", {"11: the hole 'n' is 'y' here and 'x' before"}},
        {"{a}{b}", {"3: two holes need a word or a space between them"}},
        {"{t: trait}s", {"0: the hole 't' touches a word; put a space between"}},
        {"un{t: trait}", {"2: the hole 't' touches a word; put a space between"}},
        {"{n: number}0", {"0: the hole 'n' touches a word; put a space between"}},
        {"[[[[[[[[[a]]]]]]]]]", {"8: brackets are nested too deeply"}},
        {"(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)",
         {"0: this stands for more than 256 wordings; move some of its parts to phrases of their own"}},
    };
    for (const auto& [text, expected] : table) EXPECT_EQ(errors(text), expected) << text;
}

TEST(Template, TheSameHoleMayStandInTwoAlternatives) {
    EXPECT_EQ(wordings("(deal {n: number}|{n: number} dealt)"),
              (Lines{"deal {n:number}", "{n:number} dealt"}));
}

TEST(Template, SurvivesAnything) {
    const std::string alphabet = "{}[]()|:an ";
    std::uint32_t seed = 1;
    for (int round = 0; round < 20'000; ++round) {
        std::string text;
        for (int i = 0; i < 12; ++i) {
            seed = seed * 1664525U + 1013904223U;
            text += alphabet[(seed >> 16U) % alphabet.size()];
        }
        const ExpandedTemplate expanded = expand_template(text);
        EXPECT_NE(expanded.wordings.empty(), expanded.errors.empty()) << text;
    }
    EXPECT_FALSE(expand_template(std::string(1999, '[')).errors.empty());
    EXPECT_FALSE(expand_template(std::string(1999, '}')).errors.empty());
    EXPECT_EQ(errors(std::string(10'000'000, 'a')), (Lines{"0: the template is longer than 2000 letters"}));
}

}  // namespace
}  // namespace errata::dsl
