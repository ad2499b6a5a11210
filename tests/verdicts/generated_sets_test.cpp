// Generated sets of cards: what is planted is found, its twins are not, and nothing else is told.
#include <filesystem>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/cli/files.h"
#include "tests/bench/sets/judge.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

namespace errata::tests {
namespace {

using sets::GeneratedSet;
using sets::Judgement;
using testing::IsEmpty;

struct Screening {
    nlohmann::json report;
    Judgement judgement;
};

Screening screened(const sets::SetOrder& order) {
    const GeneratedSet set = sets::generate(order);
    const std::filesystem::path folder = scratch_file("set");
    std::filesystem::create_directories(folder);
    EXPECT_TRUE(reports::write_file((folder / "game.rules").string(), set.rules));
    EXPECT_TRUE(reports::write_file((folder / "cards.csv").string(), set.table));
    const Ran ran = run_errata({"screen", (folder / "game.rules").string(), "--format", "json"});
    EXPECT_EQ(ran.code, 1) << ran.err;
    std::filesystem::remove_all(folder);
    Screening result;
    result.report = nlohmann::json::parse(ran.out);
    result.judgement = sets::judge(set, result.report);
    return result;
}

TEST(GeneratedSets, OfPairsShowWhatIsPlantedAndNothingElse) {
    const auto [report, judgement] = screened({50, 2, 7});
    EXPECT_GE(judgement.planted, 10U);
    EXPECT_THAT(judgement.missed, IsEmpty());
    EXPECT_THAT(judgement.reported, IsEmpty());
    EXPECT_THAT(judgement.others, IsEmpty());
    // Of the growth that is planted no search sees an end.
    EXPECT_EQ(judgement.open, 1U);
    EXPECT_TRUE(report["screened"]["unread"].empty());
}

// Twelve cards of a set, a defect of each of three kinds among them and the twins, as text of the spec.
std::vector<sets::Card> pool_of(const GeneratedSet& set) {
    std::set<std::string> names;
    for (const sets::Planted& planted : set.planted) {
        if (names.size() + planted.cards.size() <= 12)
            names.insert(planted.cards.begin(), planted.cards.end());
    }
    std::vector<sets::Card> cards;
    for (const sets::Card& card : set.cards) {
        if (names.contains(card.name)) cards.push_back(card);
    }
    return cards;
}

std::string text_of_cards(const std::vector<sets::Card>& cards) {
    std::string text;
    for (const sets::Card& card : cards) {
        text += "card \"" + card.name + "\", price: " + std::to_string(card.price) + ", suit: " + card.suit +
                "\n  ";
        for (const char sign : card.text) text += sign == '|' ? std::string("\n  ") : std::string(1, sign);
        text += "\n";
    }
    return text;
}

// One for each multiset of one and two: what the screen "in play" lays out.
std::string generated_setups(const std::vector<sets::Card>& cards) {
    const std::string rest = " for each p: player, w: ware { stock(p, w) := 1 } active := any }\n";
    std::string text;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const std::string first = " seat1.card := \"" + cards[i].name + "\"";
        text +=
            "setup \"" + std::to_string(i) + "\" {" + first + " seat1.there := yes seat1.owner := any" + rest;
        for (std::size_t j = i; j < cards.size(); ++j) {
            text += "setup \"" + std::to_string(i) + " " + std::to_string(j) + "\" {" + first +
                    " seat2.card := \"" + cards[j].name +
                    "\" for each s: seat { s.there := yes s.owner := any }" + rest;
        }
    }
    return text;
}

// The parts of the rules between the items that begin like this are left out.
std::string without(const std::string& rules, const std::string& begin) {
    std::string result = rules;
    for (std::size_t at = result.find(begin); at != std::string::npos; at = result.find(begin)) {
        const std::size_t end = result.find("\n\n", at);
        result.erase(at, end - at);
    }
    return result;
}

std::set<std::string> told_of(const std::string& text, const std::string& command) {
    const std::filesystem::path path = scratch_file("pool.rules");
    EXPECT_TRUE(reports::write_file(path.string(), text));
    const Ran ran = run_errata({command, path.string(), "--format", "json"});
    EXPECT_EQ(ran.code, 1) << ran.err;
    std::filesystem::remove(path);
    std::set<std::string> told;
    const nlohmann::json report = nlohmann::json::parse(ran.out);
    for (const nlohmann::json& finding : report["findings"]) {
        // A screen does not ask what is never reached.
        if (finding["severity"] != "note" && finding["code"] != "unreachable.ability")
            told.insert(finding["title"].get<std::string>() + finding["fingerprint"].get<std::string>());
    }
    return told;
}

TEST(GeneratedSets, OfTwelveCardsShowWhatSetupsByHandShow) {
    const GeneratedSet set = sets::generate({sets::fewest_cards(2), 2, 3});
    const std::vector<sets::Card> cards = pool_of(set);
    ASSERT_EQ(cards.size(), 12U);
    std::string rules = without(set.rules, "cards \"cards.csv\"") + "\n\n" + text_of_cards(cards);
    // Setups are followed for any number of turns, a screen is not: here both for one.
    const std::string next_turn = "    active := other(active)\n}";
    rules.replace(rules.find(next_turn), next_turn.size(), "    end \"over\"\n}");
    const std::string in_play = without(rules, "screen \"in hand\"");
    const std::string by_hand = without(in_play, "screen \"in play\"") + generated_setups(cards);
    const std::set<std::string> told = told_of(in_play, "screen");
    EXPECT_EQ(told, told_of(by_hand, "check"));
    EXPECT_EQ(told.size(), 3U);
}

TEST(GeneratedSets, AreTheSameForTheSameSeed) {
    const GeneratedSet once = sets::generate({80, 3, 5});
    const GeneratedSet again = sets::generate({80, 3, 5});
    EXPECT_EQ(once.rules, again.rules);
    EXPECT_EQ(once.table, again.table);
    EXPECT_NE(once.table, sets::generate({80, 3, 6}).table);
}

}  // namespace
}  // namespace errata::tests
