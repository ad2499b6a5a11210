// What a finding says of what decides: who asks, which values a play depends on, what there is no life for
// any more, which option would bring an event about, how a system is solved within a step, and how chance
// gets out.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

Ran check(const std::string& text, const std::vector<std::string>& switches = {}) {
    return check_text("told.rules", "game \"Told\"\nplayer Ann, Bob\n" + text, switches);
}

constexpr const char* ford = R"(
kind walker: Ox, Cat { wet: bool, heavy: bool }
state { at_ford: walker?, weather: 0..3, seen: 0..2 }
open swims(w: walker)
rule "Light ones" { swims(w) if not w.heavy }
rule "Current" { cannot cross(w) if not swims(w) }
rule "Bridge" { cannot cross(w) if seen > 1 }
action cross(w: walker) { w.wet := yes }
turn {
    phase morning {
        choose by Ann {
            option "crosses with {w}" for w: walker with can cross(w) { cross(w) }
            option "waits" { nothing }
        }
    }
    end "evening"
}
setup "an ox" { Ox.heavy := yes weather := 2 }
)";

TEST(Questions, NameTheProhibitionThatAsks) {
    const Ran ran = check(ford, {"--only", "gap.undefined"});
    EXPECT_TRUE(says(ran, "swims(Ox), asked by Current (\"cannot cross(w) if not swims(w)\")")) << ran.out;
    EXPECT_FALSE(says(ran, "asked by morning")) << ran.out;
}

constexpr const char* toll = R"(
kind rider: Knight { owner: player, coins: 0..3 = 1, songs: 0..3 = 2, steps: 0..2 }
action ride(r: rider) { r.steps := min(2, r.steps + 1) }
rule "Toll" { cannot ride(r) if r.coins < 2 and r.songs < 4 }
rule "Duty" { at noon { for each r: rider { ride(r) } } }
turn { phase noon { nothing } end "evening" }
setup "a poor knight" { Knight.songs := 3 }
)";

TEST(Start, TellsTheValuesThatThePlayDependsOn) {
    const Ran ran = check(toll, {"--only", "contradiction.must-cannot"});
    EXPECT_TRUE(says(ran, "At the start: Knight.coins = 1")) << ran.out;
    EXPECT_FALSE(says(ran, "Knight.songs =")) << "any number of them does: " << ran.out;
}

constexpr const char* clerks = R"(
enum thing: umbrella, hat, glove
state { shelf: set of thing = {glove} }
kind clerk: Ada, Bert { brings: set of thing, takes: set of thing }
action tidy(c: clerk) { shelf += c.brings shelf -= c.takes }
turn {
    phase evening { simultaneously { for each c: clerk { tidy(c) } } }
    end "closed"
}
setup "two lists" { Ada.brings := {umbrella} Bert.brings := {hat} Bert.takes := {umbrella} }
)";

TEST(Start, TellsWhatAnActionWasAboutToDo) {
    const Ran ran = check(clerks, {"--only", "contradiction.set-set"});
    EXPECT_TRUE(says(ran, "At the start: Ada.brings = {umbrella}, Bert.takes = {umbrella}")) << ran.out;
}

constexpr const char* squire = R"(
zone place: field, grave
kind knight: Brand { at: place }
kind squire: Wat { lord: knight?, coins: 0..3 }
action fall(k: knight) { k.at := grave }
turn {
    choose by Ann { option "strikes" { fall(Brand) } }
    choose by Bob { option "watches" { nothing } }
    if Wat.lord.at = field { Wat.coins += 1 }
    end "evening"
}
setup "a squire" { Wat.lord := Brand }
)";

TEST(Lives, ThatHaveEndedAreTheReasonWhyAReferenceIsNone) {
    const Ran ran = check(squire, {"--only", "gap.undefined"});
    EXPECT_TRUE(says(ran, "Who leaves a zone begins a new life, and references to the old one end."))
        << ran.out;
    const std::string unset =
        std::string(squire).replace(std::string(squire).find("fall(Brand)"), 11, "Wat.lord := none");
    EXPECT_FALSE(says(check(unset, {"--only", "gap.undefined"}), "begins a new life")) << "there it was set";
}

constexpr const char* spaces = R"(
enum space: forest, fair
kind worker: Tom { wood: 0..3 }
state { rounds: 0..2 }
define needs(s: space): 1..4 = if s = fair then 4 else 1
action visit(w: worker, s: space) { nothing }
rule "Jugglers" { when visit(w, s) if s = fair { w.wood := min(3, w.wood + 1) } }
turn {
    choose by Ann { option "visits {s}" for s: space with needs(s) <= 2 { visit(Tom, s) } }
    rounds += 1
    if rounds = 2 { end "harvest" }
}
)";

constexpr const char* blow = R"(
zone place: field, grave
kind soldier of 2 { at: place, life: 0..2 = 2 }
state { target: soldier? }
action fall(k: soldier) { k.at := grave }
action aim() { nothing }
rule "Blow" { when aim() given g = target { g.life -= 1 } }
turn {
    aim()
    choose by Ann {
        option "waits" { nothing }
        option "kills {s}" for s: soldier with s.at = field { fall(s) }
    }
    settle
    end "evening"
}
)";

TEST(Lives, HaveNotEndedOfWhatWasNeverHeld) {
    const Ran ran = check(blow, {"--only", "gap.undefined"});
    EXPECT_TRUE(says(ran, "g is none, and something is asked of it")) << ran.out;
    EXPECT_FALSE(says(ran, "begins a new life")) << ran.out;
}

TEST(NeverUsed, NamesTheOptionThatWouldBringTheEventAboutAsItIsAskedFor) {
    const Ran ran = check(spaces, {"--only", "unreachable.ability"});
    EXPECT_TRUE(says(ran, "\"visits fair\" is never possible, for want of 4 <= 2")) << ran.out;
    const Ran all = check(spaces, {"--only", "unreachable.ability", "--verbose"});
    EXPECT_TRUE(says(all, "choose by Ann { option \"visits {s}\" for s: space with needs(s) <= 2"))
        << all.out;
}

constexpr const char* duel = R"(
kind duellist: Red, Blue { aims: duellist?, up: bool = yes }
equations shots {
    hit(d: duellist): bool = some o: duellist with o.aims = d and not hit(o)
}
turn {
    choose by Ann { option "aims at Blue" { Red.aims := Blue } }
    choose by Bob { option "aims at Red" { Blue.aims := Red } }
    solve shots { for each d: duellist { if hit(d) { d.up := no } } }
    end "over"
}
)";

TEST(Systems, SolvedWithinAStepAreToldAsTheyAreThere) {
    const Ran ran = check(duel, {"--only", "contradiction.many-fixpoints"});
    EXPECT_TRUE(says(ran, "Here hit(Red) needs hit(Blue) to fail, which needs hit(Red) to fail.")) << ran.out;
    EXPECT_TRUE(says(ran, "solution 1: hit(Red) is no, hit(Blue) is yes")) << ran.out;
    EXPECT_TRUE(says(ran, "as the last line of `equations shots { }`")) << ran.out;
}

constexpr const char* penny = R"(
state { tossed: bool }
turn {
    repeat while not tossed {
        choose by chance { option "rolls away" { nothing } option "falls" { tossed := yes } }
    }
    end "fallen"
}
)";

TEST(ChanceLoops, SayHowChanceGetsOut) {
    EXPECT_TRUE(says(check(penny), "Way out: chance falls")) << check(penny).out;
}

}  // namespace
}  // namespace errata::tests
