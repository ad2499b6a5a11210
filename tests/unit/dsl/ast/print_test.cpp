// The canonical layout by example, and its laws on every spec of the repository and on random trees: printing
// twice changes nothing, parsing the print gives the same tree, no comment is lost.
#include "dsl/ast/print.h"

#include <gtest/gtest.h>

#include "dsl/ast/dump.h"
#include "dsl/parse.h"
#include "dsl/source/file_reader.h"
#include "tests/support/random_module.h"

namespace errata::dsl {
namespace {

struct Read {
    SourceSet sources;
    Sink sink;
    ast::Module module;

    explicit Read(const std::string& text) { module = parse(sources, sources.add("t.rules", text), sink); }
    std::string messages() const {
        std::string result;
        for (const Diagnostic& diagnostic : sink.sorted()) result += render(diagnostic, sources);
        return result;
    }
    std::string printed() const { return ast::print(module, sources); }
};

std::string formatted(const std::string& text) {
    const Read read(text);
    EXPECT_EQ(read.messages(), "");
    return read.printed();
}

std::vector<std::string> comment_texts(const ast::Module& module) {
    std::vector<std::string> result;
    for (const ast::Comment& comment : module.comments) result.push_back(comment.text);
    return result;
}

void expect_laws(const std::string& text) {
    const Read first(text);
    ASSERT_EQ(first.messages(), "");
    const std::string printed = first.printed();
    const Read second(printed);
    ASSERT_EQ(second.messages(), "") << printed;
    EXPECT_EQ(ast::dump(second.module), ast::dump(first.module)) << printed;
    EXPECT_EQ(second.printed(), printed);
    EXPECT_EQ(comment_texts(second.module), comment_texts(first.module)) << printed;
}

TEST(Format, LaysOutItems) {
    EXPECT_EQ(formatted("game   \"G\"\nplayer Ann,Bob\nkind g of 3{a:0..9 b,c:bool=no}\nkind h:A,\"B "
                        "c\"\n\n\nkind i of 1\n"
                        "state {\n  a:counter\n\n\n  b:set of g?\n}\ngrid square 3x3\n"),
              "game \"G\"\n"
              "\n"
              "player Ann, Bob\n"
              "\n"
              "kind g of 3 { a: 0..9, b, c: bool = no }\n"
              "kind h: A, \"B c\"\n"
              "\n"
              "kind i of 1\n"
              "\n"
              "state {\n"
              "    a: counter\n"
              "\n"
              "    b: set of g?\n"
              "}\n"
              "\n"
              "grid square 3 x 3\n");
}

TEST(Format, LaysOutStatements) {
    EXPECT_EQ(formatted("turn{\n\n if a{x:=1;y:=2}else if b{settle}else{\n nothing}\n  choose by Ann{option "
                        "\"a\"{nothing}\n"
                        " option \"b\" for s:spell with c{f(s)}otherwise{settle}}\n choose by Ann{option "
                        "\"{s}\" for s:spell{f(s)}}\n}"),
              "turn {\n"
              "    if a {\n"
              "        x := 1\n"
              "        y := 2\n"
              "    } else if b {\n"
              "        settle\n"
              "    } else {\n"
              "        nothing\n"
              "    }\n"
              "    choose by Ann {\n"
              "        option \"a\" { nothing }\n"
              "        option \"b\" for s: spell with c { f(s) }\n"
              "        otherwise { settle }\n"
              "    }\n"
              "    choose s: spell by Ann \"{s}\" { f(s) }\n"
              "}\n");
}

TEST(Format, LaysOutZonesAndWindows) {
    EXPECT_EQ(formatted("zone place:deck hidden,\"my hand\" hidden,field\nsites a:K,M links K-M{b:0..9=1 "
                        "while at c,d:order per dusk}\n"
                        "grid g 3x3 ring hex\nwindow w from p once\nwindow v for p\n"),
              "zone place: deck hidden, \"my hand\" hidden, field\n"
              "\n"
              "sites a: K, M links K - M { b: 0..9 = 1 while at, c, d: order per dusk }\n"
              "\n"
              "grid g 3 x 3 hex ring\n"
              "\n"
              "window w from p once\n"
              "window v for p\n");
}

TEST(Format, LaysOutZonesOfOneLife) {
    EXPECT_EQ(formatted("zone place:deck hidden,in_play(field,\"my camp\" hidden) , pits ( pit )\n"),
              "zone place: deck hidden, in_play (field, \"my camp\" hidden), pits (pit)\n");
}

TEST(Format, LaysOutWhatCountsAndSeveralTargets) {
    EXPECT_EQ(
        formatted(
            "rule \"r\" {\n not a(u)counts as b(_)unless c except to R\n a(u)counts as b(u) only if c\n"
            " at dusk targeting up to 2 t:unit with c targeting exactly (n+1) u:unit by p{nothing}\n}\n"),
        "rule \"r\" {\n"
        "    not a(u) counts as b(_) unless c except to R\n"
        "    a(u) counts as b(u) only if c\n"
        "    at dusk targeting up to 2 t: unit with c targeting exactly n + 1 u: unit by p { nothing }\n"
        "}\n");
}

TEST(Format, LaysOutPlays) {
    EXPECT_EQ(
        formatted("rule \"r\" {\n may \"a\" in w by p cost{x-=1}or cost{}at once{nothing}\n"
                  " may \"pings somebody\" in response before hurt(u, n) by this.owner targeting t: unit "
                  "with t.at = field cost { gold -= 1 }"
                  " or cost { gold -= 2; mana += 1 -- sic\n } { cancel }\n"
                  " when die(m) looking back unless c given a=1,b=2 targeting t:unit by p limit 1 per turn "
                  "{later at dusk{destroy t}}\n}\n"),
        "rule \"r\" {\n"
        "    may \"a\" in w by p cost { x -= 1 } or cost { } at once { nothing }\n"
        "    may \"pings somebody\" in response before hurt(u, n) by this.owner targeting t: unit with t.at "
        "= field\n"
        "            cost { gold -= 1 } or cost {\n"
        "        gold -= 2\n"
        "        mana += 1  -- sic\n"
        "    } {\n"
        "        cancel\n"
        "    }\n"
        "    when die(m) looking back unless c given a = 1, b = 2 targeting t: unit by p limit 1 per turn {\n"
        "        later at dusk { destroy t }\n"
        "    }\n"
        "}\n");
}

TEST(Format, SetsCountsApartFromTheirBinders) {
    EXPECT_EQ(
        formatted(
            "turn {\n choose exactly (first) m: unit by p { }\n choose up to (a + no) m: unit by p { }\n"
            " choose as many as (some u: unit) m: unit by p { }\n secretly{choose exactly x m: unit by p { } "
            "; choose m: unit by q { } }\n}\n"),
        "turn {\n"
        "    choose exactly (first) m: unit by p { }\n"
        "    choose up to (a + no) m: unit by p { }\n"
        "    choose as many as (some u: unit) m: unit by p { }\n"
        "    secretly {\n"
        "        choose exactly x m: unit by p { }\n"
        "        choose m: unit by q { }\n"
        "    }\n"
        "}\n");
}

TEST(Format, LaysOutCards) {
    EXPECT_EQ(formatted("terrain   Void cost:3 [X-1]\n      Text   here.   [X-2,X-3] -- c\n\n\n   -- d\n "
                        "More.\nterrain \"A b\"\n"),
              "terrain Void, cost: 3 [X-1]\n"
              "  Text   here. [X-2, X-3]  -- c\n"
              "\n"
              "  -- d\n"
              "  More.\n"
              "\n"
              "terrain \"A b\"\n");
}

TEST(Format, KeepsComments) {
    const std::string text =
        "-- about the file\n"
        "\n"
        "-- about the game\n"
        "game \"G\"  -- behind\n"
        "\n"
        "turn {  -- opens\n"
        "    -- before\n"
        "    if a {  -- then\n"
        "        x := 1  -- one\n"
        "\n"
        "        -- last of then\n"
        "    } else {  -- else\n"
        "        -- alone\n"
        "    }\n"
        "    --- dashes\n"
        "    choose by Ann {\n"
        "        -- first\n"
        "        option \"a\" { nothing }  -- a\n"
        "        -- second\n"
        "        otherwise { nothing }\n"
        "    }\n"
        "    -- end of turn\n"
        "}  -- closes\n"
        "\n"
        "rule \"r\" {\n"
        "    may \"a\" in w by p cost {  -- opens\n"
        "        -- pay\n"
        "        x -= 1  -- one\n"
        "    } or cost {\n"
        "        -- pay more\n"
        "        x -= 2\n"
        "    } {\n"
        "        later at dusk {  -- later\n"
        "            -- then\n"
        "            nothing\n"
        "        }\n"
        "    }\n"
        "}\n"
        "\n"
        "state {\n"
        "    a, b: bool = no  -- both\n"
        "    hi, i: bool while at  -- gone\n"
        "    c: bool = no per dusk  -- often\n"
        "    -- end\n"
        "}\n"
        "-- end of file\n";
    EXPECT_EQ(formatted(text), text);
}

TEST(Format, MovesCommentsOutOfExpressions) {
    EXPECT_EQ(formatted("define a =\n    b and -- first\n    c -- second\n    or d -- third\n"),
              "-- first\n"
              "-- second\n"
              "define a = b and c or d  -- third\n");
}

TEST(Format, BreaksLongLinesBeforeOperators) {
    const std::string term = "some_long_name_of_a_relation(minion)";
    EXPECT_EQ(formatted("define a = " + term + " and " + term + " and " + term + " or " + term + "\n"),
              "define a = " + term + " and " + term + "\n        and " + term + " or " + term + "\n");
}

TEST(Format, UsesAsFewBracketsAsPossible) {
    const auto expr = [](const std::string& text) {
        const std::string printed = formatted("define a = " + text + "\n");
        return printed.substr(11, printed.size() - 12);
    };
    EXPECT_EQ(expr("((a) and (b or c))"), "a and (b or c)");
    EXPECT_EQ(expr("(a and b) and c"), "a and b and c");
    EXPECT_EQ(expr("a and (b and c)"), "a and (b and c)");
    EXPECT_EQ(expr("(a implies b) implies (c implies d)"), "(a implies b) implies c implies d");
    EXPECT_EQ(expr("not (a = b)"), "not a = b");
    EXPECT_EQ(expr("(not a) = b"), "(not a) = b");
    EXPECT_EQ(expr("a - (b - c)"), "a - (b - c)");
    EXPECT_EQ(expr("-(-a)"), "-(-a)");
    EXPECT_EQ(expr("(some m: minion with a) and b"), "(some m: minion with a) and b");
    EXPECT_EQ(expr("b and (some m: minion with a)"), "b and some m: minion with a");
    EXPECT_EQ(expr("f((some m: minion), (if a then b else c))"), "f(some m: minion, if a then b else c)");
    EXPECT_EQ(expr("(if a then b else c).at"), "(if a then b else c).at");
}

TEST(Format, KeepsWhatCouldNotBeRead) {
    const Read read("turn {\n    x = 3 -- why\n    settle\n}\nacton b {\n}\n");
    EXPECT_TRUE(read.sink.has_errors());
    EXPECT_EQ(read.printed(), "turn {\n    x = 3  -- why\n    settle\n}\n\nacton b {\n}\n");
}

TEST(FormatLaws, HoldForEverySpec) {
    const std::string root = ERRATA_SOURCE_DIR;
    const auto files = DiskReader().list(root + "/specs");
    ASSERT_TRUE(files.has_value());
    std::size_t read = 0;
    for (const std::string& file : *files) {
        SCOPED_TRACE(file);
        const std::string text = *DiskReader().read(file);
        if (Read(text).sink.has_errors()) continue;  // other tests say so
        expect_laws(text);
        ++read;
    }
    EXPECT_GT(read, files->size() / 2);
}

TEST(FormatLaws, HoldForRandomTrees) {
    for (std::uint32_t seed = 0; seed < 3'000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const ast::Module made = RandomModule(seed).module();
        const std::string printed = ast::print(made, SourceSet());
        const Read read(printed);
        ASSERT_EQ(read.messages(), "") << printed;
        ASSERT_EQ(ast::dump(read.module), ast::dump(made)) << printed;
        ASSERT_EQ(ast::dump(Read(read.printed()).module), ast::dump(made)) << printed;
    }
}

TEST(FormatLaws, HoldForRandomExpressions) {
    for (std::uint32_t seed = 0; seed < 5'000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        ast::Module made;
        made.items.emplace_back();
        made.items[0].kind = ast::ItemKind::Define;
        made.items[0].name = "x";
        made.items[0].exprs = {RandomModule(seed).expr(7)};
        const std::string printed = ast::print(made, SourceSet());
        const Read read(printed);
        ASSERT_EQ(read.messages(), "") << printed;
        ASSERT_EQ(ast::dump(read.module), ast::dump(made)) << printed;
        ASSERT_EQ(read.printed(), printed);
    }
}

}  // namespace
}  // namespace errata::dsl
