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
         R"(rule "Void" { whenever A.at is Void { remove(A) } }
rule "Flight" { cannot remove(g) if g.flies })"},
        {"contradiction.set-set",
         "Two effects that happen at the same moment set one thing to different values.",
         "Inside one `simultaneously` block, and among the state checks of one round, all writes to a cell "
         "are collected. "
         "Two different values for one cell are the finding; relative changes add up and never collide.",
         "give one effect the last word, make one of them relative (`+=`), or let them happen one after the "
         "other.",
         R"(simultaneously {
  lamp := Red
  lamp := Green
})"},
        {"contradiction.definition",
         "Statements say that something holds and that it does not, in one and the same position.",
         "Where a predicate is declared `open`, its statements are taken as they stand. The finding is a "
         "position in which "
         "one statement requires it and another rules it out; both values are explored from there.",
         "add an exception to one of the statements, or declare a reading if the source really says both.",
         R"(open protected(m: minion)
rule "Shield" { protected(m) if m.shielded }
rule "Curse"  { not protected(m) if m.cursed })"},
        {"contradiction.ruling",
         "A published answer about the game does not agree with its rules: there is a play in which the "
         "ruling fails.",
         "The ruling is checked in every position the search meets, or after every event it speaks of. The "
         "witness is the "
         "shortest play after which it is false.",
         "correct the ruling or the rule; if the ruling is meant to change the rule, write it as one.",
         R"(ruling "The dead do not move" after move(g, q): g.alive)"},
        {"contradiction.invariant", "Something that must always hold, or never, does not or does.",
         "A `check ... always` or `never` is evaluated in every reachable position, and every value has to "
         "stay within its "
         "type. The witness is the shortest play that breaks it.",
         "correct the rule whose step is the last of the play, or the claim if it asks too much.",
         R"(check "nobody has negative gold" always every p: player satisfies gold(p) >= 0)"},
        {"contradiction.scenario", "A worked example of the rulebook does not go as the rulebook tells it.",
         "The scenario is played step by step in the reference evaluator. It fails when a choice it makes is "
         "not on offer, "
         "when a moment it waits for does not come, or when what it states afterwards is false.",
         "compare the last step shown with the example's words: either the rule or the example is wrong.",
         R"(scenario "Hovering" {
  take "orders" by Ann with s = Plains
  then A.at = b1
})"},
        {"order.unowned",
         "Several things happen at the same moment, the result depends on their order, and the game does not "
         "say who "
         "chooses it.",
         "All orders are played until the game comes to rest. The finding is two orders of the same "
         "triggers, or two "
         "outcomes nobody decides between, that end in different positions.",
         "state who orders them (`meta { trigger_order: P }`, P a player such as Ann or a variable of yours "
         "that holds one), or make the order not matter. Between two replacements of one event: let one of "
         "them not apply where the other does.",
         R"(rule "Tax"   { at dawn { gold -= 1 } }
rule "Bonus" { at dawn { gold := gold * 2 } })"},
        {"order.chosen",
         "Several things happen at the same moment, the result depends on their order, and a player chooses "
         "it. That is no "
         "defect, but designers want to know.",
         "As order.unowned; here the meta-rules name the player who decides.",
         "nothing, unless the power this gives is not meant.", R"(state { active: player = Ann }
meta { trigger_order: active })"},
        {"gap.undefined",
         "The rules need a value that they do not give: a statement left open, a partial function outside "
         "its domain, a "
         "reference to nothing.",
         "Whenever a value is needed and neither statements nor defaults give one, the play that leads there "
         "is shown. Where "
         "several values are possible, all are explored.",
         "add the missing rule, or a default (`open p(x) default no`) if silence is meant to decide.",
         R"(open may_leave(g: group)
rule "Swamp" { may_leave(g) if entered(g.at) is not none })"},
        {"gap.no-option",
         "A player has to choose and there is nothing to choose from; no rule says what happens then.",
         "The finding is a reachable choice whose options all fail their conditions and that has no "
         "`otherwise`.",
         "add `otherwise { ... }` to the choice, or make sure that an option is always left.",
         R"(choose m: minion with m.owner = Ann by Ann "sacrifices {m}" { die(m) })"},
        {"loop.mandatory",
         "Play repeats for ever and nobody ever has a choice: whoever gets there has hung the game.",
         "A set of positions from which every way leads back into the set, with exactly one option "
         "everywhere. Positions "
         "count as equal up to the renaming of interchangeable objects.",
         "limit the trigger (once per turn, only from hand), or declare what a loop means: a draw, or that "
         "it may not be "
         "started.",
         R"(rule "Echo"   { when ping(x) { pong(x) } }
rule "Answer" { when pong(x) { ping(x) } })"},
        {"loop.inevitable", "Play repeats for ever whatever the players choose.",
         "As loop.mandatory, but with choices inside: none of them leads out.",
         "give some choice in the loop an end, or declare what a loop means.",
         R"(choose by Ann { option "left" { go(Left) } option "right" { go(Right) } })"},
        {"loop.optional",
         "Somebody can repeat a sequence for ever. Whether that is a defect depends on what a repetition "
         "costs and on what "
         "the rules say about loops.",
         "A set of positions in which some choice always leads back. The report says who can keep it going "
         "against "
         "everybody else and who can break it.",
         "limit it (a cost, once per turn), or declare a policy for repetition.",
         R"(choose by Ann {
  option "lights the lamp" { lit := yes settle lit := no again() }
  option "stops" { nothing }
})"},
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
         R"(state { heat: counter, lit: bool }
rule "Hearth" { may "feeds the fire" in main by Ann cost { lit := yes } at once { heat += 1 } }
rule "Poker"  { may "stirs it" in main by Ann cost { lit := no } at once { nothing } })"},
        {"loop.agenda", "Nobody has a choice, and each round leaves more to be done than it found.",
         "Forced play that returns to the same item on top of a higher agenda (or to a longer queue of equal "
         "items), "
         "everything else being equal. The scope cuts such a play off; at the table it never ends.",
         "let the trigger fire once, or bring about one thing for one thing.",
         R"(rule "Herald" { when cry() { cry() cry() } })"},
        {"loop.lethal", "Rounds that nobody can leave, until they end the game.",
         "Forced play in which the same numbers change by the same amounts, at least twice, and which an "
         "ending stops. The "
         "report names the ending and what ran out.",
         "nothing, if the game is meant to end like this.",
         R"(rule "Leech" { when bleed(p) { heal(p) bleed(p) } }     -- until p has nothing left)"},
        {"loop.chance", "A repetition that no player can end; only chance can.",
         "As loop.inevitable, where the edges out of the set belong to chance alone.",
         "bound the number of tries, or accept that it is only almost surely finite.",
         R"(choose by chance { option "again" { nothing } option "done" { end "done" } })"},
        {"loop.settle", "The state checks never come to rest: carrying them out makes one of them due again.",
         "Each round of state checks is a step of its own; the finding is a cycle of such rounds.",
         "let one of the checks leave the position alone that the other one makes.",
         R"(rule "Day"   { whenever sky = Night { sky := Day } }
rule "Night" { whenever sky = Day { sky := Night } })"},
        {"loop.wait", "Something is waited for, and somebody (or the rules) can keep it from ever happening.",
         "For an `eventually` claim and for delayed effects: a set of positions without the awaited event "
         "that can be kept "
         "for ever by one player against all others, or by nobody's decision.",
         "give the wait an end (after so many turns, ...), or say what happens to what waits for ever.",
         R"(check "the caravan returns" eventually caravan.at is not none after caravan.due)"},
        {"loop.lock", "A position has been reached from which no ending of the game can be reached any more.",
         "Backwards from all endings: a reachable position outside that set.",
         "add an ending for this position (a draw), or a rule that opens it.",
         R"(ending "Ann wins" if key.owner = Ann     -- and nothing brings the key back once it is lost)"},
        {"unreachable.card", "A card, terrain or keyword never comes into effect in any play.",
         "First by looking who could bring it about (nobody: proved), then by exhausting all reachable "
         "positions of the "
         "scope. The report says which of the two.",
         "add what brings it into play, widen the scope if that is what keeps it out, or leave it out of "
         "print.",
         R"(walk Swampwalk
  A group with Swampwalk may leave in any direction.     -- but no nation has it)"},
        {"unreachable.ability", "An ability is never used in any play, although its card may be.",
         "As unreachable.card, for each clause by itself.",
         "look at its condition: the report names what never holds.",
         R"(rule "Late bloom" { when grow(p) if p.age > 9 { nothing } }     -- plants live for five turns)"},
        {"unreachable.ending", "The game declares an ending that no play reaches.",
         "All reachable positions of the scope are seen and none satisfies it; or nothing ever writes what "
         "it needs.",
         "look at its condition, or at the rule that should bring it about.",
         R"(ending "Ann wins" if coins = 6     -- the bank holds five)"},
        {"unreachable.state", "A position that the spec declares reachable is not.",
         "`check ... reachable` fails after all reachable positions of the scope were seen, or because "
         "nothing writes what "
         "it needs. A search that was cut off says so and claims nothing.",
         "correct the claim, or the rule that should lead there.",
         R"(check "both can stand there" reachable A.at = b1 and B.at = b1)"},
        {"deadlock", "Play stops: nothing can happen, and it is not an ending.",
         "A reachable position without any successor that no `ending` covers.",
         "declare it an ending, or add what happens then.",
         R"(turn { repeat while cards > 0 { cards -= 1 } })"},
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
         R"(card Raid
  When this strikes, wound a foe and draw a card or heal yourself.

-- [wound a foe and draw a card] or heal yourself
-- wound a foe and [draw a card or heal yourself])"},
    };
    return table;
}

}  // namespace errata::reports
