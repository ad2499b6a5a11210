// What success means, statement by statement: whether `then` follows, whether an option `when possible` is
// offered, whether a cost can be paid. The table stands in docs/reference/choices.md ("Success").
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

const std::string vocabulary = R"(
kind u: P, Q { dead: bool, n: 0..3 }
kind v of 2 { n: 0..3 }
enum z: A, B
state { n: 0..3 = 1, k: 0..3, s: set of z, e: set of z, good: bool, bad: bool, played: bool }
action kill(x: u) { x.dead := yes }
action gone(x: v) { x.n := 1 }
action bell() { nothing }
action hurt(m: 0..3) { n += m }
window w for Ann
rule "no" { cannot kill(Q) }
)";

// With every precedence that the game may state, or state none.
const std::vector<std::string> precedences = {"meta { precedence: cannot }\n", "",
                                              "meta { precedence: must }\n"};

enum class Outcome { Follows, Fails, Either };

struct Done {
    std::string block;
    Outcome outcome;
};

class DoThen : public testing::TestWithParam<Done> {};

TEST_P(DoThen, FollowsWhereSomethingWasDone) {
    const Done& row = GetParam();
    std::string checks = "check \"it follows\" always phase = q implies good and not bad\n";
    if (row.outcome == Outcome::Fails)
        checks = "check \"it fails\" always phase = q implies bad and not good\n";
    if (row.outcome == Outcome::Either)
        checks =
            "check \"it follows\" reachable phase = q and good\n"
            "check \"it fails\" reachable phase = q and bad\n";
    const Ran ran =
        check_anns_and_bobs(precedences[0] + vocabulary + "turn {\n    phase p { do { " + row.block +
                                " } then { good := yes } otherwise { bad := yes } }\n"
                                "    phase q { nothing }\n    end \"x\"\n}\n" +
                                checks,
                            {"--fail-on", "error"});
    EXPECT_EQ(ran.code, 0) << row.block << "\n" << ran.err << ran.out;
}

const std::vector<Done> done = {
    {R"(kill(P))", Outcome::Follows},
    {R"(kill(Q))", Outcome::Fails},
    {R"(kill(P) kill(Q))", Outcome::Fails},
    {R"(try kill(Q))", Outcome::Fails},
    {R"(try kill(P))", Outcome::Follows},
    {R"(for each x: u { kill(x) })", Outcome::Fails},
    {R"(for each x: u with x = P { kill(x) })", Outcome::Follows},
    {R"(for each x: u with x.dead { kill(x) })", Outcome::Fails},
    {R"(for each x: u in order of x.n, ties by Ann { kill(x) })", Outcome::Fails},
    {R"(for each x: u with x = P in order of x.n { kill(x) })", Outcome::Follows},
    {R"(n += k)", Outcome::Fails},
    {R"(n -= k)", Outcome::Fails},
    {R"(n += 3)", Outcome::Fails},
    {R"(n -= 1)", Outcome::Follows},
    {R"(n := 1)", Outcome::Fails},
    {R"(n := 2)", Outcome::Follows},
    {R"(n := n + 3)", Outcome::Fails},
    {R"(s += A)", Outcome::Follows},
    {R"(s += e)", Outcome::Fails},
    {R"(s += {A, B})", Outcome::Follows},
    {R"(s -= A)", Outcome::Fails},
    {R"(s -= e)", Outcome::Fails},
    {R"(s -= {A})", Outcome::Fails},
    {R"(if k = 1 { n := 2 })", Outcome::Fails},
    {R"(if k = 0 { n := 2 })", Outcome::Follows},
    {R"(if k = 1 { n := 2 } k := 1)", Outcome::Follows},
    {R"(if k = 1 { n := 2 } else { k := 2 })", Outcome::Follows},
    {R"(nothing)", Outcome::Fails},
    {R"()", Outcome::Fails},
    {R"(bell())", Outcome::Follows},
    {R"(hurt(0))", Outcome::Fails},
    {R"(hurt(1))", Outcome::Follows},
    {R"(hurt(k) k := 1)", Outcome::Follows},
    {R"(let h = 2 n := h)", Outcome::Follows},
    {R"(let h = k n += h)", Outcome::Fails},
    {R"(simultaneously { n += 1 k += 1 })", Outcome::Follows},
    {R"(simultaneously { n += 1 k += 0 })", Outcome::Follows},
    {R"(simultaneously { n += k })", Outcome::Fails},
    {R"(repeat while k < 2 { k += 1 })", Outcome::Follows},
    {R"(repeat while k > 2 { k += 1 })", Outcome::Fails},
    {R"(choose by Ann { option "a" { nothing } })", Outcome::Fails},
    {R"(choose by Ann { option "a" { kill(P) } })", Outcome::Follows},
    {R"(choose by Ann { option "a" { kill(Q) } })", Outcome::Fails},
    {R"(choose by Ann { option "a" { kill(P) } option "b" { nothing } })", Outcome::Either},
    {R"(choose by Ann { option "a" if k = 1 { kill(P) } otherwise { k := 1 } })", Outcome::Fails},
    {R"(k := 1 choose by Ann { option "a" { kill(P) } option "b" { nothing } option "c" { kill(Q) } })",
     Outcome::Either},
    {R"(choose up to 1 x: u with not x.dead by Ann "k {x}" { kill(x) })", Outcome::Either},
    {R"(choose exactly 2 x: u by Ann "k {x}" { kill(x) })", Outcome::Fails},
    {R"(choose exactly 3 x: u by Ann "k {x}" { kill(x) } otherwise { k := 1 })", Outcome::Fails},
    {R"(choose exactly 1 x: u by Ann "k {x}" { kill(x) })", Outcome::Either},
    {R"(choose exactly 1 x: u with x = P by Ann "k {x}" { kill(x) })", Outcome::Follows},
    {R"(choose as many as 2 x: v with x.n = 0 by Ann "k {x}" { gone(x) })", Outcome::Follows},
    {R"(choose as many as 2 x: v with x.n = 2 by Ann "k {x}" { gone(x) })", Outcome::Fails},
    {R"(choose up to 2 x: v with x.n = 0 by Ann "k {x}" { 
        choose by Bob { option "a" { gone(x) } option "b" { nothing } } })",
     Outcome::Either},
    {R"(distribute 2 as j over x: v by Ann "d" { x.n += j })", Outcome::Follows},
    {R"(distribute 9 as j over x: v up to 1 by Ann "d" { x.n += j } otherwise { k := 1 })", Outcome::Fails},
    {R"(distribute up to 2 as j over x: v by Ann "d" { x.n += j })", Outcome::Either},
    {R"(distribute as many as 2 as j over x: v up to 0 by Ann "d" { x.n += j })", Outcome::Fails},
    {R"(secretly { choose by Ann { option "a" { n := 2 } option "b" { nothing } }
        choose by Bob { option "a" { nothing } option "b" { nothing } } })",
     Outcome::Either},
    {R"(secretly { choose by Ann { option "a" { kill(Q) } }
        choose by Bob { option "a" { n := 2 } option "b" { n := 3 } } })",
     Outcome::Fails},
    {R"(for each x: v { choose by Ann { option "a" { gone(x) } option "b" { nothing } } })", Outcome::Either},
    {R"(for each x: v in order of x.n, ties by Bob {
        choose by Ann { option "a" { gone(x) } option "b" { nothing } } })",
     Outcome::Either},
    {R"(repeat while k < 2 { choose by Ann { option "a" { nothing } option "b" { kill(P) } } k += 1 })",
     Outcome::Either},
    {R"(do { n += 0 } then { k := 1 })", Outcome::Fails},
    {R"(do { n += 1 } then { kill(Q) })", Outcome::Fails},
    {R"(do { n += 1 } then { kill(P) })", Outcome::Follows},
    {R"(do { kill(Q) } then { k := 1 } otherwise { n := 3 })", Outcome::Fails},
    {R"(do { choose by Ann { option "a" { nothing } option "b" { kill(P) } } } then { k := 1 })",
     Outcome::Either},
    {R"(do { kill(P) } then { choose by Ann { option "a" { nothing } option "b" { n := 2 } } })",
     Outcome::Follows},
    {R"(do { kill(P) } then { choose by Ann { option "a" { kill(Q) } option "b" { n := 2 } } })",
     Outcome::Either},
    {R"(later when bell() { n := 0 })", Outcome::Follows},
    {R"(open w)", Outcome::Follows},
};
INSTANTIATE_TEST_SUITE_P(Success, DoThen, testing::ValuesIn(done));

Ran check_turn(const std::string& head, const std::string& phases, const std::string& checks) {
    return check_anns_and_bobs(
        head + vocabulary + "turn {\n" + phases + "    phase q { nothing }\n    end \"x\"\n}\n" + checks,
        {"--fail-on", "error"});
}

TEST(Success, GoesByThePrecedence) {
    const std::string demand = "    phase p { do { kill(Q) } then { good := yes } }\n";
    const std::string follows = "check \"it follows\" always phase = q implies good and Q.dead\n";
    EXPECT_EQ(check_turn(precedences[2], demand, follows).code, 0);
    EXPECT_EQ(check_turn(precedences[0], demand, "check \"it fails\" never good or Q.dead\n").code, 0);
    EXPECT_TRUE(says(check_turn(precedences[1], demand, ""), "contradiction.must-cannot"));
    EXPECT_TRUE(says(check_turn("", "    phase p { do { n -= 2 } then { good := yes } }\n", ""),
                     "contradiction.invariant"));
}

TEST(Success, IsAsFarAsPossibleWithOtherwise) {
    const std::string both =
        "    phase p { do { hurt(k) kill(Q) n -= 2 kill(P) } then { good := yes } otherwise "
        "{ bad := yes } }\n";
    const std::string checks =
        "check \"it fails\" always phase = q implies bad and P.dead and not Q.dead and n = 1\n";
    EXPECT_EQ(check_turn("", both, checks).code, 0);
}

TEST(Success, IsNoneWhereTheActionIsCancelled) {
    const std::string text = "rule \"Shield\" { may \"shields\" in w before kill(x) by Ann { cancel } }\n";
    const std::string turn = "    phase p { do { kill(P) } then { good := yes } otherwise { bad := yes } }\n";
    EXPECT_EQ(check_turn(text, turn,
                         "check \"one\" always phase = q implies (good and P.dead) or (bad and not P.dead)\n"
                         "check \"both\" reachable bad\ncheck \"and\" reachable good\n")
                  .code,
              0);
}

TEST(Success, IsNoneOfATargetThatIsGone) {
    const std::string text = R"(
zone place: field, grave
kind unit: U, V { at: place = field }
window acts for Bob
meta { responses: acts, targets: each }
action call() { nothing }
rule "Aim" { when call() targeting x: unit with x.at = field targeting y: v with y.n = 0 by Ann {
    do { x.at := grave } then { good := yes } otherwise { bad := yes } y.n := 1 } }
rule "Flight" {
    may "flees" in acts by Bob for x: unit with x.at = field limit 1 per game at once { x.at := grave }
}
)";
    const Ran ran = check_turn(text, "    phase p { call() }\n",
                               "check \"gone\" reachable bad\ncheck \"there\" reachable good\n"
                               "check \"one\" never good and bad\n");
    EXPECT_EQ(ran.code, 0) << ran.err << ran.out;
}

struct Possible {
    std::string block;
    bool is_possible;
};

class WhenPossible : public testing::TestWithParam<Possible> {};

TEST_P(WhenPossible, IsOfferedAndPaid) {
    const Possible& row = GetParam();
    const std::string kind = row.is_possible ? "reachable " : "never ";
    for (const std::string& precedence : precedences) {
        const Ran ran = check_anns_and_bobs(
            precedence + vocabulary + "rule \"M\" { may \"pays\" in w by Ann if not played cost { " +
                row.block +
                " played := yes } at once { good := yes } }\n"
                "turn {\n    phase p { choose by Ann {\n        option \"does\" when possible { " +
                row.block +
                " bad := yes }\n        option \"not\" { nothing }\n    } }\n"
                "    phase r { n := 1 k := 0 P.dead := no s := {} for each x: v { x.n := 0 } open w }\n"
                "    phase q { nothing }\n    end \"x\"\n}\n"
                "check \"offered\" " +
                kind + "bad\ncheck \"paid\" " + kind + "phase = q and good\n",
            {"--fail-on", "error"});
        EXPECT_EQ(ran.code, 0) << precedence << row.block << "\n" << ran.err << ran.out;
    }
}

const std::vector<Possible> possible = {
    {R"(kill(P))", true},
    {R"(kill(Q))", false},
    {R"(kill(P) kill(Q))", false},
    {R"(try kill(Q))", false},
    {R"(try kill(P))", true},
    {R"(for each x: u { kill(x) })", false},
    {R"(for each x: u with x = P { kill(x) })", true},
    {R"(for each x: u with x.dead { kill(x) })", true},
    {R"(for each x: u in order of x.n, ties by Ann { kill(x) })", false},
    {R"(n += k)", true},
    {R"(n -= k)", true},
    {R"(n += 3)", false},
    {R"(n -= 1)", true},
    {R"(n -= 2)", false},
    {R"(n := 1)", false},
    {R"(n := n + 3)", false},
    {R"(s -= A)", false},
    {R"(s -= e)", true},
    {R"(s += {A, B})", true},
    {R"(if k = 1 { kill(Q) })", true},
    {R"(if k = 0 { kill(Q) })", false},
    {R"(repeat while k < 2 { k += 1 kill(Q) })", false},
    {R"(repeat while k < 2 { k += 1 })", true},
    {R"(choose exactly 3 x: u by Ann "k {x}" { x.n := 1 })", false},
    {R"(choose exactly 2 x: u by Ann "k {x}" { x.n := 1 })", true},
    {R"(choose exactly 2 x: u by Ann "k {x}" { kill(x) })", false},
    {R"(choose exactly 0 x: u by Ann "k {x}" { kill(x) })", true},
    {R"(choose exactly 3 x: v by Ann "k {x}" { gone(x) })", false},
    {R"(choose exactly 2 x: v by Ann "k {x}" { gone(x) })", true},
    {R"(choose as many as 2 x: v by Ann "k {x}" { gone(x) })", true},
    {R"(choose as many as 3 x: v by Ann "k {x}" { gone(x) })", false},
    {R"(choose as many as 2 x: u by Ann "k {x}" { kill(x) })", false},
    {R"(choose up to 2 x: u with x.dead by Ann "k {x}" { kill(x) })", true},
    {R"(distribute as many as 2 as j over x: v up to 1 by Ann "d" { x.n += j })", true},
    {R"(distribute as many as 3 as j over x: v up to 1 by Ann "d" { x.n += j })", false},
    {R"(distribute up to 3 as j over x: v up to 1 by Ann "d" { x.n += j })", true},
    {R"(secretly { choose by Ann { option "a" { kill(Q) } }
        choose by Bob { option "a" { n := 2 } option "b" { n := 3 } } })",
     false},
    {R"(do { kill(P) } then { n := 2 })", true},
    {R"(do { kill(Q) } then { n := 2 } otherwise { k := 1 })", false},
    {R"(bell())", true},
};
INSTANTIATE_TEST_SUITE_P(Success, WhenPossible, testing::ValuesIn(possible));

}  // namespace
}  // namespace errata::tests
