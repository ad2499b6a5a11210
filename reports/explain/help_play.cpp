// Orders, gaps and loops: how play goes on.
#include "compiler/ir/finding_codes.h"
#include "reports/explain/finding_pages.h"

namespace errata::reports {

const std::vector<FindingHelp>& pages_of_play() {
    using enum compiler::FindingCode;
    static const std::vector<FindingHelp> pages = {
        {OrderUnowned,
         "Several things happen at the same moment, the result depends on their order, and the game does not "
         "say who "
         "chooses it.",
         "All orders are played until the game comes to rest. The finding is two orders of the same "
         "triggers, or two "
         "outcomes nobody decides between, that end in different positions.",
         "state who orders them: `meta { trigger_order: P }`, where P is a player such as Ann or a "
         "variable that holds one. Or make the order not matter. Between two replacements of one event, "
         "state `meta { replacement_order: P }`. In a `for each`, write `in order`, `in order of N, ties "
         "by P` or `in an order chosen by P`, or let all happen at one moment with `simultaneously`.",
         R"(rule "Harvest" { at dusk { grain += 4 } }

rule "Tithe" { at dusk { if grain > 3 { grain -= 2 } } })",
         "orders/dusk-and-tithe"},
        {OrderChosen,
         "Several things happen at the same moment, the result depends on their order, and a player chooses "
         "it. That is no "
         "defect, but designers want to know.",
         "The same comparison as for order.unowned. Here a meta-rule, a `for each`, or a choice that a "
         "player makes again and again names the player who decides.",
         "nothing, unless the power this gives is not meant.", R"(meta { trigger_order: Ann }

rule "Harvest" { at dusk { grain += 4 } }

rule "Tithe" { at dusk { if grain > 3 { grain -= 2 } } })",
         "orders/dusk-and-tithe-ann"},
        {GapUndefined,
         "The rules need a value that they do not give: a statement left open, a partial function outside "
         "its domain, a "
         "reference to nothing.",
         "Whenever a value is needed and neither statements nor defaults give one, the play that leads there "
         "is shown. Where "
         "several values are possible, all are explored.",
         "add the missing rule, or a default (`open p(x) default no`, or a value of its type) if silence is "
         "meant to decide.",
         R"(rule "The strong survive" { survives(t) if t.strength > siege(t) }

rule "The weak fall" { not survives(t) if t.strength < siege(t) })",
         "gaps/even-siege"},
        {GapNoOption,
         "A player has to choose and there is nothing to choose from; no rule says what happens then.",
         "The finding is a reachable choice whose options all fail their conditions and that has no "
         "`otherwise`.",
         "add `otherwise { ... }` to the choice, or make sure that an option is always left.",
         R"(choose p: permanent with p.card.relic and p.owner = this.owner and p.at = table
        by this.owner "sacrifices {p}" {
    sacrifice(p))",
         "gaps/grave-toll"},
        {LoopMandatory,
         "Play repeats for ever and nobody ever has a choice: whoever gets there has hung the game.",
         "A set of positions from which every way leads back into the set, with exactly one option "
         "everywhere. Positions "
         "count as equal up to the renaming of interchangeable objects.",
         {"limit one of these (`limit 1 per turn`), let one of them wait for something that no round brings "
          "back.",
          "declare what a loop means (`meta { loops: draw }`, `loops: forbidden`).", true},
         R"(rule "Glass" { when sway(brass) { sway(glass) } }

rule "Brass" { when sway(glass) { sway(brass) } })",
         "loops/wind-chimes"},
        {LoopInevitable,
         "Play repeats for ever whatever the players choose.",
         "As loop.mandatory, but with choices inside: none of them leads out.",
         {"limit one of these (`limit 1 per turn`), give a choice in the loop a way out of it.",
          "declare what a loop means (`meta { loops: draw }`, `loops: forbidden`).", true},
         R"(machine Wheel
  When the wheel turns, turn the mill or the lathe.

machine Mill
  When the mill or the lathe turns, turn the wheel.)",
         "loops/wheel-and-mill"},
        {LoopOptional,
         "Somebody can repeat a sequence for ever. Whether that is a defect depends on what a repetition "
         "costs and on what "
         "the rules say about loops.",
         "Errata found positions from which some choice always leads back, within one turn. The report "
         "says who can keep the loop going against everybody else, and who can break it. Whole turns that "
         "repeat by choice are looked for where a claim `terminates` asks. Such a loop may also need "
         "several players, chance, or an open question of the rules.",
         {"limit it (`limit 1 per turn`, or a cost that the round does not give back).",
          "declare a policy for repetition (`meta { loops: number }`, `loops: draw`).", true},
         R"(may "waters the beds" in garden by Ann cost { jug := empty } {
    watered := yes
    jug := full)",
         "loops/spring-and-jug"},
        {LoopGrowing,
         "Somebody can repeat a sequence for ever, and each round leaves more of something. It may be a "
         "counter, objects of a pool, or effects that are still to be done. No position ever returns.",
         "Play returns to a position that differs only in counters and in the number of equal objects. No "
         "rule on the way can tell a later round from the first. If nobody has a choice on the way, it is "
         "loop.mandatory.",
         {"limit it (`limit 1 per turn`, or a cost that the round does not give back), declare a policy for "
          "repetition, or let a rule end it at some number.",
          "", true},
         R"(rule "Bob" { may "answers" in reaction after speak(taunt) by Bob { speak(jeers) } }

rule "Ann" { may "taunts again" in reaction after speak(jeer) by Ann { speak(taunt) } })",
         "growth/two-letters"},
        {LoopAgenda, "Nobody has a choice, and each round leaves more to be done than it found.",
         "Forced play that returns to the same item on top of a higher agenda (or to a longer queue of equal "
         "items), "
         "everything else being equal. The scope cuts such a play off; at the table it never ends.",
         "let the trigger fire once, or bring about one thing for one thing.",
         R"(office Crier
  When somebody cries, two cries answer.)",
         "growth/town-criers"},
        {LoopLethal,
         "Rounds that change nothing but numbers, until they end the game.",
         "The same numbers change by the same amounts, at least twice, and only an ending stops it. Forced "
         "rounds of several cards are a warning, those of one card or of rules a note. A warning are also "
         "rounds that a player can choose, and by which that player wins within one turn whatever the others "
         "do. An ending may say for whom it is: `ending \"Ann wins\" for Ann if ...`. The report names the "
         "ending and what runs out.",
         {"limit one of the abilities (once per turn), let it cost what the round does not give back, or "
          "nothing, if the game is meant to end like this.",
          "", true},
         R"(jar Bile
  When Ann takes a dose, she loses 2 life.

jar Salve
  When Ann loses life, she takes a dose.

rule "Death" { ending "Ann is dead" if life < 1 and can die() })",
         "loops/black-bile"},
        {LoopChance, "A repetition that no player can end; only chance can.",
         "As loop.inevitable, where the edges out of the set belong to chance alone.",
         "bound the number of tries, or accept that it is only almost surely finite.",
         R"(coin "Fool's Penny"
  When the penny is tossed: on heads, pass it on and toss the penny.)",
         "loops/penny-and-crown"},
        {LoopSettle, "The state checks never come to rest: carrying them out makes one of them due again.",
         "Each round of state checks is a step of its own; the finding is a cycle of such rounds.",
         "let one of the checks leave the position alone that the other one makes.",
         R"(idol "Sun Idol"
  If it is night, it becomes day.

idol "Moon Idol"
  If it is day, it becomes night.)",
         "loops/sun-and-moon", "The state checks of {who} never come to rest"},
        {LoopWait, "Something is waited for, and somebody (or the rules) can keep it from ever happening.",
         "Asked of an `eventually` claim. Errata found positions without the "
         "awaited event that one player, or nobody, can keep up for ever, whatever the others do.",
         "give the wait an end (after so many turns, ...), or say what happens to what waits for ever.",
         R"(let served = first g: guest with g.at = inn and latest(g)
served.at := street

check "Una gets her soup" eventually Una.at = street)",
         "waits/last-guest"},
        {LoopLock, "A position has been reached from which no ending of the game can be reached any more.",
         "Backwards from all endings: a reachable position outside that set.",
         "add an ending for this position (a draw), or a rule that opens it.",
         R"(option "drops the key" if key = pocket { key := well }
option "opens the door" if key = pocket { end "Ann is free" })",
         "locks/lost-key", "The game can come to a position from which it never ends"},
        {Deadlock, "Play stops: nothing can happen, and it is not an ending.",
         "A reachable position without any successor that no `ending` covers.",
         "declare it an ending, or add what happens then.",
         R"(ground Floe
  Whenever it is left, this sinks.

choose q: square with adjacent(hunter, q) and not q.sunk by Ann "jumps to {q}" {)",
         "locks/ice-floes"},
    };
    return pages;
}

}  // namespace errata::reports
