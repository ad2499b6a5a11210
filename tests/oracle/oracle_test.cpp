// Random games, read once from the documents and once by the program.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "tests/oracle/comparison.h"
#include "tests/oracle/random_game.h"

namespace errata::oracle {
namespace {

std::string folder() { return testing::TempDir() + "oracle" + std::to_string(getpid()); }

int number_from(const char* name, int otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::atoi(text);
}

TEST(Oracle, DISABLED_Night) {
    const int games = number_from("ORACLE_GAMES", 1000);
    const int first = number_from("ORACLE_SEED", 1);
    std::map<std::string, int> counts;
    for (int seed = first; seed < first + games; ++seed) {
        const std::string text = random_game(static_cast<std::uint64_t>(seed));
        const Comparison result = compare(text, folder());
        ++counts[result.not_compared.empty() ? "compared" : "not compared: " + result.not_compared];
        for (const std::string& part : result.left_out) {
            ++counts["left out: " + part];
        }
        const int ways = number_from("ORACLE_WAYS", 0);
        if (ways > 0 && seed % ways == 0) {
            const Comparison other = compare_ways(text, folder(), number_from("ORACLE_SYMBOLIC", 1) > 0);
            for (const std::string& difference : other.differences) {
                std::cout << "seed " << seed << ": " << difference << "\n";
            }
            ++counts[other.differences.empty() ? "compared in all ways" : "different in some way"];
        }
        for (const std::string& difference : result.differences) {
            std::cout << "seed " << seed << ": " << difference << "\n";
        }
        if (!result.differences.empty()) {
            ++counts["different"];
        }
    }
    for (const auto& [what, count] : counts) {
        std::cout << count << " " << what << "\n";
    }
}

}  // namespace
}  // namespace errata::oracle
