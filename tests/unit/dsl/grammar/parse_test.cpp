// What each construct becomes. One fact per row: input, expected tree.
#include "dsl/parse.h"

#include <gtest/gtest.h>

#include "dsl/ast/dump.h"
#include "tests/unit/dsl/grammar/row.h"

namespace errata::dsl {
namespace {

// The tree, or the messages if there are any.
std::string tree(const std::string& text) {
    SourceSet sources;
    Sink sink;
    const ast::Module module = parse(sources, sources.add("t.rules", text), sink);
    std::string result;
    for (const Diagnostic& diagnostic : sink.sorted()) result += render(diagnostic, sources);
    return result.empty() ? ast::dump(module) : result;
}

class ParseExpression : public testing::TestWithParam<GrammarRow> {};
TEST_P(ParseExpression, HasThisTree) {
    EXPECT_EQ(tree(std::string("define x = ") + GetParam().input + "\n"),
              std::string("(define (name \"x\") (exprs ") + GetParam().expected + "))\n");
}
const GrammarRow expression_trees[] = {
    {"1", "1"},
    {"yes", "yes"},
    {"no", "no"},
    {"none", "none"},
    {"any", "any"},
    {"\"Will o' the Wisp\"", "\"Will o' the Wisp\""},
    {"o'neill", "o'neill"},
    {"g.at.terrain", "(field terrain (field at g))"},
    {"g.first", "(field first g)"},
    {"g.with", "(field with g)"},
    {"f()", "(call f)"},
    {"f(a, 1).at", "(field at (call f a 1))"},
    {"can enter(g, q)", "(can enter g q)"},
    {"{}", "(set)"},
    {"{A, B}", "(set A B)"},
    {"a or b and c", "(or a (and b c))"},
    {"a and b or c", "(or (and a b) c)"},
    {"(a or b) and c", "(and (or a b) c)"},
    {"a implies b implies c", "(implies a (implies b c))"},
    {"a or b implies c", "(implies (or a b) c)"},
    {"not a and b", "(and (not a) b)"},
    {"not not a", "(not (not a))"},
    {"not a = b", "(not (= a b))"},
    {"a + b - c", "(- (+ a b) c)"},
    {"a + b * c", "(+ a (* b c))"},
    {"-a * b", "(* (negate a) b)"},
    {"a-b", "(- a b)"},
    {"a - -1", "(- a (negate 1))"},
    {"a != b", "(!= a b)"},
    {"a <= b", "(<= a b)"},
    {"a<b", "(< a b)"},
    {"a is none", "(is a none)"},
    {"a is not none", "(is-not a none)"},
    {"a in b", "(in a b)"},
    {"a not in {B}", "(not-in a (set B))"},
    {"a + 1 > b and c", "(and (> (+ a 1) b) c)"},
    {"if a then b else c", "(if a b c)"},
    {"if a then b else c or d", "(if a b (or c d))"},
    {"(if a then b else c) or d", "(or (if a b c) d)"},
    {"a or if b then c else d", "(or a (if b c d))"},
    {"some m: minion", "(some (binders (m minion)) yes)"},
    {"some m: minion with m.hp = 0 or c", "(some (binders (m minion)) (or (= (field hp m) 0) c))"},
    {"some m, n: minion, q: square with c", "(some (binders (m minion) (n minion) (q square)) c)"},
    {"no m: minion with c", "(no (binders (m minion)) c)"},
    {"no and a", "(and no a)"},
    {"every m: minion satisfies c", "(every (binders (m minion)) yes c)"},
    {"every m: minion with a satisfies b", "(every (binders (m minion)) a b)"},
    {"number of m: minion with a", "(number-of (binders (m minion)) a)"},
    {"sum of m.hp over m: minion with a", "(sum (binders (m minion)) a (field hp m))"},
    {"first m: minion with a", "(first (binders (m minion)) a)"},
    {"first = sum", "(= first sum)"},
    {"phase = movement", "(= phase movement)"},
    {"f(some m: minion, n)", "(call f (some (binders (m minion)) yes) n)"},
    {"(some m: minion with a) = b", "(= (some (binders (m minion)) a) b)"},
    {"((a))", "a"},
    {"a\n    and b", "(and a b)"},
};
INSTANTIATE_TEST_SUITE_P(Table, ParseExpression, testing::ValuesIn(expression_trees));

class ParseStatement : public testing::TestWithParam<GrammarRow> {};
TEST_P(ParseStatement, HasThisTree) {
    EXPECT_EQ(tree(std::string("turn {\n    ") + GetParam().input + "\n}\n"),
              std::string("(turn") + GetParam().expected + ")\n");
}
const GrammarRow statement_trees[] = {
    {"g.at := q", "\n  (assign (exprs (field at g) q))"},
    {"f(m).hp += 2", "\n  (increase (exprs (field hp (call f m)) 2))"},
    {"x -= 1", "\n  (decrease (exprs x 1))"},
    {"x := 1; y := 2", "\n  (assign (exprs x 1))\n  (assign (exprs y 2))"},
    {"x := 1 y := 2", "\n  (assign (exprs x 1))\n  (assign (exprs y 2))"},
    {"let q = g.at", "\n  (let (name \"q\") (exprs (field at g)))"},
    {"if a { settle }", "\n  (if (exprs a)\n    (block\n      (settle)))"},
    {"if a { } else { nothing }", "\n  (if (exprs a)\n    (block)\n    (block\n      (nothing)))"},
    {"if a { } else if b { }",
     "\n  (if (exprs a)\n    (block)\n    (block\n      (if (exprs b)\n        (block))))"},
    {"if a in {B} { }", "\n  (if (exprs (in a (set B)))\n    (block))"},
    {"for each m: minion with c { hurt(m) }",
     "\n  (for-each (binders (m minion)) (exprs c)\n    (block\n      (perform (name \"hurt\") (exprs m))))"},
    {"for each m: minion { }", "\n  (for-each (binders (m minion)) (exprs yes)\n    (block))"},
    {"for each m: minion in order with c { }",
     "\n  (for-each (name \"in order\") (binders (m minion)) (exprs c)\n    (block))"},
    {"for each m: minion with m.hp > 0 in order of m.hp { }",
     "\n  (for-each (name \"in order of\") (binders (m minion)) (exprs (> (field hp m) 0) (field hp m))\n    "
     "(block))"},
    {"for each m: minion in falling order of m.hp, ties by Ann with c { }",
     "\n  (for-each (name \"in falling order of\") (binders (m minion)) (exprs c (field hp m) Ann)\n    "
     "(block))"},
    {"for each m: minion in an order chosen by p.owner { }",
     "\n  (for-each (name \"in an order chosen by\") (binders (m minion)) (exprs yes (field owner p))\n    "
     "(block))"},
    {"for each m: minion with m in s in an order chosen by Ann, m = boss last { }",
     "\n  (for-each (name \"in an order chosen by\") (binders (m minion)) (exprs (in m s) Ann (= m boss))\n  "
     "  (block))"},
    {"if m in order { }", "\n  (if (exprs (in m order))\n    (block))"},
    {"simultaneously { }", "\n  (simultaneously\n    (block))"},
    {"repeat { }", "\n  (repeat\n    (block))"},
    {"repeat while a { }", "\n  (while (exprs a)\n    (block))"},
    {"phase movement { }", "\n  (phase (name \"movement\")\n    (block))"},
    {"phase movement if a { }",
     "\n  (if (exprs a)\n    (block\n      (phase (name \"movement\")\n        (block))))"},
    {"phase := movement", "\n  (assign (exprs phase movement))"},
    {"end \"Ann wins\"", "\n  (end (name \"Ann wins\"))"},
    {"end := 1", "\n  (assign (exprs end 1))"},
    {"create t: token { t.owner := Ann }",
     "\n  (create (binders (t token))\n    (block\n      (assign (exprs (field owner t) Ann))))"},
    {"destroy t", "\n  (destroy (exprs t))"},
    {"remove(g)", "\n  (perform (name \"remove\") (exprs g))"},
    {"tick()", "\n  (perform (name \"tick\"))"},
    {"try remove(g)", "\n  (try (name \"remove\") (exprs g))"},
    {"effect", "\n  (insert (name \"effect\"))"},
    {"effect other x := 1",
     "\n  (insert (name \"effect\"))\n  (insert (name \"other\"))\n  (assign (exprs x 1))"},
    {"require a", "\n  (require (exprs a))"},
    {"take \"orders\" by Ann", "\n  (take (name \"orders\") (exprs Ann))"},
    {"take \"orders\" by Ann with s = Plains", "\n  (take (name \"orders\") (exprs Ann (= s Plains)))"},
    {"until phase = movement then a is none",
     "\n  (until (exprs (= phase movement)))\n  (then (exprs (is a none)))"},
    {"choose by Ann { option \"a\" { } option \"b\" if c { } otherwise { settle } }",
     "\n  (choose (exprs Ann)\n    (option \"a\")\n    (option \"b\" (condition c))\n    (block\n      "
     "(settle)))"},
    {"choose by Ann { option \"{s}\" for s: spell { } }",
     "\n  (choose (exprs Ann)\n    (option \"{s}\" (binders (s spell)) (condition yes)))"},
    {"choose by Ann { option \"{s}\" for s: spell with a if b { } }",
     "\n  (choose (exprs Ann)\n    (option \"{s}\" (binders (s spell)) (condition (and a b))))"},
    {"choose s: spell with a by chance \"{s}\" { } otherwise { }",
     "\n  (choose (exprs chance)\n    (option \"{s}\" (binders (s spell)) (condition a))\n    (block))"},
    {"choose s: spell by Ann { }",
     "\n  (choose (exprs Ann)\n    (option \"\" (binders (s spell)) (condition yes)))"},
};
INSTANTIATE_TEST_SUITE_P(Table, ParseStatement, testing::ValuesIn(statement_trees));

class ParseAbility : public testing::TestWithParam<GrammarRow> {};
TEST_P(ParseAbility, HasThisTree) {
    EXPECT_EQ(tree(std::string("rule \"r\" {\n    ") + GetParam().input + "\n}\n"),
              std::string("(rule (title \"r\")") + GetParam().expected + ")\n");
}
const GrammarRow ability_trees[] = {
    {"when die(m) if c { settle }", "\n  (ability when (name \"die\") (params m) (exprs c)\n    (settle))"},
    {"when die(_, m) { }", "\n  (ability when (name \"die\") (params _ m))"},
    {"as die(m) { settle }", "\n  (ability as (name \"die\") (params m)\n    (settle))"},
    {"at movement { }", "\n  (ability at (name \"movement\"))"},
    {"at(m) if c", "\n  (ability if (name \"at\") (params m) (exprs c))"},
    {"cannot enter(g, Void)", "\n  (ability cannot (name \"enter\") (params g Void))"},
    {"cannot enter(g, q) if c", "\n  (ability cannot (name \"enter\") (params g q) (exprs c))"},
    {"instead of die(m) if c { nothing }",
     "\n  (ability instead-of (name \"die\") (params m) (exprs c)\n    (nothing))"},
    {"whenever a = b { settle }", "\n  (ability whenever (exprs (= a b))\n    (settle))"},
    {"ending \"Ann wins\" if c", "\n  (ability ending (name \"Ann wins\") (exprs c))"},
    {"p(m)", "\n  (ability if (name \"p\") (params m))"},
    {"p()", "\n  (ability if (name \"p\"))"},
    {"p if c", "\n  (ability if (name \"p\") (exprs c))"},
    {"p(m) if c", "\n  (ability if (name \"p\") (params m) (exprs c))"},
    {"p(m) only if c", "\n  (ability only-if (name \"p\") (params m) (exprs c))"},
    {"p(m) iff c", "\n  (ability iff (name \"p\") (params m) (exprs c))"},
    {"not p(m)", "\n  (ability not-if (name \"p\") (params m))"},
    {"p(a) if c\n    not p(b) if d",
     "\n  (ability if (name \"p\") (params a) (exprs c))\n  (ability not-if (name \"p\") (params b) (exprs "
     "d))"},
    {"[SAN-TER-118, X-3a] p(m)", "\n  (ability if (name \"p\") (rows \"SAN-TER-118\" \"X-3a\") (params m))"},
    {"hole", "\n  (ability insert (name \"hole\"))"},
};
INSTANTIATE_TEST_SUITE_P(Table, ParseAbility, testing::ValuesIn(ability_trees));

class ParseItem : public testing::TestWithParam<GrammarRow> {};
TEST_P(ParseItem, HasThisTree) { EXPECT_EQ(tree(GetParam().input), std::string(GetParam().expected) + "\n"); }
const GrammarRow item_trees[] = {
    {"game \"Sanctum\"", "(game (title \"Sanctum\"))"},
    {"import \"terrains.rules\"", "(import (title \"terrains.rules\"))"},
    {"player Ann, Bob", "(player (names \"Ann\" \"Bob\"))"},
    {"enum nation: Human, \"Will o' the Wisp\"",
     "(enum (name \"nation\") (names \"Human\" \"Will o' the Wisp\"))"},
    {"kind group of 3 { owner: player }", "(kind (name \"group\") (number 3) (fields (owner player)))"},
    {"kind group of 3", "(kind (name \"group\") (number 3))"},
    {"kind group: A, B { }", "(kind (name \"group\") (names \"A\" \"B\"))"},
    {"grid square 3 x 4 diagonal { t: terrain }",
     "(grid (name \"square\") (title \"diagonal\") (width 3) (height 4) (fields (t terrain)))"},
    {"grid square 3x4", "(grid (name \"square\") (width 3) (height 4))"},
    {"state { a: player = Ann  b: counter }", "(state (fields (a player = Ann) (b (counter))))"},
    {"state { a, b: bool = no }", "(state (fields (a (bool) = no) (b (bool) = no)))"},
    {"state { a: bool = no b: bool }", "(state (fields (a (bool) = no) (b (bool))))"},
    {"state { a: bool = no, b: set of walk; c: 0..9 }",
     "(state (fields (a (bool) = no) (b (set walk)) (c (range 0 9))))"},
    {"state { a: square? b: -1..n + 1 c: set of square? d: number }",
     "(state (fields (a (optional square)) (b (range (negate 1) (+ n 1))) (c (set (optional square))) (d "
     "(number))))"},
    {"relation entered(q: square): direction? = none",
     "(relation (name \"entered\") (type (optional direction)) (binders (q square)) (exprs none))"},
    {"define flies(g: group): bool [SAN-TER-118] = a",
     "(define (name \"flies\") (rows \"SAN-TER-118\") (type (bool)) (binders (g group)) (exprs a))"},
    {"define f(a, b: minion, c) = a", "(define (name \"f\") (binders (a minion) (b minion) (c)) (exprs a))"},
    {"open protected(m: minion) default yes [X-1]",
     "(open (name \"protected\") (rows \"X-1\") (binders (m minion)) (exprs yes))"},
    {"action move(g: group, from: zone = g.zone) { settle }",
     "(action (name \"move\") (binders (g group) (from zone = (field zone g)))\n  (settle))"},
    {"printed terrain on square if this.terrain = it { cost: 0..9 }",
     "(printed (name \"terrain\") (type square) (fields (cost (range 0 9))) (exprs (= (field terrain this) "
     "it)))"},
    {"category effect is statements", "(category (name \"effect\") (title \"statements\"))"},
    {"category filter is condition given m: minion",
     "(category (name \"filter\") (title \"condition\") (binders (m minion)))"},
    {"category who is player", "(category (name \"who\") (type player))"},
    {"phrase effect \"remove it\" = do { settle }",
     "(phrase (name \"effect\") (title \"remove it\")\n  (settle))"},
    {"phrase line \"x\" = { p(m) }",
     "(phrase (name \"line\") (title \"x\")\n  (ability if (name \"p\") (params m)))"},
    {"phrase walks \"x\" = ({A})", "(phrase (name \"walks\") (title \"x\") (exprs (set A)))"},
    {"setup \"any board\" [X-1] { require a }",
     "(setup (title \"any board\") (rows \"X-1\")\n  (require (exprs a)))"},
    {"scope small { group: 2, square.width: 3 flag: no other: yes }",
     "(scope (name \"small\")\n  (setting group 2)\n  (setting square.width 3)\n  (setting flag no)\n  "
     "(setting other yes))"},
    {"meta { precedence: cannot }", "(meta\n  (setting precedence cannot))"},
    {"scenario \"s\" [X-1] scope { group: 1 } { settle }",
     "(scenario (title \"s\") (rows \"X-1\")\n  (setting group 1)\n  (settle))"},
    {"check \"c\" always a", "(check (name \"always\") (title \"c\") (exprs a))"},
    {"check \"c\" [X-1] eventually a after b",
     "(check (name \"eventually\") (title \"c\") (rows \"X-1\") (exprs a b))"},
    {"check \"c\" unique", "(check (name \"unique\") (title \"c\"))"},
    {"ruling \"r\": a", "(ruling (title \"r\") (exprs a))"},
    {"ruling \"r\" when a then b", "(ruling (title \"r\") (exprs b a))"},
    {"ruling \"r\" [X-1] after enter(g, q) if a: b",
     "(ruling (name \"enter\") (title \"r\") (rows \"X-1\") (params g q) (exprs b a))"},
    {"reading \"r\" [X-1] { narrow \"n\" { p(m) } wide \"w\" { } }",
     "(reading (title \"r\") (rows \"X-1\")\n  (alternative narrow \"n\"\n    (ability if (name \"p\") "
     "(params m)))\n"
     "  (alternative wide \"w\"))"},
    {"accept \"1a2b3c4d\" because \"later\"", "(accept (name \"later\") (title \"1a2b3c4d\"))"},
    {"accept loop.lock about \"f\", \"g\" because \"later\"",
     "(accept (name \"later\") (code \"loop.lock\") (names \"f\" \"g\"))"},
    {"accept loop.lock 2 because \"later\"", "(accept (name \"later\") (code \"loop.lock\") (number 2))"},
    {"expect loop.mandatory refuted about \"Ring\"",
     "(expect (name \"loop.mandatory\") (title \"refuted\") (names \"Ring\"))"},
    {"expect contradiction.must-cannot about \"Ring\"",
     "(expect (name \"contradiction.must-cannot\") (names \"Ring\"))"},
    {"expect dead-text", "(expect (name \"dead-text\"))"},
    {"omit [X-1, X-2] because \"of no use\"", "(omit (name \"of no use\") (rows \"X-1\" \"X-2\"))"},
    {"meta [X-1] { precedence: cannot }", "(meta (rows \"X-1\")\n  (setting precedence cannot))"},
    {"phrase effect \"remove it\" [X-1] = do { settle }",
     "(phrase (name \"effect\") (title \"remove it\") (rows \"X-1\")\n  (settle))"},
    {"terrain Void, cost: 3 [X-1]\n  Remove it. [X-2, X-3]  -- why\n\n  -- nothing\n  It is 2\" -- wide\n",
     "(card (name \"Void\") (title \"terrain\") (rows \"X-1\")\n  (setting cost 3)\n  (line \"Remove it.\" "
     "(rows \"X-2\" \"X-3\"))\n"
     "  (line \"It is 2\\\"\"))"},
    {"terrain \"Salamander Land\"\n  Enter [N] freely.",
     "(card (name \"Salamander Land\") (title \"terrain\")\n  (line \"Enter [N] freely.\"))"},
    {"walk Flight cost: 1\n\ttext",
     "(card (name \"Flight\") (title \"walk\")\n  (setting cost 1)\n  (line \"text\"))"},
    {"\xef\xbb\xbfgame \"G\"\r\nturn {\r\n  settle\r\n}\r\n", "(game (title \"G\"))\n(turn\n  (settle))"},
};
INSTANTIATE_TEST_SUITE_P(Table, ParseItem, testing::ValuesIn(item_trees));

TEST(ParseComments, AreKeptWithTheirPlace) {
    SourceSet sources;
    Sink sink;
    const ast::Module module = parse(
        sources, sources.add("t.rules", "-- one\ngame \"a -- b\" -- two\nterrain Void\n  a--b -- three\n"),
        sink);
    ASSERT_EQ(module.comments.size(), 3U);
    EXPECT_EQ(module.comments[0].text, "one");
    EXPECT_TRUE(module.comments[0].own_line);
    EXPECT_EQ(module.comments[1].text, "two");
    EXPECT_FALSE(module.comments[1].own_line);
    EXPECT_EQ(sources.place(module.comments[2].span), "t.rules:4:8");
    EXPECT_EQ(module.items[0].title, "a -- b");
    EXPECT_EQ(module.items[1].contents.lines[0].text, "a--b");
}

TEST(ParseSpans, CoverExactlyTheText) {
    SourceSet sources;
    Sink sink;
    const ast::Module module = parse(
        sources,
        sources.add("t.rules",
                    "turn {\n    if (a or b) and c { x := y.z + 1 } -- note\n}\nkind k: A, B { f: 0..9 }\n"),
        sink);
    const auto text = [&](Span span) { return std::string(sources.text(span)); };
    const ast::Stmt& statement = module.items[0].body[0];
    EXPECT_EQ(text(statement.span), "if (a or b) and c { x := y.z + 1 }");
    EXPECT_EQ(text(statement.exprs[0].span), "(a or b) and c");
    EXPECT_EQ(text(statement.exprs[0].args[0].span), "(a or b)");
    EXPECT_EQ(text(statement.block_spans[0]), "{ x := y.z + 1 }");
    EXPECT_EQ(text(statement.blocks[0][0].exprs[1].args[0].span), "y.z");
    EXPECT_EQ(text(module.items[1].span), "kind k: A, B { f: 0..9 }");
    EXPECT_EQ(text(module.items[1].name_span), "k");
    EXPECT_EQ(text(module.items[1].names.spans[1]), "B");
    EXPECT_EQ(text(module.items[1].fields[0].span), "f");
    EXPECT_EQ(text(module.items[1].fields[0].type.span), "0..9");
}

}  // namespace
}  // namespace errata::dsl
