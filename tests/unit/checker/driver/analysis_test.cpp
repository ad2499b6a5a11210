#include "checker/driver/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace errata::checker {
namespace {

TEST(Analyses, have_a_row_for_each_name_in_the_order_of_the_names) {
    std::vector<AnalysisName> names;
    for (const Analysis& analysis : all_analyses()) names.push_back(analysis.name);
    EXPECT_THAT(names, testing::ElementsAreArray(all_analysis_names));
}

}  // namespace
}  // namespace errata::checker
