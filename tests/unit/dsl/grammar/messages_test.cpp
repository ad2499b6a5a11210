// What the author reads when something is wrong, word by word.
#include <gtest/gtest.h>

#include <algorithm>

#include "dsl/parse.h"
#include "tests/unit/dsl/grammar/row.h"

namespace errata::dsl {
namespace {

std::string messages(const std::string& text) {
    SourceSet sources;
    Sink sink;
    parse(sources, sources.add("t.rules", text), sink);
    std::string result;
    for (const Diagnostic& diagnostic : sink.sorted()) result += render(diagnostic, sources);
    return result;
}

// One line per message, without "t.rules:", " error E0101" and the excerpt: "line:column: message | hint".
std::string brief(const std::string& text) {
    SourceSet sources;
    Sink sink;
    parse(sources, sources.add("t.rules", text), sink);
    std::string result;
    for (const Diagnostic& diagnostic : sink.sorted()) {
        const Position at = sources.file(0).position(diagnostic.span.begin);
        result += std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + diagnostic.message;
        if (!diagnostic.hint.empty()) result += " | " + diagnostic.hint;
        result += "\n";
    }
    return result;
}

class StatementMessage : public testing::TestWithParam<GrammarRow> {};
TEST_P(StatementMessage, IsThis) {
    // The statement stands on line 2; what follows it must be read without a further message.
    EXPECT_EQ(brief(std::string("turn {\n    ") + GetParam().input + "\n    settle\n}\ngame \"G\"\n"),
              std::string(GetParam().expected) + "\n");
}
const GrammarRow statement_messages[] = {
    {"for each u: unit, ties by Ann { }",
     "2:21: expected '{', found ',' | an order is written 'in order', 'in order of u.speed, ties by Ann', "
     "'in falling order of u.speed' or 'in an order chosen by Ann, u = golem last'"},
    {"for each u: unit ties by Ann { }",
     "2:22: expected '{', found 'ties' | an order is written 'in order', 'in order of u.speed, ties by Ann', "
     "'in falling order of u.speed' or 'in an order chosen by Ann, u = golem last'"},
    {"for each u: unit in order by Ann { }",
     "2:31: expected '{', found the keyword 'by' | an order is written 'in order', 'in order of u.speed, "
     "ties by Ann', 'in falling order of u.speed' or 'in an order chosen by Ann, u = golem last'"},
    {"for each u: unit in descending order of u.hp { }",
     "2:22: expected '{', found the keyword 'in' | an order is written 'in order', 'in order of u.speed, "
     "ties by Ann', 'in falling order of u.speed' or 'in an order chosen by Ann, u = golem last'"},
    {"g.hp = 1", "2:10: expected ':=', '+=' or '-=', found '=' | ':=' changes a field; '=' compares"},
    {"hp = 1", "2:8: expected ':=', '+=' or '-=', found '=' | ':=' changes a field; '=' compares"},
    {"g.hp :=", "2:12: expected an expression, found the end of the line"},
    {"phase dusk",
     "2:15: expected 'if' or '{', found the end of the line | an empty phase is written 'phase night { "
     "nothing }'"},
    {"g.hp := f(a,", "2:17: expected an expression, found the end of the line"},
    {"g.hp := f(a", "2:16: expected ',' or ')', found the end of the line"},
    {"g.hp := (a", "2:15: expected ')', found the end of the line"},
    {"g.hp := a +", "2:16: expected an expression, found the end of the line"},
    {"g.hp := 1 2", "2:15: expected a statement or '}', found '2'"},
    {"if g.hp == 0 { nothing }", "2:13: expected '{', found '==' | equality is written '='"},
    {"if g.hp <> 0 { nothing }", "2:13: expected '{', found '<>' | inequality is written '!='"},
    {"if a && b { nothing }", "2:10: expected '{', found '&&' | write 'and'"},
    {"if a || b { nothing }", "2:10: expected '{', found '||' | write 'or'"},
    {"if !a { nothing }", "2:8: expected an expression, found '!' | negation is written 'not'"},
    {"if a := b { nothing }", "2:10: expected '{', found ':=' | ':=' is a statement; '=' compares"},
    {"if a = b = c { nothing }",
     "2:14: expected the end of this comparison, found '=' | comparisons do not chain; join them with 'and', "
     "or use brackets: '(number of ...) <= 1'"},
    {"if a",
     "2:9: expected '{', found the end of the line | what an 'if' does stands in braces: if c { ... } else { "
     "... }"},
    {"if { nothing }",
     "2:10: expected ',' or '}', found the keyword 'nothing' | here '{' opens a set such as {A, B}, for an "
     "expression is expected"},
    {"x := if a then b", "2:21: expected 'else', found the end of the line"},
    {"x := y / 2", "2:12: expected a statement or '}', found '/' | there is no division"},
    {"x := 'a'", "2:10: expected an expression, found ''' | texts stand in double quotes"},
    {"x := \xc3\xa9", "2:10: expected an expression, found '\xc3\xa9'"},
    {"x := 99999999999999999999",
     "2:10: expected an expression, found '99999999999999999999' | the largest number is "
     "9223372036854775807"},
    {"x := {a, b c}",
     "2:16: expected ',' or '}', found 'c' | here '{' opens a set such as {A, B}, for an expression is "
     "expected"},
    {"x := every m: minion with a satisfis b",
     "2:33: expected 'satisfies', found 'satisfis' | did you mean 'satisfies'?"},
    {"x := some m with a",
     "2:17: expected ':', found the keyword 'with' | a name comes first, then its type: 'u: unit'"},
    {"x := number of minion with a",
     "2:27: expected ':', found the keyword 'with' | a name comes first, then its type: 'u: unit'"},
    {"let with = 3",
     "2:9: expected a name, found the keyword 'with' | this word belongs to the language; choose another "
     "name"},
    {"forech m: minion with c { nothing }",
     "2:13: expected ':=', '+=' or '-=', found ':' | did you mean 'for each'?"},
    {"for m: minion { nothing }",
     "2:9: expected 'each', found 'm' | write 'for each u: unit with ... { ... }'"},
    {"choose m: minion with c { nothing }",
     "2:29: expected 'by', found '{' | say whose choice it is: "
     "'by Ann', 'by chance', 'by elsewhere', 'by nobody'"},
    {"choose by Ann { }", "2:21: expected 'option', found '}'"},
    {"remove (g)",
     "2:12: expected ':=', '+=' or '-=', found '(' | the '(' of a call follows its name without a blank"},
    {"g.remove()", "2:13: expected ':=', '+=' or '-=', found '('"},
    {"\"text\"", "2:5: expected a statement or '}', found the text \"text\""},
    {")", "2:5: expected a statement or '}', found ')'"},
    {"create t { nothing }", "2:14: expected ':', found '{' | a name comes first, then its type: 'u: unit'"},
    {"create t: { nothing }", "2:15: expected a type, found '{'"},
    {"foreach m: minion { nothing }",
     "2:5: 'foreach' is no word of this language here | write 'for each u: unit with ... { ... }'"},
    {"elif a = b { nothing }", "2:5: 'elif' is no word of this language here | write 'else if'"},
    {"count = 3", "2:11: expected ':=', '+=' or '-=', found '=' | ':=' changes a field; '=' compares"},
    {"a++", "2:6: expected ':=', '+=' or '-=', found '++' | write 'x += 1'"},
    {"repeat whilst a { nothing }", "2:12: expected 'while' or '{', found 'whilst' | did you mean 'while'?"},
    {"try settle",
     "2:9: expected a name, found the keyword 'settle' | this word belongs to the language; choose another "
     "name"},
};
INSTANTIATE_TEST_SUITE_P(Table, StatementMessage, testing::ValuesIn(statement_messages));

class AbilityMessage : public testing::TestWithParam<GrammarRow> {};
TEST_P(AbilityMessage, IsThis) {
    EXPECT_EQ(brief(std::string("rule \"r\" {\n    ") + GetParam().input + "\n    p(m)\n}\ngame \"G\"\n"),
              std::string(GetParam().expected) + "\n");
}
const GrammarRow ability_messages[] = {
    {"when die(m) if { nothing }",
     "2:22: expected ',' or '}', found the keyword 'nothing' | here '{' opens a set such as {A, B}, for an "
     "expression is expected"},
    {"when die { nothing } }",
     "4:1: this '}' closes nothing | a '{' is missing in front of it, or there is one '}' too many"},
    {"cannot enter(g, q if c", "2:23: expected ',' or ')', found the keyword 'if'"},
    {"instead die(m) { nothing }", "2:13: expected 'of', found 'die'"},
    {"q(m) if", "2:12: expected an expression, found the end of the line"},
    {"q(m) only c", "2:15: expected 'if', found 'c'"},
    {"wen die(m) { nothing }", "2:16: expected an ability or '}', found '{' | did you mean 'when'?"},
    {"[X] q(m)", "2:6: expected a row such as SAN-TER-118, found 'X'"},
    {"[X-1 q(m)", "2:10: expected ',' or ']', found 'q'"},
    {"ending \"Ann wins\"", "2:22: expected 'if', found the end of the line"},
    {"g.hp := 1",
     "2:6: expected an ability or '}', found '.' | a continuous effect changes derived values and nothing "
     "else, for example 'power(u) += 1'; what happens once is a 'when' or 'whenever'"},
    {"when die(m) {\n        x =\n        y := = 2\n    }",
     "3:11: expected ':=', '+=' or '-=', found '=' | ':=' changes a field; '=' compares\n4:14: expected "
     "an "
     "expression, found '='"},
};
INSTANTIATE_TEST_SUITE_P(Table, AbilityMessage, testing::ValuesIn(ability_messages));

class ItemMessage : public testing::TestWithParam<GrammarRow> {};
TEST_P(ItemMessage, IsThis) {
    EXPECT_EQ(brief(std::string(GetParam().input) + "\ngame \"G\"\n"),
              std::string(GetParam().expected) + "\n");
}
const GrammarRow item_messages[] = {
    {"scenaro \"x\" {\n    take \"a\" by b\n}", "1:1: 'scenaro' begins no item | did you mean 'scenario'?"},
    {"ruel \"A slip\" { }", "1:1: 'ruel' begins no item | did you mean 'rule'?"},
    {"acton move(g: group) {\n    settle\n}", "1:1: 'acton' begins no item | did you mean 'action'?"},
    {"x := 3",
     "1:1: 'x' begins no item | an item begins with a word such as 'rule' or 'action', a printed item with "
     "its kind and its name"},
    {"terrain Void cost 3",
     "1:19: expected ':', found '3' | fields follow a comma, each with a colon: 'terrain Void, cost: 3'"},
    {"terrain Void Moor",
     "1:18: expected ':', found the end of the line | a name of several words stands in "
     "quotes: 'terrain \"Void Moor\"'"},
    {"terrain Void { }",
     "1:14: expected the end of this item, found '{' | the text of a printed item is indented below the line "
     "with its name"},
    {"kind group 3 { }",
     "1:12: expected 'of' or ':', found '3' | say which there are: 'kind unit: first, second { ... }' or "
     "'kind unit of 3 { ... }'"},
    {"kind group: A, { }",
     "1:16: expected a name, found '{' | say which there are: 'kind unit: first, second { ... }' or 'kind "
     "unit of 3 { ... }'"},
    {"grid square 3 by 3", "1:15: expected 'x', found the keyword 'by'"},
    {"state {\n    a bool\n    b: bool\n    c:\n}",
     "2:7: expected ':', found 'bool' | a name comes first, then its type: 'u: unit'\n4:7: expected a type, "
     "found the end of the line"},
    {"state {\n    a: 3\n    \"x\"\n    b: bool\n}",
     "2:8: expected a type, found '3'\n3:5: expected a field such as 'hp: 0..9', or '}', found the text "
     "\"x\""},
    {"check \"x\" alway y",
     "1:11: expected 'always', 'never', 'reachable', 'possible', 'eventually', 'terminates' or 'unique', "
     "found 'alway' | did you mean 'always'?"},
    {"open p(m: minion) default", "1:26: expected an expression, found the end of the line"},
    {"expect", "1:7: expected a finding code such as loop.mandatory, found the end of the line"},
    {"player Ann Bob",
     "1:12: expected the end of this item, found 'Bob' | commas stand between players: 'player Ann, Bob'"},
    {"phrase effect \"x\" = do settle", "1:24: expected '{', found the keyword 'settle'"},
    {"reading \"x\" { narrow { } }", "1:22: expected a text in double quotes, found '{'"},
    {"relation r(q: square)", "1:22: expected ':', found the end of the line"},
    {"define f: bool", "1:15: expected '=', found the end of the line"},
    {"scope s {\n    group 2\n    square.width: 3\n}", "2:11: expected ':', found '2'"},
    {"ruling \"x\" after enter(g) a = b", "1:27: expected ':', found 'a'"},
    {"accept \"x\"", "1:11: expected 'because', found the end of the line"},
    {"game Sanctum",
     "1:6: expected a text in double quotes, found 'Sanctum' | write it in quotes: \"Sanctum\""},
    {"turn { x := \"abc }", "1:13: this text is not closed | texts end with '\"' on the line they begin on"},
    {"turn {\n}\n}",
     "3:1: this '}' closes nothing | a '{' is missing in front of it, or there is one '}' too many"},
    {"turn {\n    if a {\n        x := 1\n    y := 2\n}",
     "2:10: this '{' is never closed | close it with a '}' before the next item"},
    {"turn {\n    if a {\n        x := 1",
     "2:10: this '{' is never closed | close it with a '}' before the next item"},
    {"turn {\nx := 1\ny := 2\n}", "1:6: this '{' is never closed | close it with a '}' before the next item"},
};
INSTANTIATE_TEST_SUITE_P(Table, ItemMessage, testing::ValuesIn(item_messages));

TEST(SyntaxMessages, ShowTheLineAndTheWayOut) {
    EXPECT_EQ(messages("turn {\n    g.hp = 1\n}\n"),
              "t.rules:2:10: error E0101: expected ':=', '+=' or '-=', found '='\n"
              "        g.hp = 1\n"
              "             ^\n"
              "  hint: ':=' changes a field; '=' compares\n");
}

TEST(SyntaxMessages, AMissingBraceNamesTheBlockAndTheNextItem) {
    EXPECT_EQ(messages("action a() {\n    if b {\n        settle\n    nothing\n}\nrule \"r\" { p(x) }\n"),
              "t.rules:2:10: error E0102: this '{' is never closed\n"
              "        if b {\n"
              "             ^\n"
              "  note: t.rules:6:1: the next item begins here, at the start of a line\n"
              "  hint: close it with a '}' before the next item\n");
    EXPECT_EQ(messages("game \"G\"\nturn {\n    settle\n"),
              "t.rules:2:6: error E0102: this '{' is never closed\n"
              "    turn {\n"
              "         ^\n"
              "  hint: the file ends inside this block\n");
}

TEST(SyntaxMessages, TextOutsideAnyItemIsRefused) {
    EXPECT_EQ(brief("\"foo\"\ngame \"G\"\n"),
              "1:1: expected an item, found '\"' | an item begins with a word at the start of a line\n");
    EXPECT_EQ(brief("terrain Void\n  Text.\n}\n"), "3:1: this '}' closes nothing\n");
    EXPECT_EQ(brief("  game \"G\"\n"),
              "1:3: expected an item, found 'game' | an item begins with a word at the start of a line\n");
}

TEST(SyntaxRecovery, BrokenPartsLeaveErrorNodesAndTheRestIsRead) {
    SourceSet sources;
    Sink sink;
    const ast::Module module = parse(sources,
                                     sources.add("t.rules",
                                                 "action broken(a b) { }\n"
                                                 "turn {\n"
                                                 "    x := 1\n"
                                                 "    y = 2\n"
                                                 "    if a { z := }\n"
                                                 "}\n"
                                                 "rule \"r\" { when die(m { }\n    p(m)\n}\n"),
                                     sink);
    EXPECT_EQ(sink.sorted().size(), 4U);
    ASSERT_EQ(module.items.size(), 3U);
    EXPECT_EQ(module.items[0].kind, ast::ItemKind::Error);
    EXPECT_EQ(module.items[0].name, "broken");
    const auto& body = module.items[1].body;
    ASSERT_EQ(body.size(), 3U);
    EXPECT_EQ(body[0].kind, ast::StmtKind::Assign);
    EXPECT_EQ(body[1].kind, ast::StmtKind::Error);
    EXPECT_EQ(sources.text(body[1].span), "y = 2");
    ASSERT_EQ(body[2].kind, ast::StmtKind::If);
    EXPECT_EQ(body[2].blocks[0][0].kind, ast::StmtKind::Error);
    ASSERT_EQ(module.items[2].contents.abilities.size(), 2U);
    EXPECT_EQ(module.items[2].contents.abilities[0].kind, ast::AbilityKind::Error);
    EXPECT_EQ(module.items[2].contents.abilities[1].kind, ast::AbilityKind::If);
}

TEST(SyntaxMessages, NeverShowTheParsersInside) {
    for (const auto* table : {statement_messages, ability_messages, item_messages}) {
        const std::string text = messages(table->input);
        EXPECT_EQ(text.find("boost"), std::string::npos);
        EXPECT_EQ(text.find("N5"), std::string::npos);
    }
}

}  // namespace
}  // namespace errata::dsl
