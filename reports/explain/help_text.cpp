// What is never met, does nothing, or means two things.
#include "compiler/ir/finding_codes.h"
#include "reports/explain/finding_pages.h"

namespace errata::reports {

const std::vector<FindingHelp>& pages_of_text() {
    using enum compiler::FindingCode;
    static const std::vector<FindingHelp> pages = {
        {UnreachableCard, "A card, terrain or keyword never comes into effect in any play.",
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
         "unreachable/bogwalk"},
        {UnreachableAbility,
         "An ability is never used in any play, although its card may be. Or what it puts off (`later`) "
         "never happens. Or an option of a choice is never possible, although the choice comes up.",
         "As unreachable.card, for each clause by itself, for each `later` of one that is used, and for each "
         "option of choices that come up. An option about an object is a note: it may be that no setup lays "
         "out such an object.",
         "look at its condition: the report names what never holds.",
         R"(kind pot: clay { plant: plant = Moonflower, age: 0..3 }

plant Moonflower
  On day 4, this blooms.)",
         "unreachable/late-bloom"},
        {UnreachableEnding, "The game declares an ending that no play reaches.",
         "All reachable positions of the scope are seen and none satisfies it; or nothing ever writes what "
         "it needs.",
         "look at its condition, or at the rule that should bring it about.",
         R"(bank: 0..5 = 5

if purse = 6 { end "Ann wins" })",
         "unreachable/six-coins"},
        {UnreachableState, "A position that the spec declares reachable is not.",
         "`check ... reachable` fails after all reachable positions of the scope were seen, or because "
         "nothing writes what "
         "it needs. A search that was cut off says so and claims nothing.",
         "correct the claim, or the rule that should lead there.",
         R"(kind house: cottage { asked: bool per turn }

repeat while months < 3 {

check "two rents" reachable gold = 2)",
         "unreachable/month-and-rent", "\"{title}\" can never be reached"},
        {Vacuous,
         "A ruling or check speaks of a position that no play comes to, so it holds without saying anything.",
         "The premise of `ruling ... when A then B`, the left side of `always A implies B` and what "
         "`eventually` "
         "awaits are looked for in every position the search meets, as unreachable.state is.",
         "correct the premise, or the rule that should bring it about.",
         R"(option "leads it to the meadow" if Brown.at = yard { Brown.at := meadow }
option "leads it home" if Brown.at = meadow { Brown.at := yard }

ruling "An ox at home has no yoke" when Brown.at = stable then not Brown.yoked)",
         "dead-text/ox-at-grass", "\"{title}\" is never put to the test"},
        {DeadText,
         "A statement, a prohibition or a trigger is written and changes nothing: everything goes on as if "
         "it "
         "were not there.",
         "Every state of the scope is looked at once more without the clause; each has the same ways on. "
         "Only where all states were "
         "searched. A trigger that is carried out and never changes anything is told, too, with a value with "
         "which it would; one that is never carried out is `unreachable.ability` instead.",
         "leave it out, or look for the condition that never holds, or for what should ask for it.",
         R"(open safe(g: goat) default no

rule "Winged goats" { safe(g) if g.wings > 2 })",
         "dead-text/winged-goats"},
        {Redundant,
         "A rule changes nothing as long as another one is there: they say the same, or the other one "
         "switches it "
         "off.",
         "Without the clause every state goes on as before; without it and the other one, some state does "
         "not.",
         "leave one of them out if they say the same and it is no reminder; else look at what switches it "
         "off.",
         R"(rule "Wool" { safe(g) if g.woolly }
rule "In winter" { safe(g) if g.woolly and winter })",
         "dead-text/thick-wool"},
        {Shadowed, "A rule never counts: wherever it would matter, an exception to it applies.",
         "As dead-text; without the exception the rule would change something.",
         "narrow the exception, or leave the rule out.",
         R"(rule "Flood" { not safe(g) if g.flooded }
rule "Hilltop" { safe(g) if g.counted except to Flood })",
         "dead-text/hilltop"},
        {Overridden,
         "Two rules disagree somewhere, and a declared exception says which counts. That is no defect.",
         "`except to` or `ignores`: the play leads to the first state in which both rules apply.",
         "nothing, unless another rule was meant to win.",
         R"(rule "Flood" { not safe(g) if g.flooded }
rule "Hilltop" { safe(g) if g.counted except to Flood })",
         "dead-text/hilltop"},
        {Unpaid,
         "A text has a price and a gain, and in some play the price changes nothing, while the gain comes "
         "all "
         "the same. What should be paid is gone, has been used already, or is protected.",
         "From each position in which nothing is under way every move is followed to the next such position. "
         "A part of a text is a price if it only ever takes something from whoever uses the text. What a "
         "thing "
         "is worth the rules show: choices and printed items ask for it, or it is a number of a player. The "
         "finding is a play in which such a part changes nothing, while another part of the same text does.",
         "let the gain hang on the price (`do { exhaust(this) } then { drawn += 1 }`, \"if you do\"), or let "
         "the text be used only where it can be paid (a `cost`, a condition). What replaces the price counts "
         "as paying it, so there only a condition helps. If it is meant, accept it.",
         R"(card Sentry
  When a guest arrives, exhaust this. Draw a card.
    = when arrive() if not this.exhausted or night {
        exhaust(this)
        drawn += 1
    })",
         "unpaid/tired-sentry"},
        {Interaction,
         "Two cards act on one another: together they come to something else than what each does by itself. "
         "That is no defect. It is what `errata ask` answers, and is looked for only where somebody asks.",
         "Each move is followed up to the next position in which nothing is under way; that a window is "
         "open is no hindrance. That is done four times: "
         "with the text of both cards, without that of the one, without that of the other, without either. "
         "Numbers that both change add up. Anything else is an interaction. So is a card that makes it "
         "possible, moves later, that another one ever does something. Where the text of one of them changes "
         "nothing in any position, nothing is said of the two.",
         "nothing, unless another outcome is meant.",
         R"(card Cull
  Destroy all units.

card Vigil
  Whenever a unit falls, draw a card.)",
         "interactions/cull-and-vigil"},
        {AmbiguousReading, "A rule that the spec declares to be ambiguous leads to different games.",
         "The alternatives of a `reading` are tried from the same positions with the same moves. The finding "
         "is the nearest "
         "position in which they part, with what each of them makes of it.",
         "keep the alternative that is meant, and print the rule so that only it can be read; until then it "
         "is a question for the authors.",
         R"(reading "Who pays" [HAR-3] {
    narrow "big ships do" { cannot dock(s) if s.big and not s.paid }
    wide "every ship does" { cannot dock(s) if s.afloat and not s.paid }
})",
         "ambiguous/harbour-dues", "\"{title}\" can be read in several ways, and it matters which"},
        {AmbiguousText, "A printed line can be read in two ways, and the two differ in play.",
         "The phrases read the line in several ways that do not mean the same, or a word such as 'it' can "
         "refer to several things. Each reading is tried in plays of its own. From some position they go "
         "on differently. The report shows that position, the move, and the result of each reading. "
         "Readings that mean the same count as one.",
         "reword the line, or make a phrase more specific; in a phrase, a hole of a category of its own says "
         "what may "
         "stand there.",
         R"(order Muster
  At dusk, you may draw a card and heal.)",
         "ambiguous/you-may-draw", "The line of {names} can mean two things"},
    };
    return pages;
}

}  // namespace errata::reports
