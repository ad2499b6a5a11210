#include "reports/explain/help.h"

namespace errata::reports {

const std::vector<DiagnosticHelp>& all_diagnostic_help() {
    static const std::vector<DiagnosticHelp> table = {
        {"E0001",
         "A file that was named on the command line, in an `import` or by `cards` does not exist or may not "
         "be read.",
         "Paths in an import start at the folder of the file that imports. If there is nothing of that name, "
         "they start at Errata's own folder, which holds the profiles. If a file in one of these folders has "
         "nearly the same name, the message names it.",
         R"(import "terains.rules"     -- the file is called terrains.rules)"},
        {"E0002", "The file holds bytes that no text has: it is an image, an archive or a compiled program.",
         "Name the .rules file; a text has to be saved as UTF-8, a table as 'CSV UTF-8'.", ""},
        {"E0003", "The file is empty or holds only comments; a table has no rows below its headings.",
         "Declare something in it, or leave it out of the spec.", ""},
        {"E0004",
         "Following the imports leads back to a file that is still being read. The notes show the way round.",
         "Move what both files need into a third one that both import.",
         R"(-- a.rules
import "b.rules"
-- b.rules
import "a.rules")"},
        {"E0005", "The folder holds no file whose name ends in .rules, at any depth.",
         "Name another folder, or a file.", ""},
        {"E0006",
         "A line of many thousand characters is no rule that a person wrote; reading it as one would take "
         "very long.",
         "Break the line, or look whether the file is what you meant.", ""},
        {"E0007",
         "`errata coverage` counts the table rows of a catalogue that begin with the id of a row. Here there "
         "is none, or one id "
         "stands in two places.",
         "Write a table row for each row of the rulebook: | SAN-TER-7 | rule | what it says |", ""},
        {"E0008",
         "An `import` reads files whose name ends in .rules, and `cards` reads those in .csv or .tsv. The "
         "file lies in the folder of the spec or below it. If that folder lies in a folder called `specs`, "
         "the file may lie anywhere below `specs`. Links are followed first. So nobody's game makes you "
         "read, and quote in messages, a file that is not its own.",
         "Move the file below the spec's folder, or both below a folder `specs`.",
         R"(import "/etc/hosts"          -- no file of this game)"},
        {"E0009",
         "A table of cards breaks off: a cell begins with a quote that is never closed, or goes on behind "
         "its "
         "closing quote. What comes then is not read, for nobody can tell which cells it belongs to.",
         "A cell stands in quotes as a whole or not at all; a quote that belongs to its text stands twice. "
         "Spreadsheet programs do so when they save.",
         R"(Name,Text
Fox,"Say "hen"."           -- "Say ""hen"".")"},
        {"E0010",
         "`cards` says under which heading each value stands, and the table has no such heading, or two of "
         "them. Headings are compared letter by letter, blanks at their ends aside.",
         "Copy the heading from the first line of the table. Columns that are not named are not read.",
         R"(cards "cards.csv" as card { name: "Name", cost: "Costs" }     -- the heading is Cost)"},
        {"E0011", "errata.toml is no TOML. The message is that of the parser, and stands where it gave up.",
         "Mend the line. A text stands in double quotes, a list in square brackets, a key occurs once.",
         R"(fail-on = "warning")"},
        {"E0012",
         "A key of errata.toml is a long option of a command, without its dashes. A key in the table of a "
         "command is an option of that command. A key before all tables is an option of any.",
         "Write the name of an option, `specs` or `outputs`. `errata check --help` lists the options.",
         R"(budget = "500000states"
[screen]
size = 2)"},
        {"E0013",
         "The option takes something else than errata.toml gives it. It takes what it takes on the command "
         "line.",
         "Write what the message says. `outputs` is a list of files, whose endings say the formats.",
         R"(outputs = ["report.html", { format = "gitlab", file = "quality.json" }])"},
        {"E0101",
         "The text does not follow the language at this place. The message says what was expected there. "
         "Reading "
         "goes on at the next line that starts at the margin, so that other errors are reported in the same "
         "run.",
         "Compare with the examples in docs/reference.",
         R"(game "Tiny"
state { gold: 0.. })"},
        {"E0102", "A block was opened with `{` and an item begins at the margin before it was closed.",
         "Add the `}`; the note says where the next item begins.",
         R"(game "Tiny"
state { gold: 0..3
turn { nothing })"},
        {"E0103", "Expressions or blocks are nested deeper than anybody can follow.",
         "Give an inner part a name with `define`, or an action of its own.", ""},
        {"E0104",
         "A row of a table has fewer cells than there are headings, or something stands behind the last of "
         "them. Mostly a separator is missing, or stands in a text without quotes around it, so that the "
         "cells behind it are those of other columns.",
         "Put the cell with the separator in quotes, or save the table from a spreadsheet program. Empty "
         "cells behind the last heading do not matter.",
         R"(Name,Cost,Text
Fox,2,Run, fox.            -- "Run, fox.")"},
        {"E0105",
         "A row of a table holds something, and its cell in the column of names is empty. Rows without "
         "anything in them are passed over.",
         "Give it a name, or empty the row. All lines of a card stand in one cell, with line breaks between.",
         R"(Name,Cost
,2)"},
        {"E0201",
         "Nothing of this name has been declared where it is used. If a known name is nearly the same, the "
         "message "
         "asks whether it was meant.",
         "Correct the name or declare it; names from another file need an `import`.",
         R"(game "Tiny"
state { silver: 0..3 }
turn { silwer := 1 })"},
        {"E0202", "Two declarations give the same name to different things.",
         "Rename one of them; the note says where the first one stands.",
         R"(game "Tiny"
state { gold: 0..3 }
state { gold: 0..5 }
turn { gold := 1 })"},
        {"E0203", "A definition needs its own value to find its value, directly or through others.",
         "Break the circle: give the value from state or from parameters.",
         R"(game "Tiny"
state { gold: 0..3 }
define a: number = b + 1
define b: number = a - 1
turn { gold := a })"},
        {"E0204",
         "The name exists, but not as what is needed here: an action where a value is needed, something that "
         "cannot be "
         "changed, a name that two types share.",
         "Use it as what it was declared to be; say which is meant (`metal.Gold`) where two types share a "
         "name.",
         R"(game "Tiny"
enum metal: Tin, Gold
enum colour: Red, Gold
state { lit: bool }
turn { lit := Gold = Gold }     -- metal.Gold or colour.Gold?)"},
        {"E0301",
         "Two things meet that can never be the same or be combined: a number and a piece, a walk and a "
         "terrain.",
         "The message names both types; change the side that is wrong.",
         R"(game "Tiny"
player Ann, Bob
state { gold: 0..3 }
turn { gold := Ann })"},
        {"E0302",
         "An action, predicate or relation was given more or fewer arguments than it has parameters.",
         "The message says how many it takes.",
         R"(game "Tiny"
state { gold: 0..3 }
action earn(n: 0..3) { gold := n }
turn { earn(1, 2) })"},
        {"E0303",
         "Something is to be enumerated that has no end: binders and parameters of stored relations range "
         "over "
         "finite types only.",
         "Give a range, an enum or a kind instead of `number` or `counter`.",
         R"(game "Tiny"
state { gold: 0..3 }
turn { for each n: number { gold := 1 } })"},
        {"E0304", "A constant lies outside the type it is used as, so this can never happen as written.",
         "Correct the number or widen the type.",
         R"(game "Tiny"
state { gold: 0..3 }
turn { gold := 7 })"},
        {"E0305",
         "A type, pool or relation is larger than Errata can hold, or to evaluate an expression once takes "
         "too long.",
         "Bound it in the `scope`: findings show up on small boards first. Of an expression, quantify over "
         "fewer things within each other: what does not depend on them is evaluated once.",
         R"(game "Tiny"
kind piece of 100000000 { at: 0..9 }
turn { nothing })"},
        {"W0306",
         "A loop that stops on its way goes to the objects that were there when it began, and remembers "
         "them: at most "
         "30. Over a larger pool it goes by the numbers of the objects, and also to those that appear "
         "meanwhile.",
         "Make the pool smaller in the `scope`.",
         R"(game "Tiny"
player Ann
kind bee of 40 { fed: bool }
turn {
    for each b: bee { choose by Ann { option "feeds {b}" { b.fed := yes } } }
    create b: bee { nothing }
})"},
        {"E0401",
         "No phrase of the game reads this printed line. The message shows the nearest phrase, the word "
         "where "
         "reading stopped, and a phrase to fill in.",
         "Reword the line, or declare a phrase for it.",
         R"(terrain Bog
  Groups without Bogwalk sink slowly.)"},
        {"E0402",
         "A phrase template cannot be used: a brace without its partner, a hole without a category, nothing "
         "but "
         "holes.",
         "Holes look like {m: minion}; there has to be at least one word.",
         R"(game "Tiny"
category effect is statements
phrase effect "remove {it" = do { nothing }
turn { nothing })"},
        {"E0403",
         "A hole of a phrase does not occur in its body, so what a card says there would have no meaning.",
         "Use the hole, or take it out of the template.",
         R"(game "Tiny"
category effect is statements
phrase effect "gain {n: number} gold" = do { nothing }
turn { nothing })"},
        {"W0404",
         "This line can be read in so many ways that not all of them can be looked at; the first is taken. "
         "(Where they can, there is no warning: readings that mean the same are one, and where they differ "
         "in play "
         "the finding ambiguous.text says so.)",
         "Reword the line, or make one of the phrases more specific.", ""},
        {"E0405",
         "Words that refer back, such as 'it' or 'its owner', stand where nothing before them introduces a "
         "thing of that "
         "sort, or where what was introduced is not kept.",
         "Name the thing, or write `introduces` at the phrase that speaks of it.",
         R"(game "Tiny"
kind piece: Ash, Birch { card: card }
printed card on piece if this.card = it
card Ferry
  When this moves, fell it.
action move(p: piece) { nothing }
action fell(p: piece) { nothing }
category effect is statements
category thing is piece
phrase line "When this moves, {e: effect}." = { when move(this) { e } }
phrase effect "fell {t: thing}" = do { fell(t) }
phrase thing "it" refers to one: piece = one
turn { move(Ash) end "evening" }
setup "a ferry" { Ash.card := Ferry })"},
        {"E0406",
         "Words of a text are said of a thing that they do not fit. It may be a verb whose phrase is about "
         "another kind, or a noun that is never a thing of this kind. Or a noun without a kind of its own "
         "fits things of two kinds, and only one of them is looked for.",
         "Name other things, or write a phrase with these words for this kind. Nouns belong into a category "
         "of things.",
         R"(game "Tiny"
kind minion: Imp { card: card }
kind wall: Gate { up: bool }
printed card on minion if this.card = it
card Bomber
  At dusk, destroy each wall.
action fall(m: minion) { nothing }
category effect is statements
category noun is things
category deed is statements given (one)
phrase noun "wall" = w: wall with w.up
phrase deed "destroy" = do { fall(one) }
phrase effect "{d: deed} each {w: noun}" = do { for each u: w { d(u) } }
phrase line "At dusk, {e: effect}." = { at dusk { e } }
turn { phase dusk { nothing } end "night" }
setup "a bomber" { Imp.card := Bomber })"},
        {"E0501",
         "A statement stands where it has no meaning. Examples are a choice in a setup, a `take` outside a "
         "scenario, and an endless `repeat` inside an effect.",
         "The message says where it may stand.",
         R"(game "Tiny"
state { gold: 0..3 }
turn { take "orders" by none })"},
        {"E0502",
         "The game lacks something it cannot be played without: a turn, a kind that a printed item names, an "
         "alternative of a reading.",
         "Add the part that is named.",
         R"(game "Tiny"
state { gold: 0..3 })"},
        {"E0503",
         "Things that happen simultaneously are carried out as one step, and a choice would have to stop in "
         "the "
         "middle of it.",
         "Make the choice before the block and use what was chosen inside.",
         R"(game "Tiny"
player Ann, Bob
state { gold: 0..3 }
turn { simultaneously { choose by Ann { option "one" { gold := 1 } option "two" { gold := 2 } } } })"},
        {"E0504",
         "The setup describes a position that cannot be: it creates more objects than there are, or needs a "
         "value that is "
         "not there yet.",
         "Widen the scope, or put the statements in another order.",
         R"(game "Tiny"
kind token of 1 { lit: bool }
turn { nothing }
setup "two of one" {
    create a: token { a.lit := yes }
    create b: token { b.lit := no }
})"},
        {"E0505", "An `expect` names a finding code or a status that does not exist.",
         "`errata explain` lists all codes; a status is proved, complete, refuted, unconfirmed, bounded or "
         "unknown.",
         R"(game "Tiny"
state { gold: 0..3 }
turn { gold := 1 }
expect loop.mandatroy)"},
        {"E0506",
         "A statement of a setup asks for a value that an earlier line has left open with `any`, or that "
         "`place` deals. Play begins with each possible value, so there is no answer to take here.",
         "Say it as a condition of the whole position with `require`. Or put the statement before the line "
         "with `any`.",
         R"(game "Tiny"
state { gold, debt: 0..3 }
turn { end "noon" }
setup "any purse" {
    gold := any
    if gold = 0 { debt := 1 }
})"},
        {"W0601",
         "An `accept` covers no finding: what was accepted has been settled, or others take part in it now. "
         "Or there are more findings of the code than it accepts, or it covers only what an `accept` before "
         "it covers, and that one counts. Or the clauses say something else since it was accepted (`as`).",
         "Remove the line, or write who takes part now, as the report says it.",
         R"(game "Tiny"
state { gold: 0..3 }
turn { gold := 1 end "done" }
accept loop.mandatory about "Bell" because "answered since")"},
        {"W0602",
         "A row is left out by an `omit`, and something else in the spec cites it, or another `omit` leaves "
         "it out, too.",
         "Decide: a row that is modelled or claimed is not left out, and one reason is enough.",
         R"(game "Tiny"
state { gold: 0..3 }
rule "Wages" [TIN-1] { ending "rich" if gold = 3 }
turn { gold += 1 }
omit [TIN-1] because "nobody is paid")"},
        {"W0603",
         "The spec names its catalogue (`meta { catalogue: \"catalogue.md\" }`), and a row that is cited "
         "here is "
         "not in it: reports cannot quote what it says.",
         "Correct the id, or add the row to the catalogue.", ""},
        {"W0604",
         "An `accept ... until DAY` has ended: what it covers counts again, as if the line were not there. "
         "Where another `accept` covers it, only the line is left over.",
         "Settle the finding, or decide anew and write a later day; remove a line that is left over.",
         R"(game "Tiny"
action ring() { nothing }
rule "Bell" { when ring() { ring() } }
turn { ring() settle end "done" }
accept loop.mandatory about "Bell" because "answered in the next printing" until 2020-01-31)"},
        {"W0610",
         "Two phrases of one category have the same words, so every text with these words can be read in two "
         "ways.",
         "Delete one of them, or make a hole of one more specific.",
         R"(game "Tiny"
state { gold: 0..3 }
category effect is statements
phrase effect "gain a coin" = do { gold += 1 }
phrase effect "(gain|gain) a coin" = do { gold := 1 }
turn { gold := 1 end "done" })"},
        {"W0611",
         "A phrase is not used by any text of the spec, though some text has nearly its words: it may have "
         "been meant for it.",
         "Delete the phrase, or correct its words.", ""},
        {"W0612",
         "Two cards say the same thing by different phrases, and players will look for a difference.",
         "Say it the same way on both.", ""},
        {"W0613",
         "A line of text has words in brackets ( ). They are taken for a reminder, which says nothing that "
         "the "
         "rules do not say, so nothing reads them. A reminder is a sentence of its own; these words are "
         "none.",
         "Write them without brackets, and declare a phrase that reads the line. A reminder begins with a "
         "capital letter and ends with a full stop inside the brackets.",
         ""},
        {"W0614", "A table of cards has a column that holds sentences, and no field of 'cards' reads it.",
         "If it is rules text, add it: text: \"HEADING\" (several columns may be text). If it is not, say "
         "so: "
         "unread: \"HEADING\".",
         ""},
        {"W0615",
         "A printed value is a number without a default, and an item does not give it. It counts as 0, or as "
         "the "
         "least number that the value can have.",
         "Give the number on the item, or a default where the value is declared: cost: 0..9 = 0.", ""},
    };
    return table;
}

}  // namespace errata::reports
