// Zones, windows and what is played in them, effects that wait, hidden choices: what each becomes, what is
// said when it is written wrongly, and that none of their words is lost as a name.
#include <gtest/gtest.h>

#include "dsl/ast/dump.h"
#include "dsl/parse.h"
#include "tests/unit/dsl/grammar/row.h"

namespace errata::dsl {
namespace {

// The messages, one per line and without excerpts; the tree if there are none.
std::string tree_or_messages(const std::string& text) {
    SourceSet sources;
    Sink sink;
    const ast::Module module = parse(sources, sources.add("t.rules", text), sink);
    std::string result;
    for (const Diagnostic& diagnostic : sink.sorted()) {
        const Position at = sources.file(0).position(diagnostic.span.begin);
        result += std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + diagnostic.message;
        result += (diagnostic.hint.empty() ? "" : " | " + diagnostic.hint) + "\n";
    }
    return result.empty() ? ast::dump(module) : result;
}

class PlayItem : public testing::TestWithParam<GrammarRow> {};
TEST_P(PlayItem, HasThisTree) {
    EXPECT_EQ(tree_or_messages(GetParam().input), std::string(GetParam().expected) + "\n");
}
const GrammarRow play_items[] = {
    {"zone place: deck hidden, \"my hand\" hidden, field",
     "(zone (name \"place\") (names \"deck\" \"my hand\" \"field\") (hidden \"deck\" \"my hand\"))"},
    {"zone place: hidden, other hidden",
     "(zone (name \"place\") (names \"hidden\" \"other\") (hidden \"other\"))"},
    {"zone place: deck hidden, in_play (field, \"my camp\" hidden), rest (grave)",
     "(zone (name \"place\") (names \"deck\" \"field\" \"my camp\" \"grave\") (hidden \"deck\" \"my camp\") "
     "(one-life \"in_play\" \"field\" \"my camp\") (one-life \"rest\" \"grave\"))"},
    {"sites area: Keep, Mill, Well links Keep - Mill, Mill-Well { held: bool }",
     "(sites (name \"area\") (names \"Keep\" \"Mill\" \"Well\") (link \"Keep\" \"Mill\") (link \"Mill\" "
     "\"Well\") (fields (held (bool))))"},
    {"sites area: Keep", "(sites (name \"area\") (names \"Keep\"))"},
    {"grid hex 4 x 3 hex", "(grid (name \"hex\") (title \"hex\") (width 4) (height 3))"},
    {"grid g 4 x 3 ring diagonal { a: bool }",
     "(grid (name \"g\") (title \"diagonal ring\") (width 4) (height 3) (fields (a (bool))))"},
    {"window w from active", "(window (name \"w\") (title \"from\") (exprs active))"},
    {"window w from p.next once", "(window (name \"w\") (title \"from once\") (exprs (field next p)))"},
    {"window w for active", "(window (name \"w\") (title \"for\") (exprs active))"},
    {"meta { agenda: sequence  responses: w  loops: 3 }",
     "(meta\n  (setting agenda sequence)\n  (setting responses w)\n  (setting loops 3))"},
    {"state { a, b: 0..9 = 1 while at  c: bool per dusk, d: order = none  per: bool }",
     "(state (fields (a (range 0 9) = 1 while at) (b (range 0 9) = 1 while at) (c (bool) per dusk) (d "
     "(order) = none) (per (bool))))"},
    {"action f(o: order) { }", "(action (name \"f\") (binders (o order)))"},
    {"state { a: order?  b: set of order }", "(state (fields (a (optional order)) (b (set order))))"},
};
INSTANTIATE_TEST_SUITE_P(Table, PlayItem, testing::ValuesIn(play_items));

class PlayStatement : public testing::TestWithParam<GrammarRow> {};
TEST_P(PlayStatement, HasThisTree) {
    EXPECT_EQ(tree_or_messages(std::string("turn {\n    ") + GetParam().input + "\n}\n"),
              std::string("(turn") + GetParam().expected + ")\n");
}
const GrammarRow play_statements[] = {
    {"choose exactly 2 m: unit with c by Ann \"picks {m}\" { } otherwise { }",
     "\n  (choose (name \"exactly\") (exprs Ann 2)\n    (option \"picks {m}\" (binders (m unit)) (condition "
     "c))\n    (block))"},
    {"choose up to a + b m: unit by Ann { }",
     "\n  (choose (name \"up to\") (exprs Ann (+ a b))\n    (option \"\" (binders (m unit)) (condition "
     "yes)))"},
    {"choose as many as number of u: unit m: unit by Ann { }",
     "\n  (choose (name \"as many as\") (exprs Ann (number-of (binders (u unit)) yes))\n    (option \"\" "
     "(binders (m unit)) (condition yes)))"},
    {"choose exactly: unit by Ann { }",
     "\n  (choose (exprs Ann)\n    (option \"\" (binders (exactly unit)) (condition yes)))"},
    {"choose up, to: unit by Ann { }",
     "\n  (choose (exprs Ann)\n    (option \"\" (binders (up unit) (to unit)) (condition yes)))"},
    {"secretly { choose by Ann { option \"a\" { } } choose m: unit by Bob { } }",
     "\n  (secretly\n    (block\n      (choose (exprs Ann)\n        (option \"a\"))\n"
     "      (choose (exprs Bob)\n        (option \"\" (binders (m unit)) (condition yes)))))"},
    {"later at dusk if c { settle }",
     "\n  (later\n    (ability at (name \"dusk\") (exprs c)\n      (settle)))"},
    {"later when die(m) looking back { }",
     "\n  (later\n    (ability when (name \"die\") (params m) looking-back))"},
    {"open response", "\n  (open-window (name \"response\"))"},
    {"open(x)", "\n  (perform (name \"open\") (exprs x))"},
    {"cancel", "\n  (cancel)"},
    {"cancel; x := 1", "\n  (cancel)\n  (assign (exprs x 1))"},
    {"cancel()", "\n  (perform (name \"cancel\"))"},
    {"mark x.since", "\n  (mark (exprs (field since x)))"},
    {"mark first.since", "\n  (mark (exprs (field since first)))"},
    {"mark x.since first", "\n  (mark-first (exprs (field since x)))"},
    {"unmark x.since", "\n  (unmark (exprs (field since x)))"},
    {"unmark(x)", "\n  (perform (name \"unmark\") (exprs x))"},
    {"p := path from a to b.c through q: square with free(q) and d",
     "\n  (assign (exprs p (path (binders (q square)) a (field c b) (and (call free q) d))))"},
    {"p := path from a to b through q: square", "\n  (assign (exprs p (path (binders (q square)) a b yes)))"},
    {"p := path\n    from := b", "\n  (assign (exprs p path))\n  (assign (exprs from b))"},
};
INSTANTIATE_TEST_SUITE_P(Table, PlayStatement, testing::ValuesIn(play_statements));

class PlayAbility : public testing::TestWithParam<GrammarRow> {};
TEST_P(PlayAbility, HasThisTree) {
    EXPECT_EQ(tree_or_messages(std::string("rule \"r\" {\n    ") + GetParam().input + "\n}\n"),
              std::string("(rule (title \"r\")\n  (ability ") + GetParam().expected + "))\n");
}
const GrammarRow play_abilities[] = {
    {"when die(m) looking back if c given n = m.power, z = m.at targeting t: unit, u: unit with d by "
     "this.owner limit 1 per turn { settle }",
     "when (name \"die\") (params m) looking-back (exprs c) (owner (field owner this)) (given n (field power "
     "m)) (given z (field at m)) "
     "(targets (t unit) (u unit)) (target-condition d) (limit 1) (per \"turn\")\n    (settle)"},
    {"at dusk unless c targeting t: unit by Ann limit n per game { }",
     "at (name \"dusk\") (exprs (not unless c)) (owner Ann) (targets (t unit)) (limit n) (per \"game\")"},
    {"[X-1] may \"pings {t}\" in response by this.owner for x: 1..3 with x < 3 targeting t: unit with a if b "
     "limit 1 per turn "
     "cost { gold -= 1; tap() } or cost { } at once { hit(t) }",
     "may (title \"pings {t}\") (window \"response\") (rows \"X-1\") (exprs b) (owner (field owner this)) "
     "(binders (x (range 1 3))) "
     "(binder-condition (< x 3)) (targets (t unit)) (target-condition a) (limit 1) (per \"turn\")\n"
     "    (cost\n      (decrease (exprs gold 1))\n      (perform (name \"tap\")))\n    (cost) at-once\n    "
     "(perform (name \"hit\") (exprs t))"},
    {"may \"ducks\" in reaction before hurt(this, n) by Ann { cancel }",
     "may (title \"ducks\") (window \"reaction\") (side \"before\") (name \"hurt\") (params this n) (owner "
     "Ann)\n    (cancel)"},
    {"may \"a\" in reaction after hurt(u, _) by Ann { }",
     "may (title \"a\") (window \"reaction\") (side \"after\") (name \"hurt\") (params u _) (owner Ann)"},
    {"at dusk targeting up to 2 t: unit with a targeting exactly n u: unit targeting v: unit by Ann { }",
     "at (name \"dusk\") (owner Ann) (up to 2) (targets (t unit)) (target-condition a) (exactly n) (targets "
     "(u "
     "unit)) (targets (v unit))"},
    {"turn_up(u) counts as enter(u, 2) only if c except to Put",
     "counts-as (name \"turn_up\") (params u) (as \"enter\") (says \"only-if\") (as-params u 2) (except-to "
     "\"Put\") (exprs c)"},
    {"not turn_up(u) counts as enter(_) unless c",
     "counts-as (name \"turn_up\") (params u) (as \"enter\") (says \"not-if\") (as-params _) (exprs (not "
     "unless c))"},
    {"as soon as c { settle }", "as-soon-as (exprs c)\n    (settle)"},
    {"as soon(x) { }", "as (name \"soon\") (params x)"},
    {"ignores \"The Wall\" in enter(this, _) if c",
     "ignores (title \"The Wall\") (name \"enter\") (params this _) (exprs c)"},
    {"ignores Wall in enter(this)", "ignores (title \"Wall\") (name \"enter\") (params this)"},
    {"cannot enter(q) unless a or b", "cannot (name \"enter\") (params q) (exprs (not unless (or a b)))"},
    {"instead of die(m) unless c { }", "instead-of (name \"die\") (params m) (exprs (not unless c))"},
    {"instead of phase dusk if c { }", "instead-of (side \"phase\") (name \"dusk\") (exprs c)"},
    {"ending \"Ann wins\" unless c", "ending (name \"Ann wins\") (exprs (not unless c))"},
    {"p(m) unless c", "if (name \"p\") (params m) (exprs (not unless c))"},
    {"may(x) if c", "if (name \"may\") (params x) (exprs c)"},
    {"ignores(x)", "if (name \"ignores\") (params x)"},
};
INSTANTIATE_TEST_SUITE_P(Table, PlayAbility, testing::ValuesIn(play_abilities));

TEST(PlayWords, CanStillBeNames) {
    for (const std::string word :
         {"zone",   "hidden", "sites",   "links",   "hex",     "ring",    "window",    "from",  "once",
          "per",    "order",  "exactly", "up",      "to",      "many",    "soon",      "later", "secretly",
          "open",   "cancel", "mark",    "unmark",  "looking", "back",    "targeting", "limit", "may",
          "before", "after",  "cost",    "ignores", "path",    "through", "turn"}) {
        SCOPED_TRACE(word);
        const std::string text =
            "state { " + word + ": 0..9  other, " + word + ": bool per " + word + " }\nenum e: A, " + word +
            "\n" + "action " + word + "(" + word + ": t) {\n    " + word + " := " + word + " + 1\n    x." +
            word + " := " + word + "(" + word + ").y\n    " + word + "(" + word + ")\n    let " + word +
            " = " + word + "\n    choose " + word + ": t with " + word + " by " + word +
            " { }\n}\nrule \"r\" {\n    " + word + "(x) if " + word + "\n    when " + word + "(" + word +
            ") if " + word + " { }\n    at " + word + " { }\n}\nscope " + word + " { " + word + ": 3 }\n";
        EXPECT_EQ(tree_or_messages(text).substr(0, 7), "(state ");
    }
}

class PlayMessage : public testing::TestWithParam<GrammarRow> {};
TEST_P(PlayMessage, IsThis) {
    EXPECT_EQ(tree_or_messages(std::string(GetParam().input) + "\ngame \"G\"\n"),
              std::string(GetParam().expected) + "\n");
}
const GrammarRow play_messages[] = {
    {"rule \"r\" {\n    when die(m) given n = 1 if c { }\n    p < 3\n}",
     "2:29: expected '{', found the keyword 'if' | the parts of 'when' come in this order: looking back, if, "
     "given, targeting, limit\n"
     "3:7: expected an ability or '}', found '<'"},
    {"rule \"r\" {\n    at dusk limit 1 per turn targeting t: u by Ann { }\n}",
     "2:30: expected '{', found 'targeting' | the parts of 'at' come in this order: if, given, targeting, "
     "limit"},
    {"rule \"r\" {\n    when die(m) targetting t: u by p { }\n    may \"a\" in w by p costs { }\n}",
     "2:17: expected '{', found 'targetting' | did you mean 'targeting'?\n3:23: expected '{', found 'costs' "
     "| did you mean 'cost'?"},
    {"rule \"r\" {\n    [X-1] may \"a\" in w if c by p { }\n}",
     "2:24: expected 'by', found the keyword 'if' | "
     "the parts of 'may' come in this order: in, before or after, by, for, targeting, if, limit, cost, at "
     "once"},
    {"rule \"r\" {\n    may \"a\" in w by p at once cost { } { }\n}",
     "2:31: expected '{', found 'cost' | "
     "the parts of 'may' come in this order: in, before or after, by, for, targeting, if, limit, cost, at "
     "once"},
    {"rule \"r\" {\n    may \"a\" in w { }\n}",
     "2:18: expected 'by', found '{' | say whose choice it is: 'by Ann', 'by chance', 'by elsewhere', 'by "
     "nobody'"},
    {"rule \"r\" {\n    when die(m) targeting t: u limit 1 per turn { }\n}",
     "2:32: expected 'by', found 'limit' | say whose choice it is: 'by Ann', 'by chance', 'by elsewhere', "
     "'by nobody'"},
    {"rule \"r\" {\n    may a in w by p { }\n}",
     "2:9: expected a text in double quotes, found 'a' | write it in quotes: \"a\""},
    {"rule \"r\" {\n    may \"a\" in w by p cost { x = 1 } {\n        y = 1\n    }\n}",
     "2:32: expected ':=', '+=' or '-=', found '=' | ':=' changes a field; '=' compares\n"
     "3:11: expected ':=', '+=' or '-=', found '=' | ':=' changes a field; '=' compares"},
    {"rule \"r\" {\n    ignores \"Wall\" on enter(this)\n}",
     "2:20: expected 'in', found 'on' | did you mean 'in'?"},
    {"rule \"r\" {\n    when die(m) limit 1 { }\n}",
     "2:25: expected 'per', found '{' | say in which time: 'limit 1 per turn'"},
    {"turn {\n    later at dusk limit 1 per turn { }\n    x = 1\n}",
     "2:19: expected '{', found 'limit' | the parts of 'later' come in this order: at or when, looking back, "
     "if; keep a value with 'let' before it\n"
     "3:7: expected ':=', '+=' or '-=', found '=' | ':=' changes a field; '=' compares"},
    {"turn {\n    later { settle }\n}", "2:11: expected 'at' or 'when', found '{'"},
    {"turn {\n    secretly {\n        choose by Ann { option \"a\" { } }\n        a := 1\n        choose by "
     "Bob { option = }\n    }\n}",
     "4:9: expected 'choose' or '}', found 'a' | nothing but choices can be made secretly\n"
     "5:32: expected a text in double quotes, found '='"},
    {"turn {\n    choose up to 2 by Ann { }\n}",
     "2:20: expected what is chosen, such as 'm: minion', found the keyword 'by'"},
    {"turn {\n    choose exactly 2 m, n: unit by Ann { }\n}", "2:23: expected ':', found ','"},
    {"turn {\n    p := path from a through q: square\n}", "2:22: expected 'to', found 'through'"},
    {"zone place: deck, (pit)", "1:19: expected a name, found '('"},
    {"zone place: deck hiden, hand",
     "1:18: expected the end of this item, found 'hiden' | did you mean 'hidden'?"},
    {"sites a: A, B link A - B", "1:15: expected the end of this item, found 'link' | did you mean 'links'?"},
    {"sites a: A, B links A B", "1:23: expected '-', found 'B'"},
    {"grid g 3 x 3 hex hex", "1:18: expected the end of this item, found 'hex'"},
    {"window w form active", "1:10: expected 'from' or 'for', found 'form' | did you mean 'from'?"},
    {"state {\n    a: bool while\n    b: bool\n    c: bool for turn\n    d: bool\n}",
     "2:18: expected a name, found the end of the line\n4:13: expected a field such as 'hp: 0..9', or '}', "
     "found the keyword 'for'"},
    {"action f(unless: t) { }", "1:10: expected ',' or ')', found the keyword 'unless'"},
};
INSTANTIATE_TEST_SUITE_P(Table, PlayMessage, testing::ValuesIn(play_messages));

TEST(PlaySpans, CoverExactlyTheText) {
    SourceSet sources;
    Sink sink;
    const ast::Module module = parse(sources,
                                     sources.add("t.rules",
                                                 "rule \"r\" {\n    [X-1] when die(m) unless a given n = b + "
                                                 "1 { later at dusk { settle } secretly { } }\n}\n"
                                                 "sites s: A, B links A - B\n"),
                                     sink);
    ASSERT_FALSE(sink.has_errors());
    const auto text = [&](Span span) { return std::string(sources.text(span)); };
    const ast::Ability& ability = module.items[0].contents.abilities[0];
    EXPECT_EQ(text(ability.span),
              "[X-1] when die(m) unless a given n = b + 1 { later at dusk { settle } secretly { } }");
    EXPECT_EQ(text(ability.exprs[0].span), "a");
    EXPECT_EQ(text(ability.given[0].span), "n = b + 1");
    EXPECT_EQ(text(ability.body[0].span), "later at dusk { settle }");
    EXPECT_EQ(text(ability.body[0].abilities[0].span), "at dusk { settle }");
    EXPECT_EQ(text(ability.body[1].block_spans[0]), "{ }");
    EXPECT_EQ(text(module.items[1].links[0].span), "A - B");
}

}  // namespace
}  // namespace errata::dsl
