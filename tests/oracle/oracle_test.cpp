// Random games, read once from the documents and once by the program.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tests/oracle/random_game.h"
#include "tests/oracle/tally.h"

namespace errata::oracle {
namespace {

constexpr int games_each = 50;

// A folder of its own, gone at the end.
class Folder {
public:
    Folder() : path_(testing::TempDir() + "oracle" + std::to_string(getpid())) {}
    ~Folder() { std::filesystem::remove_all(path_); }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += "  " + line + "\n";
    }
    return text;
}

std::string account(std::uint64_t seed, const Comparison& result, const std::string& text,
                    Writing writing = Writing::Plain) {
    const std::string which = writing == Writing::Rich ? ", rich" : "";
    return "seed " + std::to_string(seed) + which + "\n" + joined(result.differences) + text;
}

std::uint64_t seed_of(int part, int game) {
    const int number = part * games_each + game;
    return static_cast<std::uint64_t>(number);
}

class Games : public testing::TestWithParam<int> {};

void expect_as_documented(int part, Writing writing) {
    const Folder folder;
    Tally tally;
    for (int i = 0; i < games_each; ++i) {
        const auto seed = seed_of(part, i);
        const std::string text = random_game(seed, writing);
        const Comparison result = compare(text, folder.path());
        tally.add(result);
        EXPECT_TRUE(result.differences.empty()) << account(seed, result, text, writing);
    }
    std::cout << tally.words();
    EXPECT_GE(tally.compared(), games_each * 7 / 10) << tally.words();
}

TEST_P(Games, MeanWhatTheDocumentsSay) { expect_as_documented(GetParam(), Writing::Plain); }

TEST_P(Games, OfSuccessMeanWhatTheDocumentsSay) { expect_as_documented(GetParam(), Writing::Rich); }

TEST_P(Games, DoNotDependOnHowTheyAreChecked) {
    const Folder folder;
    for (int i = 0; i < 2; ++i) {
        const auto seed = seed_of(GetParam(), i);
        const Comparison result = compare_ways(random_game(seed), folder.path(), i == 0);
        EXPECT_TRUE(result.differences.empty()) << account(seed, result, random_game(seed));
    }
}

INSTANTIATE_TEST_SUITE_P(Oracle, Games, testing::Range(0, 10));

// An oracle that reads one rule wrongly is told from the program: the comparison can fail. Rare constructs
// are looked for among games that have them.
struct Misread {
    Mistake mistake;
    std::uint64_t first_seed = 0;
};

class Mistakes : public testing::TestWithParam<Misread> {};

TEST_P(Mistakes, AreNoticed) {
    const Folder folder;
    const auto [mistake, first] = GetParam();
    for (std::uint64_t seed = first; seed < first + 500; ++seed) {
        const Comparison result = compare(random_game(seed), folder.path(), mistake);
        if (!result.differences.empty() && compare(random_game(seed), folder.path()).differences.empty()) {
            std::cout << account(seed, result, "").substr(0, 200) << "\n";
            return;
        }
    }
    ADD_FAILURE() << "500 games did not show the mistake";
}

INSTANTIATE_TEST_SUITE_P(Oracle, Mistakes,
                         testing::Values(Misread{Mistake::NewestWaitsLonger}, Misread{Mistake::ChecksWait},
                                         Misread{Mistake::EachFromBehind}, Misread{Mistake::UnlessIsIf},
                                         Misread{Mistake::ObjectsInOneGo},
                                         Misread{Mistake::QueuesBelowSettle, 900},
                                         Misread{Mistake::PoolsInOrder}, Misread{Mistake::PartsInOrder}));

int number_from(const char* name, int otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::atoi(text);
}

// tests/oracle/night
TEST(Oracle, DISABLED_Night) {
    const Folder folder;
    const auto first = static_cast<std::uint64_t>(number_from("ORACLE_SEED", 0));
    const auto games = static_cast<std::uint64_t>(number_from("ORACLE_GAMES", 100000));
    const auto ways = static_cast<std::uint64_t>(number_from("ORACLE_WAYS", 50));
    Tally tally;
    std::size_t different = 0;
    for (std::uint64_t game = 0; game < 2 * games; ++game) {
        const std::uint64_t seed = first + game / 2;
        const Writing writing = game % 2 == 0 ? Writing::Plain : Writing::Rich;
        const std::string text = random_game(seed, writing);
        Comparison result = compare(text, folder.path());
        tally.add(result);
        if (ways > 0 && seed % ways == 0) {
            const Comparison other = compare_ways(text, folder.path(), true);
            result.differences.insert(result.differences.end(), other.differences.begin(),
                                      other.differences.end());
        }
        if (!result.differences.empty()) {
            ++different;
            std::cout << "DIFFERENT, " << account(seed, result, text, writing) << std::flush;
        }
    }
    std::cout << "Seeds " << first << " to " << first + games - 1 << ": " << different << " games differ\n"
              << tally.words();
    EXPECT_EQ(different, 0U);
}

// One game, from a file.
TEST(Oracle, DISABLED_File) {
    const Folder folder;
    std::ifstream file(std::getenv("ORACLE_FILE"));
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const Comparison result = compare(text, folder.path());
    std::cout << result.states << " states " << result.not_compared << "\n"
              << joined(result.differences) << joined(result.left_out);
    EXPECT_TRUE(result.differences.empty());
}

}  // namespace
}  // namespace errata::oracle
