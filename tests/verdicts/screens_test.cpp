// Screens: on pools of a few cards, what a screen finds is what setups written by hand find, one for each
// multiset; what it counts; and the tables that are made where a spec has none.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/driver/driver.h"
#include "checker/driver/session.h"
#include "checker/fact_kinds.h"
#include "checker/screen/made_tables.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/source/file_reader.h"
#include "tests/support/memory_reader.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"
#include "tests/support/specs.h"
#include "tests/support/titles.h"

namespace errata::tests {
namespace {

using checker::CheckResult;
using checker::Screened;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Checked {
    CheckResult result;
    std::string made_tables;
    std::set<std::string> titles;  // of the findings
};

std::filesystem::path written(const std::string& text) {
    const auto path = scratch_file("screened.rules");
    std::ofstream(path) << text;
    return path;
}

Checked checked(const std::string& text, const compiler::CompileOptions& compiled = {},
                checker::CheckOptions options = {}) {
    const auto path = written(text);
    const dsl::DiskReader disk;
    const checker::Session session = checker::open_session(disk, path.string(), compiled);
    std::filesystem::remove(path);
    EXPECT_FALSE(session.parts.empty()) << text << session.sink.sorted().front().message;
    if (session.parts.empty()) return {};
    const compiler::Model& model = session.parts.front().model;
    Checked made{checker::check(model, options), session.made_tables, {}};
    made.titles = tests::titles(model, made.result);
    return made;
}

// Cards that answer each other, forbid each other, cost too much, and copies that set each other off.
const std::string court_cards[] = {"Bell", "Echo", "Reaper", "Saint", "Twin", "Giant"};
constexpr const char* court = R"(game "Court"
player Ann, Bob
enum sound: none_yet, ding, dong
kind player of 2 { gold: 0..3 = 3 }
kind seat of 2 { card: card?  owner: player  there: bool  hurt: bool }
state { last: sound }
printed card on seat if this.card = it and this.there { price: 0..9 = 1 }
card Bell
  When Ann or Bob says ding, say dong.
card Echo
  When Ann or Bob says dong, say ding.
card Reaper
  When this comes, hurt the others.
card Saint
  Nobody is hurt.
card Twin
  When a Twin is hurt, hurt the others.
card Giant, price: 5
  When this comes, say ding.
action say(s: sound) { last := s }
action come(s: seat) { s.there := yes }
action harm(s: seat) { s.hurt := yes }
turn {
    choose by Ann {
        option "says ding" { say(ding) }
        option "harms {s}" for s: seat with s.there { harm(s) }
        option "waits" { nothing }
    }
    choose s: seat with s.card is not none and not s.there and s.owner.gold >= s.card.price by Ann
      "plays {s}" {
        come(s)
    } otherwise { nothing }
    end "over"
}
category effect is statements
phrase line "When Ann or Bob says {s: sound}, {e: effect}." = { when say(s) { e } }
phrase line "When this comes, {e: effect}." = { when come(this) { e } }
phrase line "When a {c: card} is hurt, {e: effect}." = { when harm(s) if s.card = c and s != this { e } }
phrase line "Nobody is hurt." = { cannot harm(s) }
phrase effect "say {s: sound}" = do { say(s) }
phrase effect "hurt the others" = do { for each s: seat with s.there and s != this { harm(s) } }
)";

std::set<std::string> fingerprints_of(const CheckResult& result) {
    std::set<std::string> found;
    for (const checker::Finding& finding : result.findings) {
        using compiler::FindingCode;
        const bool needs_all =
            finding.code == FindingCode::DeadText || finding.code == FindingCode::Redundant ||
            finding.code == FindingCode::Shadowed || finding.code == FindingCode::UnreachableAbility ||
            finding.code == FindingCode::UnreachableCard;
        if (!needs_all) found.insert(finding.fingerprint);
    }
    return found;
}

std::string setups_by_hand() {
    std::string text;
    for (const char* there : {"yes", "no"}) {
        for (const std::string& one : court_cards) {
            text += "setup \"" + one + there + "\" { seat1.card := " + one + " seat1.there := " + there +
                    " seat1.owner := any }\n";
            for (const std::string& other : court_cards) {
                if (other < one) continue;
                text += "setup \"" + one + other + there + "\" { seat1.card := " + one +
                        " seat2.card := " + other + " for each s: seat { s.there := " + there +
                        " s.owner := any } }\n";
            }
        }
    }
    return text;
}

constexpr const char* court_screens = R"(
screen "there" of card { place s: seat { s.there := yes  s.owner := any } }
screen "to come" of card { place s: seat { s.owner := any } }
)";

TEST(Screens, FindWhatSetupsByHandFind) {
    const CheckResult by_hand = checked(court + setups_by_hand()).result;
    const CheckResult screened = checked(std::string(court) + court_screens).result;
    EXPECT_EQ(fingerprints_of(screened), fingerprints_of(by_hand));
    EXPECT_GE(fingerprints_of(screened).size(), 3U);
}

TEST(Screens, FindTheSameInPartsAndWithoutReductions) {
    const auto whole = fingerprints_of(checked(std::string(court) + court_screens).result);
    checker::CheckOptions parts;
    parts.budget.initial_states = 3;
    EXPECT_EQ(fingerprints_of(checked(std::string(court) + court_screens, {}, parts).result), whole);
    checker::CheckOptions plain;
    plain.reductions = checker::no_reductions;
    EXPECT_EQ(fingerprints_of(checked(std::string(court) + court_screens, {}, plain).result), whole);
}

TEST(Screens, CountEverySetOnce) {
    const CheckResult result = checked(std::string(court) + court_screens).result;
    ASSERT_TRUE(result.screened);
    std::vector<std::size_t> sets;
    for (const auto& one : result.screened->sets) {
        sets.push_back(one.sets);
        EXPECT_EQ(one.open, 0U);
        EXPECT_TRUE(one.all_known);
    }
    EXPECT_THAT(sets, ElementsAre(6, 21, 6, 21));  // copies of a card meet each other
    EXPECT_THAT(result.screened->totals,
                ElementsAre(checker::SetsOfSize{"card", 1, 6, 0}, checker::SetsOfSize{"card", 2, 21, 0}));
}

const checker::ItemUse& use_of(const Screened& screened, const std::string& name) {
    return *std::ranges::find(screened.items, name, &checker::ItemUse::name);
}

TEST(Screens, SayWhatCannotBePlayedAndWhoNeedsAPartner) {
    const Screened screened = *checked(std::string(court) + court_screens).result.screened;
    EXPECT_EQ(use_of(screened, "Giant").is_playable, false);
    EXPECT_THAT(use_of(screened, "Giant").miss,
                HasSubstr("is never possible, for want of price of Giant <= Ann.gold (price of Giant is 5; "
                          "Ann.gold is 3, and nothing changes it)."));
    EXPECT_EQ(use_of(screened, "Bell").is_playable, true);
    EXPECT_THAT(use_of(screened, "Bell").acts_with, ElementsAre("Bell"));
    EXPECT_THAT(use_of(screened, "Echo").acts_with, ElementsAre("Bell", "Echo"));
}

TEST(Screens, SayWhatCannotBePlayedWhereItMayLieThereAnyway) {
    const std::string anywhere =
        "screen \"anywhere\" of card { place s: seat { s.there := any  s.owner := any } }\n";
    const Screened screened = *checked(court + anywhere).result.screened;
    EXPECT_EQ(use_of(screened, "Giant").is_playable, false);
    EXPECT_THAT(use_of(screened, "Giant").miss, HasSubstr("price of Giant <= Ann.gold"));
    EXPECT_EQ(use_of(screened, "Bell").is_playable, true);
}

TEST(Screens, SeeACardPlayedThoughThatIsWhereAnotherPlayBegins) {
    const Screened screened = *checked(R"(game "Beds"
player Ann
kind bed of 2 { card: card?  planted: bool }
printed card on bed if this.card = it and this.planted
card Daisy
card Rose
turn {
    choose b: bed with b.card is not none and not b.planted by Ann "plants {b}" {
        b.planted := yes
    } otherwise { nothing }
}
screen "anywhere" of card, turns: 0 { place b: bed { b.planted := any } }
)")
                                   .result.screened;
    EXPECT_EQ(use_of(screened, "Daisy").is_playable, true);
    EXPECT_EQ(use_of(screened, "Rose").is_playable, true);
}

// What they do with what the other cards allow is no way to bring a card into effect.
TEST(Screens, DoNotSendForAnotherCardToExplainWhyOneIsNeverPlayed) {
    const Screened screened = *checked(std::string(court) + court_screens).result.screened;
    EXPECT_THAT(use_of(screened, "Giant").miss, Not(HasSubstr("Bell")));
}

// Who dies at one moment with others, and what is gained for each, has no order: sets are laid out once.
TEST(Screens, DoNotTellApartWhatLeavesAtOneMoment) {
    const tests::MemoryReader reader(std::map<std::string, std::string>{{"plague.rules", R"(game "Plague"
player Ann
zone place: field, grave
kind rat of 2 { card: card?  at: place  sick: bool while at }
state { coins: 0..9 }
printed card on rat if this.card = it and this.at = field
card Bell
  When another rat dies, gain a coin.
card Cat
  At dawn, all are sick.
action die(r: rat) { r.at := grave  gain(1) }
action gain(n: 1..3) { coins := min(9, coins + n) }
rule "The sick" {
    whenever some r: rat with r.at = field and r.sick {
        for each r: rat with r.at = field and r.sick { die(r) }
    }
}
turn { phase dawn { settle } end "over" }
phrase line "When another rat dies, gain a coin." = { when die(r) if r != this { gain(1) } }
phrase line "At dawn, all are sick." = { at dawn { for each r: rat with r.at = field { r.sick := yes } } }
screen "field" of card { place r: rat { } }
)"}});
    const checker::Session session = checker::open_session(reader, "plague.rules", {});
    ASSERT_FALSE(session.parts.empty());
    const compiler::Model& model = session.parts.front().model;
    EXPECT_TRUE(std::ranges::any_of(model.types, [](const compiler::Type& type) {
        return type.name == "rat" && type.interchangeable && !type.optional;
    }));
}

TEST(Screens, SayThatALineCanBeReadInTwoWays) {
    const CheckResult result = checked(R"(game "Inn"
player Ann
kind guest of 2 { card: card?  in_play: bool }
state { coins: 0..9, luck: 0..9 }
printed card on guest if this.card = it and this.in_play
card Seer
  When this enters, gain a coin and gain luck or gain a coin.
card Oaf
action enter(g: guest) { g.in_play := yes }
turn {
    choose g: guest with g.card is not none and not g.in_play by Ann "plays {g}" {
        enter(g)
    } otherwise { nothing }
}
category effect is statements
phrase line "When this enters, {e: effect}." = { when enter(this) { e } }
phrase effect "gain a coin" = do { coins := min(9, coins + 1) }
phrase effect "gain luck" = do { luck := min(9, luck + 1) }
phrase effect "{a: effect} and {b: effect}" = do { a  b }
phrase effect "{a: effect} or {b: effect}" = do {
    choose by Ann { option "the first" { a } option "the second" { b } }
}
screen "in hand" of card { place g: guest { } }
)")
                                   .result;
    ASSERT_FALSE(result.findings.empty());
    EXPECT_EQ(result.findings.front().code, compiler::FindingCode::AmbiguousText);
}

// A set that grows without end is searched by itself.
TEST(Screens, AreSeenToTheEndButForWhatGrows) {
    checker::CheckOptions options;
    options.budget.initial_states = 4;
    const CheckResult result = checked(R"(game "Mill"
player Ann
kind wheel of 2 { card: card? }
state { flour: counter, stones: 0..3 }
printed card on wheel if this.card = it
card Mill
  Ann may grind flour.
card Quarry
  Ann may break a stone.
card Barn
  At dawn, count the stones.
turn {
    phase dawn { nothing }
    phase day { open work }
    if flour > 1000000 { end "rich" }
}
window work for Ann
phrase line "Ann may grind flour." = { may "grinds" in work by Ann { flour += 1 } }
phrase line "Ann may break a stone." = { may "breaks a stone" in work by Ann if stones < 3 { stones += 1 } }
phrase line "At dawn, count the stones." = { at dawn { stones := stones } }
screen "all" of card { place w: wheel { } }
)",
                                       {}, options)
                                   .result;
    ASSERT_TRUE(result.screened);
    ASSERT_EQ(result.screened->sets.size(), 2U);
    EXPECT_EQ(result.screened->sets[0].open, 1U);
    EXPECT_EQ(result.screened->sets[1].sets, 6U);
    EXPECT_EQ(result.screened->sets[1].open, 3U);
}

TEST(Screens, TellOnlyTheSmallestSetThatShowsSomething) {
    for (const checker::Finding& finding : checked(std::string(court) + court_screens).result.findings) {
        if (finding.code == compiler::FindingCode::ContradictionMustCannot && finding.clauses.size() > 2)
            ADD_FAILURE() << finding.fingerprint;
    }
}

TEST(Screens, NameTheSetsThatAreNotSeenToTheEnd) {
    const std::string text = R"(game "Rats"
player Ann
kind rat of 3 { card: card? }
kind egg of 2 { old: bool }
printed card on rat if this.card = it
card Nest
  At dawn, lay an egg.
card Stone
  At dawn, do nothing.
turn { phase dawn { nothing } }
phrase line "At dawn, lay an egg." = { at dawn { create e: egg { e.old := yes } } }
phrase line "At dawn, do nothing." = { at dawn { nothing } }
screen "in the barn" of card, turns: 5 { place r: rat { } }
)";
    const CheckResult result = checked(text).result;
    ASSERT_TRUE(result.screened);
    EXPECT_TRUE(result.inconclusive);
    const auto& sets = result.screened->sets;
    ASSERT_EQ(sets.size(), 2U);
    EXPECT_EQ(sets[0].sets, 2U);
    EXPECT_EQ(sets[0].open, 1U);
    ASSERT_EQ(sets[0].shown.size(), 1U);
    EXPECT_THAT(sets[0].shown[0].items, ElementsAre("Nest"));
    EXPECT_THAT(sets[0].shown[0].why, ElementsAre(checker::Fact{checker::FactKind::FullAt,
                                                                {"egg", std::size_t{2}, std::size_t{4}}}));
    EXPECT_EQ(sets[1].open, 2U);
    EXPECT_EQ(result.screened->totals[1].open, 2U);
    EXPECT_THAT(sets[1].shown, IsEmpty()) << "they hold one that is open alone";
}

// What outgrows its pool on one table leaves nothing open on another, and no smaller set than its own.
TEST(Screens, DecideWhatNoOpenSetCanChange) {
    const std::string text = R"(game "Barns"
player Ann
kind rat of 2 { card: card?  out: bool }
kind egg of 2 { old: bool }
printed card on rat if this.card = it and this.out { price: 0..9 = 0 }
card Nest
  At dawn, lay an egg.
card Giant, price: 5
  At dawn, age the eggs.
turn {
    phase dawn { nothing }
    choose r: rat with r.card is not none and not r.out and r.card.price < 3 by Ann "lets {r} out" {
        r.out := yes
    } otherwise { nothing }
}
phrase line "At dawn, lay an egg." = { at dawn { create e: egg { e.old := no } } }
phrase line "At dawn, age the eggs." = { at dawn { for each e: egg with not e.old { e.old := yes } } }
screen "out" of card, turns: 5 { place r: rat { r.out := yes } }
screen "to come" of card, size: 1, turns: 1 { place r: rat { } }
)";
    const CheckResult result = checked(text).result;
    ASSERT_TRUE(result.screened);
    EXPECT_TRUE(result.inconclusive);
    const checker::ItemUse& giant = use_of(*result.screened, "Giant");
    EXPECT_EQ(giant.smallest_open, 2U);
    EXPECT_EQ(checker::playable(giant), false);
    EXPECT_THAT(giant.miss, HasSubstr("5"));
}

// One search looks at many sets: what is found of one of them stands for no other.
TEST(Screens, TellEveryPairThatWins) {
    const std::string text = R"(game "Tolls"
player Ann, Bob
enum ware: wool, wax
kind player of 2 { life: 0..9 = 9 }
kind seat of 2 { card: card? }
relation stock(w: ware): 0..2
printed card on seat if this.card = it
card Carder
  Pay 1 wool: hurt Bob.
card Shepherd
  When Bob is hurt, take 1 wool.
card Chandler
  Pay 1 wax: hurt Bob.
card Beekeeper
  When Bob is hurt, take 1 wax.
window main for Ann
action hurt() { Bob.life := max(0, Bob.life - 1) }
rule "Winning" { ending "Ann wins" for Ann if Bob.life = 0 }
turn { phase day { open main } }
phrase line "Pay 1 {w: ware}: hurt Bob." = {
    may "uses {this}" in main by Ann cost { stock(w) -= 1 } at once { hurt() }
}
phrase line "When Bob is hurt, take 1 {w: ware}." = { when hurt() { stock(w) := min(2, stock(w) + 1) } }
screen "in play" of card {
    place s: seat { }
    for each w: ware { stock(w) := 1 }
}
)";
    std::set<std::string> wins = checked(text).titles;
    std::erase_if(wins, [](const std::string& title) { return !title.starts_with("⟦ChosenUntilEnding: "); });
    EXPECT_THAT(wins, ElementsAre(HasSubstr("Carder and Shepherd"), HasSubstr("Chandler and Beekeeper")));
}

TEST(Screens, LookNoFurtherThanTheirTurns) {
    const std::string text = R"(game "Slow"
player Ann
state { day: counter }
kind seat of 1 { card: card? }
printed card on seat if this.card = it
card Stone
turn { day += 1 settle }
screen "a week" of card, size: 1, turns: 7 { place s: seat { } }
)";
    const CheckResult result = checked(text).result;
    EXPECT_FALSE(result.inconclusive);
    for (const checker::Finding& finding : result.findings)
        EXPECT_EQ(finding.code, compiler::FindingCode::DeadText);
}

TEST(Screens, AreMadeWhereTheSpecHasNone) {
    compiler::CompileOptions options;
    options.screens.alone = true;
    checker::CheckOptions only;
    only.screens_only = true;
    const Checked made = checked(court, options, only);
    EXPECT_THAT(made.made_tables, HasSubstr("screen \"card: in effect\" of card, size: 2, turns: 1 {"));
    EXPECT_THAT(made.made_tables, HasSubstr("screen \"card: in effect or waiting\" of card"));
    EXPECT_THAT(made.made_tables, HasSubstr("x.owner := any"));
    const auto found = fingerprints_of(made.result);
    EXPECT_EQ(found, fingerprints_of(checked(std::string(court) + court_screens, {}, only).result));
    EXPECT_EQ(found, fingerprints_of(checked(court + made.made_tables, {}, only).result));
}

Checked screened_on_made_tables(const std::string& text) {
    compiler::CompileOptions options;
    options.screens.alone = true;
    checker::CheckOptions only;
    only.screens_only = true;
    return checked(text, options, only);
}

// Three books of which a scope leaves two more. Lines deal them, and one setup begins with another.
constexpr const char* shelf = R"(game "Shelf"
player Ann, Bob
enum place: hand, field
kind book of 9 (card, at, owner) { card: card? at: place owner: player }
printed card on book if this.card = it and this.at = field { pages: 0..9 }
card Blank
card Gong
  Whenever a bell rings, ring a bell.
action ring() { nothing }
phrase line "Whenever a bell rings, ring a bell." = { when ring() { ring() } }
turn {
    choose by Ann {
        option "rings" { ring() }
        option "waits" { end "night" }
    }
    settle
}
scope small { book: 5 }
setup "a blank" {
    book blank: Blank, field, Bob
}
setup "and a gong" from "a blank" {
    book gong: Gong, field, Ann
    gong.owner := Bob
}
)";

TEST(MadeTables, BeginWithWhatLinesDealButForItemsWithText) {
    const Checked made = screened_on_made_tables(shelf);
    EXPECT_THAT(made.made_tables, HasSubstr("book blank: Blank, field, Bob"));
    EXPECT_THAT(made.made_tables, Not(HasSubstr("gong"))) << "what is left out is spoken of nowhere";
    EXPECT_THAT(made.made_tables, HasSubstr("place x: book with x != blank"));
    EXPECT_THAT(made.made_tables, Not(HasSubstr("book9"))) << "the scope leaves five";
    EXPECT_THAT(made.titles, testing::Contains("⟦ForEver: Gong⟧"));
}

// From the initial position the game is over before anything is asked.
constexpr const char* regatta = R"(game "Regatta"
player Ann, Bob
enum berth: shore, lake
kind player of 2 { flagship: boat?  ropes: 0..3 = 3 }
kind boat: Heron, Stork, dinghy, punt { crew: crew?  owner: player?  at: berth }
state { turn_of: player = Ann, horns: 0..4 }
printed crew on boat if this.crew = it and this.at = lake { pay: 0..3 = 1 }
crew Trumpeter
  When a horn is blown, blow a horn.
crew Deckhand
  When a boat is launched, blow a horn.
action blow() { horns := min(4, horns + 1) }
action launch(b: boat) { b.at := lake }
phrase line "When a horn is blown, blow a horn." = { when blow() { blow() } }
phrase line "When a boat is launched, blow a horn." = { when launch(_) { blow() } }
rule "Winning" {
    ending "Ann wins" if Bob.flagship is none
    ending "Bob wins" if Ann.flagship is none and Bob.flagship is not none
}
turn {
    phase day {
        choose by turn_of {
            option "launches {b}" for b: boat with b.at = shore and b.crew is not none and b.owner = turn_of {
                launch(b)
            }
            option "waits" { nothing }
        }
    }
    turn_of := if turn_of = Ann then Bob else Ann
}
)";

TEST(Screens, AreMadeFromTheSetupsOfTheSpec) {
    const std::string setup = R"(setup "start" {
    Heron.at := lake
    Heron.owner := Ann
    Stork.at := lake
    Stork.owner := Bob
    Ann.flagship := Heron
    Bob.flagship := Stork
    let first_boat = dinghy
    first_boat.crew := Deckhand
    for each b: boat with b != Heron and b != Stork { b.crew := Trumpeter b.owner := Ann }
}
setup "others" {
    Heron.at := lake
    Heron.owner := Ann
    Stork.at := lake
    Stork.owner := Bob
    Ann.flagship := Heron
    Bob.flagship := Stork
    let first_boat = dinghy
    for each b: boat with b != Heron and b != Stork { b.crew := Deckhand b.owner := Ann }
}
)";
    const Checked made = screened_on_made_tables(regatta + setup);
    EXPECT_THAT(made.made_tables, HasSubstr("    place x: boat with x != Heron and x != Stork {\n"
                                            "        x.owner := any\n"
                                            "        x.at := any\n"
                                            "        require x.at = lake\n"));
    EXPECT_THAT(made.made_tables, Not(HasSubstr("others"))) << "they differ in who bears which item alone";
    EXPECT_THAT(made.titles, testing::Contains("⟦ForEver: Trumpeter⟧"))
        << "one waits ashore, the other is on the lake";
    EXPECT_THAT(screened_on_made_tables(regatta).titles, Not(testing::Contains(HasSubstr("Trumpeter"))));
}

// Ivy does something only where it is bound to somebody's pole.
TEST(Screens, AreMadeWithBystandersAndWithHosts) {
    const std::string garden = R"(game "Garden"
player Ann, Bob
enum bed: shed, soil
kind plant of 5 { seed: seed?  owner: player  at: bed  on: plant? }
printed seed on plant if this.seed = it and (this.at = soil or this.on is not none)
seed Ivy
  Its pole cannot be watered.
seed Cloud
  At noon, water the plants of Bob.
action water(p: plant) { nothing }
phrase line "Its pole cannot be watered." = { cannot water(p) if p = this.on }
phrase line "At noon, water the plants of Bob." = {
    at noon { for each p: plant with p.owner = Bob and p.at = soil and p.seed is none { water(p) } }
}
turn { phase noon { nothing } }
)";
    const Checked made = screened_on_made_tables(garden);
    EXPECT_THAT(made.made_tables, HasSubstr("    plant5.at := soil\n    plant5.owner := Ann\n"
                                            "    plant4.at := soil\n    plant4.owner := Bob\n"));
    EXPECT_THAT(
        made.made_tables,
        HasSubstr("        x.on := any\n        require x.on is none or (x.on != x and (x.on.at = soil "
                  "or x.on.on is not none))\n"));
    EXPECT_THAT(made.titles, testing::Contains(HasSubstr(", Cloud, Ivy, ")));
}

// Where the condition does not say where an item lies, it may lie anywhere.
TEST(Screens, AreMadeWithItemsAtAllPlaces) {
    const std::string orchard = R"(game "Orchard"
player Ann
enum spot: basket, tree, ground
kind fruit of 4 { label: label  at: spot }
printed label on fruit if this.label = it
label Gale
  When this is shown, drop each fruit from its tree.
label Clinger
  Fruit cannot be dropped.
label Blank
action drop(f: fruit) { f.at := ground }
action show(f: fruit) { nothing }
phrase line "When this is shown, drop each fruit from its tree." = {
    when show(this) { for each f: fruit in order with f.at = tree { drop(f) } }
}
phrase line "Fruit cannot be dropped." = { cannot drop(_) }
turn { choose f: fruit with f.at = basket by Ann "shows {f}" { show(f) } otherwise { nothing } settle }
)";
    EXPECT_THAT(screened_on_made_tables(orchard).titles, testing::Contains(HasSubstr(", Gale, Clinger, ")));
}

TEST(Screens, AreSearchedWithoutTheSetups) {
    compiler::CompileOptions options;
    options.screens.alone = true;
    const std::string setup = "setup \"bells\" { for each s: seat { s.card := Bell s.there := yes } }\n";
    const CheckResult alone = checked(std::string(court) + court_screens + setup, options).result;
    const CheckResult none = checked(std::string(court) + court_screens, options).result;
    EXPECT_EQ(alone.stats.at(checker::Statistic::States), none.stats.at(checker::Statistic::States));
}

// Every set counts, also those that the search has no time to begin with.
TEST(Screens, CountSetsThatWereNeverBegun) {
    checker::CheckOptions options;
    const std::atomic<bool> over = true;
    options.interrupted = &over;
    const CheckResult result = checked(std::string(court) + court_screens, {}, options).result;
    ASSERT_TRUE(result.screened);
    for (const checker::SetsOfSize& total : result.screened->totals) {
        EXPECT_EQ(total.sets, total.items == 1 ? 6U : 21U);
        EXPECT_EQ(total.open, total.sets);
    }
}

TEST(Screens, SpeakOnlyOfItemsThatWereLaidOut) {
    compiler::CompileOptions options;
    options.screens.items = {"Echo"};
    options.screens.size = 1;
    const CheckResult result = checked(std::string(court) + court_screens, options).result;
    ASSERT_EQ(result.screened->items.size(), 1U);
    EXPECT_EQ(result.screened->items.front().name, "Echo");
}

// What never acts is not cleared: neither a trigger that is never set off, nor a prohibition that forbids
// nothing.
TEST(Screens, ClearNothingAboutWhatNeverActs) {
    const auto ran = [](const std::string& text) {
        const auto path = written(text);
        const Ran result = run_errata({"screen", "--verbose", path.string()});
        std::filesystem::remove(path);
        return result;
    };
    const std::string forge = R"(game "Forge"
player Ann
kind anvil of 2 { charm: charm? }
state { heat: 0..1, blows: 0..1 }
printed charm on anvil if this.charm = it
charm Bellows
  When the forge is cold, strike.
charm Tongs
  Nothing is struck.
phrase line "When the forge is cold, strike." = { when cool() { strike() } }
phrase line "Nothing is struck." = { cannot strike() }
action cool() { heat := 0 }
action strike() { blows := 1 }
turn {
    choose by Ann {
        option "heats it" if heat = 0 { heat := 1 }
        option "waits" { nothing }
    }
    settle
}
)";
    const Ran idle = ran(forge);
    EXPECT_EQ(idle.code, 3) << idle.out;
    EXPECT_THAT(idle.out, HasSubstr("not cleared: 1 printed item that never acts: Bellows"));
    std::string cooled = forge;
    cooled.replace(cooled.find("{ nothing }"), 11, "{ cool() }");
    EXPECT_THAT(ran(cooled).out, Not(HasSubstr("never acts")));
}

// Many cards make many tables. Their owner may be nobody, and then no text would do anything.
TEST(Screens, OfManyCardsHaveOwners) {
    std::string text = R"(game "Row"
player Ann, Bob
zone place: row, deck, hand, played, discard, trash
kind copy: a1, b1, r1, r2 { owner: player?, card: card?, at: place = row }
kind player of 2 { coins: 0..9 }
state { active: player = Ann }
printed card on copy if this.card = it and this.at = played
phrase line "When your turn starts, gain a coin." = {
    at dawn if this.owner = active { active.coins := min(9, active.coins + 1) }
}
meta { trigger_order: active }
turn { phase dawn { nothing } settle end "night" }
)";
    for (int i = 0; i < 18; ++i)
        text += "card C" + std::to_string(i) + "\n  When your turn starts, gain a coin.\n";
    const auto path = written(text);
    const Ran ran = run_errata({"screen", "--format", "csv", path.string()});
    std::filesystem::remove(path);
    EXPECT_THAT(ran.out, HasSubstr("\nC0,card,acts,"));
    EXPECT_THAT(ran.out, HasSubstr("\nC17,card,acts,"));
}

// What two copies of a card do hides nothing of a table with one.
TEST(Screens, TellOfAPairWhatEachCardDoesWithItsCopy) {
    const Ran ran = run_errata({"check", litmus_spec("two-bells"), "--all"});
    EXPECT_THAT(ran.out, HasSubstr("\"Bell\" and \"Gong\" repeat for ever"));
    EXPECT_THAT(ran.out, HasSubstr("\"Bell\" repeats for ever"));
    EXPECT_THAT(ran.out, HasSubstr("\"Gong\" repeats for ever"));
}

// A text that is carried out in vain has not acted.
TEST(Screens, DoNotTakeWhatIsCarriedOutForAnAct) {
    const std::string nest = R"(game "Nest"
player Ann
kind twig: t1, t2 { bird: bird?  here: bool = yes  eggs: 0..3 }
printed bird on twig if this.bird = it and this.here
bird Wren
  When this leaves, if it is here, lay an egg.
bird Crow
  At dusk, the other one leaves.
action leave(t: twig) { t.here := no }
phrase line "When this leaves, if it is here, lay an egg." = {
    when leave(this) looking back { if this.here and this.eggs < 3 { this.eggs += 1 } }
}
phrase line "At dusk, the other one leaves." = {
    at dusk { for each t: twig with t != this and t.here { leave(t) } }
}
turn { phase dusk { nothing } settle end "night" }
screen "tree" of bird, size: 2 { place t: twig { nothing } }
)";
    const auto path = written(nest);
    const Ran idle = run_errata({"screen", path.string()});
    EXPECT_THAT(idle.out, HasSubstr("Wren: its text does nothing in any set"));
    const Ran rows = run_errata({"screen", "--format", "csv", path.string()});
    EXPECT_THAT(rows.out, HasSubstr("\nWren,bird,never acts,"));
    std::filesystem::remove(path);
    const auto laying = written(std::string(nest).replace(nest.find("if this.here and "), 17, "if "));
    EXPECT_THAT(run_errata({"screen", "--format", "csv", laying.string()}).out,
                HasSubstr("\nWren,bird,acts,"));
    std::filesystem::remove(laying);
}

TEST(Screens, TellDeadText) {
    const std::string hangar = R"(game "Hangar"
player Ann
enum spot: shed, field
enum skill: glides
kind plane: Kite, Crane { make: make?  at: spot  gone: bool }
printed make on plane if this.make = it and this.at = field
make Wing
  Glides
derived able(p: plane, s: skill): bool = no
phrase line "{s: skill}" = { able(this, s) := yes }
turn {
    phase day {
        choose by Ann {
            option "pushes {p}" for p: plane with p.at = shed { p.at := field }
            option "throws {p}" for p: plane with p.at = shed and able(p, glides) { p.gone := yes }
            option "waits" { nothing }
        }
    }
    end "night"
}
screen "shed" of make, size: 1 { place p: plane { p.at := any } }
)";
    compiler::CompileOptions options;
    options.screens.alone = true;
    checker::CheckOptions only;
    only.screens_only = true;
    EXPECT_THAT(checked(hangar, options, only).titles, testing::Contains(HasSubstr("Wing")));
    // Of some of the sets nothing follows.
    options.screens.shards = 2;
    for (options.screens.shard = 1; options.screens.shard <= 2; ++options.screens.shard)
        EXPECT_TRUE(checked(hangar, options, only).titles.empty()) << options.screens.shard;
}

// That it never comes into effect is no defect of a card where play brings none in: setups do.
TEST(Screens, AskWhatCanBePlayedOnlyWherePlayBringsItIn) {
    const std::string duel = R"(game "Duel"
player Ann
kind minion: Ash, Birch { card: card, in_play: bool = yes, tired: bool }
printed card on minion if this.card = it and this.in_play
card Oak
  When a minion is woken, it tires.
card Elm
  It is there.
phrase line "When a minion is woken, it tires." = { when wake(m) { m.tired := yes } }
phrase line "It is there." = { rest(_) if yes }
open rest(m: minion) default no
action wake(m: minion) { nothing }
turn {
    choose by Ann {
        option "wakes {m}" for m: minion with m.in_play and not m.tired { wake(m) }
        option "fells {m}" for m: minion with m.in_play { m.in_play := no }
        option "waits" { nothing }
    }
    settle
}
)";
    compiler::CompileOptions options;
    options.screens.alone = true;
    checker::CheckOptions only;
    only.screens_only = true;
    const auto playable = [&](const std::string& text) {
        const CheckResult result = checked(text, options, only).result;
        const auto oak = std::ranges::find(result.screened->items, "Oak", &checker::ItemUse::name);
        return oak->is_playable;
    };
    EXPECT_EQ(playable(duel), std::nullopt);
    std::string brought = duel;
    const std::string fells = "option \"fells {m}\"";
    brought.insert(brought.find(fells),
                   "option \"calls {m}\" for m: minion with not m.in_play and "
                   "m.tired { m.in_play := yes }\n        ");
    EXPECT_EQ(playable(brought), false) << "it could be, and is not: nobody there is tired";
    brought.replace(brought.find("and m.tired {"), 11, "");
    EXPECT_EQ(playable(brought), true);
}

// Every square bears some terrain: those of no set bear the one that says least, and somebody can walk there.
constexpr const char* board = R"(game "Walk"
player Ann
grid square 2 x 2 { ground: ground }
kind walker of 2 { at: square? = none  tired: bool }
printed ground on square if this.ground = it
ground Bog
  Who enters this is tired.
  Who enters this rests.
ground Meadow
  Who enters this rests.
ground Road
action enter(w: walker, s: square) { w.at := s }
action tire(w: walker) { w.tired := yes }
turn {
    phase day {
        choose w: walker, s: square with w.at is not none and adjacent(w.at, s) by Ann "goes to {s}" {
            enter(w, s)
        }
            otherwise { nothing }
    }
    end "over"
}
phrase line "Who enters this is tired." = { as enter(w, this) { w.tired := yes } }
phrase line "Who enters this rests." = { as enter(w, this) { w.tired := no } }
)";

TEST(Screens, AreMadeForBoards) {
    compiler::CompileOptions options;
    options.screens.alone = true;
    checker::CheckOptions only;
    only.screens_only = true;
    const Checked made = checked(board, options, only);
    EXPECT_THAT(made.made_tables, HasSubstr("    for each y: square { y.ground := Road }\n"
                                            "    walker1.at := any\n"
                                            "    place x: square {\n"));
    ASSERT_EQ(made.result.screened->sets.size(), 2U);
    EXPECT_EQ(made.result.screened->sets[1].sets, 6U);
    EXPECT_FALSE(fingerprints_of(made.result).empty()) << "a bog contradicts itself";
}

TEST(Screens, OfACardHoldOnlySetsWithIt) {
    compiler::CompileOptions options;
    options.screens.items = {"Echo"};
    const CheckResult result = checked(std::string(court) + court_screens, options).result;
    EXPECT_EQ(result.screened->sets[0].sets, 1U);
    EXPECT_EQ(result.screened->sets[1].sets, 6U);
    for (const std::string& finding : fingerprints_of(result)) EXPECT_THAT(finding, Not(HasSubstr("Reaper")));
}

TEST(Screens, AreAskedByTheCommand) {
    const auto path = written(std::string(court) + court_screens);
    const Ran ran = run_errata({"screen", path.string()});
    EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("single cards 6 of 6, pairs 21 of 21 seen to the end"));
    EXPECT_THAT(ran.out, HasSubstr("Not asked: what takes more than 1 turn ("));
    EXPECT_THAT(ran.out, HasSubstr("Giant: play never brings it into effect"));
    const std::string heading = "error: \"Bell\" and \"Echo\" repeat for ever, and no player has a choice";
    EXPECT_THAT(ran.out, HasSubstr(heading + " [loop.mandatory] #"));
    EXPECT_THAT(run_errata({"screen", "--verbose", path.string()}).out,
                HasSubstr(heading + "\n  loop.mandatory: "));
    EXPECT_THAT(run_errata({"screen", "--size", "1", path.string()}).out, Not(HasSubstr("pairs")));
    const Ran large = run_errata({"screen", "--size", "3", path.string()});
    EXPECT_EQ(large.code, 2);
    EXPECT_THAT(large.err, HasSubstr("there is room for sets of 2 cards here, not of 3"));
    const Ran unknown = run_errata({"screen", "--about", "Bel", path.string()});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("did you mean 'Bell'?"));
    std::filesystem::remove(path);
}

// No set takes from what another one may cost: what two cards do is found among many that do nothing.
TEST(Screens, FindWhatGrowsAmongManySets) {
    std::string text = R"(game "Foundlings"
player Ann
kind thing of 8 { card: card?, tapped: bool, stones: 0..18 }
printed card on thing if this.card = it
action make() { create t: thing { t.stones := 1 } }
window main for Ann
phrase line "Tap: Make a thing." = { may "uses {this}" in main by Ann cost { this.tapped := yes } { make() } }
phrase line "Whenever a thing is made, untap all." = { when make() { for each u: thing { u.tapped := no } } }
phrase line "Take a stone, but no more than {n: number}." = {
    may "takes a stone" in main by Ann if this.stones < n { this.stones := min(18, this.stones + 1) }
}
turn { phase day { open main } end "evening" }
screen "table" of card, size: 2 { place t: thing { t.tapped := any } }
card Mother
  Tap: Make a thing.
card Bell
  Whenever a thing is made, untap all.
)";
    for (int i = 1; i <= 16; ++i)
        text +=
            "card F" + std::to_string(i) + "\n  Take a stone, but no more than " + std::to_string(i) + ".\n";
    checker::CheckOptions options;
    options.engine = checker::Engine::Explicit;
    const CheckResult result = checked(text, {}, options).result;
    EXPECT_TRUE(std::ranges::any_of(result.findings, [](const checker::Finding& finding) {
        return finding.code == compiler::FindingCode::LoopGrowing;
    }));
}

}  // namespace
}  // namespace errata::tests
