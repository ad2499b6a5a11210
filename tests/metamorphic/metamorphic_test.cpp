// What a spec is found to be does not depend on how it is spelled: the specs of the house, rewritten.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "tests/metamorphic/corpus.h"
#include "tests/support/specs.h"

namespace errata::metamorphic {
namespace {

constexpr std::size_t parts = 8;

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::uint64_t chosen_seed() { return number_from("METAMORPHIC_SEED", 1); }

// Of one spec: its name counts, so that not all have the same row.
std::uint64_t seed_of(const std::string& path, std::uint64_t seed) {
    const std::string name = path.substr(std::string(ERRATA_SOURCE_DIR).size());
    return std::hash<std::string>()(name) ^ (seed * 0x9e3779b97f4a7c15ULL);
}

std::vector<std::string> corpus(bool with_games) {
    std::vector<std::string> paths;
    std::vector<std::string> folders = {"/specs/litmus", "/specs/tutorial", "/tests/verdicts/regressions"};
    if (with_games) folders.push_back("/specs/games");
    for (const std::string& folder : folders) {
        for (std::string& path : tests::specs_under(folder)) paths.push_back(std::move(path));
    }
    return paths;
}

std::string account(const std::string& path, const Rewriting& row, std::uint64_t seed, const Tried& tried) {
    return "METAMORPHIC_SEED=" + std::to_string(seed) + " " + path + "\nrewritten by " + row.name + ":\n" +
           tried.difference;
}

class Specs : public testing::TestWithParam<std::size_t> {};

TEST_P(Specs, KeepTheirVerdictInAnotherSpelling) {
    const std::uint64_t seed = chosen_seed();
    const std::vector<std::string> paths = corpus(false);
    for (std::size_t i = GetParam(); i < paths.size(); i += parts) {
        const auto subject = read_subject(paths[i]);
        if (!subject) continue;
        Random random(seed_of(paths[i], seed));
        std::vector<Rewriting> rows = all_rewritings();
        shuffle(rows, random);
        for (const Rewriting& row : rows) {
            const Tried tried = try_rewriting(*subject, row, seed_of(paths[i], seed));
            if (!tried.applies) continue;
            const bool is_known = known_reason(paths[i], row.name) != nullptr;
            EXPECT_TRUE(is_known || tried.difference.empty())
                << account(paths[i], row, seed, tried) << tried.text;
            break;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Metamorphic, Specs, testing::Range(std::size_t{0}, parts));

struct Count {
    std::size_t applied = 0;
    std::size_t kept = 0;
    std::size_t known = 0;
};

// tests/metamorphic/night
TEST(Metamorphic, DISABLED_Night) {
    const std::uint64_t seed = chosen_seed();
    const char* only_row = std::getenv("METAMORPHIC_ROW");
    const char* only_spec = std::getenv("METAMORPHIC_SPEC");
    std::map<std::string, Count> counts;
    for (const std::string& path : corpus(number_from("METAMORPHIC_GAMES", 1) != 0)) {
        if (only_spec != nullptr && path.find(only_spec) == std::string::npos) continue;
        const auto subject = read_subject(path);
        if (!subject) continue;
        for (const Rewriting& row : all_rewritings()) {
            if (only_row != nullptr && std::string(only_row) != row.name) continue;
            const Tried tried = try_rewriting(*subject, row, seed_of(path, seed));
            if (!tried.applies) continue;
            Count& count = counts[row.name];
            ++count.applied;
            if (tried.difference.empty()) {
                ++count.kept;
                continue;
            }
            const char* reason = known_reason(path, row.name);
            if (reason != nullptr) ++count.known;
            std::cout << (reason == nullptr ? "DIFFERENT, " : "known, ") << account(path, row, seed, tried)
                      << std::flush;
            if (only_spec != nullptr && only_row != nullptr) std::cout << tried.text;
            EXPECT_NE(reason, nullptr);
        }
    }
    Count all;
    for (const auto& [name, count] : counts) {
        std::cout << name << ": " << count.applied << " specs, " << count.kept << " keep their verdict, "
                  << count.known << " known\n";
        all = {all.applied + count.applied, all.kept + count.kept, all.known + count.known};
    }
    std::cout << "All: " << all.applied << " pairs, " << all.kept << " kept, " << all.known << " known\n";
}

}  // namespace
}  // namespace errata::metamorphic
