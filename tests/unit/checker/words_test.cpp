// Every enumerator has a word of its own, and the word leads back to it.
#include "checker/words.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "checker/analysis_name.h"
#include "checker/engine.h"
#include "checker/loop_stage.h"
#include "checker/statistics.h"
#include "checker/status.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {
namespace {

template <class Enum, std::size_t count>
void expect_words(const std::array<Enum, count>& all) {
    std::set<std::string> words;
    for (const Enum value : all) {
        EXPECT_FALSE(word(value).empty()) << static_cast<int>(value);
        EXPECT_TRUE(words.emplace(word(value)).second) << word(value);
        EXPECT_EQ(read_word(all, word(value)), value) << word(value);
    }
    EXPECT_EQ(read_word(all, "steam"), std::nullopt);
    EXPECT_EQ(read_word(all, ""), std::nullopt);
}

TEST(Words, lead_there_and_back) {
    expect_words(all_engines);
    expect_words(all_analysis_names);
    expect_words(all_loop_stages);
    expect_words(all_statistics);
    expect_words(all_statuses);
    expect_words(compiler::all_severities);
}

}  // namespace
}  // namespace errata::checker
