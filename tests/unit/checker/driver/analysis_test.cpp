// The table of analyses and what stands beside it: every code has an analysis, and a paragraph that says how
// it is decided.
#include "checker/driver/analysis.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/source/file_reader.h"

namespace errata::checker {
namespace {

TEST(Analyses, HaveAllThatARowNeeds) {
    for (const Analysis& analysis : all_analyses()) {
        EXPECT_EQ(&analysis_of(analysis.name), &analysis) << word(analysis.name);
        EXPECT_NE(analysis.run_explicit, nullptr) << word(analysis.name);
        EXPECT_NE(analysis.applies, nullptr) << word(analysis.name);
        // What was laid out is counted; it finds nothing of its own.
        EXPECT_EQ(analysis.codes.empty(), analysis.name == AnalysisName::Screens) << word(analysis.name);
    }
}

TEST(Analyses, DecideEveryCode) {
    for (const compiler::CodeInfo& info : compiler::all_codes()) {
        const auto decides = [&](const Analysis& analysis) {
            return std::ranges::find(analysis.codes, info.code) != analysis.codes.end();
        };
        EXPECT_TRUE(std::ranges::any_of(all_analyses(), decides)) << info.name;
    }
}

// "loop.growing", or in a list of its family ".growing".
TEST(Analyses, AreDescribed) {
    const std::string text =
        dsl::DiskReader().read(std::string(ERRATA_SOURCE_DIR) + "/checker/analyses.md").value_or("");
    for (const compiler::CodeInfo& info : compiler::all_codes()) {
        const std::string name(info.name);
        const std::string own = name.substr(std::min(name.find('.'), name.size()));
        EXPECT_TRUE(text.find(name) != std::string::npos ||
                    (!own.empty() && text.find(own) != std::string::npos))
            << name << " is missing in checker/analyses.md";
    }
}

TEST(Analyses, have_a_row_for_each_name_in_the_order_of_the_names) {
    std::vector<AnalysisName> names;
    for (const Analysis& analysis : all_analyses()) names.push_back(analysis.name);
    EXPECT_THAT(names, testing::ElementsAreArray(all_analysis_names));
}

}  // namespace
}  // namespace errata::checker
