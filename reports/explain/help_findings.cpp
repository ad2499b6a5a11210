#include "reports/explain/help.h"

namespace errata::reports {

const std::vector<FindingHelp>& all_finding_help() {
    static const std::vector<FindingHelp> table = {
        {"contradiction.must-cannot",
         "One rule makes something happen and another says that it cannot. Both are in force at the same "
         "moment, and the "
         "game does not say which of them wins.",
         "Prohibitions are asked when an action is carried out. If one forbids what a rule demands and `meta "
         "{ precedence }` "
         "is unstated, nobody decides: both outcomes are explored and the play that leads there is shown.",
         "state which one wins (`meta { precedence: cannot }` or an exception on one of the cards), declare "
         "a reading, "
         "or accept it.",
         R"(rule "Saddle" { ride(r) only if r.knighted }

rule "Herald" {
    at noon {
        for each r: rider with r.young { ride(r) })",
         "knight-errant"},
        {"contradiction.set-set",
         "Two effects that happen at the same moment set one thing to different values, or give a set a "
         "member "
         "and take it away.",
         "Inside one `simultaneously` block, and among the state checks of one round, all writes to a cell "
         "are collected. "
         "Two different values for one cell are the finding, and a member that a set gains and loses; all "
         "other "
         "relative changes go together.",
         "give one effect the last word, make one of them relative (`+=`), or let them happen one after the "
         "other.",
         R"(action pray(p: priest) { rain := p.prayer.drops }

simultaneously {
    for each p: priest { pray(p) })",
         "two-prayers"},
        {"contradiction.definition",
         "Statements say that something holds and that it does not, in one and the same position.",
         "Where a predicate is declared `open`, its statements are taken as they stand. The finding is a "
         "position in which "
         "one statement requires it and another rules it out; both values are explored from there.",
         "add an exception to one of the statements, or declare a reading if the source really says both.",
         R"(rule "Toll gate" { may_pass(t) only if t.paid }

rule "Royal road" { may_pass(t) if t.noble })",
         "royal-toll"},
        {"contradiction.no-fixpoint",
         "Values that depend on each other cannot be given to all of them: whatever is tried, some rule does "
         "not hold.",
         "The equations of a system (`equations`, or `derived` values that lean on themselves) are solved "
         "where they are asked "
         "for. The finding is a position in which no values satisfy all of them. The clauses named are those "
         "of the circle.",
         "let a rule ask for something that it does not change (an earlier layer, a field from before), or "
         "say "
         "what holds then: `otherwise`, `if none`.",
         R"(rule "The crown" {
    strength(k) -= 2 if every other: knight with other != k satisfies might(other) < might(k)
})",
         "heavy-crown"},
        {"contradiction.many-fixpoints",
         "Values that depend on each other can be chosen in several ways, and nothing says which counts.",
         "The equations of a system are solved where they are asked for. The finding is a position with at "
         "least two "
         "solutions; play goes on with each of them.",
         "of `equations`: say which solution counts (`prefer most` or `least`, `if several`), or make it an "
         "`inductive` relation. Of derived values: "
         "put what comes first into an earlier layer, say that the `latest` counts, or let an effect ask for "
         "something that it does not change.",
         R"(equations lights {
    shines(l: lantern): bool = no other: lantern with other != l and shines(other)
    prefer most if shines(Port) then 0 else 0
})",
         "two-lanterns"},
        {"contradiction.ruling",
         "A published answer about the game does not agree with its rules: there is a play in which the "
         "ruling fails.",
         "The ruling is checked in every position the search meets, or after every event it speaks of. The "
         "witness is the "
         "shortest play after which it is false.",
         "correct the ruling or the rule; if the ruling is meant to change the rule, write it as one.",
         R"(if a.strength >= d.strength { d.alive := no }

ruling "Equal strength hurts nobody" after strike(a, d) if a.strength = d.strength: d.alive)",
         "even-duel"},
        {"contradiction.invariant", "Something that must always hold, or never, does not or does.",
         "A `check ... always` or `never` is evaluated in every reachable position, and every value has to "
         "stay within its "
         "type. The witness is the shortest play that breaks it.",
         "correct the rule whose step is the last of the play, or the claim if it asks too much.",
         R"(score: 0..3

action earn(n: 0..2) { score += n }

if round = 1 { end "two rounds are over" })",
         "score-track"},
        {"contradiction.scenario", "A worked example of the rulebook does not go as the rulebook tells it.",
         "The scenario is played step by step in the reference evaluator. It fails when a choice it makes is "
         "not on offer, "
         "when a moment it waits for does not come, or when what it states afterwards is false.",
         "compare the last step shown with the example's words: either the rule or the example is wrong.",
         R"(repeat while sledge.icy and step(sledge, east) is not none { sledge := step(sledge, east) }

take "pushes off" by Ann
until phase = rest
then sledge = c1)",
         "ice-slide"},
        {"order.unowned",
         "Several things happen at the same moment, the result depends on their order, and the game does not "
         "say who "
         "chooses it.",
         "All orders are played until the game comes to rest. The finding is two orders of the same "
         "triggers, or two "
         "outcomes nobody decides between, that end in different positions.",
         "state who orders them (`meta { trigger_order: P }`, P a player such as Ann or a variable of yours "
         "that holds one), or make the order not matter. Between two replacements of one event: state `meta "
         "{ replacement_order: P }`, or let one of them not apply where the other does. In a `for each`: say "
         "`in order` where the objects' numbers are an order of the game, `in order of N, ties by P` where a "
         "number decides and then a player, `in an order chosen by P` where a player does, or "
         "`simultaneously` where all happens at one moment.",
         R"(rule "Harvest" { at dusk { grain += 4 } }

rule "Tithe" { at dusk { if grain > 3 { grain -= 2 } } })",
         "dusk-and-tithe"},
        {"order.chosen",
         "Several things happen at the same moment, the result depends on their order, and a player chooses "
         "it. That is no "
         "defect, but designers want to know.",
         "As order.unowned; here the meta-rules, or a `for each`, name the player who decides.",
         "nothing, unless the power this gives is not meant.", R"(meta { trigger_order: Ann }

rule "Harvest" { at dusk { grain += 4 } }

rule "Tithe" { at dusk { if grain > 3 { grain -= 2 } } })",
         "dusk-and-tithe-ann"},
        {"gap.undefined",
         "The rules need a value that they do not give: a statement left open, a partial function outside "
         "its domain, a "
         "reference to nothing.",
         "Whenever a value is needed and neither statements nor defaults give one, the play that leads there "
         "is shown. Where "
         "several values are possible, all are explored.",
         "add the missing rule, or a default (`open p(x) default no`) if silence is meant to decide.",
         R"(rule "The strong survive" { survives(t) if t.strength > siege(t) }

rule "The weak fall" { not survives(t) if t.strength < siege(t) })",
         "even-siege"},
        {"gap.no-option",
         "A player has to choose and there is nothing to choose from; no rule says what happens then.",
         "The finding is a reachable choice whose options all fail their conditions and that has no "
         "`otherwise`.",
         "add `otherwise { ... }` to the choice, or make sure that an option is always left.",
         R"(choose p: permanent with p.card.relic and p.owner = this.owner and p.at = table
        by this.owner "sacrifices {p}" {
    sacrifice(p))",
         "grave-toll"},
        {"loop.mandatory",
         "Play repeats for ever and nobody ever has a choice: whoever gets there has hung the game.",
         "A set of positions from which every way leads back into the set, with exactly one option "
         "everywhere. Positions "
         "count as equal up to the renaming of interchangeable objects.",
         "limit the trigger (once per turn, only from hand), or declare what a loop means: a draw, or that "
         "it may not be "
         "started.",
         R"(rule "Glass" { when sway(brass) { sway(glass) } }

rule "Brass" { when sway(glass) { sway(brass) } })",
         "wind-chimes"},
        {"loop.inevitable", "Play repeats for ever whatever the players choose.",
         "As loop.mandatory, but with choices inside: none of them leads out.",
         "give some choice in the loop an end, or declare what a loop means.",
         R"(machine Wheel
  When the wheel turns, turn the mill or the lathe.

machine Mill
  When the mill or the lathe turns, turn the wheel.)",
         "wheel-and-mill"},
        {"loop.optional",
         "Somebody can repeat a sequence for ever. Whether that is a defect depends on what a repetition "
         "costs and on what "
         "the rules say about loops.",
         "A set of positions in which some choice always leads back. The report says who can keep it going "
         "against "
         "everybody else and who can break it. Of a claim `terminates` also a play that several keep up "
         "together, chance or what the rules leave to nobody among them.",
         "limit it (a cost, once per turn), or declare a policy for repetition.",
         R"(may "waters the beds" in garden by Ann cost { jug := empty } {
    watered := yes
    jug := full)",
         "spring-and-jug"},
        {"loop.growing",
         "Somebody can repeat a sequence for ever, and each round leaves more of something: a counter that "
         "moves on, one more "
         "object of a pool, more that is still to be done. No position ever returns.",
         "A way back to a position that differs in counters and in the number of equal objects alone, on "
         "which nothing "
         "that the rules "
         "evaluate can tell the later rounds from the first. If nobody has a choice on the way it is "
         "loop.mandatory.",
         "limit it (a cost, once per turn), declare a policy for repetition, or let a rule end it at some "
         "number.",
         R"(rule "Bob" { may "answers" in reaction after speak(taunt) by Bob { speak(jeers) } }

rule "Ann" { may "taunts again" in reaction after speak(jeer) by Ann { speak(taunt) } })",
         "two-letters"},
        {"loop.agenda", "Nobody has a choice, and each round leaves more to be done than it found.",
         "Forced play that returns to the same item on top of a higher agenda (or to a longer queue of equal "
         "items), "
         "everything else being equal. The scope cuts such a play off; at the table it never ends.",
         "let the trigger fire once, or bring about one thing for one thing.",
         R"(office Crier
  When somebody cries, two cries answer.)",
         "town-criers"},
        {"loop.lethal", "Rounds that change nothing but numbers, until they end the game.",
         "The same numbers change by the same amounts, at least twice, and only an ending stops it. Forced, "
         "it is a note. A warning where a player can choose such rounds and win within one turn, whatever "
         "the others do; whom an ending is for, it may say ('ending \"Ann wins\" for Ann if ...'). The "
         "report names the ending and what runs out.",
         "limit one of the abilities (once per turn), let it cost what the round does not give back, or "
         "nothing, if the game is meant to end like this.",
         R"(jar Bile
  When Ann takes a dose, she loses 2 life.

jar Salve
  When Ann loses life, she takes a dose.

rule "Death" { ending "Ann is dead" if life < 1 and can die() })",
         "black-bile"},
        {"loop.chance", "A repetition that no player can end; only chance can.",
         "As loop.inevitable, where the edges out of the set belong to chance alone.",
         "bound the number of tries, or accept that it is only almost surely finite.",
         R"(coin "Fool's Penny"
  When the penny is tossed: on heads, pass it on and toss the penny.)",
         "penny-and-crown"},
        {"loop.settle", "The state checks never come to rest: carrying them out makes one of them due again.",
         "Each round of state checks is a step of its own; the finding is a cycle of such rounds.",
         "let one of the checks leave the position alone that the other one makes.",
         R"(idol "Sun Idol"
  If it is night, it becomes day.

idol "Moon Idol"
  If it is day, it becomes night.)",
         "sun-and-moon"},
        {"loop.wait", "Something is waited for, and somebody (or the rules) can keep it from ever happening.",
         "For an `eventually` claim and for delayed effects: a set of positions without the awaited event "
         "that can be kept "
         "for ever by one player against all others, or by nobody's decision.",
         "give the wait an end (after so many turns, ...), or say what happens to what waits for ever.",
         R"(let served = first g: guest with g.at = inn and latest(g)
served.at := street

check "Una gets her soup" eventually Una.at = street)",
         "last-guest"},
        {"loop.lock", "A position has been reached from which no ending of the game can be reached any more.",
         "Backwards from all endings: a reachable position outside that set.",
         "add an ending for this position (a draw), or a rule that opens it.",
         R"(option "drops the key" if key = pocket { key := well }
option "opens the door" if key = pocket { end "Ann is free" })",
         "lost-key"},
        {"unreachable.card", "A card, terrain or keyword never comes into effect in any play.",
         "First by looking who could bring it about (nobody: proved), then by exhausting all reachable "
         "positions of the "
         "scope. The report says which of the two.",
         "add what brings it into play, widen the scope if that is what keeps it out, or leave it out of "
         "print.",
         R"(folk Otters, walk: Waterwalk

folk Toads, walk: Waterwalk

folk Moles

walk Bogwalk
  Bog does not stop this.)",
         "bogwalk"},
        {"unreachable.ability", "An ability is never used in any play, although its card may be.",
         "As unreachable.card, for each clause by itself.",
         "look at its condition: the report names what never holds.",
         R"(kind pot: clay { plant: plant = Moonflower, age: 0..3 }

plant Moonflower
  On day 4, this blooms.)",
         "late-bloom"},
        {"unreachable.ending", "The game declares an ending that no play reaches.",
         "All reachable positions of the scope are seen and none satisfies it; or nothing ever writes what "
         "it needs.",
         "look at its condition, or at the rule that should bring it about.",
         R"(bank: 0..5 = 5

if purse = 6 { end "Ann wins" })",
         "six-coins"},
        {"unreachable.state", "A position that the spec declares reachable is not.",
         "`check ... reachable` fails after all reachable positions of the scope were seen, or because "
         "nothing writes what "
         "it needs. A search that was cut off says so and claims nothing.",
         "correct the claim, or the rule that should lead there.",
         R"(kind house: cottage { asked: bool per turn }

repeat while months < 3 {

check "two rents" reachable gold = 2)",
         "month-and-rent"},
        {"vacuous",
         "A ruling or check speaks of a position that no play comes to, so it holds without saying anything.",
         "The premise of `ruling ... when A then B` and the left side of `always A implies B` are looked for "
         "in every position "
         "the search meets, as unreachable.state is.",
         "correct the premise, or the rule that should bring it about.",
         R"(option "leads it to the meadow" if Brown.at = yard { Brown.at := meadow }
option "leads it home" if Brown.at = meadow { Brown.at := yard }

ruling "An ox at home has no yoke" when Brown.at = stable then not Brown.yoked)",
         "ox-at-grass"},
        {"dead-text",
         "A statement, a prohibition or a trigger is written and changes nothing: everything goes on as if "
         "it "
         "were not there.",
         "Every state of the scope is looked at once more without the clause; each has the same ways on. "
         "Only where all states were "
         "searched. A trigger that is carried out and never changes anything is told, too, with a value with "
         "which it would; one that is never carried out is `unreachable.ability` instead.",
         "leave it out, or look for the condition that never holds.",
         R"(open safe(g: goat) default no

rule "Winged goats" { safe(g) if g.wings > 2 })",
         "winged-goats"},
        {"redundant", "Two rules say the same: one of them can go and nothing changes.",
         "Without the clause every state goes on as before; without it and the other one, some state does "
         "not.",
         "leave one of them out, unless it is meant as a reminder.",
         R"(rule "Wool" { safe(g) if g.woolly }
rule "In winter" { safe(g) if g.woolly and winter })",
         "thick-wool"},
        {"shadowed", "A rule never counts: wherever it would matter, an exception to it applies.",
         "As dead-text; without the exception the rule would change something.",
         "narrow the exception, or leave the rule out.",
         R"(rule "Flood" { not safe(g) if g.flooded }
rule "Hilltop" { safe(g) if g.counted except to Flood })",
         "hilltop"},
        {"overridden",
         "Two rules disagree somewhere, and a declared exception says which counts. That is no defect.",
         "`except to` or `ignores`: the play leads to the first state in which both rules apply.",
         "nothing, unless another rule was meant to win.",
         R"(rule "Flood" { not safe(g) if g.flooded }
rule "Hilltop" { safe(g) if g.counted except to Flood })",
         "hilltop"},
        {"deadlock", "Play stops: nothing can happen, and it is not an ending.",
         "A reachable position without any successor that no `ending` covers.",
         "declare it an ending, or add what happens then.",
         R"(ground Floe
  Whenever it is left, this sinks.

choose q: square with adjacent(hunter, q) and not q.sunk by Ann "jumps to {q}" {)",
         "ice-floes"},
        {"ambiguous.reading", "A rule that the spec declares to be ambiguous leads to different games.",
         "The alternatives of a `reading` are tried from the same positions with the same moves. The finding "
         "is the nearest "
         "position in which they part, with what each of them makes of it.",
         "nothing, if the authors know of it; else it is the place to ask them about.",
         R"(reading "Who pays" [HAR-3] {
    narrow "big ships do" { cannot dock(s) if s.big and not s.paid }
    wide "every ship does" { cannot dock(s) if s.afloat and not s.paid }
})",
         "harbour-dues"},
        {"ambiguous.text", "A printed line can be read in two ways, and the two differ in play.",
         "The phrases read the line in several ways that do not mean the same, or a word such as 'it' can "
         "refer to several "
         "things. Each reading is tried in plays of its own, and there is a position from which they go on "
         "differently: the report shows it, the move, and what either reading makes of it. Readings that "
         "mean the same are "
         "one, without a word.",
         "reword the line, or make a phrase more specific; in a phrase, a hole of a category of its own says "
         "what may "
         "stand there.",
         R"(order Muster
  At dusk, you may draw a card and heal.)",
         "you-may-draw"},
    };
    return table;
}

}  // namespace errata::reports
