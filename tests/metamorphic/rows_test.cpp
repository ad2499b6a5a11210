// Each row of the table: what it makes of a small game, what it leaves alone; that wrong rows are noticed.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/metamorphic/corpus.h"
#include "tests/metamorphic/rows.h"

namespace errata::metamorphic {
namespace {

// A game with a place for items and one for statements of the turn.
std::string game(const std::string& items, std::string stmts) {
    // Nothing inside an item stands at the margin.
    stmts = " " + stmts;
    for (std::size_t at = stmts.find('\n'); at != std::string::npos; at = stmts.find('\n', at + 2))
        stmts.insert(at + 1, " ");
    return R"(game "Meadow"
player Ann
enum colour: red, blue, green
kind unit: Ox, Elk { hp: 0..3 = 2  tint: colour }
state { n: 0..9  last: colour  worn: set of colour }
)" + items +
           R"(
turn {
    phase day {
        choose by Ann {
            option "acts" if n != 2 {
)" + stmts +
           R"(
            }
            option "stops" { end "over" }
        }
    }
    n := if n = 0 then 1 else 2
}
)";
}

std::optional<Subject> subject(const std::string& text) {
    return subject_of(read_spec(Texts{{"meadow.rules", text}}, "meadow.rules"));
}

const Rewriting& row_of(const std::string& name) {
    return *std::ranges::find_if(all_rewritings(), [&](const Rewriting& row) { return name == row.name; });
}

struct Case {
    const char* row;
    const char* items;
    const char* stmts;
    const char* gives;   // appears with some seed
    const char* spared;  // appears with none; "": not asked
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.row << ": " << one.stmts << one.items; }

class Rows : public testing::TestWithParam<Case> {};

TEST_P(Rows, ChangeWhatTheyShouldAndKeepTheVerdict) {
    const Case& one = GetParam();
    const auto of = subject(game(one.items, one.stmts));
    ASSERT_TRUE(of) << "the game of the test is wrong\n" << game(one.items, one.stmts);
    bool given = false;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const Tried tried = try_rewriting(*of, row_of(one.row), seed);
        EXPECT_EQ(tried.difference, "") << tried.text;
        EXPECT_FALSE(tried.applies && *one.gives == 0 && *one.spared == 0) << tried.text;
        given = given || (*one.gives != 0 && tried.text.find(one.gives) != std::string::npos);
        if (*one.spared != 0) {
            EXPECT_EQ(tried.text.find(one.spared), std::string::npos) << tried.text;
        }
    }
    EXPECT_EQ(given, *one.gives != 0) << one.gives;
}

constexpr Case cases[] = {
    {"increase_spelled_out", "", "n += 2", "n := n + 2", ""},
    {"increase_spelled_out", "", "simultaneously { n += 2 }", "", "n := n + 2"},
    {"increase_spelled_out", "", "for each u: unit { n += 1 }", "", "n := n + 1"},
    {"increase_spelled_out", "", "worn += red", "", "worn := worn"},
    {"increase_spelled_out", "action grow() { n += 2 }", "grow()", "n := n + 2", ""},
    {"increase_spelled_out", "action grow() { n += 2 }", "simultaneously { grow() }", "", "n := n + 2"},
    {"increase_turned", "", "n += 2", "n -= -2", ""},
    {"increase_turned", "", "worn += red", "", "worn -="},
    {"strictness_turned", "", "if n < 1 { last := blue }", "if n <= 0", ""},
    {"strictness_turned", "", "if n >= 1 { last := blue }", "if n > 0", ""},
    {"strictness_turned", "", "if n < Ox.hp { last := blue }", "", "n <="},
    {"positive_as_nonzero", "", "if n > 0 { last := blue }", "if n != 0", ""},
    {"positive_as_nonzero", "state { m: -1..1 }", "if m > 0 { last := blue }", "", "m != 0"},
    {"sum_turned", "", "n := n + 2", "n := 2 + n", ""},
    {"sum_turned", "", "worn := worn + red", "", "red + worn"},
    {"flag_compared", "state { wet: bool }", "if wet { last := blue }", "if wet = yes", ""},
    {"flag_compared", "define wet: bool = n = 1", "if wet { last := blue }", "", "wet = yes"},
    {"rule_split", "rule \"A\" {\n    ending \"e\" if n = 9\n    at day { nothing }\n}", "nothing",
     "rule \"A continued\"", ""},
    {"rule_split",
     "rule \"A\" {\n    ending \"e\" if n = 9\n    at day { nothing }\n}\naccept \"A\" because \"x\"",
     "nothing", "", "continued"},
    {"state_split", "", "nothing", "state { last: colour", ""},
    {"claim_turned", "check \"c\" never n = 5", "nothing", "always not n = 5", ""},
    {"claim_turned", "check \"c\" always n = 1 implies last = red", "nothing", "", "never"},
    {"increase_rolled_up", "", "n := n - 0", "n -= 0", ""},
    {"increase_rolled_up", "", "n := 1 + n", "", "n +="},
    {"increase_rolled_up", "", "worn := worn + red", "", "worn +="},
    {"condition_into_loop", "", "for each u: unit with u.hp > 1 { u.hp -= 1 }", "{ if u.hp > 1", ""},
    {"condition_into_loop", "", "for each u: unit with u.hp > 1 { settle }", "", "{ if u.hp > 1"},
    {"condition_out_of_loop", "", "for each u: unit { if u.hp > 1 { u.hp -= 1 } }", "with u.hp > 1", ""},
    {"condition_out_of_loop", "", "for each u: unit { if u.hp > 1 { settle } }", "", "with u.hp > 1"},
    {"branches_swapped", "", "if n = 0 { last := red } else { last := blue }", "if not n = 0", ""},
    {"branches_swapped", "", "last := red", "", "if"},
    {"assignment_split", "", "last := if n = 0 then red else blue", "if n = 0 {", ""},
    {"assignment_split",
     "rule \"R\" { may \"w\" in w by Ann cost { n := if n = 0 then 1 else 0 } { nothing } }\n"
     "window w for Ann",
     "open w", "else", "cost { if"},
    {"let_introduced", "", "Ox.hp := n", "let value_of_it = n", ""},
    {"let_introduced", "", "last := red", "", "let value_of_it = red"},
    {"action_moved", "action grow(u: unit) { u.hp := 3 }", "grow(Ox)", "{ grow_itself(u) }", ""},
    {"action_moved", "action grow(u: unit) { nothing }", "grow(Ox)", "", "grow_itself"},
    {"comparison_turned", "", "if n < 1 { last := blue }", "if 1 > n", ""},
    {"comparison_turned", "", "if n = 1 { last := blue }", "", "1 = n"},
    {"comparison_negated", "", "if n < 1 { last := blue }", "if not n >= 1", ""},
    {"comparison_negated", "kind ant: Al, Bo { since: order }", "if Al.since < Bo.since { last := blue }", "",
     "not Al"},
    {"constant_moved", "", "if n + 3 < 4 { last := blue }", "if n < 1", ""},
    {"constant_moved", "", "if n < 1 { last := blue }", "if 3 < 4 - n", ""},
    {"constant_moved", "", "if n < Ox.hp { last := blue }", "", "3 <"},
    {"in_spelled_out", "", "if last in {red, blue} { last := green }", "last = red or last = blue", ""},
    {"in_spelled_out", "", "if last in {Ox.tint} { last := green }", "", "last = Ox.tint"},
    {"in_rolled_up", "", "if last = red or last = blue { last := green }", "last in {red, blue}", ""},
    {"in_rolled_up", "", "if last = red or last = Ox.tint { last := green }", "", "last in"},
    {"in_rolled_up", "", "if last = red or Ox.tint = red { last := green }", "", "last in"},
    {"unless_spelled_out", "rule \"R\" { whenever n = 9 { n := 8 }\n at day unless n = 1 { last := blue } }",
     "nothing", "at day if not n = 1", ""},
    {"quantifier_turned", "", "if every u: unit with u.hp > 1 satisfies u.tint = red { last := blue }",
     "if no u: unit with u.hp > 1 and not u.tint = red", ""},
    {"quantifier_turned", "", "if some u: unit with u.hp = 1 { last := blue }",
     "if not no u: unit with u.hp = 1", ""},
    {"equality_negated", "", "if n = 1 { last := blue }", "if not n != 1", ""},
    {"de_morgan", "", "if n = 1 and last = red { last := blue }", "if not (not n = 1 or not last = red)", ""},
    {"implies_spelled_out", "", "if n = 1 implies last = red { last := blue }", "if not n = 1 or last = red",
     ""},
    {"implies_spelled_out", "check \"c\" always n = 1 implies last = red", "nothing", "", "or last = red"},
    {"some_counted", "", "if some u: unit with u.hp = 1 { last := blue }",
     "(number of u: unit with u.hp = 1) >= 1", ""},
    {"some_counted", "kind ant: Al, Bo { mate: unit? }",
     "if some a: ant with a.mate = Ox and a.mate.hp = 1 { last := blue }", "", "number of"},
    {"minimum_spelled_out", "", "n := min(n, 2)", "if n <= 2 then n else 2", ""},
    {"prohibition_turned", "action grow() { nothing }\nrule \"R\" { cannot grow() if n = 1 }", "try grow()",
     "grow() only if not n = 1", ""},
    {"prohibition_turned", "open grown(u: unit) default no\nrule \"R\" { grown(u) only if u.hp = 1 }",
     "if grown(Ox) { last := blue }", "", "cannot grown"},
    {"set_to_flags", "", "worn += red\nif red in worn { last := blue }", "if worn_has_red", ""},
    {"set_to_flags", "", "worn += red\nif size(worn) = 1 { last := blue }", "", "worn_has_red"},
    {"set_to_flags", "", "simultaneously { worn += red }", "", "worn_has_red"},
    {"define_introduced", "", "if n = 1 { last := blue }", "define condition: bool = n = 1", ""},
    {"define_introduced", "", "if some u: unit with u.hp = 1 { last := blue }",
     "define condition: bool = some u", ""},
    {"define_introduced", "", "for each u: unit with u.hp = 1 { last := blue }", "", "bool = u.hp = 1"},
    {"define_with_parameters", "", "for each u: unit with u.hp = 1 { last := blue }",
     "define condition(u: unit): bool = u.hp = 1", ""},
    {"define_with_parameters", "", "let u = Ox\nif u.hp = 1 { last := blue }", "", "condition"},
    {"define_inlined", "define early: bool = n = 0", "if early { last := blue }", "if n = 0 {", "define"},
    {"define_inlined", "define early: bool = n = 0\naction say(n: 0..3) { if early { last := blue } }",
     "say(2)", "", "if n = 0 {"},
    {"call_inlined", "define weak(u: unit): bool = u.hp = 1", "if weak(Ox) { last := blue }", "if Ox.hp = 1",
     ""},
    {"call_inlined",
     "define weak(u: unit): bool = n = 1 and u.hp = 1\naction say(n: unit) { if weak(n) { last := blue } }",
     "say(Ox)", "", "n.hp = 1"},
    {"bound_widened", "", "nothing", "n: 0..10", ""},
    {"bound_widened", "", "n += 9\nn += 9", "", "n: 0..10"},
    {"bound_widened", "setup \"any\" { n := any }", "nothing", "", "n: 0..10"},
    {"bound_dropped", "", "nothing", "n: counter", ""},
    {"bound_dropped", "state { m: 1..4 }", "nothing", "n: counter", "m: counter"},
    {"locals_renamed", "", "for each u: unit { u.hp := 3 }", "for each u_too: unit", ""},
    {"locals_renamed", "", "last := red", "", "_too"},
    {"values_renamed", "", "last := red", "last := Zzred", ""},
    {"values_renamed", "card red\nprinted card on unit if this.hp = 9", "nothing", "Ox", "Zzred"},
    {"titles_renamed", "rule \"R\" { ending \"e\" if n = 9 }", "nothing", "rule \"ZzR\"", ""},
    {"titles_renamed",
     "card Bee\n  Whee.\nprinted card on unit if this.hp = 9\nphrase line \"Bee\" = { }\n"
     "phrase line \"Whee.\" = { }",
     "nothing", "", "ZzBee"},
    {"items_permuted", "define b: bool = n = 1\ndefine a: bool = n = 0", "nothing",
     "define a: bool = n = 0\ndefine b", ""},
    {"items_permuted", "rule \"A\" { ending \"e\" if n = 9 }\nrule \"B\" { ending \"f\" if n = 8 }",
     "nothing", "", ""},
    {"abilities_permuted", "rule \"A\" {\n    ending \"e\" if n = 9\n    at day { nothing }\n}", "nothing",
     "at day { nothing }\n    ending", ""},
    {"abilities_permuted", "rule \"A\" {\n    ending \"e\" if n = 9\n    ending \"f\" if n = 8\n}", "nothing",
     "", ""},
    {"split_in_two", "", "nothing", "second.rules", ""},
    {"unused_card", "card Bee\nprinted card on unit if this.hp = 9", "nothing", "card Blank", ""},
    {"unused_card", "card Bee\nprinted card on unit if this.hp = 9", "for each c: card { nothing }", "",
     "card Blank"},
    {"unused_rule", "", "nothing", "rule \"Nobody asks\"", ""},
    {"unused_action", "", "nothing", "action never_done()", ""},
    {"unused_definition", "", "nothing", "define never_asked: bool = yes", ""},
};

INSTANTIATE_TEST_SUITE_P(Metamorphic, Rows, testing::ValuesIn(cases), [](const auto& one) {
    return std::string(one.param.row) + "_" + std::to_string(one.index);
});

TEST(Rows, AllHaveACase) {
    for (const Rewriting& row : all_rewritings()) {
        const auto is_of_row = [&](const Case& one) {
            return std::string(row.name) == one.row && *one.gives != 0;
        };
        EXPECT_TRUE(std::ranges::any_of(cases, is_of_row)) << row.name;
    }
}

// Rows as somebody might write them who forgets something.
using Rewrite = std::optional<Rewritten> (*)(const Original& original, Random& random);

std::optional<Rewritten> forgets_the_old_value(const Original& original, Random& random) {
    return change_stmts(original, random, [](const ast::Stmt& stmt, const Place&) {
        std::optional<std::vector<ast::Stmt>> result;
        if (stmt.kind != ast::StmtKind::Increase) return result;
        result = {stmt};
        result->front().kind = ast::StmtKind::Assign;
        return result;
    });
}

std::optional<Rewritten> forgets_where_it_is(const Original& original, Random& random) {
    return change_stmts(original, random, [](const ast::Stmt& stmt, const Place&) {
        std::optional<std::vector<ast::Stmt>> result;
        if (stmt.kind != ast::StmtKind::Increase) return result;
        result = {stmt};
        result->front().kind = ast::StmtKind::Assign;
        result->front().exprs[1] = joined(ast::ExprKind::Add, stmt.exprs[0], stmt.exprs[1]);
        return result;
    });
}

std::optional<Rewritten> narrows_a_bound(const Original& original, Random&) {
    Rewritten result{original.spec};
    for (ast::Item& item : main_module(result.spec).items) {
        for (ast::Binder& field : item.fields) {
            if (field.name != "n") continue;
            field.type.bounds[1] = number_expr(1, field.type.bounds[1].span);
            field.type.span.begin += 1;
        }
    }
    return result;
}

std::optional<Rewritten> forgets_to_negate(const Original& original, Random& random) {
    return change_stmts(original, random, [](const ast::Stmt& stmt, const Place&) {
        std::optional<std::vector<ast::Stmt>> result;
        if (stmt.kind != ast::StmtKind::If || stmt.blocks.size() < 2) return result;
        result = {stmt};
        std::swap(result->front().blocks[0], result->front().blocks[1]);
        return result;
    });
}

std::optional<Rewritten> forgets_to_exchange(const Original& original, Random& random) {
    return change_exprs(original, random, [](const ast::Expr& expr, const Place&) {
        std::optional<ast::Expr> result;
        if (expr.kind == ast::ExprKind::Less)
            result = joined(ast::ExprKind::Greater, expr.args[0], expr.args[1]);
        return result;
    });
}

std::optional<Rewritten> renames_half(const Original& original, Random&) {
    Rewritten result{original.spec};
    for (ast::Item& item : main_module(result.spec).items) {
        if (item.kind == ast::ItemKind::Rule) item.title = "Otherwise";
    }
    return result;
}

struct Wrong {
    Rewrite rewrite;
    const char* items;
    const char* stmts;
};

class WrongRows : public testing::TestWithParam<Wrong> {};

TEST_P(WrongRows, AreNoticed) {
    const auto of = subject(game(GetParam().items, GetParam().stmts));
    ASSERT_TRUE(of);
    bool noticed = false;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Tried tried = try_rewriting(*of, {"wrong", "", Everything, GetParam().rewrite}, seed);
        EXPECT_TRUE(tried.applies);
        EXPECT_EQ(tried.difference.find("compile"), std::string::npos) << tried.text;
        noticed = noticed || !tried.difference.empty();
    }
    EXPECT_TRUE(noticed);
}

INSTANTIATE_TEST_SUITE_P(
    Metamorphic, WrongRows,
    testing::Values(Wrong{forgets_the_old_value, "check \"c\" never n = 3", "n := 1\nn += 2\nsettle"},
                    Wrong{forgets_where_it_is, "check \"c\" never n = 4",
                          "simultaneously {\n n += 2\n n += 2 }\nsettle"},
                    Wrong{narrows_a_bound, "", "nothing"},
                    Wrong{forgets_to_negate, "check \"c\" never last = blue",
                          "if n > 5 { last := blue } else { last := green }"},
                    Wrong{forgets_to_exchange, "check \"c\" never last = blue", "if n < 0 { last := blue }"},
                    Wrong{renames_half, "rule \"R\" { whenever n = 1 { last := blue } }", "nothing"}));

}  // namespace
}  // namespace errata::metamorphic
