// More never shows less: the specs of the house made larger by the rows of more.def.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "tests/metamorphic/corpus.h"
#include "tests/metamorphic/more.h"
#include "tests/support/specs.h"

namespace errata::metamorphic {
namespace {

constexpr std::size_t more_parts = 8;

std::string account_of(const std::string& path, const MoreRow& row, const std::string& less) {
    return path + "\nmade larger by " + row.name + " shows less:\n" + less;
}

std::optional<std::string> chosen(const char* name) {
    const char* text = std::getenv(name);
    return text == nullptr ? std::nullopt : std::optional<std::string>(text);
}

class MoreSpecs : public testing::TestWithParam<std::size_t> {};

// One row for each spec of every third place: the night tries all.
TEST_P(MoreSpecs, ShowNoLess) {
    const std::vector<std::string> paths = tests::specs_under("/specs/litmus");
    const std::vector<MoreRow>& rows = all_more_rows();
    std::size_t tried = 0;
    for (std::size_t i = GetParam(); i < paths.size(); i += 3 * more_parts) {
        const auto spec = read_spec(paths[i]);
        if (!spec) continue;
        const Vocabulary vocabulary = vocabulary_of(*spec);
        const Said said;
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const MoreRow& row = rows[(i + k) % rows.size()];
            const std::vector<Larger> pairs = row.enlarge({*spec, vocabulary, said});
            if (pairs.empty()) continue;
            const Less less = less_in(pairs.front(), row.keeps);
            tried += less.tried;
            const bool is_known = known_reason(paths[i], row.name) != nullptr;
            EXPECT_TRUE(is_known || less.text.empty()) << account_of(paths[i], row, less.text);
            break;
        }
    }
    EXPECT_GT(tried, 0U);
}

INSTANTIATE_TEST_SUITE_P(Metamorphic, MoreSpecs, testing::Range(std::size_t{0}, more_parts));

// tests/metamorphic/more-night
TEST(Metamorphic, DISABLED_MoreNight) {
    const auto only_row = chosen("METAMORPHIC_ROW");
    const auto only_spec = chosen("METAMORPHIC_SPEC");
    const std::string folder = chosen("METAMORPHIC_FOLDER").value_or("/specs");
    const std::size_t every = std::stoul(chosen("METAMORPHIC_EVERY").value_or("1"));
    std::map<std::string, std::size_t> tried;
    std::size_t specs = 0;
    for (const std::string& path : tests::specs_under(folder)) {
        if (only_spec && path.find(*only_spec) == std::string::npos) continue;
        if (specs++ % every != 0) continue;
        const auto spec = read_spec(path);
        if (!spec) continue;
        const Vocabulary vocabulary = vocabulary_of(*spec);
        const Said said;
        for (const MoreRow& row : all_more_rows()) {
            if (only_row && *only_row != row.name) continue;
            for (const Larger& pair : row.enlarge({*spec, vocabulary, said})) {
                const Less less = less_in(pair, row.keeps);
                tried[row.name] += less.tried;
                if (less.text.empty()) continue;
                const char* reason = known_reason(path, row.name);
                std::cout << (reason == nullptr ? "LESS, " : "known, ") << account_of(path, row, less.text)
                          << std::flush;
                EXPECT_NE(reason, nullptr);
            }
        }
        if (only_row && *only_row != "engines") continue;
        const std::string contradiction = contradiction_of_engines({texts(*spec), spec->path});
        ++tried["engines"];
        EXPECT_EQ(contradiction, "") << path;
        if (!contradiction.empty()) std::cout << "ENGINES, " << path << "\n" << contradiction << std::flush;
    }
    for (const auto& [row, count] : tried) std::cout << row << ": " << count << " findings sought\n";
}

}  // namespace
}  // namespace errata::metamorphic
