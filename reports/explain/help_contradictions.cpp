// Rules, and what the spec claims, against one another.
#include "compiler/ir/finding_codes.h"
#include "reports/explain/finding_pages.h"

namespace errata::reports {

const std::vector<FindingHelp>& pages_of_contradictions() {
    using enum compiler::FindingCode;
    static const std::vector<FindingHelp> pages = {
        {ContradictionMustCannot,
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
         "contradictions/knight-errant"},
        {ContradictionSetSet,
         "Two effects that happen at the same moment set one thing to different values, or give a set a "
         "member "
         "and take it away.",
         "Inside one `simultaneously` block, and among the state checks of one round, all writes to a cell "
         "are collected. "
         "Two different values for one cell are the finding, and a member that a set gains and loses; all "
         "other "
         "relative changes go together.",
         "give one effect the last word, make one of them relative (`+=`, of a number), or let them happen "
         "one after the "
         "other.",
         R"(action pray(p: priest) { rain := p.prayer.drops }

simultaneously {
    for each p: priest { pray(p) })",
         "contradictions/two-prayers"},
        {ContradictionDefinition,
         "Statements say that something holds and that it does not, in one and the same position.",
         "Where a predicate is declared `open`, its statements are taken as they stand. The finding is a "
         "position in which "
         "one statement requires it and another rules it out; both values are explored from there.",
         "let one of the statements be an exception to the other (`except to \"Toll gate\"` behind what it "
         "says lets it win), or declare a reading if the source really says both.",
         R"(rule "Toll gate" { may_pass(t) only if t.paid }

rule "Royal road" { may_pass(t) if t.noble })",
         "contradictions/royal-toll"},
        {ContradictionExceptions,
         "Rules are exceptions to one another: where all of them apply, each gives way to another, and none "
         "counts.",
         "`except to` in a circle: the play leads to the first state in which all rules of the circle apply "
         "and "
         "something asks for what they say.",
         "decide which of them wins, and leave out the `except to` of the one that does not.",
         R"(rule "Shrine" { not may_enter(g) if g.armed except to Herald }
rule "Herald" { may_enter(g) if g.herald except to Shrine })",
         "contradictions/shrine-and-herald",
         "{who} are exceptions to one another, and no rule says which counts"},
        {ContradictionNoFixpoint,
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
         "fixpoints/heavy-crown"},
        {ContradictionManyFixpoints,
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
         "fixpoints/two-lanterns"},
        {ContradictionRuling,
         "A published answer about the game does not agree with its rules: there is a play in which the "
         "ruling fails.",
         "The ruling is checked in every position the search meets, or after every event it speaks of. The "
         "witness is the "
         "shortest play after which it is false.",
         "correct the ruling or the rule; if the ruling is meant to change the rule, write it as one.",
         R"(if a.strength >= d.strength { d.alive := no }

ruling "Equal strength hurts nobody" after strike(a, d) if a.strength = d.strength: d.alive)",
         "claims/even-duel"},
        {ContradictionInvariant, "Something that must always hold, or never, does not or does.",
         "A `check ... always` or `never` is evaluated in every reachable position, and every value has to "
         "stay within its "
         "type. The witness is the shortest play that breaks it.",
         "correct the rule whose step last changed what the claim asks for, or the claim if it asks too "
         "much.",
         R"(score: 0..3

action earn(n: 0..2) { score += n }

if round = 1 { end "two rounds are over" })",
         "claims/score-track"},
        {ContradictionScenario, "A worked example of the rulebook does not go as the rulebook tells it.",
         "The scenario is played step by step in the reference evaluator. It fails when a choice it makes is "
         "not on offer, "
         "when a moment it waits for does not come, or when what it states afterwards is false.",
         "compare the last step shown with the example's words: either the rule or the example is wrong.",
         R"(repeat while sledge.icy and step(sledge, east) is not none { sledge := step(sledge, east) }

take "pushes off" by Ann
until phase = rest
then sledge = c1)",
         "claims/ice-slide", "The scenario \"{title}\" does not go as written"},
    };
    return pages;
}

}  // namespace errata::reports
