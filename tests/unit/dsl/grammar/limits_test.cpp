// Files that are no specification, and specifications far beyond what a person writes: a message in every
// case, quickly.
#include <gtest/gtest.h>

#include "dsl/parse.h"

namespace errata::dsl {
namespace {

struct Outcome {
    ast::Module module;
    std::string messages;
};

Outcome outcome(const std::string& text) {
    SourceSet sources;
    Sink sink;
    Outcome result;
    result.module = parse(sources, sources.add("t.rules", text), sink);
    for (const Diagnostic& diagnostic : sink.sorted()) result.messages += render(diagnostic, sources);
    return result;
}

std::string repeated(const std::string& part, int times) {
    std::string result;
    for (int i = 0; i < times; ++i) result += part;
    return result;
}

bool has_code(const Outcome& found, const std::string& code) {
    return found.messages.find(" error " + code + ": ") != std::string::npos;
}

TEST(ParseLimits, BinaryFilesAreRefused) {
    EXPECT_EQ(outcome(std::string("game \"G\"\n\0", 10)).messages,
              "t.rules:2:1: error E0002: this byte is a control code, so the file is no text\n"
              "  hint: a .rules file is plain text in UTF-8\n");
    EXPECT_TRUE(has_code(outcome("game \"\x01\""), "E0002"));
    EXPECT_TRUE(has_code(outcome("game \"\xff\""), "E0002"));
    EXPECT_TRUE(has_code(outcome("game \"\xe2\x82"), "E0002"));
    EXPECT_EQ(outcome("game \"Caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8e\xb2\"").messages, "");
}

TEST(ParseLimits, AFileMustDeclareSomething) {
    EXPECT_EQ(outcome("").messages,
              "t.rules:1:1: error E0003: this file declares nothing\n    \n    ^\n"
              "  hint: a spec begins with a line such as: game \"My game\"\n");
    EXPECT_TRUE(has_code(outcome("\n\n  -- only a comment\n"), "E0003"));
    EXPECT_TRUE(has_code(outcome("   \n\t\n"), "E0003"));
}

TEST(ParseLimits, LinesHaveAnEnd) {
    EXPECT_EQ(outcome("define a = " + std::string(19'980, 'x')).messages, "");
    EXPECT_TRUE(has_code(outcome("game \"G\"\ndefine a = " + std::string(10'000'000, 'x')), "E0006"));
}

TEST(ParseLimits, BracketsNestSanely) {
    EXPECT_EQ(outcome("define a = " + repeated("(", 200) + "1" + repeated(")", 200)).messages, "");
    EXPECT_TRUE(has_code(outcome("define a = " + repeated("(", 201) + "1" + repeated(")", 201)), "E0103"));
    EXPECT_TRUE(has_code(outcome("define a =\n" + repeated(repeated(" (", 5'000) + "\n", 20)), "E0103"));
    EXPECT_EQ(outcome("turn " + repeated("{ if a ", 199) + "{" + repeated("}", 200)).messages, "");
    EXPECT_TRUE(has_code(outcome("turn {\n" + repeated(" if a {\n", 100'000)), "E0103"));
}

TEST(ParseLimits, NestingWithoutBracketsIsBoundedToo) {
    for (const char* part : {" not\n", " -\n", " a implies\n", " if a then b else\n", " some m: t with\n",
                             " a +\n", " a or\n"}) {
        const Outcome found = outcome("define a =\n" + repeated(part, 100'000) + " 1\ngame \"G\"\n");
        EXPECT_TRUE(has_code(found, "E0103")) << part;
        ASSERT_EQ(found.module.items.size(), 2U);
        EXPECT_EQ(found.module.items[1].kind, ast::ItemKind::Game);
    }
    EXPECT_TRUE(has_code(outcome("define a = b\n" + repeated(" .c\n", 100'000)), "E0103"));
    EXPECT_TRUE(has_code(outcome("define a:\n" + repeated(" set of\n", 100'000) + " b = c"), "E0103"));
    EXPECT_TRUE(
        has_code(outcome("turn {\n if a { }\n" + repeated(" else if a { }\n", 100'000) + "}\n"), "E0103"));
    EXPECT_EQ(outcome("define a =\n" + repeated(" a +\n", 1'500) + " 1").messages, "");
}

TEST(ParseLimits, WideIsNotDeep) {
    EXPECT_EQ(outcome("define a = {\n" + repeated(" b,\n", 100'000) + " c}").messages, "");
    EXPECT_EQ(outcome("turn {\n" + repeated(" x := a + b\n", 20'000) + "}\n").messages, "");
}

TEST(ParseLimits, TwentyThousandItemsAreRead) {
    const std::string text = repeated(
        "rule \"r\" [X-1] {\n    when die(m) if m.hp > 3 { m.hp := 2 }\n}\nterrain Void\n  Text.\n", 10'000);
    const Outcome found = outcome(text);
    EXPECT_EQ(found.messages, "");
    EXPECT_EQ(found.module.items.size(), 20'000U);
}

TEST(ParseLimits, AsManyBrokenItemsAreReportedOneByOne) {
    SourceSet sources;
    Sink sink;
    parse(sources,
          sources.add("t.rules", repeated("rule \"r\" {\n    when die(m) if { }\n    p(m) if\n}\n", 5'000)),
          sink);
    EXPECT_EQ(sink.sorted().size(), 10'000U);
}

}  // namespace
}  // namespace errata::dsl
