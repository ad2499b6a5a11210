// What `errata cards --read` tells as the meaning of a text: each ability, statement and expression that a
// phrase may have, in plain words.
// To add one: a phrase in `told_game` or in the test, a card with its words, and what is told of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "reports/cli/files.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

namespace errata::tests {
namespace {

using reports::write_file;

using testing::HasSubstr;

const std::string told_game = R"(game "Mill"
player Ann, Bob
enum place: field, grave
enum stat: power, speed
kind unit: Imp, Orc {
    owner: player = Ann  card: card  at: place = field  wounds: 0..9  tired: bool  tags: set of stat
}
kind player of 2 { gold: 0..9 }
state { noon: bool }
window main for Ann
printed card on unit if this.card = it
action strike(u: unit, n: 1..9) { u.wounds += n }
action rest(u: unit) { nothing }
action pray(u: unit) { nothing }
rule "Rest" { as rest(u) if u.at = field { u.tired := no } }
derived might(u: unit, s: stat): 0..99 = 1
define strong(u: unit): bool = might(u, power) > 3 or u.wounds = 0
open shy(u: unit)
assume hasty "Who is tired may act" { }
category effect is statements
category deed is statements given (one)
category noun is things
turn { phase day { open main } phase dusk { nothing } settle end "night" }
meta { trigger_order: Ann }
)";

// What is told of a card with this one text, whose phrase is this: the rows "means" and "where".
std::string told(const std::string& phrases, const std::string& text) {
    const std::string spec = scratch_file("told.rules");
    EXPECT_TRUE(write_file(spec, told_game + phrases + "\ncard Miller\n  " + text + "\n"));
    const Ran ran = run_errata({"cards", spec, "--read", "Miller"});
    std::filesystem::remove(spec);
    const std::size_t begin = ran.out.find("means");
    if (begin == std::string::npos) return ran.out + ran.err;
    return ran.out.substr(begin + 10, ran.out.find("    in play") - begin - 10);
}

struct Case {
    const char* phrases;
    const char* text;
    const char* told;
};

const Case cases[] = {
    {"phrase line \"when hurt\" = { when strike(this, n) if n > 2 limit 1 per turn { rest(this) } }",
     "When hurt",
     "when strike(this, n), if n > 2, at most 1 time per turn:\n"
     "                rest(this)\n"
     "    where     rest(u), if u.at = field:\n"
     "                u.tired becomes no\n"},
    {"phrase line \"last\" = { when strike(u, _) looking back given w = u.wounds { this.wounds := min(9, w) "
     "} }",
     "Last",
     "when strike(u, any 1..9), judged by the position before it, where w is then u.wounds:\n"
     "                this.wounds becomes the lower of 9 and w\n"},
    {"phrase line \"at dusk\" = { at dusk if not this.tired { pray(this) } }", "At dusk",
     "when the phase dusk begins, if not this.tired:\n"
     "                pray(this)\n"
     "    where     pray: nothing by itself\n"},
    {"phrase line \"keep\" = { cannot strike(u, _) if strong(u) }", "Keep",
     "strike(u, any 1..9) cannot happen if strong(u)\n"
     "    where     strong(u): might(u, power) > 3 or u.wounds = 0\n"},
    {"phrase line \"guard\" = { instead of strike(this, n) if n >= 2 { strike(this, 1) } }", "Guard",
     "instead of strike(this, n), if n >= 2:\n"
     "                strike(this, 1)\n"
     "    where     strike(u, n):\n"
     "                u.wounds goes up by n\n"},
    {"phrase line \"lead\" = { for each u: unit with u != this and u.owner = this.owner { might(u, power) += "
     "2 } }",
     "Lead", "might(u, power) is higher by 2, if u != this and u.owner = this.owner\n"},
    {"phrase line \"big\" = { might(this, power) := 7 if this.wounds <= 3 }", "Big",
     "might(this, power) is 7, if this.wounds <= 3\n"},
    {"phrase line \"tap\" = { may \"taps\" in main by this.owner if this.at = field cost { this.tired := yes "
     "} "
     "{ pray(this) } }",
     "Tap",
     "this.owner may use it in the window main, if this.at = field, and pays:\n"
     "                this.tired becomes yes\n"
     "              then:\n"
     "                pray(this)\n"
     "    where     pray: nothing by itself\n"},
    {"phrase line \"shy\" = { shy(this) if noon }", "Shy", "shy(this), if noon\n"},
    {"phrase line \"die out\" = { whenever this.wounds = 9 { this.at := grave } }", "Die out",
     "whenever this.wounds = 9:\n"
     "                this.at becomes grave\n"},
    {"phrase line \"win\" = { ending \"won\" for this.owner if this.owner.gold = 9 }", "Win",
     "the game ends with \"won\" if this.owner.gold = 9\n"},
    {"phrase line \"choose\" = { at dusk { choose u: unit with u.tired by this.owner \"rests {u}\" { rest(u) "
     "} "
     "otherwise { this.owner.gold += 1 } } }",
     "Choose",
     "when the phase dusk begins:\n"
     "                this.owner chooses one unit u with u.tired:\n"
     "                  rest(u)\n"
     "                if nothing can be chosen:\n"
     "                  this.owner.gold goes up by 1\n"
     "    where     rest(u), if u.at = field:\n"
     "                u.tired becomes no\n"},
    {"phrase line \"two\" = { at dusk { choose up to 2 u: unit by Ann \"picks\" { u.tired := yes } } }",
     "Two",
     "when the phase dusk begins:\n"
     "                Ann chooses up to 2 of: unit u:\n"
     "                  u.tired becomes yes\n"},
    {"phrase line \"may\" = { at dusk { choose by Bob { option \"prays\" { pray(this) } "
     "option \"declines\" { nothing } } } }",
     "May",
     "when the phase dusk begins:\n"
     "                Bob chooses:\n"
     "                  \"prays\":\n"
     "                    pray(this)\n"
     "                  \"declines\":\n"
     "                    nothing\n"
     "    where     pray: nothing by itself\n"},
    {"phrase line \"try\" = { at dusk { do { strike(this, 1) } then { pray(this) } otherwise { noon := yes } "
     "} }",
     "Try",
     "when the phase dusk begins:\n"
     "                first:\n"
     "                  strike(this, 1)\n"
     "                if all of that happens:\n"
     "                  pray(this)\n"
     "                if not:\n"
     "                  noon becomes yes\n"
     "    where     strike(u, n):\n"
     "                u.wounds goes up by n\n"
     "              pray: nothing by itself\n"},
    {"phrase line \"later\" = { at dusk { later when pray(this) { noon := yes } } }", "Later",
     "when the phase dusk begins:\n"
     "                later, once:\n"
     "                  when pray(this):\n"
     "                    noon becomes yes\n"},
    {"phrase line \"count\" = { at dusk { this.wounds := number of u: unit with u.tired "
     "this.owner.gold := sum of u.wounds over u: unit with u.at = field } }",
     "Count",
     "when the phase dusk begins:\n"
     "                this.wounds becomes the number of units u with u.tired\n"
     "                this.owner.gold becomes the sum of u2.wounds over every unit u2 with u2.at = field\n"},
    {"phrase line \"tags\" = { at dusk if power in this.tags or no u: unit with u.tired { this.tags += speed "
     "} }",
     "Tags",
     "when the phase dusk begins, if (power is in this.tags) or (there is no unit u with\n"
     "              u.tired):\n"
     "                this.tags gains speed\n"},
    {"phrase line \"assume\" = { at dusk { if hasty { pray(this) } else { rest(this) } } }", "Assume",
     "when the phase dusk begins:\n"
     "                pray(this)\n"
     "    where     pray: nothing by itself\n"
     "    assumes   Who is tired may act (hasty)\n"},
    {"phrase line \"storm\" = { at dusk { simultaneously { for each u: unit with u.at = field { u.tired := "
     "yes } } } }",
     "Storm",
     "when the phase dusk begins:\n"
     "                at the same moment:\n"
     "                  for each unit u with u.at = field:\n"
     "                    u.tired becomes yes\n"},
    {"phrase line \"{w: noun} have {l: line}\" = { for each u: w { l } }\n"
     "phrase noun \"others\" = u: unit with u != this\n"
     "phrase line \"peace\" = { cannot strike(this, _) }",
     "Others have peace",
     "each unit u with u != this has:\n"
     "                strike(u, any 1..9) cannot happen\n"},
    // Phrases in phrases: each with what it is given.
    {"phrase line \"at dusk, {e: effect}\" = { at dusk { e } }\n"
     "phrase effect \"{d: deed} a {w: noun}. {e: effect}\" introduces mine: w = do { choose u: w by Ann \"c "
     "{u}\" { mine := u "
     "d(u) e } }\n"
     "phrase noun \"tired unit\" = u: unit with u.tired\n"
     "phrase deed \"wake\" = do { rest(one) }\n"
     "phrase effect \"it prays\" refers to that: unit = do { pray(that) }",
     "At dusk, wake a tired unit. It prays",
     "when the phase dusk begins:\n"
     "                Ann chooses one unit u with u.tired:\n"
     "                  rest(u)\n"
     "                  pray(u)\n"
     "    where     rest(u), if u.at = field:\n"
     "                u.tired becomes no\n"
     "              pray: nothing by itself\n"},
};

TEST(ToldText, TellsWhatThePhraseMeans) {
    for (const Case& one : cases) EXPECT_EQ(told(one.phrases, one.text), one.told) << one.text;
}

// What ends with somebody who declines is done all the same.
TEST(ToldText, TellsAnActionThatMayEndWithNothing) {
    const std::string text = told(
        "action beg(u: unit) { choose by Ann { option \"gives\" { u.owner.gold += 1 } "
        "option \"declines\" { nothing } } }\n"
        "phrase line \"beg\" = { at dusk { beg(this) } }\n",
        "Beg");
    EXPECT_THAT(text, HasSubstr("where     beg(u):\n"));
    EXPECT_THAT(text, HasSubstr("u.owner.gold goes up by 1\n"));
}

// Items of two kinds may have one name.
TEST(ToldText, TellsTheItemOfTheKindThatIsRead) {
    const std::string text = told(
        "kind imp of 1 { trick: trick? }\n"
        "printed trick on imp if this.trick = it\n"
        "trick Miller\n  Ring\n  Ring twice\n"
        "phrase line \"ring [twice]\" = { at dusk { noon := yes } }\n",
        "Ring");
    EXPECT_THAT(text, HasSubstr("noon becomes yes\n"));
}

TEST(ToldText, TellsEachOfSeveralMeanings) {
    const std::string both =
        "phrase line \"ring\" = { at dusk { pray(this) } }\n"
        "phrase line \"[loudly] ring\" = { at day { pray(this) } }\n";
    const std::string text = told(both, "Ring");
    EXPECT_THAT(text, HasSubstr("when the phase dusk begins:\n"));
    EXPECT_THAT(text, HasSubstr("    means     when the phase day begins:\n"));
}

}  // namespace
}  // namespace errata::tests
