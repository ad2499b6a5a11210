// `errata new`: a game to begin from, whole and without a finding, with the designer's table or without.
#include <filesystem>
#include <fstream>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "reports/begin/starters.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using namespace errata::reports;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string text_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class NewGames : public testing::Test {
protected:
    NewGames() {
        fs::remove_all(root_);
        fs::create_directories(root_);
    }
    ~NewGames() override { fs::remove_all(root_); }

    std::string path(const std::string& name) const { return (root_ / name).string(); }
    Ran made(const std::string& name, std::vector<std::string> words = {}) const {
        words.insert(words.begin(), {"new", path(name)});
        return run_errata(words);
    }
    Ran made_from(const std::string& name, const std::string& table,
                  std::vector<std::string> words = {}) const {
        EXPECT_TRUE(write_file(path(name + ".csv"), table));
        words.insert(words.end(), {"--from", path(name + ".csv")});
        return made(name, words);
    }

    fs::path root_ = scratch_file("new");
};

class Starters : public NewGames, public testing::WithParamInterface<std::string_view> {};

TEST_P(Starters, CheckAndScreenAtOnceWithoutAFinding) {
    const Ran ran = made("fresh", {"--like", std::string(GetParam())});
    ASSERT_EQ(ran.code, exit_passed) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("all of them read"));
    for (const char* const command : {"check", "screen"}) {
        const Ran found = run_errata({command, path("fresh"), "--format", "json"});
        EXPECT_EQ(found.code, exit_passed) << command << found.err;
        EXPECT_THAT(found.err, IsEmpty()) << command;
        EXPECT_THAT(nlohmann::json::parse(found.out)["findings"], IsEmpty()) << command;
    }
    EXPECT_EQ(run_errata({"cards", path("fresh")}).code, exit_passed);
    EXPECT_EQ(run_errata({"fmt", "--check", path("fresh")}).code, exit_passed);
}

// "Beast. Pirate." is a list, words in front of a colon are a label, and a card's own name is "this".
TEST_F(NewGames, ReadListsWithStopsAndProposeLabels) {
    const Ran ran =
        made_from("coast",
                  "Name,Type,Traits,Cost,Attack,Health,Rules\n"
                  "Old Salt,Minion,Human. Pirate.,3,2,3,\"After Old Salt squawks, draw a card.\"\n"
                  "Reef Ghost,Minion,Ghost.,3,2,1,Dying gasp: Draw a card.\n"
                  "Grim Gull,Minion,Beast. Pirate.,2,1,1,Dying gasp: Lose 1 life.\n",
                  {"--like", "duel"});
    EXPECT_THAT(ran.out, HasSubstr("Traits  traits: sets of Human 1, Pirate 2, Ghost 1, Beast 1."));
    const Ran next = run_errata({"cards", path("coast"), "--next"});
    EXPECT_THAT(next.out, HasSubstr("unlocks 2 items: phrase label \"dying gasp\" = …"));
    EXPECT_THAT(next.out, HasSubstr("unlocks 1 item: phrase event \"this squawks\" = …"));
}

// The starter's players have enough life for a round to be seen twice before the game is over.
TEST_F(NewGames, HaveRoomForLoopsThatKill) {
    ASSERT_EQ(made_from("drain",
                        "Name,Type,Cost,Attack,Health,Rules\n"
                        "Toll Gate,Relic,2,,,\"Whenever you gain life, each opponent loses 1 life.\"\n"
                        "Leech Well,Relic,2,,,\"Whenever an opponent loses life, you gain 1 life.\"\n"
                        "Herb Vendor,Minion,1,1,1,\"When this attacks, gain 1 life.\"\n",
                        {"--like", "duel"})
                  .code,
              exit_passed);
    const Ran ran = run_errata({"screen", path("drain")});
    EXPECT_THAT(ran.out, HasSubstr("[loop.lethal]"));
    EXPECT_THAT(ran.out, HasSubstr("\"Toll Gate\" and \"Leech Well\" repeat until the game ends"));
}

// What is written from a table is what a starter has: so the two cannot drift apart.
TEST_P(Starters, AreWhatIsMadeOfTheirOwnTables) {
    const std::string name(GetParam());
    const std::string home = std::string(ERRATA_SOURCE_DIR) + "/specs/starters/" + name;
    ASSERT_EQ(made("plain", {"--like", name}).code, exit_passed);
    fs::create_directories(root_ / "own");
    const Ran own = made("own/plain", {"--like", name, "--from", home + "/cards.csv"});
    ASSERT_EQ(own.code, exit_passed) << own.err;
    for (const char* const file : {"game.rules", "words.rules", "cards.csv"})
        EXPECT_EQ(text_of(root_ / "own/plain" / file), text_of(root_ / "plain" / file)) << file;
}

std::vector<std::string_view> names_of_starters() {
    std::vector<std::string_view> names;
    for (const Starter& starter : all_starters()) names.push_back(starter.name);
    return names;
}

std::string name_of_starter(const testing::TestParamInfo<std::string_view>& starter) {
    std::string name(starter.param);
    std::erase(name, '-');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, Starters, testing::ValuesIn(names_of_starters()), name_of_starter);

TEST_F(NewGames, AreStartersOfTheFolderAndNoOthers) {
    std::set<std::string> folders;
    for (const auto& entry : fs::directory_iterator(std::string(ERRATA_SOURCE_DIR) + "/specs/starters")) {
        if (entry.is_directory()) folders.insert(entry.path().filename().string());
    }
    std::set<std::string> names;
    for (const Starter& starter : all_starters()) names.emplace(starter.name);
    EXPECT_EQ(folders, names);
}

const char* const salt =
    "\xef\xbb\xbfName;Type;Cost;Attack;Rarity;Rules text;Lore;Artist\n"
    "Salt Wyrm;Beast;4;3;rare;\"When this enters, draw a card.\nWhen this dies, gain 2 life.\";\"Old; and "
    "dry.\";Iva\n"
    "Brine Imp;Beast;1;1;common;;It bites.;Oto\n"
    "Rock \"Salt\";Order;2;;common;\"Deal 2 damage (not more) to a beast.\";;Iva\n"
    "Dune Réeve;Sea Folk;;2;common;Taunt.;;Oto\n";

TEST_F(NewGames, TakeTheTableOfTheDesigner) {
    const Ran ran = made_from("salt", salt);
    ASSERT_EQ(ran.code, exit_passed) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("  Name         the name.\n"));
    EXPECT_THAT(ran.out, HasSubstr("  Type         sort: Beast 2, Order 1, Sea Folk 1.\n"));
    EXPECT_THAT(ran.out, HasSubstr("cost: numbers from 1 to 4. 1 card has none: Dune Réeve."));
    EXPECT_THAT(ran.out, HasSubstr("  Attack       power: numbers from 1 to 3."));
    EXPECT_THAT(ran.out, HasSubstr("  Rarity       rarity: rare 1, common 3.\n"));
    EXPECT_THAT(ran.out, HasSubstr("  Rules text   the text.\n"));
    EXPECT_THAT(ran.out, HasSubstr("  (no column)  health: 1 for each card.\n"));
    EXPECT_THAT(ran.out, HasSubstr("Carried out and gone, as spells are: Order."));
    EXPECT_THAT(ran.out, HasSubstr("Words in brackets are not read: Rock \"Salt\" (not more)."));
    EXPECT_THAT(ran.out, HasSubstr("4 printed items, 4 lines of text, 1 of them not read yet\n"));
    EXPECT_EQ(text_of(root_ / "salt/cards.csv"), salt) << "byte for byte";
    const std::string game = text_of(root_ / "salt/game.rules");
    EXPECT_THAT(game, HasSubstr("game \"Salt\""));
    EXPECT_THAT(game, HasSubstr("enum sort: Beast, Order, \"Sea Folk\""));
    EXPECT_THAT(game, HasSubstr("define is_spell(c: card): bool = c.sort = Order"));
    EXPECT_THAT(game, HasSubstr("define most_cost: 0..99 = 4"));
    EXPECT_THAT(text_of(root_ / "salt/words.rules"), HasSubstr("phrase who \"beast[s]\""));
    EXPECT_EQ(run_errata({"cards", path("salt")}).code, exit_inconclusive);
    EXPECT_THAT(run_errata({"cards", path("salt"), "--next"}).out, HasSubstr("phrase line \"taunt\" = …"));
    EXPECT_EQ(run_errata({"screen", path("salt")}).code, exit_inconclusive);
    EXPECT_EQ(run_errata({"fmt", "--check", path("salt")}).code, exit_passed);
}

TEST_F(NewGames, TakeATableThatLiesThereAlready) {
    fs::create_directories(root_ / "salt");
    ASSERT_TRUE(write_file(path("salt/sheet.csv"), salt));
    const Ran ran = made("salt", {"--from", path("salt/sheet.csv")});
    ASSERT_EQ(ran.code, exit_passed) << ran.err;
    EXPECT_FALSE(fs::exists(root_ / "salt/cards.csv"));
    EXPECT_THAT(text_of(root_ / "salt/game.rules"), HasSubstr("cards \"sheet.csv\" as card"));
}

// A card may be called as a player or a word of the rules is.
TEST_F(NewGames, MakeRoomForTheNamesOfTheTable) {
    for (const Starter& starter : all_starters()) {
        SCOPED_TRACE(starter.name);
        const std::string name(starter.name);
        const Ran ran =
            made_from(name,
                      "Name,Type,Text,Side,player,Wild,Tags\nAsh,field,Draw.,Ann,Ann,yes,\"a, none\"\n"
                      "hand,Spell,Hoot.,Bob,Bob,no,a\nSpell,\"{x}\",,Ann,Ann,no,\n",
                      {"--like", name});
        EXPECT_EQ(ran.code, exit_passed) << ran.err;
        EXPECT_EQ(run_errata({"screen", path(name)}).code, exit_inconclusive);
        EXPECT_EQ(run_errata({"fmt", "--check", path(name)}).code, exit_passed);
    }
}

TEST_F(NewGames, OverwriteNothing) {
    ASSERT_EQ(made("salt").code, exit_passed);
    const std::string before = text_of(root_ / "salt/game.rules");
    const Ran again = made("salt", {"--like", "board"});
    EXPECT_EQ(again.code, exit_wrong);
    EXPECT_THAT(again.err, HasSubstr("holds rules already"));
    EXPECT_EQ(text_of(root_ / "salt/game.rules"), before);
    fs::create_directories(root_ / "pepper");
    ASSERT_TRUE(write_file(path("pepper/cards.csv"), "mine"));
    const Ran beside = made("pepper");
    EXPECT_EQ(beside.code, exit_wrong);
    EXPECT_THAT(beside.err, HasSubstr("cards.csv' is there already; nothing is written"));
    EXPECT_EQ(text_of(root_ / "pepper/cards.csv"), "mine");
    EXPECT_FALSE(fs::exists(root_ / "pepper/game.rules"));
    ASSERT_TRUE(write_file(path("file"), "mine"));
    EXPECT_EQ(made("file").code, exit_wrong);
}

TEST_F(NewGames, WriteNothingOfATableThatCannotBeRead) {
    const std::vector<std::pair<std::string, std::string>> tables = {
        {"", "gives each card a name"},
        {"1,2\n3,4\n", "gives each card a name"},
        {"Name,Text\n\"Fox,Draw.\n", "this quote is never closed"},
        {"Name,Text\nFox,Draw.\nFox,Sleep.\n", "is declared twice"},
        {"Name,Text\nFox,Draw.\n,Sleep.\n", "this row has no name"},
        {"Name,Text\nFox\xff,Draw.\n", "is no UTF-8 text"},
        {"Name,Text,Cost\nFox,Draw.\n", "this row has 2 cells"},
    };
    for (const auto& [table, message] : tables) {
        SCOPED_TRACE(table);
        const Ran ran = made_from("salt", table);
        EXPECT_EQ(ran.code, exit_wrong);
        EXPECT_THAT(ran.err, HasSubstr(message));
        EXPECT_THAT(ran.err, HasSubstr("nothing is written"));
        EXPECT_FALSE(fs::exists(root_ / "salt"));
    }
    EXPECT_THAT(made("salt", {"--from", path("missing.csv")}).err, HasSubstr("cannot read"));
    EXPECT_THAT(made("salt", {"--like", "duell"}).err, HasSubstr("did you mean 'duel'?"));
    EXPECT_FALSE(fs::exists(root_ / "salt"));
}

}  // namespace
}  // namespace errata::tests
